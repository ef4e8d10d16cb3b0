/** Every run of the suite that the matrix is made of. */

import type { Host } from '../../contracts/deployment/host.ts';
import type { Credentials } from '../../contracts/deployment/options.ts';
import { nodeHost } from '../../contracts/hosts/node.ts';
import { itemAt } from '../../contracts/kit/items.ts';
import type { Profile } from '../../contracts/profile/index.ts';
import type { Run, Verdict } from '../../contracts/verify/run.ts';
import { verify } from '../../contracts/verify/whole-run.ts';
import { deviantSimulator } from '../../simulator/deviations/apply.ts';
import { toDirect } from '../../simulator/hosts/direct.ts';
import { start } from '../foreign/server.ts';
import { variants } from '../foreign/variants.ts';
import { mutants } from '../mutants/mutants.ts';
import { allDraws, type Draw } from '../permutants/array.ts';
import { compose, open } from '../permutants/compose.ts';
import { unreadable } from '../report/parsed.ts';
import { oneIn, SEED } from '../sample.ts';
import { type Dialect, dialects } from './dialects.ts';
import { quickHost } from './host.ts';
import { idsDrawn, isJudgedWhole, mutantsDrawn, thinned } from './sample.ts';

export type Job =
  | { kind: 'mutant'; mutant: number; dialect: Dialect; only?: Only }
  | { kind: 'permutant'; draw: Draw; withProfile: boolean }
  /** Without a variant: as it should be. */
  | { kind: 'foreign'; variant?: number; withProfile: boolean; only?: Only };

/** The ids that are judged, all of them broken; without them, all are judged. */
export type Only = readonly string[];

export interface Result {
  job: Job;
  verdicts: { [V in Verdict]?: string[] };
  /** The reason for each id that did not pass. */
  reasons: { [id: string]: string };
  /** Answers that the profile pins, and that were seen to be others. */
  drift: string[];
  /** The ids that stayed open although the profile says all that they need. */
  leftOpen: string[];
  warnings: string[];
  exitCode: number;
  requests: number;
  milliseconds: number;
}

const both = [true, false];
const dialectNames = Object.keys(dialects) as Dialect[];

/** Every mutant in every dialect, every permutant, every variant, each judged by the whole suite. */
export function wholeMatrix(): Job[] {
  return [
    ...foreignAsItShouldBe,
    ...variantNumbers.map((variant) => foreignJob(variant)),
    ...mutants.flatMap((_, mutant) =>
      dialectsOf(mutant).map((dialect): Job => ({ kind: 'mutant', mutant, dialect })),
    ),
    ...permutantJobs(allDraws(), both),
  ];
}

/**
 * The part of it that `sample.ts` draws: each mutant in one dialect; one permutant in twelve, in turn with its profile
 * and without; one variant in 48 of the foreign deployment, over real sockets.
 */
export function sampledMatrix(): Job[] {
  const [inPart, whole] = [
    variantNumbers.filter(isJudgedInPart),
    variantNumbers.filter((it) => !isJudgedInPart(it)),
  ];
  return [
    ...foreignAsItShouldBe,
    ...oneIn(48, whole, { whole: 6 }).map((variant) => foreignJob(variant)),
    ...oneIn(48, inPart, { whole: 6 }).map((variant) =>
      foreignJob(variant, idsDrawn(itemAt(variants, variant).breaks)),
    ),
    ...mutantsDrawn().map((mutant): Job => {
      const { breaks } = itemAt(mutants, mutant);
      const spoken = dialectsOf(mutant);
      const dialect = itemAt(spoken, mutant % spoken.length);
      return { kind: 'mutant', mutant, dialect, ...(!isJudgedWhole(mutant) && { only: idsDrawn(breaks) }) };
    }),
    ...lawfulDrawn().flatMap((draw, place) => permutantJobs([draw], [place % 2 === 0])),
  ];
}

/** One in twelve of those that withhold nothing, the first of which is judged with its profile, and of the others. */
function lawfulDrawn(): Draw[] {
  const draws = thinned(allDraws());
  const withhold = ({ withholds }: Draw) => withholds !== undefined;
  return [
    ...oneIn(
      12,
      draws.filter((draw) => !withhold(draw)),
    ),
    ...oneIn(12, draws.filter(withhold)),
  ];
}

/** Wrappers of the service act on requests, which are alike in all dialects; some deviations need the default one. */
function dialectsOf(mutant: number): readonly Dialect[] {
  return mutants[mutant]?.plain ? ['plain'] : dialectNames;
}

/** Only the whole suite sees the drift of a variant. */
function isJudgedInPart(variant: number): boolean {
  if (isJudgedWhole(variant)) return false;
  const { breaks, drifts = [] } = itemAt(variants, variant);
  return breaks.length > 0 && drifts.length === 0;
}

/** With its profile or without, by the seed. */
const foreignAsItShouldBe = oneIn(2, both).map((withProfile): Job => ({ kind: 'foreign', withProfile }));

const variantNumbers = [...variants.keys()];

function foreignJob(variant: number, only?: Only): Job {
  return { kind: 'foreign', variant, withProfile: true, ...(only && { only }) };
}

function permutantJobs(draws: readonly Draw[], ways: readonly boolean[]): Job[] {
  return ways.flatMap((withProfile) => draws.map((draw): Job => ({ kind: 'permutant', draw, withProfile })));
}

const ADDRESS = 'http://127.0.0.1:4010';
const demo = { userName: 'demo', apiKey: 'demo-key' };
const dispatch = { userName: 'dispatch', apiKey: 'k-7731-newfoundland' };
/** The same names in each run, so that each run is the same. */
const NONCE = 'matrix77';

export async function carryOut(job: Job, foreignProfile: Profile): Promise<Result> {
  const began = performance.now();
  const run = await runOf(job, foreignProfile);
  const milliseconds = performance.now() - began;
  return resultOf(job, run, milliseconds);
}

function runOf(job: Job, foreignProfile: Profile): Promise<Run> {
  if (job.kind === 'mutant') return runOfMutant(job);
  if (job.kind === 'permutant') return runOfPermutant(job);
  return runOfForeign(job, foreignProfile);
}

async function runOfMutant({ mutant, dialect, only }: Extract<Job, { kind: 'mutant' }>): Promise<Run> {
  const profile = dialects[dialect];
  const { defect, thorough } = itemAt(mutants, mutant);
  const simulator = deviantSimulator(defect(), profile && { profile });
  const host = quickHost(simulator.fetch, NONCE, toDirect(simulator.handle));
  const run = await examine(ADDRESS, demo, simulator.profile, host, {
    ...(only && { only }),
    thorough,
  });
  simulator.stop();
  return run;
}

async function runOfPermutant({ draw, withProfile }: Extract<Job, { kind: 'permutant' }>): Promise<Run> {
  const permutant = compose(draw);
  const { profile } = permutant;
  const { simulator, fetch, answer } = open(permutant);
  const host = quickHost(fetch, NONCE, answer);
  const run = withProfile
    ? await examine(ADDRESS, demo, profile, host)
    : await examine(ADDRESS + profile.basePath, demo, undefined, host);
  simulator.stop();
  return run;
}

/** Over real sockets, in real time. Without a profile the address has to tell the path prefix. */
async function runOfForeign(
  { variant, withProfile, only }: Extract<Job, { kind: 'foreign' }>,
  profile: Profile,
): Promise<Run> {
  const different = variant === undefined ? undefined : itemAt(variants, variant);
  const { thorough = false } = different ?? {};
  const broken = different?.broken();
  const depot = await start(broken ? { broken } : {});
  const run = withProfile
    ? await examine(depot.url, dispatch, profile, nodeHost(), {
        ...(only && { only }),
        thorough,
        seed: SEED,
      })
    : await examine(depot.url + (profile.basePath ?? ''), dispatch, undefined, nodeHost(), {
        seed: SEED,
      });
  await depot.close();
  return run;
}

function examine(
  baseUrl: string,
  credentials: Credentials,
  profile: Profile | undefined,
  host: Host,
  options: { only?: Only; thorough?: boolean; seed?: number } = {},
): Promise<Run> {
  return verify({ baseUrl, credentials, ...(profile && { profile }), ...options }, host);
}

function resultOf(job: Job, run: Run, milliseconds: number): Result {
  const faults = unreadable(run);
  if (faults.length > 0) throw new Error(`reports cannot be read: ${faults.join('; ')}`);
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
    leftOpen: run.outcomes.flatMap(({ id, leftOpen }) => (leftOpen ? [id] : [])),
    warnings: run.warnings,
    exitCode: run.exitCode,
    requests: run.exchanges.length,
    milliseconds,
  };
}
