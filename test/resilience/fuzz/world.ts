/** The duties of a world after anything that it accepted: be read, be saved, go on, and begin anew. */
import type { Handle, Reply } from '../../../simulator/http/call.ts';

export interface Asked {
  method: string;
  target: string;
  headers?: { [name: string]: string };
  body?: string | undefined;
}

/** A fault of the simulator, with the call that showed it. */
export class Fault extends Error {}

/** Answers that tell of a mistake in the code instead of one in the request. */
const OWN_MISTAKE =
  /Cannot (read|set|convert|destructure|mix)|is not (a function|iterable|defined)|has no item \d|call stack|INTERNAL|undefined \(/;

/** Sends a call. Throws a Fault for an answer that no caller may get, whatever was sent. */
export async function answerTo(
  handle: Handle,
  { method, target, headers = {}, body }: Asked,
): Promise<Reply> {
  const shown = `${method} ${target.slice(0, 200)} ${(body ?? '').slice(0, 300)}`;
  let reply: Reply;
  try {
    reply = await handle({ method, target, headers, body });
  } catch (error) {
    throw new Fault(`${shown} threw ${error instanceof Error ? error.stack : error}`);
  }
  // A failure that a fault rule of the control API asks for is not a fault.
  const isAskedFor = reply.dropped || reply.body.includes('INJECTED_FAULT') || reply.status === 501;
  const fault = reply.status >= 500 || reply.status < 200 || OWN_MISTAKE.test(reply.body);
  if (fault && !isAskedFor) throw new Fault(`${shown} got ${reply.status} ${reply.body.slice(0, 500)}`);
  // The first part of the stream is made up now.
  reply.stream?.(() => {})();
  return reply;
}

/** Answers with the body of a call that has to be served. */
export async function served(handle: Handle, method: string, path: string, body?: string): Promise<string> {
  const reply = await answerTo(handle, { method, target: `/_control${path}`, body });
  if (reply.status >= 300)
    throw new Fault(
      `${method} ${path} got ${reply.status} ${reply.body.slice(0, 500)} (${body?.slice(0, 200)})`,
    );
  return reply.body;
}

const READ = [
  '/clock',
  '/deadlines',
  '/account',
  '/devices',
  '/outbox',
  '/alerts',
  '/requests',
  '/faults',
  '/events?since=0',
  '/positions',
  '/profile',
] as const;

/** Everything that can be read of a world is served. */
export async function readAll(handle: Handle, basePath = ''): Promise<void> {
  for (const path of READ) await served(handle, 'GET', path);
  const { devices } = JSON.parse(await served(handle, 'GET', '/devices')) as { devices: { id: unknown }[] };
  for (const { id } of devices.slice(0, 5)) {
    const device = encodeURIComponent(String(id));
    for (const path of ['', '/track', '/limits']) await served(handle, 'GET', `/devices/${device}${path}`);
  }
  for (const path of ['devices', 'groups', 'users'])
    await answerTo(handle, { method: 'GET', target: `${basePath}/api/${path}` });
}

/** A saved world is taken back, and is the same world. */
export async function survivesSaving(handle: Handle): Promise<void> {
  const once = await served(handle, 'GET', '/snapshot?apiKey=include');
  await served(handle, 'PUT', '/snapshot', once);
  const twice = await served(handle, 'GET', '/snapshot?apiKey=include');
  if (twice !== once)
    throw new Fault(`a world is another once it was restored: ${firstDifference(once, twice)}`);
}

/** Where two texts begin to differ. */
export function firstDifference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return `…${one.slice(Math.max(0, at - 60), at + 60)}… and …${other.slice(Math.max(0, at - 60), at + 60)}…`;
}

/** A day later all of it still holds. */
export async function goesOn(handle: Handle): Promise<void> {
  await served(handle, 'PUT', '/clock', '{"frozen":true}');
  const { settled } = JSON.parse(await served(handle, 'POST', '/clock/advance', '{"by":"P1D"}')) as {
    settled: boolean;
  };
  if (!settled) throw new Fault('a day does not come to its end');
  await readAll(handle);
  await survivesSaving(handle);
}
