/** Checks of the settings of a clock. */
import { DAY } from '../../contracts/kit/durations.ts';
import { isoUtc } from '../../contracts/kit/times.ts';
import { ClockError } from './errors.ts';
import { EARLIEST_TIME, type EpochMs, LATEST_TIME } from './timeline.ts';

/** How a clock goes. */
export interface ClockMode {
  /** Fake milliseconds for each real one, above 0 up to a million; or as fast as possible, up to `until`. */
  speed: number | 'max';
  frozen: boolean;
  /** Moment at which a running clock stops by itself. */
  until: EpochMs | null;
}

/** Above this a tick of a running clock would outrun the calendar. */
const FASTEST = 1_000_000;

/**
 * A time to advance to; `field` names it where the caller sent it as one. Throws `TIME_INVALID`,
 * `TIME_BACKWARDS`, `TIME_OUT_OF_RANGE`.
 */
export function checkTarget(to: EpochMs, now: EpochMs, longestAdvance: number, field?: string): void {
  const facts = field === undefined ? {} : { field };
  if (!Number.isSafeInteger(to)) {
    throw new ClockError(
      'TIME_INVALID',
      `${to} is not a time: expected whole milliseconds since 1970 UTC.`,
      facts,
    );
  }
  if (to < now) {
    const message = `The clock is at ${isoUtc(now)} and cannot go back by ${(now - to) / 1000} s.`;
    throw new ClockError('TIME_BACKWARDS', message, {
      ...facts,
      hint: 'Advance to a later time, or reset the simulator to its start.',
    });
  }
  if (to - now > longestAdvance || to > LATEST_TIME) {
    const days = Math.ceil((to - now) / DAY);
    throw new ClockError('TIME_OUT_OF_RANGE', `An advance by ${days} days is too long.`, {
      ...facts,
      hint: `Advance by ${longestAdvance / DAY} days at most, and not past the year 9999.`,
    });
  }
}

/**
 * How a clock is to go, from `now` on. Throws `SPEED_INVALID`, `SPEED_NEEDS_UNTIL`, `TIME_INVALID`, and
 * `TIME_BACKWARDS` for an end that has passed. A frozen clock may have passed its end.
 */
export function checkMode(mode: ClockMode, now: EpochMs): void {
  const { speed, frozen, until } = mode;
  if (speed !== 'max' && !(typeof speed === 'number' && speed > 0 && speed <= FASTEST)) {
    throw new ClockError('SPEED_INVALID', `Invalid speed ${String(speed)}.`, {
      field: 'speed',
      hint: 'A number above 0 (1 is real time) up to 1,000,000, or "max" together with "until".',
    });
  }
  if (until !== null && !(Number.isSafeInteger(until) && until >= EARLIEST_TIME && until <= LATEST_TIME)) {
    throw new ClockError('TIME_INVALID', '"until" must be a time in the years 0 to 9999.', {
      field: 'until',
    });
  }
  if (frozen) return;
  if (speed === 'max' && until === null) {
    throw new ClockError('SPEED_NEEDS_UNTIL', 'As fast as possible needs a time to stop at.', {
      field: 'until',
      hint: 'Give "until" along with "speed": "max".',
    });
  }
  if (until !== null && until < now) {
    throw new ClockError('TIME_BACKWARDS', '"until" must be a time in the future.', {
      field: 'until',
    });
  }
}
