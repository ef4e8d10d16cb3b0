/** The array covers all, and every permutant is a deployment that the simulator can perform. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkProfile } from '../../contracts/profile/index.ts';
import { allDraws, uncovered, workedOut } from './array.ts';
import { compose, open } from './compose.ts';
import { factorNames, factors, impossible, levelsOf } from './factors/index.ts';

const readme = readFileSync(new URL('../../contracts/profile/README.md', import.meta.url), 'utf8');
const draws = allDraws();
const rows = draws.filter(({ withholds }) => withholds === undefined).map(({ row }) => row);
const permutants = draws.map(compose);

describe('the covering array', () => {
  it('has 120 rows or more', () => expect(rows.length).toBeGreaterThanOrEqual(120));

  it('is always the same', () => expect(workedOut()).toEqual(rows));

  it('holds every pair of levels that is possible', () => expect(uncovered(rows)).toEqual([]));

  it('stands for all kinds of difference that the README of the profile lists', () => {
    const listed = [...readme.matchAll(/^\| (\d+) +\|/gm)].map(([, kind]) => Number(kind));
    expect(listed.length).toBeGreaterThan(12);
    const kinds = new Set(Object.values(factors).flatMap((factor) => [...factor.kinds]));
    expect([...kinds].sort((a, b) => a - b)).toEqual(listed);
  });

  it('leaves out nothing but what is named impossible, by names that exist', () => {
    for (const { one, other } of impossible) {
      for (const [factor, ...levels] of [one, other]) {
        expect(factorNames).toContain(factor);
        expect(levelsOf(factor)).toEqual(expect.arrayContaining(levels));
      }
    }
  });
});

describe('a permutant', () => {
  it.each(permutants.map((permutant) => [permutant.name, permutant] as const))('%s', async (_, permutant) => {
    expect(checkProfile(permutant.profile)).toEqual([]);
    const { simulator, fetch } = open(permutant);
    try {
      const { basePath, openings } = simulator.profile;
      const base = `http://127.0.0.1${basePath}/api`;
      const issued = await fetch(
        new Request(`${base}/Auth/Token`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ userName: 'demo', apiKey: 'demo-key' }),
        }),
      );
      expect(issued.status).toBe(openings['token.status'].issued);
      const { token } = (await issued.json()) as { token: string };
      const listed = await fetch(
        new Request(`${base}/users/countries`, { headers: { authorization: `Bearer ${token}` } }),
      );
      expect(listed.status).toBe(openings['operations.status'].listCountries);
      expect(simulator.lens.list('countries').read(await listed.json()).issues).toEqual([]);
      const refused = await fetch(
        new Request(`${base}/users/countries`, { headers: { authorization: 'Bearer of.bad.news' } }),
      );
      expect(refused.status).toBe(openings['auth.refusal'].status);
    } finally {
      simulator.stop();
    }
  });
});
