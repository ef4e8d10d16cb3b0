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
const units: { readonly [unit: string]: number } = {
  ns: 1e-6,
  nanoseconds: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  microseconds: 1e-3,
  ms: 1,
  msec: 1,
  milliseconds: 1,
  s: 1000,
  sec: 1000,
  seconds: 1000,
};
/** The longest first: `milliseconds` ends in `seconds`. */
const unitNames = Object.keys(units)
  .sort((a, b) => b.length - a.length)
  .join('|');
/** `time (s)`, `elapsed_ms`, `seconds`. */
const unitIn = new RegExp(`(?:^|[([_ ])(${unitNames})[)\\]]?$`);
/** The same in letters alone. */
const unitAtEnd = new RegExp(`(?:${unitNames})$`);

const timeOfDay = /^\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?( ?(Z|[+-]\d\d(:?\d\d)?))?$/i;
const number = /^\d+([.,]\d+)?$/;
/** A year first, or the day first and parted by dots: what is parted by slashes otherwise may be either. */
const yearFirst = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})$/;
const dayFirst = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;

/** @param named the names of the columns as they are in the file, in lower case @param plain the same in letters alone */
export function timeColumns(named: readonly string[], plain: readonly string[]): TimeColumns {
  const bare = (name: string) => name.replace(unitAtEnd, '');
  const isTime = (at: number, wanted: string) => {
    const column = plain[at] ?? '';
    return column === wanted || (unitOf(named[at]) !== undefined && bare(column) === wanted);
  };
  const places = plain.map((_, at) => at);
  const date = plain.findIndex((name) => dates.includes(name));
  const wanted = times.find((name) => places.some((at) => isTime(at, name)));
  const time = wanted === undefined ? -1 : places.findIndex((at) => isTime(at, wanted));
  // A column of dates alone may hold the time of day too.
  if (time === -1) return { time: date, date: -1, unit: undefined };
  return { time, date, unit: unitOf(named[time]) };
}

function unitOf(name: string | undefined): number | undefined {
  const [, unit = ''] = unitIn.exec(name?.trim() ?? '') ?? [];
  return units[unit];
}

/** The time of a line: as ISO 8601 text, or a number since 1970; what it cannot be read as stays as it is written. */
export function timeIn(record: readonly string[], columns: TimeColumns): string | number | undefined {
  const field = record[columns.time];
  const date = isoDate(record[columns.date]);
  if (field === undefined || field === '') return undefined;
  if (timeOfDay.test(field) && date !== undefined)
    return `${date}T${field.padStart(field.indexOf(':') < 2 ? field.length + 1 : 0, '0')}`;
  if (!number.test(field)) return field;
  const value = Number(field.replace(',', '.'));
  // From an arbitrary day on: a track is driven from the moment at which it is started.
  if (columns.unit !== undefined && value * columns.unit < FIRST_TIME)
    return new Date(value * columns.unit).toISOString();
  return value;
}

function isoDate(field: string | undefined): string | undefined {
  const [, year, month, day] = yearFirst.exec(field ?? '') ?? [];
  if (year !== undefined) return `${year}-${month}-${day}`;
  const [, firstDay = '', then = '', last] = dayFirst.exec(field ?? '') ?? [];
  return last === undefined ? undefined : `${last}-${then.padStart(2, '0')}-${firstDay.padStart(2, '0')}`;
}
