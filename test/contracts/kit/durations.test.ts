import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, durationMs, HOUR, isoDuration, parseDuration } from '../../../contracts/kit/durations.ts';

describe('an ISO 8601 duration', () => {
  it.each([
    ['PT90M', 90 * 60_000],
    ['P1DT2H', DAY + 2 * HOUR],
    ['P2W', 14 * DAY],
    ['PT0.25S', 250],
    ['PT1,5H', 90 * 60_000],
    ['pt1h', HOUR],
    ['-PT1H', -HOUR],
    ['PT0S', 0],
  ])('%s is %i ms', (text, ms) => expect(parseDuration(text)).toBe(ms));

  it.each(['', 'P', 'PT', 'P1DT', '1h', '90', 'P1Y', 'P1M', 'PT1.5H30M', 'PT1H ', 'PT-1H'])(
    '"%s" is none',
    (text) => {
      expect(parseDuration(text)).toBeUndefined();
      expect(durationMs(text)).toBe(0);
    },
  );

  it('is read as it was written, in full seconds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 * 86_400 }), (seconds) => {
        expect(parseDuration(isoDuration(1000 * seconds))).toBe(1000 * seconds);
      }),
    );
  });
});
