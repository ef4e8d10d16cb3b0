/** One run over the simulator as it is by default, made once for all tests that look at what a run does. */
import { nodeHost } from '../../contracts/hosts/node.ts';
import type { Run } from '../../contracts/verify/run.ts';
import { createSimulator, type Simulator } from '../../simulator/index.ts';
import { type Fetch, runAgainst } from './support.ts';

interface Sent {
  method: string;
  path: string;
  body: string;
  /** The status of the answer. */
  status: number;
  /** The groups and users, as JSON, that the run had made and not yet removed once this was answered. */
  made: string[];
}

export interface UsualRun {
  run: Run;
  /** The deployment after the run. Tests leave it as it is. */
  simulator: Simulator;
  /** `id name` of its groups and users before and after. */
  before: string[];
  after: string[];
  sent: Sent[];
  journal: string;
  /** Real milliseconds of each pause that was slept to its end. */
  paused: number[];
}

let made: Promise<UsualRun> | undefined;

/** The same run at every call in one process. */
export function usualRun(): Promise<UsualRun> {
  made ??= carriedOut();
  return made;
}

async function carriedOut(): Promise<UsualRun> {
  const simulator = createSimulator();
  const journal: string[] = [];
  const sent: Sent[] = [];
  const before = recordsOf(simulator);
  const own = idsOf(simulator);
  const watching: Fetch = async (request) => {
    const { method } = request;
    const { pathname: path } = new URL(request.url);
    const body = await request.clone().text();
    const response = await simulator.fetch(request);
    const { status } = response;
    sent.push({ method, path, body, status, made: method === 'GET' ? [] : madeSince(simulator, own) });
    return response;
  };
  const paused: number[] = [];
  const { sleep } = nodeHost(watching);
  const run = await runAgainst(watching, {
    profile: simulator.profile,
    host: {
      journal: { write: async (line) => void journal.push(line) },
      sleep: (ms, signal) => sleep(ms, signal).then(() => void paused.push(ms)),
    },
  });
  simulator.stop();
  return { run, simulator, before, after: recordsOf(simulator), sent, journal: journal.join(''), paused };
}

const kindsOf = ({ fleet: { groups, users } }: Simulator) => [groups, users];

/** `id name` of each group and user. */
export function recordsOf(simulator: Simulator): string[] {
  return kindsOf(simulator).flatMap((records) => records.list().map(({ id, name }) => `${id} ${name}`));
}

function idsOf(simulator: Simulator): Set<number>[] {
  return kindsOf(simulator).map((records) => new Set(records.ids()));
}

function madeSince(simulator: Simulator, before: readonly Set<number>[]): string[] {
  return kindsOf(simulator).flatMap((records, kind) =>
    records
      .list()
      .filter(({ id }) => !before[kind]?.has(id))
      .map((record) => JSON.stringify(record)),
  );
}
