/**
 * The verdicts on some areas, judged alone: nothing lawful is found at fault, and broken simulators are caught.
 * `npm run matrix:histories` takes every one, and prints the table area × caught × named × at stake.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseProfile } from '../../../contracts/profile/index.ts';
import type { Area } from '../../../contracts/specification/rules/index.ts';
import type { Job, Result } from '../../matrix/jobs.ts';
import { carryOutAll } from '../../matrix/pool.ts';
import { mutants } from '../../mutants/mutants.ts';
import { allDraws } from '../../permutants/array.ts';
import { oneIn, SEED, WHOLE } from '../../sample.ts';

/** Far more than it takes: a machine that is busy is no reason to fail. */
const PATIENCE = 60 * 60_000;

/** The areas whose rules histories are to judge in place of the cases. */
const areas = (process.env.ROADTEST_AREAS?.split(',') ?? ['groups', 'users', 'devices']) as readonly Area[];

const profileFile = new URL('../../foreign/profile.yaml', import.meta.url);
const foreignProfile = parseProfile(readFileSync(profileFile, 'utf8'), 'profile.yaml');

const chosen = mutants.flatMap(({ breaks, thorough }, mutant) =>
  !thorough && breaks.some((id) => areas.some((area) => id.startsWith(`${area}/`))) ? [mutant] : [],
);
const broken = WHOLE ? chosen : oneIn(120, chosen);
const draws = WHOLE ? allDraws() : oneIn(240, allDraws());

/** The areas of a sample are few: those that a mutant breaks, and some on what is lawful. */
const byHistories = { by: WHOLE ? areas : oneIn(3, areas) };
const areasBroken = (mutant: number): readonly Area[] =>
  areas.filter((area) => mutants[mutant]?.breaks.some((id) => id.startsWith(`${area}/`)));
const ofMutant = (mutant: number) => ({ kind: 'mutant', mutant, dialect: 'plain' }) as const;
const lawful: Job[] = [
  ...draws.flatMap((draw, place): Job[] =>
    (WHOLE ? [true, false] : [place % 2 === 0]).map((withProfile) => ({
      ...byHistories,
      kind: 'permutant',
      draw,
      withProfile,
    })),
  ),
  ...(WHOLE ? [true, false] : []).map(
    (withProfile): Job => ({ ...byHistories, kind: 'foreign', withProfile }),
  ),
];
const jobs: Job[] = [
  ...lawful,
  ...broken.map((mutant): Job => ({ by: WHOLE ? areas : areasBroken(mutant), ...ofMutant(mutant) })),
  ...(WHOLE
    ? broken.map((mutant): Job => ({ ...ofMutant(mutant), only: mutants[mutant]?.breaks ?? [] }))
    : []),
];

let results: Result[] = [];
let took = 0;

beforeAll(async () => {
  const began = performance.now();
  results = await carryOutAll(jobs, foreignProfile);
  took = performance.now() - began;
}, PATIENCE);

function breaksOf({ job }: Result): readonly string[] {
  return job.kind === 'mutant' ? (mutants[job.mutant]?.breaks ?? []) : [];
}

function isNamed(result: Result): boolean {
  const breaks = breaksOf(result);
  return result.verdicts.fail?.some((id) => breaks.includes(id)) ?? false;
}

function isCaught({ verdicts }: Result): boolean {
  return (verdicts.fail?.length ?? 0) > 0;
}

/** A rule beside those that it breaks, and those that may fail as well. */
function isAstray(result: Result): boolean {
  const { job } = result;
  const { breaks = [], also = [] } = (job.kind === 'mutant' && mutants[job.mutant]) || {};
  return (result.verdicts.fail ?? []).some((id) => ![...breaks, ...also].some((one) => id.startsWith(one)));
}

function ofArea(area: Area, by: Job['by']): Result[] {
  return results.filter(
    (result) => result.job.by === by && breaksOf(result).some((id) => id.startsWith(`${area}/`)),
  );
}

/** How often a rule of an area stayed open on a deployment as it should be, although all that it needs was there. */
function leftOpen(area: Area): number {
  return results
    .filter(({ job }) => job.kind !== 'mutant')
    .flatMap((result) => result.leftOpen)
    .filter((id) => id.startsWith(`${area}/`)).length;
}

function tableOf(): string {
  const rows = areas.map((area) => {
    const [cases, played] = [ofArea(area, undefined), ofArea(area, areas)];
    const staked = new Set(
      results
        .filter(({ job }) => job.kind === 'foreign' && job.withProfile)
        .flatMap(({ verdicts }) => verdicts.pass ?? [])
        .filter((id) => id.startsWith(`${area}/`)),
    );
    return [
      ...[area, played.length],
      ...[cases, played].flatMap((all) => [all.filter(isCaught).length, all.filter(isNamed).length]),
      ...[played.filter(isAstray).length, staked.size, leftOpen(area)],
    ].join('\t');
  });
  const head = [
    'area',
    'mutants',
    'caught by cases',
    'named',
    'caught by histories',
    'named',
    'astray',
    'at stake',
    'left open on lawful deployments',
  ];
  return [head.join('\t'), ...rows].join('\n');
}

function missed(): string[] {
  return results
    .filter((result) => result.job.by && result.job.kind === 'mutant' && !isNamed(result))
    .map(({ job, verdicts, reasons }) => {
      const what = job.kind === 'mutant' ? mutants[job.mutant]?.what : '';
      const others = (['fail', 'suspect', 'drift'] as const).flatMap((verdict) => verdicts[verdict] ?? []);
      return `${what} → ${
        others.length === 0
          ? 'nothing'
          : others
              .map((id) => `${id} (${reasons[id]})`)
              .join('; ')
              .slice(0, 400)
      }`;
    });
}

afterAll(() => {
  if (results.length === 0) return;
  const drawn = WHOLE ? 'all runs' : `a sample by seed ${SEED}`;
  const figures = `histories: ${drawn}: ${results.length} runs, ${(took / 1000).toFixed(1)} s`;
  console.log(WHOLE ? `${tableOf()}\n\nnot named:\n${missed().join('\n')}\n\n${figures}` : figures);
});

describe('histories', () => {
  it('find nothing wrong with what is lawful, with its profile and without', () => {
    const found = results
      .filter(({ job }) => job.kind !== 'mutant')
      .map(({ job, verdicts: { fail = [], suspect = [], drift = [] }, reasons, ...result }) => ({
        of: job.kind === 'permutant' ? `${job.draw.label} ${job.withProfile}` : job.kind,
        wrong: [...fail, ...suspect, ...drift].map((id) => `${id}: ${reasons[id]}`),
        // A run of a few areas sees too little of the others.
        drift: result.drift.filter((one) => one.startsWith('day.') || one.startsWith('limits.')),
      }));
    expect(found.filter(({ wrong, drift }) => wrong.length + drift.length > 0)).toEqual([]);
  });

  it('catch most of what is broken', () => {
    const played = results.filter(({ job }) => job.by && job.kind === 'mutant');
    expect(played.filter(isCaught).length / played.length).toBeGreaterThan(0.6);
  });
});
