/** Refusals of the clock and the calendar, in words that say what to try. */
import { describe, expect, it } from 'vitest';
import { formOf } from '../../../contracts/kit/form.ts';
import {
  dateAfter,
  dateAt,
  nextDayEnd,
  parseDuration,
  parseInstant,
  startOfDate,
  timeOnDate,
} from '../../../simulator/time/calendar.ts';
import { checkMode, checkTarget } from '../../../simulator/time/checks.ts';
import type { ClockError } from '../../../simulator/time/errors.ts';
import { endOf, type Moment, type Step } from '../../../simulator/time/moments.ts';
import { platformPace } from '../../../simulator/time/pace.ts';
import { EARLIEST_TIME, LATEST_TIME, Timeline, timelineState } from '../../../simulator/time/timeline.ts';
import { ManualPace } from '../../manual-pace.ts';

const NOW = Date.UTC(2026, 0, 5, 8);
const DAY = 86_400_000;

type Said = Pick<ClockError, 'code' | 'message'> & Partial<Pick<ClockError, 'field' | 'hint'>>;

const zoneHint = 'Use a name of the IANA time zone database, such as Europe/Berlin.';
const momentHint = 'Give milliseconds since 1970, a valid Date, or a text such as 2026-01-05T08:00:00Z.';
const goingTo = (to: number, field?: string) => () => checkTarget(to, NOW, 366 * DAY, field);
const going = (mode: Partial<Parameters<typeof checkMode>[0]>) => () =>
  checkMode({ speed: 1, frozen: false, until: null, ...mode }, NOW);
const noZone = { code: 'TIME_ZONE_UNKNOWN', message: '"Mars" is not a time zone.', hint: zoneHint } as const;

const refused: readonly (readonly [Said, () => unknown])[] = [
  [
    {
      code: 'TIME_INVALID',
      message: '"24:00" is not a time of day.',
      hint: 'Write it as HH:MM, 00:00 to 23:59.',
    },
    () => nextDayEnd(NOW, '24:00', 'UTC'),
  ],
  [
    { code: 'DATE_INVALID', message: '"2026-02-30" is not a date.', hint: 'Write it as YYYY-MM-DD.' },
    () => dateAfter('2026-02-30', 1),
  ],
  [noZone, () => startOfDate('2026-01-05', 'Mars')],
  [noZone, () => timeOnDate('2026-01-05', '08:00', 'Mars')],
  [noZone, () => dateAt(NOW, 'Mars')],
  [
    {
      code: 'DURATION_INVALID',
      message: '"P1M" is not a duration of a fixed length.',
      hint: 'Write 90m or 1h 30m, or an ISO 8601 duration of weeks, days, hours, minutes and seconds, such as PT90M or P1D.',
    },
    () => parseDuration('P1M'),
  ],
  [
    {
      code: 'TIME_INVALID',
      message: '"noon" is not a valid instant.',
      hint: 'Write an ISO 8601 date and time with Z or an offset, such as 2026-01-05T08:00:00Z.',
    },
    () => parseInstant('noon'),
  ],
  [
    { code: 'TIME_INVALID', message: '"null" is not a valid instant.', hint: momentHint },
    () => endOf(new Date('never'), NOW),
  ],
  [
    { code: 'TIME_INVALID', message: '"{}" is not a valid instant.', hint: momentHint },
    () => endOf({ to: {} as Moment }, NOW),
  ],
  ...[{}, { by: 'PT1H', to: NOW }].map((step): readonly [Said, () => unknown] => [
    {
      code: 'TIME_INVALID',
      message: 'An advance needs either by or to.',
      hint: "Give { by: 'PT90M' } or { to: '2026-01-06T00:00:00Z' }.",
    },
    () => endOf(step as Step, NOW),
  ]),
  [
    { code: 'TIME_INVALID', message: '0.5 is not a time: expected whole milliseconds since 1970 UTC.' },
    goingTo(0.5),
  ],
  [
    {
      code: 'TIME_BACKWARDS',
      message: 'The clock is at 2026-01-05T08:00:00.000Z and cannot go back by 1.5 s.',
      field: 'to',
      hint: 'Advance to a later time, or reset the simulator to its start.',
    },
    goingTo(NOW - 1_500, 'to'),
  ],
  [
    {
      code: 'TIME_OUT_OF_RANGE',
      message: 'An advance by 367 days is too long.',
      field: 'now',
      hint: 'Advance by 366 days at most, and not past the year 9999.',
    },
    goingTo(NOW + 366 * DAY + 1, 'now'),
  ],
  [
    {
      code: 'TIME_BACKWARDS',
      message: 'Time cannot go back by 5 ms.',
      hint: 'Advance to a later time, or reset.',
    },
    () => new Timeline(NOW).runUntil(NOW - 5),
  ],
  ...[0, -1, 1_000_001, Number.NaN].map((speed): readonly [Said, () => unknown] => [
    {
      code: 'SPEED_INVALID',
      message: `Invalid speed ${speed}.`,
      field: 'speed',
      hint: 'A number above 0 (1 is real time) up to 1,000,000, or "max" together with "until".',
    },
    going({ speed }),
  ]),
  ...[EARLIEST_TIME - 1, LATEST_TIME + 1, 0.5].map((until): readonly [Said, () => unknown] => [
    { code: 'TIME_INVALID', message: '"until" must be a time in the years 0 to 9999.', field: 'until' },
    going({ until, frozen: true }),
  ]),
  [
    {
      code: 'SPEED_NEEDS_UNTIL',
      message: 'As fast as possible needs a time to stop at.',
      field: 'until',
      hint: 'Give "until" along with "speed": "max".',
    },
    going({ speed: 'max' }),
  ],
  [
    { code: 'TIME_BACKWARDS', message: '"until" must be a time in the future.', field: 'until' },
    going({ until: NOW - 1 }),
  ],
];

/** Values at the very edge of the allowed range. */
const accepted: readonly (readonly [string, () => unknown])[] = [
  ['an advance by nothing', goingTo(NOW)],
  ['the longest advance', goingTo(NOW + 366 * DAY)],
  ['the highest speed', going({ speed: 1_000_000 })],
  ['the lowest speed', going({ speed: Number.MIN_VALUE })],
  ['an end at this moment', going({ until: NOW })],
  ['an end that a frozen clock has passed', going({ until: EARLIEST_TIME, frozen: true })],
  ['the last end of all', going({ until: LATEST_TIME, speed: 'max' })],
  ['no end for a frozen clock', going({ speed: 'max', frozen: true })],
  ['the first moment', () => new Timeline(EARLIEST_TIME)],
  ['the last moment', () => new Timeline(LATEST_TIME)],
];

describe('the clock', () => {
  it.each(refused)('refuses what cannot be, with a word on what can: $message', (said, attempt) => {
    let error: unknown;
    try {
      attempt();
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(Error);
    const { name: _, ...facts } = { ...Object(error) };
    expect({ ...facts, message: Object(error).message }).toEqual(said);
  });

  it.each(accepted)('takes %s', (_what, attempt) => {
    expect(attempt).not.toThrow();
  });

  it.each([Number.NaN, 0.5, EARLIEST_TIME - 1, LATEST_TIME + 1])('cannot begin at %s', (start) => {
    expect(() => new Timeline(start)).toThrowError(expect.objectContaining({ code: 'TIME_INVALID' }));
  });

  it('that is moved by hand runs a timer at its very time', () => {
    const pace = new ManualPace(NOW);
    const ran: number[] = [];
    pace.after(10, () => ran.push(pace.wall()));
    pace.elapse(9);
    expect(ran).toEqual([]);
    pace.elapse(1);
    expect(ran).toEqual([NOW + 10]);
  });

  it('is saved in the form that is written down', () => {
    const read = formOf(timelineState);
    const timeline = new Timeline(NOW);
    timeline.on('beat', () => {});
    timeline.schedule(NOW + 5, 'beat', { of: 'a' });
    const saved = timeline.save();
    const [deadline] = saved.deadlines;
    expect(read(saved)).toEqual({ value: saved });
    const others = [
      { ...saved, version: 2 },
      { ...saved, now: EARLIEST_TIME - 1 },
      { ...saved, now: LATEST_TIME + 1 },
      { ...saved, nextSequence: 0 },
      { ...saved, deadlines: [{ ...deadline, at: 0.5 }] },
      { ...saved, deadlines: [{ ...deadline, sequence: 0 }] },
      { ...saved, deadlines: [{ ...deadline, kind: 5 }] },
    ];
    for (const other of others) expect(read(other)).toHaveProperty('problem');
  });

  it('that runs in real time does not keep a process alive', () => {
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const before = timers();
    const stop = platformPace.after(60_000, () => {});
    expect(timers()).toBe(before);
    stop();
  });
});
