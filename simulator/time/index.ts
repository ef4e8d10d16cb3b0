/** Fake time: see README.md for the map. */
export {
  dateAt,
  endOfDate,
  isDate,
  isTimeZone,
  nextDayEnd,
  parseDuration,
  parseInstant,
  startOfDate,
} from './calendar.ts';
export { Claims } from './claims.ts';
export {
  type Advance,
  type AdvanceOptions,
  Clock,
  type ClockChange,
  type ClockOptions,
  type ClockView,
  type Speed,
} from './clock.ts';
export { ClockError, type ClockErrorCode } from './errors.ts';
export { httpDate, isoUtc } from './format.ts';
export { ManualPace, type Pace, platformPace } from './pace.ts';
export {
  type Deadline,
  EARLIEST_TIME,
  type EpochMs,
  LATEST_TIME,
  type Run,
  type RunLimits,
  Timeline,
  type TimelineState,
  timelineState,
} from './timeline.ts';
