/** A server of a test file in this process, with a world for each story. */
import { randomUUID } from 'node:crypto';
import { launchHere, type Running } from '../command/roadtest.ts';

export interface Answer {
  status: number;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: rows say what they expect of it
  body: any;
}

export async function send(
  method: string,
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const json = body !== undefined && { 'content-type': 'application/json' };
  const reply = await fetch(url, {
    method,
    headers: { ...json, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  const isJson = reply.headers.get('content-type')?.includes('json');
  return { status: reply.status, text, body: isJson && text !== '' ? JSON.parse(text) : undefined };
}

/** The server of the file, its clock frozen: started with the first world, it ends with the file. */
let started: Promise<{ controlUrl: string; process: Running; token: string }> | undefined;

async function server() {
  started ??= (async () => {
    const token = randomUUID();
    const env = { ROADTEST_CONTROL_TOKEN: token };
    const process = launchHere(['serve', '--port', '0', '--json', '--frozen'], { env });
    const { controlUrl } = JSON.parse(await process.firstLine()) as { controlUrl: string };
    void process.ended.then(() => {
      started = undefined;
    });
    return { controlUrl, process, token };
  })();
  return started;
}

/** A world with this beginning, and what is called in it: as the one who made it, and as the trainee of it. */
export async function newWorld(beginning: object) {
  const { controlUrl, token } = await server();
  const trainer = { 'x-control-token': token };
  const name = `w-${randomUUID()}`;
  const { status, text, body } = await send('POST', `${controlUrl}/worlds`, { name, ...beginning }, trainer);
  if (status >= 400) throw new Error(text);
  const trainee = { 'x-control-token': body.tokens?.trainee ?? token };
  let bearer = '';
  return {
    userName: body.userName as string,
    apiKey: body.apiKey as string,
    controlUrl: body.controlUrl as string,
    headers: trainer,
    entry: async () => {
      const { body } = await send('GET', `${controlUrl}/worlds`, undefined, trainer);
      return body.worlds.find((world: { name: string }) => world.name === name);
    },
    control: (method: string, path: string, given?: unknown) =>
      send(method, body.controlUrl + path, given, trainer),
    asTrainee: (method: string, path: string, given?: unknown) =>
      send(method, body.controlUrl + path, given, trainee),
    async signIn(): Promise<void> {
      const { userName, apiKey } = body;
      bearer = (await send('POST', `${body.baseUrl}/api/Auth/Token`, { userName, apiKey })).body.token;
    },
    api: (method: string, path: string, given?: unknown) =>
      send(method, `${body.baseUrl}/api${path}`, given, { authorization: `Bearer ${bearer}` }),
  };
}
