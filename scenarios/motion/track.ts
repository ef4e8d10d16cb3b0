/** A recorded track: one vehicle's fixes in order of time, whatever format they came in. */

import { trackBounds } from '../../contracts/kit/bounds.ts';
import { errorFacts } from '../../contracts/kit/fields.ts';
import { JsonError, parseJson } from '../../contracts/kit/json.ts';
import { withMotion, withoutJumps } from './derive.ts';
import type { Fix } from './fix.ts';
import type { Reading, RecordedPoint } from './reading.ts';
import { TrackError } from './track-error.ts';

export interface Track {
  name: string;
  /** At least two, each later than the one before. Gaps of the recording are gaps here. */
  fixes: Fix[];
  /** Points of the file that are not driven: without a time, at a time already taken, GPS jumps. */
  leftOut: { untimed: number; repeated: number; jumps: number };
}

/**
 * Reads a track from the text of a GPX, GeoJSON or CSV file, or of a JSON list of
 * `{ point: 'POINT(lon lat)', time }`. All that a file holds is one vehicle's recording.
 *
 * A track is driven in its recorded rhythm, or in a vehicle's own. For the latter times need not be there:
 * where no point has one, the fixes of the answer are a second apart and only their places mean anything.
 *
 * @param text what the file holds
 * @param file its name, for errors and for a track that brings no name
 * @throws {TrackError} with a stable code, where it went wrong, and what to try
 */
export async function readTrack(
  text: string,
  file: string,
  { rhythm = 'recorded' }: { rhythm?: 'recorded' | 'own' } = {},
): Promise<Track> {
  try {
    refuseTooLong(text);
    const reading = await read(text.replace(byteOrderMark, ''));
    return rhythm === 'own' && reading.points.length === 0 ? lineOf(reading, file) : trackOf(reading, file);
  } catch (error) {
    throw error instanceof TrackError ? error.in(file) : error;
  }
}

/** The same track in its own rhythm, beginning at another time (milliseconds since 1970 UTC). */
export function startingAt(track: Track, start: number): Track {
  const shift = start - (track.fixes[0]?.time ?? start);
  return { ...track, fixes: track.fixes.map((fix) => ({ ...fix, time: fix.time + shift })) };
}

function refuseTooLong(text: string): void {
  if (text.length <= trackBounds.characters) return;
  const what = `the text has more than ${trackBounds.characters.toLocaleString('en')} characters.`;
  throw new TrackError('TRACK_TOO_LARGE', what, 'Split the track, or thin its points out.');
}

const byteOrderMark = /^\uFEFF/;

/** A reader is loaded when a file in its format is: none of them is needed to start. */
async function read(text: string): Promise<Reading> {
  if (/^\s*</.test(text)) return (await import('./gpx.ts')).readGpx(text);
  if (/^\s*[^\s[{]/.test(text)) {
    const { looksLikeCsv, readCsv } = await import('./csv.ts');
    if (looksLikeCsv(text)) return readCsv(text);
  }
  const document = jsonOf(text);
  if (Array.isArray(document)) return (await import('./points.ts')).readPoints(document);
  return (await import('./geojson.ts')).readGeoJson(document);
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text, trackBounds.depth);
  } catch (error) {
    if (error instanceof JsonError && error.code === 'TOO_DEEP') {
      const hint = 'A position is a list in a list in an object; export the track again.';
      throw new TrackError('TRACK_TOO_LARGE', `${error.message}.`, hint);
    }
    const found =
      text.trim() === ''
        ? 'the file is empty'
        : 'this is neither XML nor JSON, nor CSV whose first line names latitude and longitude';
    throw new TrackError(
      'TRACK_NOT_READABLE',
      /^\s*[[{]/.test(text) ? `this is not well-formed JSON (${errorFacts(error).message}).` : `${found}.`,
      'Give a GPX, GeoJSON or CSV file, or a JSON list of { "point": "POINT(lon lat)", "time": … }.',
    );
  }
}

function trackOf(reading: Reading, file: string): Track {
  const recorded = inOrder(atLeastTwo(reading));
  const points = withoutJumps(recorded);
  if (points.length < 2) {
    throw new TrackError(
      'TRACK_TOO_FAST',
      'between almost all points the speed is over 200 km/h.',
      'Only road vehicles are driven. Check that the times belong to the points and are not rounded.',
    );
  }
  return {
    name: reading.name || baseName(file),
    fixes: withMotion(points),
    leftOut: {
      untimed: reading.untimed.length,
      repeated: reading.points.length - recorded.length,
      jumps: recorded.length - points.length,
    },
  };
}

/** A line without times. */
function lineOf({ name, untimed }: Reading, file: string): Track {
  const fixes = untimed.map((position, place): Fix => ({ time: place * 1000, ...position }));
  if (fixes.length > 1) {
    return { name: name || baseName(file), fixes, leftOut: { untimed: 0, repeated: 0, jumps: 0 } };
  }
  throw fixes.length === 0 ? empty() : onePoint();
}

function atLeastTwo({ points, untimed }: Reading): RecordedPoint[] {
  const [first, second] = points;
  if (first && second && points.some((point) => point.time !== first.time)) return points;
  if (points.length === 0 && untimed.length > 0) {
    throw new TrackError(
      'TRACK_NO_TIMES',
      `none of its ${untimed.length} points has a time.`,
      'A planned route has none. Give a recorded track (<time> in each <trkpt>, "coordTimes" in GeoJSON, a time column in CSV), or drive it in a rhythm of its own.',
    );
  }
  throw points.length === 0 ? empty() : onePoint();
}

function empty(): TrackError {
  return new TrackError(
    'TRACK_EMPTY',
    'the file holds no track point.',
    'Give a recorded track: <trkpt> in GPX (not routes or waypoints), lines or points in GeoJSON.',
  );
}

function onePoint(): TrackError {
  return new TrackError(
    'TRACK_ONE_POINT',
    'the file has points of a single moment only.',
    'Give a track with two points or more, at different times.',
  );
}

/** By time; of several points at one time the first is taken. */
function inOrder(points: RecordedPoint[]): RecordedPoint[] {
  const sorted = points.toSorted((a, b) => a.time - b.time);
  return sorted.filter((point, index) => index === 0 || point.time > (sorted[index - 1]?.time ?? 0));
}

function baseName(file: string): string {
  return file.replace(/^.*[\\/]/, '').replace(/\.\w+$/, '');
}
