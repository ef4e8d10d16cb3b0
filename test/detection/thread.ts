/**
 * What a thread does with one mutant, which is on from its first line: plays the trace, and has the suite
 * judge the simulator. Each thread takes one mutant alone, since what is worked out once for a process
 * would otherwise be that of the mutant before.
 */
import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { verify } from '../../contracts/suite/index.ts';
import type { Run, Verdict } from '../../contracts/suite/run.ts';
import { createSimulator } from '../../simulator/simulator.ts';
import { quickHost } from '../matrix/host.ts';
import { switches } from '../mutation/switches.ts';
import { Player, type TracedCall } from './trace.ts';

export interface Task {
  calls: readonly TracedCall[];
  /** What the replies of the simulator as it should be show, as digests. Absent: this is that simulator. */
  digests?: readonly string[];
  /** Judged only if its replies differ. */
  onlyObservable: boolean;
}

/** What a thread tells, as soon as it knows it. */
export type Told =
  | { kind: 'played'; digests: string[]; differsAt: number | null }
  | { kind: 'judged'; judged: Judged }
  | { kind: 'reached'; byTrace: string[]; bySuite: string[] };

export interface Judged {
  /** What is found at fault: `fail`, `suspect` or `drift`, and what of. */
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

const { calls, digests, onlyObservable }: Task = workerData;

const played = await playAll();
parentPort?.postMessage({ kind: 'played', ...played } satisfies Told);
if (!onlyObservable || digests === undefined || played.differsAt !== null) {
  parentPort?.postMessage({ kind: 'judged', judged: await judge() } satisfies Told);
}
if (digests === undefined) parentPort?.postMessage({ kind: 'reached', ...reached() } satisfies Told);

function beginCall(): void {
  shared.hitCount = 0;
  shared.hitLimit = HIT_LIMIT;
}

async function playAll(): Promise<{ digests: string[]; differsAt: number | null }> {
  shared.currentTestId = 'trace';
  beginCall();
  const simulator = createSimulator();
  const player = new Player(simulator.handle);
  const own: string[] = [];
  for (const call of calls) {
    beginCall();
    const shown = await player.shownFor(call);
    own.push(createHash('sha1').update(shown).digest('base64').slice(0, 12));
    if (digests !== undefined && digests[own.length - 1] !== own.at(-1)) break;
  }
  simulator.stop();
  const differs = digests !== undefined && digests[own.length - 1] !== own.at(-1);
  return { digests: digests === undefined ? own : [], differsAt: differs ? own.length - 1 : null };
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

/** The mutants that the trace and the suite come by; what runs when the code is loaded counts for both. */
function reached(): { byTrace: string[]; bySuite: string[] } {
  const { static: loaded = {}, perTest = {} } = shared.mutantCoverage ?? {};
  const of = (test: string): string[] => Object.keys({ ...loaded, ...perTest[test] });
  return { byTrace: of('trace'), bySuite: of('suite') };
}
