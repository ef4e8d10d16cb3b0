/**
 * A thread that takes mutants, one after the other: it plays the trace, and has the suite judge the simulator. A mutant of
 * code that runs once for a process is the only one of its thread, on from the first line.
 */
import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import type { Run, Verdict } from '../../contracts/verify/run.ts';
import { verify } from '../../contracts/verify/whole-run.ts';
import { createSimulator } from '../../simulator/simulator.ts';
import { quickHost } from '../matrix/host.ts';
import { switches } from '../mutation/switches.ts';
import { Player, type TracedCall } from './trace.ts';

/** The task of a thread: a mutant, or the facts of the simulator as it should be. */
export type Task = { kind: 'sound' } | MutantTask;

export interface MutantTask {
  kind: 'mutant';
  mutant: string;
  /** Digests of the replies of the simulator as it should be. */
  digests: readonly string[];
  /** Judged only if its replies differ. */
  onlyObservable: boolean;
}

/** The messages of a thread, each sent as soon as it is known. */
export type Told =
  | { kind: 'played'; differsAt: number | null }
  | { kind: 'judged'; judged: Judged }
  | ({ kind: 'sound' } & Sound)
  | { kind: 'done'; spoilt: boolean };

/** The simulator as it should be. */
export interface Sound {
  judged: Judged;
  digests: string[];
  /** The mutants that the trace comes by, and those that the suite does. */
  byTrace: string[];
  bySuite: string[];
  /** The mutants whose code runs once for a process: they take a thread of their own. */
  once: string[];
}

export interface Judged {
  /** The findings: `fail`, `suspect` or `drift`, and the id. */
  found: string[];
  /** Rules that were left open although all that they need is there, and why. */
  open: string[];
  exitCode: number;
  /** Why nothing could be judged. */
  problem?: string;
}

/** How often a mutant may be passed in one call: an endless loop ends with an error. */
const HIT_LIMIT = 300_000;

const blaming: ReadonlySet<Verdict> = new Set<Verdict>(['fail', 'suspect', 'drift']);

const shared = switches();

const { calls }: { calls: readonly TracedCall[] } = workerData;

parentPort?.on('message', (task: Task) => void (task.kind === 'sound' ? tellSound() : tellMutant(task)));

function tell(told: Told): void {
  parentPort?.postMessage(told);
}

async function tellSound(): Promise<void> {
  const { digests } = await play('first');
  await play('second');
  const judged = await judge();
  const { static: loaded = {}, perTest: { first = {}, second = {}, suite = {} } = {} } =
    shared.mutantCoverage ?? {};
  const byTrace = Object.keys({ ...loaded, ...first });
  const bySuite = Object.keys({ ...loaded, ...suite });
  const once = byTrace.filter((mutant) => mutant in loaded || first[mutant] !== second[mutant]);
  tell({ kind: 'sound', judged, digests, byTrace, bySuite, once });
}

async function tellMutant({ mutant, digests, onlyObservable }: MutantTask): Promise<void> {
  shared.activeMutant = mutant;
  const { differsAt } = await play('mutant', digests);
  tell({ kind: 'played', differsAt });
  if (differsAt !== null || !onlyObservable) tell({ kind: 'judged', judged: await judge() });
  delete shared.activeMutant;
  // Its leftovers would be taken for the work of the next mutant.
  const spoilt = differsAt !== null && (await play('mutant', digests, differsAt + 1)).differsAt !== null;
  tell({ kind: 'done', spoilt });
}

function beginCall(): void {
  shared.hitCount = 0;
  shared.hitLimit = HIT_LIMIT;
}

/** Plays the trace, with `expected` to the first call that is answered otherwise. */
async function play(
  test: 'first' | 'second' | 'mutant',
  expected?: readonly string[],
  length = calls.length,
): Promise<{ digests: string[]; differsAt: number | null }> {
  shared.currentTestId = test;
  beginCall();
  const simulator = createSimulator();
  const player = new Player(simulator.handle);
  const digests: string[] = [];
  let differsAt: number | null = null;
  for (const [place, call] of calls.slice(0, length).entries()) {
    beginCall();
    const digest = createHash('sha1')
      .update(await player.shownFor(call))
      .digest('base64')
      .slice(0, 12);
    digests.push(digest);
    if (expected === undefined || expected[place] === digest) continue;
    differsAt = place;
    break;
  }
  simulator.stop();
  return { digests, differsAt };
}

async function judge(): Promise<Judged> {
  shared.currentTestId = 'suite';
  beginCall();
  const simulator = createSimulator();
  const host = quickHost((request) => {
    beginCall();
    return simulator.fetch(request);
  }, 'detect77');
  const options = {
    baseUrl: 'http://127.0.0.1:4010',
    credentials: { userName: 'demo', apiKey: 'demo-key' },
    profile: simulator.profile,
  };
  const run = await verify(options, host);
  simulator.stop();
  return judgedOf(run);
}

function judgedOf({ outcomes, observations, exitCode, problem, fault }: Run): Judged {
  const verdicts = outcomes
    .filter(({ verdict }) => blaming.has(verdict))
    .map(({ id, verdict }) => `${verdict} ${id}`);
  const drifts = observations.filter(({ drift }) => drift).map(({ opening }) => `drift ${opening}`);
  const open = outcomes.filter(({ leftOpen }) => leftOpen).map(({ id, reason }) => `open ${id}: ${reason}`);
  const why = problem?.code ?? fault;
  return { found: [...verdicts, ...drifts], open, exitCode, ...(why !== undefined && { problem: why }) };
}
