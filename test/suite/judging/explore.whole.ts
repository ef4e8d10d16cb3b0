/** Explorations in virtual time: faults that show only after certain sequences of calls are found; nothing lawful is accused. */
import { describe, expect, it } from 'vitest';
import { sequenceFaults } from '../../faults/sequences.ts';
import { allDraws } from '../../permutants/array.ts';
import { inPart, SEED } from '../../sample.ts';
import { explorePermutant, exploreSimulator } from './exploring.ts';

describe('A fault is found, made short and named by a rule that it breaks', () => {
  it.each(inPart(Object.entries(sequenceFaults)))('%s', async (_, { breaks, rules, around, unsteady }) => {
    const defect = { ...(rules && { rules: rules() }), ...(around && { around: around() }) };
    const { failures = [], fault } = await exploreSimulator(defect, { seed: 1, requests: 10_000 });
    const [failure] = failures;
    expect(fault).toBeUndefined();
    const isSteady = failure !== undefined && failure.failed === failure.played;
    expect(failure?.verdict).toBe(isSteady ? 'fail' : 'suspect');
    if (!unsteady) expect(isSteady).toBe(true);
    // A failure that does not come each time is not made shorter.
    if (isSteady) expect(failure.history.length).toBeLessThanOrEqual(12);
    expect(failure?.broken.flat().some((rule) => (breaks as readonly string[]).includes(rule))).toBe(true);
  });
});

describe('Nothing is found wrong with a lawful deployment', () => {
  const sound = { failures: [], brokenOff: 0, exitCode: 0 };

  it.each([{}, { maxDevices: 4 }])('the simulator, bounded by %j', async (bounds) => {
    expect(await exploreSimulator({}, { seed: SEED, requests: 20_000, ...bounds })).toMatchObject(sound);
  });

  const draws = inPart(allDraws().filter((_, place) => (place + SEED) % 10 === 0));
  it.each(draws.map((draw) => [draw.label, draw] as const))('%s', async (_, draw) => {
    for (const withProfile of [true, false])
      for (const bounds of [{}, { maxDevices: 4 }])
        expect(
          await explorePermutant(draw, withProfile, { seed: SEED, requests: 400, ...bounds }),
        ).toMatchObject(sound);
  });
});
