/**
 * Reads tracks from CSV: a first line that names the columns, then a line for each point. Columns are parted by comma,
 * semicolon or tab, in any order, with others among them. Numbers may have a decimal comma (in quotes where commas part the
 * columns). Columns may name the hemispheres, the vehicle, and whether the receiver had a fix; a vehicle column of any
 * other name is found by what the lines hold. Times are in one column or, date and time of day, in two.
 */
import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import { excerpt } from '../../contracts/kit/untrusted.ts';
import { distanceBetween } from './geodesy.ts';
import { FIRST_TIME, pointIn, type RawPoint, type Reader, type RecordedPoint } from './points.ts';
import { TrackError, trackBounds, unreadable } from './track-error.ts';

/** The names that columns have, without blanks, signs and units; the first that is there is taken. */
const names = {
  latitude: 'latitude lat y',
  longitude: 'longitude lon lng long x',
  altitude: 'altitude alt ele elevation height',
  northSouth: 'ns latns nsindicator lathemisphere lathem latref latdir northsouth',
  eastWest: 'ew lonew ewindicator lonhemisphere lonhem lonref londir eastwest',
  /** True if the receiver had a fix. */
  fix: 'fix gpsfix fixquality fixstatus valid gpsvalid fixvalid isvalid',
  vehicle: `vehicleid vehicle vehiclename vehicleno deviceid device devicename imei unitid trackerid tracker licenceplate
    licenseplate numberplate plate registration vin truckid truck busid bus taxiid taxi carid car assetid asset objectid`,
  /** Trips of one vehicle, numbers of lines, or vehicles: their times say which. */
  section: 'tripid trip trackid track segment journey id name',
  date: 'date dateutc utcdate localdate gpsdate day',
  time: `timestamp datetime devicetime fixtime time timeutc utctime localtime gpstime utc epoch elapsed elapsedtime seconds
    milliseconds microseconds nanoseconds`,
};
type Fact = keyof typeof names;

/** The column of each fact in a record; -1 for none. */
type Columns = { [F in Fact]: number } & {
  /** Milliseconds of one unit of the time column, where its name says it: `time (s)`, `elapsed_ms`. */
  unit: number | undefined;
  count: number;
};
interface Line {
  record: readonly string[];
  line: number;
}

/** So many lines are looked at before a column is taken for that of the vehicle. */
const SAMPLE = 2_000;

/** @throws {TrackError} */
export const readCsv: Reader = (text, take) => {
  const first = /^\s*([^\n]*)/.exec(text)?.[1]?.slice(0, trackBounds.line) ?? '';
  const delimiter = first.includes(';') ? ';' : first.includes('\t') ? '\t' : ',';
  const { latitude, longitude } = columnsIn(first.split(delimiter));
  if (latitude === -1 || longitude === -1)
    throw unreadable(
      first.trim() === ''
        ? 'the file is empty.'
        : 'this is neither XML nor JSON, nor CSV whose first line names latitude and longitude.',
      'Give a GPX, KML, GeoJSON, CSV or NMEA file.',
    );
  let columns: Columns | undefined;
  let header = '';
  /** The lines that are looked at first. */
  const sample: Line[] = [];
  let isSettled = false;
  const settle = (): void => {
    if (isSettled || !columns) return;
    isSettled = true;
    if (columns.vehicle === -1) columns.vehicle = vehicleColumn(sample, columns);
    for (const line of sample) take(pointOf(line, columns));
  };
  try {
    eachRecord(text, delimiter, (record, line) => {
      if (!columns) {
        columns = columnsIn(record);
        header = record.join(delimiter);
        // Loggers that append write it again at each start.
      } else if (record.join(delimiter) !== header) {
        refuseSplitNumbers(record, columns, line);
        if (isSettled) take(pointOf({ record, line }, columns));
        else if (sample.push({ record, line }) === SAMPLE) settle();
      }
    });
  } finally {
    // Faults of earlier lines are told first.
    settle();
  }
  return undefined;
};

/** One after the other, so that the first that is wrong ends the reading. */
function eachRecord(text: string, delimiter: string, take: (record: string[], line: number) => void): void {
  try {
    parse(text, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: trackBounds.line,
      on_record: (record: string[], { lines }) => {
        take(record, lines);
        return null; // nothing is gathered
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const place = { line: typeof error.lines === 'number' ? error.lines : undefined };
    if (error.code === 'CSV_MAX_RECORD_SIZE') {
      const max = trackBounds.line.toLocaleString('en');
      const hint = 'Check that lines and quotes of the file end, and export the track again.';
      throw new TrackError('TRACK_TOO_LARGE', `a line has more than ${max} characters.`, hint, place);
    }
    const what = `this is not well-formed CSV (${excerpt(error.message)}).`;
    throw unreadable(what, 'Check the quotes around fields, or export the track again.', place);
  }
}

/** A decimal comma among commas makes two fields of one number: then a line has more fields than the first one names. */
function refuseSplitNumbers(record: readonly string[], { count, latitude }: Columns, line: number): void {
  if (!/^[-+]?\d{1,3}$/.test(record[latitude] ?? '') || record.slice(count).every((field) => field === ''))
    return;
  const what = `the line has ${record.length} fields, and the first line names ${count}.`;
  const hint = 'Where numbers have a decimal comma, put them in quotes or part the columns by semicolons.';
  throw unreadable(what, hint, { line });
}

/** The longest first: `milliseconds` ends in `seconds`. */
const units: readonly [unit: RegExp, ms: number][] = [
  [/(?:^|[([_ ])(?:nanoseconds|ns)[)\]]?$/, 1e-6],
  [/(?:^|[([_ ])(?:microseconds|us|µs)[)\]]?$/, 1e-3],
  [/(?:^|[([_ ])(?:milliseconds|msec|ms)[)\]]?$/, 1],
  [/(?:^|[([_ ])(?:seconds|sec|s)[)\]]?$/, 1000],
];

function columnsIn(fields: readonly string[]): Columns {
  const named = fields.map((field) => field.trim().toLowerCase());
  const plain = named.map((field) => field.replace(/\([^()]*\)|\[[^[\]]*\]|[^a-z]/g, ''));
  const bare = named.map((field) =>
    units.reduce((name, [unit]) => name.replace(unit, ''), field).replace(/[^a-z]/g, ''),
  );
  const columns = { count: fields.length } as Columns;
  for (const [fact, listed] of Object.entries(names)) {
    const name = listed
      .split(/\s+/)
      .find((each) => plain.includes(each) || (fact === 'time' && bare.includes(each)));
    columns[fact as Fact] = plain.findIndex(
      (each, at) => each === name || (fact === 'time' && bare[at] === name),
    );
  }
  // A column of dates alone may hold the time of day too.
  if (columns.time === -1) [columns.time, columns.date] = [columns.date, -1];
  columns.unit = units.find(([unit]) => unit.test(named[columns.time] ?? ''))?.[1];
  return columns;
}

const noFix = /^(?:0|false|no|none|n|v|void|invalid|no[ -]?fix)$/i;

function pointOf({ record, line }: Line, columns: Columns): RawPoint {
  const hasFix = !noFix.test(record[columns.fix] ?? '');
  const coordinate = (at: number, hemisphere: number) =>
    hasFix ? signed(record[at], record[hemisphere], line) : '';
  return {
    latitude: coordinate(columns.latitude, columns.northSouth),
    longitude: coordinate(columns.longitude, columns.eastWest),
    altitude: record[columns.altitude],
    time: timeIn(record, columns),
    place: { line },
    vehicle: record[columns.vehicle],
    section: record[columns.section],
    name: record[columns.section],
  };
}

/** A coordinate whose hemisphere stands beside it or in the same field (`33.86 S`, `S33.86`), with the sign that follows. */
function signed(field: string | undefined, beside: string | undefined, line: number): string | undefined {
  const [, before, digits = '', after] =
    /^([nsew])?\s*([-+]?\d[\d.,]*)\s*(?:°\s*)?([nsew])?$/i.exec(field ?? '') ?? [];
  const letter = beside || before || after;
  if (!letter || !digits) return field;
  if (!/^(?:[nsew]|north|south|east|west)$/i.test(letter))
    throw new TrackError(
      'TRACK_OUT_OF_RANGE',
      `${excerpt(letter)} is not a hemisphere.`,
      'The column beside a coordinate says N, S, E or W; or write coordinates with a sign, and leave the column out.',
      { line },
    );
  return `${/^[sw]/i.test(letter) ? '-' : ''}${digits.replace(/^[-+]/, '')}`;
}

const timeOfDay = /^\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?( ?(Z|[+-]\d\d(:?\d\d)?))?$/i;

/** The time of a line: as ISO 8601 text, or a number since 1970; what it cannot be read as stays as it is written. */
function timeIn(record: readonly string[], { time, date, unit }: Columns): string | number | undefined {
  const field = record[time];
  if (field === undefined || field === '') return undefined;
  const day = isoDate(record[date] ?? '');
  if (timeOfDay.test(field) && day !== undefined)
    return `${day}T${field.padStart(field.indexOf(':') < 2 ? field.length + 1 : 0, '0')}`;
  const ms = /^\d+([.,]\d+)?$/.test(field)
    ? Number(field.replace(',', '.')) * (unit ?? Number.NaN)
    : Number.NaN;
  // Counted from the beginning of the recording: from an arbitrary day on.
  return ms < FIRST_TIME ? new Date(ms).toISOString() : field;
}

/** A year first, or the day first and parted by dots: what is parted by slashes otherwise may be either. */
function isoDate(field: string): string | undefined {
  const [, year, month, day] = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})$/.exec(field) ?? [];
  if (year !== undefined) return `${year}-${month}-${day}`;
  const [, first = '', then = '', last] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(field) ?? [];
  return last === undefined ? undefined : `${last}-${then.padStart(2, '0')}-${first.padStart(2, '0')}`;
}

/** Metres from one report to the next below which a vehicle is taken for parked. */
const PARKED = 50;

/**
 * The column whose values are vehicles, whatever it is called; -1 for none. Vehicles that report in turn make one long
 * zigzag together, and a shorter way each by itself; the values of any other fact are each met all along the way.
 */
function vehicleColumn(lines: readonly Line[], columns: Columns): number {
  const { unit: _, count, ...taken } = columns;
  const points = lines.flatMap((line) => timedIn(line, columns) ?? []).sort((a, b) => a.time - b.time);
  const together = lengthOf(points);
  if (together < PARKED * (points.length - 1)) return -1;
  const isVehicle = (column: number): boolean => {
    const values = points.map(({ record }) => record[column] ?? '');
    const different = new Set(values);
    const changes = values.filter((value, at) => at > 0 && value !== values[at - 1]).length;
    if (different.has('') || different.size < 2 || different.size > points.length / 3) return false;
    if (changes <= points.length / 3) return false;
    const groups = [...different].map((value) => points.filter((_, at) => values[at] === value));
    const isMoving = groups.some(
      (group) => group.length > 1 && lengthOf(group) > PARKED * (group.length - 1),
    );
    return isMoving && groups.reduce((sum, group) => sum + lengthOf(group), 0) < together;
  };
  const others = Array.from({ length: count }, (_, column) => column).filter(
    (column) => !Object.values(taken).includes(column),
  );
  return others.find(isVehicle) ?? -1;
}

/** A point with its time; `undefined` for a line that has none, or is refused once it is taken. */
function timedIn(line: Line, columns: Columns): (RecordedPoint & Pick<Line, 'record'>) | undefined {
  try {
    const point = pointIn(pointOf(line, columns));
    return point?.time === undefined ? undefined : { ...point, time: point.time, record: line.record };
  } catch {
    return undefined;
  }
}

function lengthOf(points: readonly RecordedPoint[]): number {
  return points.reduce((sum, point, at) => sum + distanceBetween(points[at - 1] ?? point, point), 0);
}
