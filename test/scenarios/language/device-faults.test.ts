/** Faults of what devices report, as a story says them. */
import { describe, expect, it } from 'vitest';
import { problemsOf, read, storyOf } from './reading.ts';

const sensors = '{ van: { count: 3, sensors: { temperature: 4 } } }';

describe('faults of what devices report', () => {
  it.each<[what: string, faults: string, code: string, hint: string | undefined]>([
    ['none', 'for: 10m', 'MISSING_FIELD', 'copies: 2'],
    ['an unknown one', 'clok: { ahead: 1h }', 'UNKNOWN_FIELD', '"clock"'],
    ['a clock that is wrong to no side', 'clock: {}', 'MISSING_FIELD', undefined],
    ['a clock that is wrong to both', 'clock: { ahead: 1h, behind: 2h }', 'SEVERAL_AT_ONCE', undefined],
    ['a clock that is wrong by years', 'clock: { ahead: 5 years }', 'DURATION_INVALID', undefined],
    ['a clock that is wrong by nothing', 'clock: { behind: 0s }', 'OUT_OF_RANGE', '1826d'],
    ['a clock in another age', 'clock: { ahead: 99999d }', 'OUT_OF_RANGE', '1826d'],
    ['an unknown position', 'position: nul', 'NOT_ONE_OF', undefined],
    ['a jump of no length', 'jumps: {}', 'MISSING_FIELD', undefined],
    ['a jump to the moon', 'jumps: { upTo: 384400km }', 'OUT_OF_RANGE', '5km'],
    ['more jumps than reports', 'jumps: { upTo: 5km, oneIn: 0 }', 'OUT_OF_RANGE', undefined],
    ['an unknown order', 'uploadOrder: last-first', 'NOT_ONE_OF', undefined],
    ['one copy', 'copies: 1', 'OUT_OF_RANGE', undefined],
    ['a copy too many', 'copies: 21', 'OUT_OF_RANGE', undefined],
    ['no sensor', 'sensors: {}', 'EMPTY', undefined],
    [
      'more sensors than are kept',
      `sensors: { ${Array.from({ length: 21 }, (_, n) => `s${n}: 1`).join(', ')} }`,
      'TOO_MANY',
      undefined,
    ],
    ['an unknown sensor', 'sensors: { temprature: 99 }', 'UNKNOWN_SENSOR', '"temperature"'],
    ['a sensor that is neither stuck nor a number', 'sensors: { fuel: stick }', 'NOT_ONE_OF', undefined],
  ])('%s is refused, with its line', async (_, faults, code, hint) => {
    const problems = await problemsOf(storyOf({ fleet: sensors, do: `{ deviceFaults: van, ${faults} }` }));
    expect(problems.map((problem) => [problem.code, problem.line])).toEqual([[code, 10]]);
    if (hint !== undefined) expect(problems[0]?.hint).toContain(hint);
  });

  it('are read with their units', async () => {
    const faults =
      'clock: { behind: 1h 30m }, position: frozen, jumps: { upTo: 5km }, copies: 2, ' +
      'uploadOrder: newest-first, sensors: { temperature: stuck, fuel: -40 }, for: 10m';
    const story = await read(storyOf({ fleet: sensors, do: `{ deviceFaults: van, ${faults} }` }));
    expect(story.timeline[0]?.actions).toMatchObject([
      {
        kind: 'device-faults',
        for: 600_000,
        faults: {
          clock: -5_400_000,
          position: 'frozen',
          jumps: { upTo: 5_000, oneIn: 4 },
          copies: 2,
          uploadOrder: 'newest-first',
          sensors: { temperature: 'stuck', fuel: -40 },
        },
      },
    ]);
  });

  it('may set a condition on a sensor off that nothing else can', async () => {
    const when = '{ sensor: temperature, above: 90 }';
    const by = (action: string) => problemsOf(storyOf({ fleet: sensors, when, do: action }));
    expect(await by('{ deviceFaults: van, sensors: { temperature: 99 } }')).toEqual([]);
    expect(await by('{ deviceFaults: van, sensors: { temperature: stuck } }')).toMatchObject([
      { code: 'NEVER' },
    ]);
  });
});
