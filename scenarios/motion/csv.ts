/**
 * Reads tracks from CSV: a first line that names the columns, then a line for each point. Columns are parted by comma,
 * semicolon or tab, in any order, with others among them. Numbers may have a decimal comma (in quotes where commas part the
 * columns). Columns may name the hemispheres, the vehicle, and whether the receiver had a fix; a vehicle column of any
 * other name is found by what the lines hold.
 */
import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import { excerpt } from '../../contracts/kit/untrusted.ts';
import { trackBounds } from './bounds.ts';
import { type TimeColumns, timeColumns, timeIn } from './csv-times.ts';
import { distanceBetween } from './geodesy.ts';
import { positionOf, type RawPoint, type Reader, type RecordedPoint, timeOf } from './points.ts';
import { TrackError, unreadable } from './track-error.ts';

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
};
type Fact = keyof typeof names;

/** The column of each fact in a record; -1 for none. */
type Columns = { [F in Fact]: number } & { times: TimeColumns; count: number };
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
  refuseOthers(first.split(delimiter));
  let columns: Columns | undefined;
  let header = '';
  /** The lines that are looked at first; absent once they were. */
  let sample: Line[] | undefined = [];
  const settle = (): void => {
    const lines = sample ?? [];
    if (columns?.vehicle === -1) columns = { ...columns, vehicle: vehicleColumn(lines, columns) };
    sample = undefined;
    for (const each of lines) if (columns) take(pointOf(each, columns));
  };
  const read = (record: string[], line: number): void => {
    if (!columns) {
      columns = columnsIn(record);
      header = record.join(delimiter);
      return;
    }
    // Loggers that append write it again at each start.
    if (record.join(delimiter) === header) return;
    refuseSplitNumbers(record, columns, line);
    if (!sample) take(pointOf({ record, line }, columns));
    else if (sample.push({ record, line }) === SAMPLE) settle();
  };
  try {
    eachRecord(text, delimiter, read);
  } finally {
    // Faults of earlier lines are told first.
    if (sample) settle();
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

const noFix = /^(?:0|false|no|none|n|v|void|invalid|no[ -]?fix)$/i;

function pointOf({ record, line }: Line, columns: Columns): RawPoint {
  const hasFix = !noFix.test(record[columns.fix] ?? '');
  return {
    latitude: hasFix ? signed(record[columns.latitude], record[columns.northSouth], line) : '',
    longitude: hasFix ? signed(record[columns.longitude], record[columns.eastWest], line) : '',
    altitude: record[columns.altitude],
    time: timeIn(record, columns.times),
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

/** Metres from one report to the next below which a vehicle is taken for parked. */
const PARKED = 50;

/**
 * The column whose values are vehicles, whatever it is called; -1 for none. Vehicles that report in turn make one long
 * zigzag together, and a shorter way each by itself; the values of any other fact are each met all along the way.
 */
function vehicleColumn(lines: readonly Line[], columns: Columns): number {
  const { times, count, ...places } = columns;
  const taken = [...Object.values(places), times.time, times.date];
  const points = lines.flatMap((line) => timedIn(line, columns) ?? []).sort((a, b) => a.time - b.time);
  const together = lengthOf(points);
  if (together < PARKED * (points.length - 1)) return -1;
  for (let column = 0; column < count; column++) {
    if (taken.includes(column)) continue;
    const groups = new Map<string, RecordedPoint[]>();
    let changes = 0;
    for (const [at, point] of points.entries()) {
      const value = point.record[column] ?? '';
      const group = groups.get(value) ?? [];
      group.push(point);
      groups.set(value, group);
      if (at > 0 && value !== (points[at - 1]?.record[column] ?? '')) changes++;
    }
    if (groups.has('') || groups.size < 2 || groups.size > points.length / 3) continue;
    const each = [...groups.values()].map((group) => ({ metres: lengthOf(group), steps: group.length - 1 }));
    const apart = each.reduce((sum, { metres }) => sum + metres, 0);
    const isMoving = each.some(({ metres, steps }) => metres > PARKED * steps && steps > 0);
    if (isMoving && apart < together && changes > points.length / 3) return column;
  }
  return -1;
}

/** A point with its time; `undefined` for a line that has none, or is refused once it is taken. */
function timedIn(line: Line, columns: Columns): (RecordedPoint & Pick<Line, 'record'>) | undefined {
  try {
    const raw = pointOf(line, columns);
    const position = positionOf(raw);
    return position && { ...position, time: timeOf(raw.time, raw.place), record: line.record };
  } catch {
    return undefined;
  }
}

function lengthOf(points: readonly RecordedPoint[]): number {
  let sum = 0;
  for (const [at, point] of points.entries()) sum += distanceBetween(points[at - 1] ?? point, point);
  return sum;
}

function refuseOthers(fields: readonly string[]): void {
  const { latitude, longitude } = columnsIn(fields);
  if (latitude !== -1 && longitude !== -1) return;
  const isEmpty = fields.join('').trim() === '';
  throw unreadable(
    isEmpty
      ? 'the file is empty.'
      : 'this is neither XML nor JSON, nor CSV whose first line names latitude and longitude.',
    'Give a GPX, KML, GeoJSON, CSV or NMEA file, or a JSON list of { "point": "POINT(lon lat)", "time": … }.',
  );
}

/** A decimal comma among commas makes two fields of one number: then a line has more fields than the first one names. */
function refuseSplitNumbers(record: readonly string[], { count, latitude }: Columns, line: number): void {
  const isSplit =
    /^[-+]?\d{1,3}$/.test(record[latitude] ?? '') && record.slice(count).some((field) => field !== '');
  if (!isSplit) return;
  const what = `the line has ${record.length} fields, and the first line names ${count}.`;
  const hint = 'Where numbers have a decimal comma, put them in quotes or part the columns by semicolons.';
  throw unreadable(what, hint, { line });
}

function columnsIn(fields: readonly string[]): Columns {
  const named = fields.map((field) => field.toLowerCase());
  const plain = named.map((field) => field.replace(/\([^()]*\)|\[[^[\]]*\]|[^a-z]/g, ''));
  const place = (fact: Fact) =>
    plain.indexOf(names[fact].split(/\s+/).find((name) => plain.includes(name)) ?? ' ');
  return {
    latitude: place('latitude'),
    longitude: place('longitude'),
    altitude: place('altitude'),
    northSouth: place('northSouth'),
    eastWest: place('eastWest'),
    fix: place('fix'),
    vehicle: place('vehicle'),
    section: place('section'),
    times: timeColumns(named, plain),
    count: fields.length,
  };
}
