import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextDayEnd } from '../../../contracts/deployment/reading/day-end.ts';
import * as calendar from '../../../simulator/time/calendar.ts';

const HOUR = 3_600_000;
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/St_Johns',
];
const pad = (value: number): string => String(value).padStart(2, '0');

describe('The end of a day, by the profile', () => {
  test('is the next moment at which the clocks of the zone show that time', () => {
    const after = Date.UTC(2026, 0, 5, 8);
    expect(nextDayEnd(after, '00:00', 'UTC')).toBe(Date.UTC(2026, 0, 6));
    expect(nextDayEnd(after, '04:00', 'Europe/Berlin')).toBe(Date.UTC(2026, 0, 6, 3));
    expect(nextDayEnd(after, '23:30', 'Asia/Kathmandu')).toBe(Date.UTC(2026, 0, 5, 17, 45));
  });

  test('is the one after that when it is reached', () => {
    expect(nextDayEnd(Date.UTC(2026, 0, 6), '00:00', 'UTC')).toBe(Date.UTC(2026, 0, 7));
  });

  test('cannot be told when a clock change leaves it out or brings it twice', () => {
    expect(nextDayEnd(Date.UTC(2026, 2, 28, 12), '02:30', 'Europe/Berlin')).toBeUndefined();
    expect(nextDayEnd(Date.UTC(2026, 9, 24, 12), '02:30', 'Europe/Berlin')).toBeUndefined();
  });

  test('is, wherever it can be told, what another calendar says too', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2029, 0, 1) }),
        fc.integer({ min: 0, max: 47 }),
        fc.constantFrom(...zones),
        (after, half, zone) => {
          const ends = `${pad(Math.floor(half / 2))}:${half % 2 === 0 ? '00' : '30'}`;
          const end = nextDayEnd(after, ends, zone);
          if (end === undefined) return;
          expect(end).toBe(calendar.nextDayEnd(after, ends, zone));
          expect(end - after).toBeLessThanOrEqual(25 * HOUR);
        },
      ),
    );
  });
});
