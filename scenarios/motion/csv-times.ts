/**
 * Times in the lines of a CSV file: in one column or, date and time of day, in two. A number counts since 1970, or
 * since the recording began where its column says the unit.
 */
import { FIRST_TIME } from './points.ts';

/** The places of a line's columns that its time is in, or is made of; -1 for none. */
export interface TimeColumns {
  time: number;
  /** A date beside the time of day. */
  date: number;
  /** Milliseconds of one unit of the time column, where its name says it: `time (s)`, `elapsed_ms`. */
  unit: number | undefined;
}

/** The names that a column of dates has, without blanks, signs and units. */
const dates = ['date', 'dateutc', 'utcdate', 'localdate', 'gpsdate', 'day'];
/** The names that a column of times has; the first that is there is taken. */
const times = [
  ...['timestamp', 'datetime', 'devicetime', 'fixtime', 'time', 'timeutc', 'utctime', 'localtime', 'gpstime'],
  ...['utc', 'epoch', 'elapsed', 'elapsedtime', 'seconds', 'milliseconds', 'microseconds', 'nanoseconds'],
];
/** The longest first: `milliseconds` ends in `seconds`. */
const units: readonly [unit: RegExp, ms: number][] = [
  [/(?:^|[([_ ])(?:nanoseconds|ns)[)\]]?$/, 1e-6],
  [/(?:^|[([_ ])(?:microseconds|us|µs)[)\]]?$/, 1e-3],
  [/(?:^|[([_ ])(?:milliseconds|msec|ms)[)\]]?$/, 1],
  [/(?:^|[([_ ])(?:seconds|sec|s)[)\]]?$/, 1000],
];
const unitAtEnd = /(?:nanoseconds|ns|microseconds|us|milliseconds|msec|ms|seconds|sec|s)$/;

const timeOfDay = /^\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?( ?(Z|[+-]\d\d(:?\d\d)?))?$/i;
const number = /^\d+([.,]\d+)?$/;

/** @param named the names of the columns as they are in the file, in lower case @param plain the same in letters alone */
export function timeColumns(named: readonly string[], plain: readonly string[]): TimeColumns {
  const unitOf = (at: number) => units.find(([unit]) => unit.test(named[at]?.trim() ?? ''))?.[1];
  const bare = plain.map((name, at) => (unitOf(at) === undefined ? name : name.replace(unitAtEnd, '')));
  const date = plain.findIndex((name) => dates.includes(name));
  const wanted = times.find((name) => plain.includes(name) || bare.includes(name));
  // A column of dates alone may hold the time of day too.
  if (wanted === undefined) return { time: date, date: -1, unit: undefined };
  const time = plain.findIndex((name, at) => name === wanted || bare[at] === wanted);
  return { time, date, unit: unitOf(time) };
}

/** The time of a line: as ISO 8601 text, or a number since 1970; what it cannot be read as stays as it is written. */
export function timeIn(record: readonly string[], columns: TimeColumns): string | number | undefined {
  const field = record[columns.time];
  const date = isoDate(record[columns.date] ?? '');
  if (field === undefined || field === '') return undefined;
  if (timeOfDay.test(field) && date !== undefined)
    return `${date}T${field.indexOf(':') < 2 ? `0${field}` : field}`;
  if (!number.test(field)) return field;
  const value = Number(field.replace(',', '.'));
  // From an arbitrary day on: a track is driven from the moment at which it is started.
  if (columns.unit !== undefined && value * columns.unit < FIRST_TIME)
    return new Date(value * columns.unit).toISOString();
  return value;
}

/** A year first, or the day first and parted by dots: what is parted by slashes otherwise may be either. */
function isoDate(field: string): string | undefined {
  const [, year, month, day] = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})$/.exec(field) ?? [];
  if (year !== undefined) return `${year}-${month}-${day}`;
  const [, first = '', then = '', last] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(field) ?? [];
  return last === undefined ? undefined : `${last}-${then.padStart(2, '0')}-${first.padStart(2, '0')}`;
}
