/** The facts in answers, whoever gives them: a deployment, a script, or a person. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { as, readFacts } from '../../../contracts/deployment/controls/facts.ts';
import { durationMs, isoDuration, spokenDuration } from '../../../contracts/kit/durations.ts';

describe('facts', () => {
  it('are read where the profile says, and absent where nothing stands', () => {
    const reads = { sent: '/result/0/sent', withheld: '/result/0/withheld', total: '' };
    expect(readFacts({ result: [{ sent: 2 }] }, reads)).toEqual({
      sent: 2,
      total: { result: [{ sent: 2 }] },
    });
    expect(readFacts('no JSON', { sent: '/sent' })).toEqual({});
  });

  it('reach for nothing that an answer does not have of its own', () => {
    expect(readFacts([], { sent: '/length' })).toEqual({ sent: 0 });
    expect(readFacts({}, { sent: '/toString' })).toEqual({});
  });

  it.each([
    ['number', 3, 3],
    ['number', ' 3 ', 3],
    ['number', '', undefined],
    ['number', 'three', undefined],
    ['number', null, undefined],
    ['boolean', 'On', true],
    ['boolean', 0, false],
    ['boolean', 'perhaps', undefined],
    ['limit', null, null],
    ['limit', 'none', null],
    ['limit', '-1', -1],
    ['date', '2026-01-05T23:00:00Z', '2026-01-05'],
    ['date', '', null],
    ['date', 1767571200, undefined],
    ['id', 0, 0],
    ['id', ' V7 ', 'V7'],
    ['id', '', undefined],
    ['id', {}, undefined],
    ['id', ' .. ', undefined],
    ['id', 'a\ud800', undefined],
  ] as const)('as %s: %j is %j', (kind, value, expected) => {
    expect(as[kind](value)).toBe(expected);
  });
});

describe('spans of time', () => {
  it('are written in hours, minutes and seconds, for machines and for people', () => {
    expect(isoDuration(26 * 3_600_000)).toBe('PT26H');
    expect(isoDuration(61_001)).toBe('PT1M2S');
    expect(isoDuration(0)).toBe('PT0S');
    expect(spokenDuration(3_605_000)).toBe('1 hour 5 seconds');
  });

  it('come back as they went, in full seconds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 9 }), (seconds) => {
        expect(durationMs(isoDuration(seconds * 1000))).toBe(seconds * 1000);
      }),
    );
  });

  it('may be weeks, days and fractions', () => {
    expect(durationMs('P1WT0.5S')).toBe(604_800_500);
    expect(durationMs('soon')).toBe(0);
  });
});
