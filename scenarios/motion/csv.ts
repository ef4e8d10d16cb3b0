/**
 * Reads tracks from CSV: a first line that names the columns, then a line for each point. Columns are
 * parted by comma, semicolon or tab, in any order, with others among them. Numbers may have a decimal comma (in quotes
 * where commas part the columns). Columns may name the hemispheres, the vehicle, and whether the receiver had a fix.
 */
import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import { excerpt } from '../../contracts/kit/untrusted.ts';
import { trackBounds } from './bounds.ts';
import { type TimeColumns, timeColumns, timeIn } from './csv-times.ts';
import { PointCollector, type Reading } from './reading.ts';
import { TrackError } from './track-error.ts';

/** The names that columns have, without blanks, signs and units; the first that is there is taken. */
const names = {
  latitude: ['latitude', 'lat', 'y'],
  longitude: ['longitude', 'lon', 'lng', 'long', 'x'],
  altitude: ['altitude', 'alt', 'ele', 'elevation', 'height'],
  northSouth: ['ns', 'latns', 'nsindicator', 'lathemisphere', 'lathem', 'latref', 'latdir', 'northsouth'],
  eastWest: ['ew', 'lonew', 'ewindicator', 'lonhemisphere', 'lonhem', 'lonref', 'londir', 'eastwest'],
  /** True if the receiver had a fix. */
  fix: ['fix', 'gpsfix', 'fixquality', 'fixstatus', 'valid', 'gpsvalid', 'fixvalid', 'isvalid'],
  vehicle: [
    ...[
      'vehicleid',
      'vehicle',
      'vehiclename',
      'vehicleno',
      'deviceid',
      'device',
      'devicename',
      'imei',
      'unitid',
    ],
    ...[
      'trackerid',
      'tracker',
      'licenceplate',
      'licenseplate',
      'numberplate',
      'plate',
      'registration',
      'vin',
    ],
    ...['truckid', 'truck', 'busid', 'bus', 'taxiid', 'taxi', 'carid', 'car', 'assetid', 'asset', 'objectid'],
  ],
  /** Trips of one vehicle, numbers of lines, or vehicles: their times say which. */
  section: ['tripid', 'trip', 'trackid', 'track', 'segment', 'journey', 'id', 'name'],
} as const;
type Fact = keyof typeof names;

/** Returns whether a text begins with a line that names columns of positions. */
export function looksLikeCsv(text: string): boolean {
  const line = firstLine(text).slice(0, trackBounds.line);
  const header = headerOf(line.split(delimiterOf(line)));
  return header.latitude !== -1 && header.longitude !== -1;
}

/** @throws {TrackError} */
export function readCsv(text: string): Reading {
  refuseLongLines(text);
  const delimiter = delimiterOf(firstLine(text));
  const collector = new PointCollector();
  let columns: Columns | undefined;
  let header = '';
  eachRecord(text, delimiter, (record, line) => {
    if (!columns) {
      columns = headerOf(record);
      header = record.join(delimiter);
      return;
    }
    // Loggers that append write it again at each start.
    if (record.join(delimiter) === header) return;
    refuseSplitNumbers(record, columns, line);
    const hasFix = !noFix.test(record[columns.fix] ?? '');
    collector.add(
      {
        latitude: hasFix ? signed(record[columns.latitude], record[columns.northSouth], line) : '',
        longitude: hasFix ? signed(record[columns.longitude], record[columns.eastWest], line) : '',
        altitude: record[columns.altitude],
        time: timeIn(record, columns.times),
      },
      { line },
      { vehicle: record[columns.vehicle], section: record[columns.section], name: record[columns.section] },
    );
  });
  return { recordings: collector.recordings };
}

const noFix = /^(?:0|false|no|none|n|v|void|invalid|no[ -]?fix)$/i;
const hemisphere = /^(?:n|s|e|w|north|south|east|west)$/i;
/** `33.86 S`, `S33.86`. */
const withLetter = /^([nsew])?\s*([-+]?\d[\d.,]*)\s*(?:°\s*)?([nsew])?$/i;

/** A coordinate whose hemisphere stands beside it, in a field of its own or in the same, with the sign that follows. */
function signed(field: string | undefined, beside: string | undefined, line: number): string | undefined {
  const [, before, digits = '', after] = withLetter.exec(field ?? '') ?? [];
  const letter = beside || before || after;
  if (!letter || !digits) return field;
  if (!hemisphere.test(letter)) {
    throw new TrackError(
      'TRACK_OUT_OF_RANGE',
      `${excerpt(letter)} is not a hemisphere.`,
      'The column beside a coordinate says N, S, E or W; or write coordinates with a sign, and leave the column out.',
      { line },
    );
  }
  return `${/^[sw]/i.test(letter) ? '-' : ''}${digits.replace(/^[-+]/, '')}`;
}

/** A decimal comma among commas makes two fields of one number: then a line has more fields than the first one names. */
function refuseSplitNumbers(record: readonly string[], { count, latitude }: Columns, line: number): void {
  if (record.length <= count || !/^[-+]?\d{1,3}$/.test(record[latitude] ?? '')) return;
  if (record.slice(count).every((field) => field === '')) return;
  throw new TrackError(
    'TRACK_NOT_READABLE',
    `the line has ${record.length} fields, and the first line names ${count}.`,
    'Where numbers have a decimal comma, put them in quotes or part the columns by semicolons.',
    { line },
  );
}

function refuseLongLines(text: string): void {
  let line = 1;
  for (let start = 0; start < text.length; line++) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    if (end - start > trackBounds.line) {
      const most = trackBounds.line.toLocaleString('en');
      const hint = 'Check that the lines of the file end, and export the track again.';
      throw new TrackError('TRACK_TOO_LARGE', `a line has more than ${most} characters.`, hint, { line });
    }
    start = end + 1;
  }
}

function firstLine(text: string): string {
  return /^\s*([^\n]*)/.exec(text)?.[1] ?? '';
}

function delimiterOf(line: string): string {
  return line.includes(';') ? ';' : line.includes('\t') ? '\t' : ',';
}

/** One after the other, so that the first that is wrong ends the reading. */
function eachRecord(text: string, delimiter: string, take: (record: string[], line: number) => void): void {
  try {
    parse(text, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      on_record: (record: string[], { lines }) => {
        take(record, lines);
        return null; // nothing is gathered
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new TrackError(
      'TRACK_NOT_READABLE',
      `this is not well-formed CSV (${excerpt(error.message)}).`,
      'Check the quotes around fields, or export the track again.',
      { line: typeof error.lines === 'number' ? error.lines : undefined },
    );
  }
}

/** The column of each fact in a record; -1 for none. */
type Columns = { [F in Fact]: number } & { times: TimeColumns; count: number };

function headerOf(fields: readonly string[]): Columns {
  const named = fields.map((field) => field.toLowerCase());
  const found = named.map((field) => field.replace(/\([^()]*\)|\[[^[\]]*\]|[^a-z]/g, ''));
  const place = (wanted: readonly string[]) =>
    found.indexOf(wanted.find((name) => found.includes(name)) ?? ' ');
  return {
    latitude: place(names.latitude),
    longitude: place(names.longitude),
    altitude: place(names.altitude),
    northSouth: place(names.northSouth),
    eastWest: place(names.eastWest),
    fix: place(names.fix),
    vehicle: place(names.vehicle),
    section: place(names.section),
    times: timeColumns(named, found),
    count: fields.length,
  };
}
