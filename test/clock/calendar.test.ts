/** The calendar: ends of days and dates across changes of summer time, durations, instants. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoUtc, isTimeZone } from '../../contracts/kit/times.ts';
import {
  dateAt,
  endOfDate,
  isDate,
  nextDayEnd,
  parseDuration,
  parseInstant,
  startOfDate,
} from '../../simulator/time/calendar.ts';
import { httpDate } from '../../simulator/time/format.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (text: string) => parseInstant(text);

/** The ends of the days from one instant on, as text. */
function dayEnds(from: string, time: string, zone: string, days: number): string[] {
  const ends: string[] = [];
  for (let now = at(from); ends.length < days; ) {
    now = nextDayEnd(now, time, zone);
    ends.push(isoUtc(now));
  }
  return ends;
}

describe('the end of a day', () => {
  it('is the next midnight, strictly after', () => {
    expect(isoUtc(nextDayEnd(at('2026-01-05T08:00:00Z'), '00:00', 'UTC'))).toBe('2026-01-06T00:00:00.000Z');
    expect(isoUtc(nextDayEnd(at('2026-01-06T00:00:00Z'), '00:00', 'UTC'))).toBe('2026-01-07T00:00:00.000Z');
    expect(isoUtc(nextDayEnd(at('2026-01-05T23:59:59.999Z'), '00:00', 'UTC'))).toBe(
      '2026-01-06T00:00:00.000Z',
    );
  });

  it('can be at another hour, in another zone', () => {
    expect(isoUtc(nextDayEnd(at('2026-01-05T08:00:00Z'), '17:30', 'UTC'))).toBe('2026-01-05T17:30:00.000Z');
    expect(isoUtc(nextDayEnd(at('2026-01-05T08:00:00Z'), '06:00', 'Asia/Kolkata'))).toBe(
      '2026-01-06T00:30:00.000Z',
    );
    expect(isoUtc(nextDayEnd(at('1969-07-20T20:17:00Z'), '03:00', 'UTC'))).toBe('1969-07-21T03:00:00.000Z');
  });

  it.each([
    ['Europe/Berlin', '2026-03-28T12:00:00Z', ['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'], 23],
    ['Europe/Berlin', '2026-10-24T12:00:00Z', ['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'], 25],
    [
      'America/New_York',
      '2026-03-07T12:00:00Z',
      ['2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
      23,
    ],
    [
      'America/New_York',
      '2026-10-31T12:00:00Z',
      ['2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
      25,
    ],
    [
      'Australia/Lord_Howe',
      '2026-04-04T00:00:00Z',
      ['2026-04-04T13:00:00.000Z', '2026-04-05T13:30:00.000Z'],
      24.5,
    ],
    [
      'Australia/Lord_Howe',
      '2026-10-03T00:00:00Z',
      ['2026-10-03T13:30:00.000Z', '2026-10-04T13:00:00.000Z'],
      23.5,
    ],
  ])('follows the clock change of %s from %s', (zone, from, expected, hours) => {
    const ends = dayEnds(from, '00:00', zone, 2);
    expect(ends).toEqual(expected);
    expect((at(ends[1] as string) - at(ends[0] as string)) / HOUR).toBe(hours);
  });

  it('is the first moment of the new date where there is no midnight', () => {
    // In Santiago the clocks went from 23:59:59 to 01:00 on 6 September 2025.
    expect(dayEnds('2025-09-06T12:00:00Z', '00:00', 'America/Santiago', 2)).toEqual([
      '2025-09-07T04:00:00.000Z',
      '2025-09-08T03:00:00.000Z',
    ]);
  });

  it('comes later by the gap where a change leaves its time out, and the first time where it comes twice', () => {
    expect(dayEnds('2026-03-29T00:00:00Z', '02:30', 'Europe/Berlin', 1)).toEqual([
      '2026-03-29T01:30:00.000Z',
    ]);
    expect(dayEnds('2026-10-25T00:00:00Z', '02:30', 'Europe/Berlin', 2)).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
  });

  it('is after midnight where a change leaves out the time before it', () => {
    // In Nuuk 23:00 was followed by 00:00: the day that ends at 23:30 ended at 00:30.
    const end = Date.UTC(2024, 2, 31, 1, 30);
    expect(nextDayEnd(end - 1, '23:30', 'America/Nuuk')).toBe(end);
    expect(nextDayEnd(end - 3_600_000, '23:30', 'America/Nuuk')).toBe(end);
  });

  it('follows each other in steps of 22 to 26 hours, always ahead', () => {
    const zones = [
      'UTC',
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'America/Santiago',
      'Africa/Cairo',
    ];
    const times = fc.tuple(fc.nat(23), fc.nat(59)).map(([hour, minute]) => {
      return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
    });
    const instant = fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2035-01-01T00:00:00Z') });
    fc.assert(
      fc.property(instant, times, fc.constantFrom(...zones), (now, time, zone) => {
        const first = nextDayEnd(now, time, zone);
        const second = nextDayEnd(first, time, zone);
        expect(first).toBeGreaterThan(now);
        expect(first - now).toBeLessThanOrEqual(26 * HOUR);
        expect(second - first).toBeGreaterThanOrEqual(22 * HOUR);
        expect(second - first).toBeLessThanOrEqual(26 * HOUR);
        expect(nextDayEnd(first - 1, time, zone)).toBe(first);
      }),
      { numRuns: 60 },
    );
  });

  it.each(['24:00', '7:00', '12:60', 'noon', ''])('is not "%s"', (time) => {
    expect(() => nextDayEnd(0, time, 'UTC')).toThrowError(expect.objectContaining({ code: 'TIME_INVALID' }));
  });
});

describe('a date', () => {
  it('begins and ends with the calendar of its zone', () => {
    expect(isoUtc(startOfDate('2026-03-29', 'Europe/Berlin'))).toBe('2026-03-28T23:00:00.000Z');
    expect(isoUtc(endOfDate('2026-03-29', 'Europe/Berlin'))).toBe('2026-03-29T22:00:00.000Z');
    expect(isoUtc(startOfDate('2025-09-07', 'America/Santiago'))).toBe('2025-09-07T04:00:00.000Z');
    expect(isoUtc(startOfDate('2028-02-29', 'UTC'))).toBe('2028-02-29T00:00:00.000Z');
    expect(isoUtc(endOfDate('2026-12-31', 'UTC'))).toBe('2027-01-01T00:00:00.000Z');
  });

  it('is the one that is shown from its first instant until its end', () => {
    const zones = fc.constantFrom(
      'UTC',
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'America/Santiago',
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 25_000 }), zones, (day, zone) => {
        const date = new Date(day * DAY).toISOString().slice(0, 10);
        const [start, end] = [startOfDate(date, zone), endOfDate(date, zone)];
        expect([dateAt(start, zone), dateAt(end - 1, zone)]).toEqual([date, date]);
        expect([dateAt(start - 1, zone), dateAt(end, zone)]).not.toContain(date);
      }),
      { numRuns: 60 },
    );
  });

  it.each(['2026-02-30', '2026-13-01', '26-01-01', '2026-1-1', '2026-01-01T00:00:00Z', ''])(
    'is not "%s"',
    (text) => {
      expect(isDate(text)).toBe(false);
      expect(() => startOfDate(text, 'UTC')).toThrowError(expect.objectContaining({ code: 'DATE_INVALID' }));
    },
  );

  it('needs a zone that exists', () => {
    expect(() => startOfDate('2026-01-01', 'Mars/Olympus')).toThrowError(
      expect.objectContaining({ code: 'TIME_ZONE_UNKNOWN' }),
    );
    expect(isTimeZone('Europe/Berlin')).toBe(true);
    expect(isTimeZone('UTC')).toBe(true);
    for (const name of ['Mars/Olympus', '', '+02:00', '__proto__']) expect(isTimeZone(name)).toBe(false);
  });
});

describe('durations and instants', () => {
  it.each([
    ['PT90M', 90 * 60_000],
    ['P1DT2H', 26 * HOUR],
    ['P1W', 7 * DAY],
    ['PT0.25S', 250],
    ['-PT1H', -HOUR],
    ['PT0S', 0],
  ])('%s is %i ms', (text, ms) => expect(parseDuration(text)).toBe(ms));

  it.each(['P1M', 'P1Y', '90', '1 fortnight', '', 'PT'])('"%s" is not a duration', (text) => {
    expect(() => parseDuration(text)).toThrowError(expect.objectContaining({ code: 'DURATION_INVALID' }));
  });

  it('reads instants with Z or an offset, and nothing else', () => {
    expect(parseInstant('2026-01-05T08:00:00Z')).toBe(Date.UTC(2026, 0, 5, 8));
    expect(parseInstant('2026-01-05T09:00:00.5+01:00')).toBe(Date.UTC(2026, 0, 5, 8, 0, 0, 500));
    for (const text of ['2026-01-05T08:00:00', '2026-01-05', 'now', '', '1767600000000']) {
      expect(() => parseInstant(text)).toThrowError(expect.objectContaining({ code: 'TIME_INVALID' }));
    }
  });

  it('writes instants for JSON and for the Date header', () => {
    expect(isoUtc(0)).toBe('1970-01-01T00:00:00.000Z');
    expect(httpDate(Date.UTC(2026, 0, 5, 8, 0, 0, 999))).toBe('Mon, 05 Jan 2026 08:00:00 GMT');
    expect(httpDate(Date.UTC(2026, 0, 5, 8, 0, 1))).toBe('Mon, 05 Jan 2026 08:00:01 GMT');
  });
});
