/** Every run of the suite that the matrix is made of. */
import { nodeHost } from '../../contracts/hosts/node.ts';
import { itemAt } from '../../contracts/kit/items.ts';
import type { Profile } from '../../contracts/profile/index.ts';
import type { Host } from '../../contracts/suite/host.ts';
import { verify } from '../../contracts/suite/index.ts';
import type { Credentials } from '../../contracts/suite/options.ts';
import type { Run, Verdict } from '../../contracts/suite/run.ts';
import { deviantSimulator } from '../../simulator/deviations/apply.ts';
import { start } from '../foreign/server.ts';
import { variants } from '../foreign/variants.ts';
import { type Mutant, mutants } from '../mutants/mutants.ts';
import type { Draw } from '../permutants/array.ts';
import { compose, open } from '../permutants/compose.ts';
import { type Dialect, dialects } from './dialects.ts';
import { quickHost } from './host.ts';

export type Job =
  | { kind: 'mutant'; mutant: number; dialect: Dialect }
  | { kind: 'permutant'; draw: Draw; withProfile: boolean }
  /** Without a variant: as it should be. */
  | { kind: 'foreign'; variant?: number; withProfile: boolean };

export interface Result {
  job: Job;
  verdicts: { [V in Verdict]?: string[] };
  /** What was said of all that did not pass. */
  reasons: { [id: string]: string };
  /** Answers that the profile pins, and that were seen to be others. */
  drift: string[];
  warnings: string[];
  exitCode: number;
  requests: number;
  milliseconds: number;
}

export function allJobs(draws: readonly Draw[]): Job[] {
  const both = [true, false];
  return [
    ...both.map((withProfile): Job => ({ kind: 'foreign', withProfile })),
    ...variants.map((_, variant): Job => ({ kind: 'foreign', variant, withProfile: true })),
    ...mutants.flatMap((_, mutant) =>
      dialectsOf(mutant).map((dialect): Job => ({ kind: 'mutant', mutant, dialect })),
    ),
    ...both.flatMap((withProfile) => draws.map((draw): Job => ({ kind: 'permutant', draw, withProfile }))),
  ];
}

const dialectNames = Object.keys(dialects) as Dialect[];
/** Every dialect for each mutant; otherwise one, in turn. */
const ALL = process.env.ROADTEST_MATRIX === 'all';

/** What wraps the service acts on requests, which are alike in all dialects. */
function dialectsOf(mutant: number): Dialect[] {
  if (mutants[mutant]?.wraps) return ['plain'];
  return ALL ? dialectNames : [itemAt(dialectNames, mutant % dialectNames.length)];
}

const ADDRESS = 'http://127.0.0.1:4010';
const demo = { userName: 'demo', apiKey: 'demo-key' };
const dispatch = { userName: 'dispatch', apiKey: 'k-7731-newfoundland' };
/** The same names in each run, so that each run is the same. */
const NONCE = 'matrix77';

export async function carryOut(job: Job, foreignProfile: Profile): Promise<Result> {
  const began = performance.now();
  const run = await runOf(job, foreignProfile);
  return resultOf(job, run, performance.now() - began);
}

function runOf(job: Job, foreignProfile: Profile): Promise<Run> {
  if (job.kind === 'mutant') return runOfMutant(mutants[job.mutant] as Mutant, dialects[job.dialect]);
  if (job.kind === 'permutant') return runOfPermutant(job.draw, job.withProfile);
  return runOfForeign(
    job.variant,
    job.withProfile ? foreignProfile : undefined,
    foreignProfile.basePath ?? '',
  );
}

async function runOfMutant({ defect }: Mutant, profile: Profile | undefined): Promise<Run> {
  const simulator = deviantSimulator(defect(), profile && { profile });
  const run = await examine(ADDRESS, demo, simulator.profile, quickHost(simulator.fetch, NONCE));
  simulator.stop();
  return run;
}

async function runOfPermutant(draw: Draw, withProfile: boolean): Promise<Run> {
  const permutant = compose(draw);
  const { profile } = permutant;
  const { simulator, fetch } = open(permutant);
  const host = quickHost(fetch, NONCE);
  const run = withProfile
    ? await examine(ADDRESS, demo, profile, host)
    : await examine(ADDRESS + profile.basePath, demo, undefined, host);
  simulator.stop();
  return run;
}

/** Over real sockets, in real time. Without a profile the address has to tell the path prefix. */
async function runOfForeign(
  variant: number | undefined,
  profile: Profile | undefined,
  basePath: string,
): Promise<Run> {
  const broken = variant === undefined ? undefined : variants[variant]?.broken();
  const depot = await start(broken ? { broken } : {});
  const address = profile ? depot.url : depot.url + basePath;
  const run = await examine(address, dispatch, profile, nodeHost());
  await depot.close();
  return run;
}

function examine(
  baseUrl: string,
  credentials: Credentials,
  profile: Profile | undefined,
  host: Host,
): Promise<Run> {
  return verify({ baseUrl, credentials, ...(profile && { profile }) }, host);
}

function resultOf(job: Job, run: Run, milliseconds: number): Result {
  const verdicts: Result['verdicts'] = {};
  const reasons: Result['reasons'] = {};
  for (const { id, verdict, reason } of run.outcomes) {
    const ids = verdicts[verdict] ?? [];
    verdicts[verdict] = ids;
    ids.push(id);
    if (verdict !== 'pass') reasons[id] = `${verdict}: ${reason}`;
  }
  const drift = run.observations.filter((observation) => observation.drift);
  return {
    job,
    verdicts,
    reasons,
    drift: drift.map(
      ({ opening, pinned, observed }) => `${opening}: ${pinned} is pinned, ${observed} is seen`,
    ),
    warnings: run.warnings,
    exitCode: run.exitCode,
    requests: run.exchanges.length,
    milliseconds,
  };
}
