/**
 * Reads a track from CSV: a first line that names the columns, then a line for each point. Columns are
 * parted by comma, semicolon or tab, in any order, with others among them; with semicolons or tabs numbers
 * may have a decimal comma.
 */
import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import { trackBounds } from '../../contracts/kit/bounds.ts';
import { excerpt } from '../../contracts/kit/untrusted.ts';
import { type TimeColumns, timeColumns, timeIn } from './csv-times.ts';
import { PointCollector, type Reading } from './reading.ts';
import { TrackError } from './track-error.ts';

/** The names that columns have, without blanks, signs and units; the first that is there is taken. */
const names = {
  latitude: ['latitude', 'lat', 'y'],
  longitude: ['longitude', 'lon', 'lng', 'long', 'x'],
  altitude: ['altitude', 'alt', 'ele', 'elevation', 'height'],
} as const;
type Fact = keyof typeof names;

/** Whether a text begins with a line that names columns of positions. */
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
  eachRecord(text, delimiter, (record, line) => {
    if (!columns) {
      columns = headerOf(record);
      return;
    }
    const { latitude, longitude, altitude } = columns;
    const number = (at: number) => (delimiter === ',' ? record[at] : record[at]?.replace(',', '.'));
    collector.add(
      {
        latitude: number(latitude),
        longitude: number(longitude),
        altitude: number(altitude),
        time: timeIn(record, columns.times),
      },
      { line },
    );
  });
  return collector.reading;
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
type Columns = { [F in Fact]: number } & { times: TimeColumns };

function headerOf(fields: readonly string[]): Columns {
  const named = fields.map((field) => field.toLowerCase());
  const found = named.map((field) => field.replace(/\([^()]*\)|\[[^[\]]*\]|[^a-z]/g, ''));
  const place = (fact: Fact) => found.indexOf(names[fact].find((name) => found.includes(name)) ?? ' ');
  return {
    latitude: place('latitude'),
    longitude: place('longitude'),
    altitude: place('altitude'),
    times: timeColumns(named, found),
  };
}
