/** One run over the simulator as it is by default, made once for all that looks at what a run does. */
import type { Run } from '../../contracts/verify/index.ts';
import type { Simulator } from '../../simulator/index.ts';
import { line, type Scene, scene, stateOf } from './scene.ts';

interface Sent {
  /** Method and path. */
  call: string;
  body: string;
  authorization: string;
  status: number;
  answer: string;
  /** The groups and users, as JSON, that the run had made and not yet removed once this was answered. */
  made: string[];
}

interface UsualRun extends Pick<Scene, 'url' | 'sweep'> {
  run: Run;
  /** The deployment after the run. Tests leave it as it is. */
  simulator: Simulator;
  before: ReturnType<typeof stateOf>;
  sent: Sent[];
  journal: string;
  /** The progress that `onProgress` was given, as JSON. */
  told: string[];
  /** Milliseconds that the run waited for anything but answers. */
  waited: number;
}

let made: Promise<UsualRun> | undefined;

/** The same run at every call in one process. */
export function usualRun(): Promise<UsualRun> {
  made ??= carriedOut();
  return made;
}

async function carriedOut(): Promise<UsualRun> {
  const { url, simulator, judge, sweep, now } = await scene({ userName: USER, apiKey: KEY });
  const sent: Sent[] = [];
  const told: string[] = [];
  const own = recordsOf(simulator).map(({ id }) => id);
  const before = stateOf(simulator);
  const { run, journal } = await judge({
    credentials: { userName: USER, apiKey: KEY },
    onProgress: (progress) => told.push(JSON.stringify(progress)),
    around: (handle) => async (call) => {
      const { status, ...answer } = await handle(call);
      const made = call.method === 'GET' ? [] : recordsOf(simulator).filter(({ id }) => !own.includes(id));
      const { body = '', headers } = call;
      sent.push({
        ...{ call: line(call), body, authorization: String(headers.authorization ?? ''), status },
        ...{ answer: answer.body, made: made.map(({ text }) => text) },
      });
      return { status, ...answer };
    },
  });
  return { url, run, simulator, before, sent, journal, told, sweep, waited: now() };
}

/** Credentials that have to be written otherwise in JSON and in addresses. */
export const USER = 'Jane "the" Admin';
export const KEY = 'k3y/with+odd="signs"';

function recordsOf({ fleet: { groups, users } }: Simulator): { id: string; text: string }[] {
  const all = { group: groups.list(), user: users.list() };
  return Object.entries(all).flatMap(([family, records]) =>
    records.map((record) => ({ id: `${family} ${record.id}`, text: JSON.stringify(record) })),
  );
}
