/**
 * Nothing lawful is found at fault, whatever it does where the document leaves it open: the model allows every answer
 * that the document allows. `npm run whole -- explore` takes one dialect in ten, and longer histories.
 */
import { describe, expect, it } from 'vitest';
import { allDraws } from '../permutants/array.ts';
import { oneIn, SEED, WHOLE } from '../sample.ts';
import { explorePermutant, exploreSimulator } from './exploring.ts';

const draws = oneIn(130, allDraws(), { whole: 10 });
const REQUESTS = WHOLE ? Number(process.env.ROADTEST_REQUESTS ?? 700) : 160;

/** So few that later histories work on devices which may be expired, or have limits and locations. */
const FEW = 4;

const ways = [
  { withProfile: true, share: 1 },
  { withProfile: true, share: 2, maxDevices: FEW },
  { withProfile: false, share: 4 },
];

describe('an exploration', () => {
  it.each([
    ['a new device whenever it asks for one', {}],
    ['four devices, which come again', { maxDevices: FEW }],
  ])('finds nothing wrong with the simulator as it should be, given %s', async (_, bounds) => {
    const run = await exploreSimulator({}, { seed: SEED, requests: WHOLE ? 20_000 : 500, ...bounds });
    expect(run.failures).toEqual([]);
    expect(run.fault).toBeUndefined();
    expect(run.exitCode).toBe(0);
    expect(run.themes.toSorted()).toEqual(['groups', 'licences', 'limits', 'places', 'tokens', 'users']);
  });

  it.each(draws.map((draw) => [draw.label, draw] as const))(
    'finds nothing wrong with the lawful deployment %s, with its profile and without',
    async (_, draw) => {
      for (const { withProfile, share, ...bounds } of ways) {
        const requests = REQUESTS / share;
        const run = await explorePermutant(draw, withProfile, { seed: SEED, requests, ...bounds });
        const { failures, fault, problem, brokenOff, exitCode } = run;
        expect({ failures, fault, problem, brokenOff, exitCode }).toEqual({
          failures: [],
          brokenOff: 0,
          exitCode: 0,
        });
        expect(run.histories).toBeGreaterThan(0);
      }
    },
  );
});
