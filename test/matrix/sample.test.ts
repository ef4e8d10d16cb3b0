/** The samples of `npm test` leave no level out, and together no rule and no deviation. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { itemAt } from '../../contracts/kit/items.ts';
import { rules } from '../../contracts/specification/rules/index.ts';
import { deviationsFrom } from '../deviations/index.ts';
import { mutants } from '../mutants/mutants.ts';
import { allDraws } from '../permutants/array.ts';
import { factorNames, levelsOf } from '../permutants/factors/index.ts';
import { withheld } from '../permutants/withheld.ts';
import { commits, turns, WHOLE } from '../sample.ts';
import { isJudgedWhole, mutantsDrawn, scopesDrawn, thinned } from './sample.ts';

const all = rules.flatMap(({ id }) => deviationsFrom(id));

describe('the permutants of a sample', () => {
  const draws = allDraws();
  const sample = thinned(draws, 1);

  it.each(factorNames)('have every level of "%s"', (factor) => {
    const had = sample.map(({ row }) => row[factor]);
    for (const level of levelsOf(factor)) expect(had, level).toContain(level);
  });

  it('withhold all that can be withheld, and are few', () => {
    expect(new Set(sample.map(({ withholds }) => withholds))).toEqual(
      new Set([undefined, ...Object.keys(withheld)]),
    );
    expect(sample.length).toBeLessThan(draws.length / 8);
  });

  it('are the same by the same seed, and others by another', () => {
    expect(thinned(draws, 1)).toEqual(sample);
    expect(thinned(draws, 2)).not.toEqual(sample);
  });
});

it('every rule is broken in one of three samples, and every deviation in one of fifteen', () => {
  const drawn = (seed: number) => mutantsDrawn(seed).map((mutant) => itemAt(mutants, mutant).deviation);
  const three = [1, 2, 3].flatMap(drawn);
  for (const { id } of rules)
    expect(
      three.some((deviation) => deviationsFrom(id).includes(deviation)),
      id,
    ).toBe(true);
  const fifteen = Array.from({ length: 15 }, (_, seed) => seed);
  expect(new Set(fifteen.flatMap(drawn))).toEqual(new Set(all));
});

it('every deviation has one mutant, another by another seed', () => {
  const drawn = scopesDrawn(1).map((mutant) => itemAt(mutants, mutant).deviation);
  expect(new Set(drawn)).toEqual(new Set(all));
  expect(drawn).toHaveLength(new Set(drawn).size);
  expect(scopesDrawn(2)).not.toEqual(scopesDrawn(1));
});

it('some mutants of a sample are judged by the whole suite, others by other seeds', () => {
  const judged = (seed: number) => [...mutants.keys()].filter((mutant) => isJudgedWhole(mutant, seed));
  expect(judged(1).length).toBeGreaterThan(mutants.length / 320);
  expect(judged(1).length).toBeLessThan(mutants.length / 32);
  expect(judged(2)).not.toEqual(judged(1));
});

it('the seed turns with the commit, and is 1 where no repository of git is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'roadtest-commits-'));
  const git = (command: string) => execFileSync('git', command.split(' '), { cwd: folder });
  try {
    expect(commits(folder)).toBe(1);
    git('init --quiet');
    for (const count of [1, 2, 3]) {
      git('-c user.name=test -c user.email=test@localhost commit --quiet --allow-empty -m test');
      expect(commits(folder)).toBe(count);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it.runIf(!WHOLE)('of tests that take turns, one in so many runs, and each at one seed of so many', () => {
  const drawn = (seed: number) => {
    const inTurn = turns(3, 1, seed);
    return Array.from({ length: 12 }, inTurn);
  };
  const places = [...Array(12).keys()];
  const seeds = places.map((place) => drawn(place + 1));
  for (const tests of seeds) expect(tests.filter(Boolean)).toHaveLength(1);
  for (const place of places) expect(seeds.filter((tests) => tests[place])).toHaveLength(1);
});
