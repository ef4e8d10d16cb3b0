/** Known dangers are tried in every run: none of these services depends on the seed to be found. */
import { describe, expect, test } from 'vitest';
import * as tables from '../../contracts/specification/dangers/index.ts';
import type { Danger } from '../../contracts/specification/dangers/row.ts';
import { rules } from '../../contracts/specification/rules/index.ts';
import { defectOf, deviantSimulator } from '../../simulator/deviations/apply.ts';
import type { Deviation } from '../../simulator/deviations/deviation.ts';
import { toDirect } from '../../simulator/hosts/direct.ts';
import { dangerous } from '../deviations/dangers/index.ts';
import { quickHost } from '../matrix/host.ts';
import { oneIn } from '../sample.ts';
import { idsOf, runAgainst } from './support.ts';

const seeds = [11, 22, 33];
/** The rules that a deviation breaks, judged by a run of that seed. */
async function brokenBy(deviation: Deviation, seed: number): Promise<string[]> {
  const simulator = deviantSimulator(defectOf(deviation));
  const host = quickHost(simulator.fetch, `danger${seed}`, toDirect(simulator.handle));
  const only = deviation.breaks ?? [];
  try {
    return idsOf(await runAgainst(simulator.fetch, { profile: simulator.profile, seed, only, host }), 'fail');
  } finally {
    simulator.stop();
  }
}

describe.each(Object.entries(dangerous))('%s', (_, deviations) => {
  test.each(oneIn(8, deviations))('a service that $does is found by each run', async (deviation) => {
    for (const seed of seeds) expect(await brokenBy(deviation, seed), `seed ${seed}`).not.toEqual([]);
  });
});

test('every row has its reason as a sentence, and there are at least 80 of them', () => {
  const rows = Object.values<{ readonly [row: string]: Danger | readonly Danger[] }>(tables).flatMap(
    (table) => Object.values(table).flat(),
  );
  for (const { why } of rows) expect(why).toMatch(/^[A-Z].*\.$/);
  expect(rows.length).toBeGreaterThanOrEqual(80);
});

test('each deviation names the rule that it breaks', () => {
  const known = rules.map(({ id }) => id as string);
  for (const { breaks = [] } of Object.values(dangerous).flat()) {
    expect(breaks.length).toBe(1);
    for (const one of breaks) expect(known).toContain(one);
  }
});
