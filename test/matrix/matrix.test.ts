/**
 * How good the contract suite is: every broken simulator is caught by its own rule, and nothing
 * lawful is ever found at fault. See README.md.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseProfile } from '../../contracts/profile/index.ts';
import { rules } from '../../contracts/specification/index.ts';
import { expand } from '../../contracts/specification/judged.ts';
import { variants } from '../foreign/variants.ts';
import { mutants } from '../mutants/mutants.ts';
import type { Draw } from '../permutants/array.ts';
import { compose } from '../permutants/compose.ts';
import { SEED } from '../sample.ts';
import { type Job, type Result, sampledMatrix, wholeMatrix } from './jobs.ts';
import { mayBeOpen } from './open.ts';
import { carryOutAll } from './pool.ts';
import { tableOf } from './table.ts';

/** Far more than it takes: a machine that is busy is no reason to fail. */
const PATIENCE = 60 * 60_000;

const EVERY = process.env.ROADTEST_MATRIX === 'yes';
const jobs = EVERY ? wholeMatrix() : sampledMatrix();
const profileFile = new URL('../foreign/profile.yaml', import.meta.url);
const foreignProfile = parseProfile(readFileSync(profileFile, 'utf8'), 'profile.yaml');

let results: Result[] = [];
let took = 0;

beforeAll(async () => {
  const began = performance.now();
  results = await carryOutAll(jobs, foreignProfile);
  took = performance.now() - began;
}, PATIENCE);

afterAll(() => {
  if (results.length === 0) return;
  const requests = results.reduce((sum, result) => sum + result.requests, 0);
  const drawn = EVERY ? 'all runs' : `a sample by seed ${SEED}`;
  const figures = `matrix: ${drawn}: ${results.length} runs, ${requests} requests, ${(took / 1000).toFixed(1)} s`;
  console.log(EVERY ? `${tableOf(results)}\n\n${figures}` : figures);
});

function resultOf(wanted: (job: Job) => boolean): Result {
  const result = results.find(({ job }) => wanted(job));
  if (!result) throw new Error('The run was not made.');
  return result;
}

const told = ({ reasons }: Result, ids: readonly string[]): string[] =>
  ids.map((id) => `${id}: ${reasons[id] ?? 'pass'}`);

/**
 * What is wrong about a run of a mutant: a rule that is broken passes, one that is not broken fails, or none that is broken
 * fails. Of several that explain what was seen, one is named, and the others are left open.
 */
function astray(result: Result, breaks: readonly string[], also: readonly string[] = []): string[] {
  const { pass = [], fail = [], error = [] } = result.verdicts;
  const isOwn = (id: string) => breaks.includes(id);
  const isNear = (id: string) => also.some((neighbour) => id.startsWith(neighbour));
  const missed = fail.some((id) => isOwn(id) || isNear(id)) ? [] : breaks;
  const beside = fail.filter((id) => !isOwn(id) && !isNear(id));
  return told(result, [...missed, ...pass.filter(isOwn), ...beside, ...error]);
}

const runsOfMutants = jobs.flatMap((job) =>
  job.kind === 'mutant' ? [[`${mutants[job.mutant]?.what} (${job.dialect})`, job] as const] : [],
);

describe('A simulator that', () => {
  it.each(runsOfMutants)('%s is caught, and by its own rule', (_, { mutant, dialect, only }) => {
    const { breaks, also } = mutants[mutant] as (typeof mutants)[number];
    const result = resultOf(
      (job) => job.kind === 'mutant' && job.mutant === mutant && job.dialect === dialect,
    );
    expect(astray(result, only ?? breaks, [...breaks, ...also])).toEqual([]);
    expect(result.exitCode).toBe(1);
  });
});

function drawsRun(withProfile: boolean): Draw[] {
  return jobs.flatMap((job) =>
    job.kind === 'permutant' && job.withProfile === withProfile ? [job.draw] : [],
  );
}

function permutantsRun(withProfile: boolean): (readonly [string, Draw])[] {
  return drawsRun(withProfile).map((draw) => [
    `${draw.label} ${withProfile ? 'with' : 'without'} its profile`,
    draw,
  ]);
}

function resultOfPermutant({ label }: Draw, withProfile: boolean): Result {
  return resultOf(
    (job) => job.kind === 'permutant' && job.withProfile === withProfile && job.draw.label === label,
  );
}

describe('A lawful simulator', () => {
  it.each(permutantsRun(true))('%s passes all that can be reached', (_, draw) => {
    const result = resultOfPermutant(draw, true);
    const { fail = [], error = [], inconclusive = [], 'not-applicable': never = [] } = result.verdicts;
    const open = [...inconclusive, ...never].filter((id) => !mayBeOpen(id, draw.row, draw.withholds));
    expect(told(result, [...fail, ...error, ...open]), compose(draw).name).toEqual([]);
    expect(result.drift, compose(draw).name).toEqual([]);
    // Every id that is left open is among those that may be.
    expect(result.exitCode).toBe(result.leftOpen.length > 0 ? 3 : 0);
  });

  it.each(permutantsRun(false))('%s is not found at fault', (_, draw) => {
    const result = resultOfPermutant(draw, false);
    const { pass = [], inconclusive = [], ...others } = result.verdicts;
    expect(told(result, Object.values(others).flat()), compose(draw).name).toEqual([]);
    expect(pass).toContain('token/issued');
    expect(inconclusive.length).toBeGreaterThan(0);
    expect(result.exitCode).toBe(0);
  });

  it('is hardly ever left open with its profile: 98 in 100 of all that is judged over the array pass', () => {
    const array = drawsRun(true).filter(({ withholds }) => withholds === undefined);
    const results = array.map((draw) => resultOfPermutant(draw, true));
    const passed = results.reduce((sum, { verdicts }) => sum + (verdicts.pass?.length ?? 0), 0);
    // What the profile says the deployment does not have is not judged.
    const never = results.reduce((sum, { verdicts }) => sum + (verdicts['not-applicable']?.length ?? 0), 0);
    const judged = rules.flatMap(expand).length * array.length - never;
    const left = results.flatMap((result) => told(result, Object.keys(result.reasons)));
    expect(passed / judged, left.join('\n')).toBeGreaterThan(0.98);
  });
});

describe('A deployment that shares no code with the simulator', () => {
  const isRun = (withProfile: boolean) => (job: Job) =>
    job.kind === 'foreign' && job.variant === undefined && job.withProfile === withProfile;

  it.runIf(jobs.some(isRun(true)))(
    'passes all but the posting of locations, with which it asks for a range',
    () => {
      const result = resultOf(isRun(true));
      expect(told(result, Object.keys(result.reasons))).toEqual([
        expect.stringMatching(/^devices\/posted-location-becomes-last: not-applicable/),
        expect.stringMatching(/^devices\/location-is-own: not-applicable/),
      ]);
      expect(result.drift).toEqual([]);
      expect(result.exitCode).toBe(0);
    },
  );

  it.runIf(jobs.some(isRun(false)))('is not found at fault without its profile', () => {
    const result = resultOf(isRun(false));
    const { pass = [], inconclusive: _, ...others } = result.verdicts;
    expect(told(result, Object.values(others).flat())).toEqual([]);
    expect(pass.length).toBeGreaterThan(30);
    expect(result.exitCode).toBe(0);
  });

  const variantsRun = jobs.flatMap((job) =>
    job.kind === 'foreign' && job.variant !== undefined
      ? [[variants[job.variant]?.what, job.variant, job.only] as const]
      : [],
  );

  it.each(variantsRun)('is caught when it %s', (_, index, only) => {
    const { breaks, also, drifts } = variants[index] as (typeof variants)[number];
    const result = resultOf((job) => job.kind === 'foreign' && job.variant === index);
    expect(astray(result, only ?? breaks, [...breaks, ...(also ?? [])])).toEqual([]);
    for (const opening of drifts ?? []) expect(result.drift).toContainEqual(expect.stringContaining(opening));
    expect(result.exitCode).toBe(breaks.length > 0 ? 1 : 4);
  });
});
