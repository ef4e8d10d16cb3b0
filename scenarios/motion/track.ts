/** Recorded tracks: each a vehicle's fixes in order of time, whatever format they came in. */
import { plural } from '../../contracts/kit/phrases.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { type Fix, withinDates, withMotion, withoutJumps } from './derive.ts';
import { distanceBetween } from './geodesy.ts';
import { SAME } from './path.ts';
import { type Recording, type Recordings, recordingsIn } from './recordings.ts';
import { TrackError } from './track-error.ts';

export interface Track {
  name: string;
  /** At least two, each later than the one before. Gaps of the recording are gaps here. */
  fixes: Fix[];
  leftOut: LeftOut;
}

/** Each reason for which points of a file are not driven, with the words that go on from "points". */
const reasons = {
  untimed: 'without a time',
  noFix: 'without a position',
  repeated: 'at a time already taken',
  dates: 'more than a year from the others',
  jumps: 'that no road vehicle can have reached',
};
/** How many points are left out for each reason. */
export type LeftOut = { [Reason in keyof typeof reasons]: number };

/** The tracks of the vehicles in a file. */
export interface Tracks {
  /** At least one. */
  tracks: Track[];
  /** Vehicles of the file whose points are no track, and why. */
  refused: TrackError[];
}

/**
 * Reads a track from the text of a GPX, KML, GeoJSON, CSV or NMEA file that holds the recording of one vehicle.
 *
 * A track is driven in its recorded rhythm, or in a vehicle's own. For the latter times need not be there:
 * where no point has one, the fixes of the answer are a second apart and only their places mean anything.
 *
 * @param text what the file holds
 * @param file its name, for errors and for a track that brings no name
 * @throws {TrackError} with a stable code, where it went wrong, and what to try
 */
export function readTrack(
  text: string,
  file: string,
  { rhythm = 'recorded' }: { rhythm?: 'recorded' | 'own' } = {},
): Promise<Track> {
  return reading(text, file, ({ name, recordings }) => {
    const [only, ...others] = recordings;
    if (!only) throw empty(0);
    if (others.length > 0) throw severalVehicles(recordings);
    const named = { ...only, name: name || baseName(file) };
    const track = rhythm === 'own' && only.points.length === 0 ? lineOf(named) : trackOf(named);
    const [first] = track.fixes;
    // A vehicle that drives in a rhythm of its own has to come somewhere.
    if (rhythm === 'own' && first && track.fixes.every((fix) => distanceBetween(first, fix) < SAME))
      throw onePoint('place', 'places');
    return track;
  });
}

/**
 * Reads the tracks of all vehicles in a file, in its order, each in its recorded rhythm.
 *
 * @throws {TrackError} where none can be driven
 */
export function readTracks(text: string, file: string): Promise<Tracks> {
  return reading(text, file, ({ name, recordings }) => {
    const found: Tracks = { tracks: [], refused: [] };
    const several = recordings.length > 1;
    for (const recording of recordings) {
      const named = { ...recording, name: (several && recording.name) || name || baseName(file) };
      try {
        found.tracks.push(trackOf(named));
      } catch (error) {
        if (!(error instanceof TrackError)) throw error;
        found.refused.push(error.in(file, several ? named.name : undefined));
      }
    }
    const [first] = found.refused;
    if (found.tracks.length === 0 && first) throw first;
    return found;
  });
}

async function reading<T>(text: string, file: string, use: (recordings: Recordings) => T): Promise<T> {
  try {
    return use(await recordingsIn(text));
  } catch (error) {
    throw error instanceof TrackError ? error.in(file) : error;
  }
}

/** `3 points without a position, 1 point at a time already taken`; `undefined` where none is left out. */
export function leftOutInWords(leftOut: LeftOut): string | undefined {
  const counts = Object.entries(reasons).flatMap(([reason, words]) => {
    const count = leftOut[reason as keyof LeftOut];
    return count > 0 ? [`${plural(count, 'point')} ${words}`] : [];
  });
  return counts.length > 0 ? counts.join(', ') : undefined;
}

/** Says so where more than a tenth of the points is left out: then the file may be read otherwise than it was meant. */
export function manyLeftOut(track: string, fixes: number, leftOut: LeftOut): string | undefined {
  const count = Object.values(leftOut).reduce((sum, each) => sum + each, 0);
  if (count * 10 <= fixes + count) return undefined;
  return `more than a tenth of the track ${quoted(track)} is left out: ${leftOutInWords(leftOut)}.`;
}

type Named = Recording & { name: string };

function trackOf({ name, points, untimed, noFix }: Named): Track {
  const [first] = points;
  if (!first && untimed.length > 0)
    throw new TrackError(
      'TRACK_NO_TIMES',
      `none of its ${untimed.length} points has a time.`,
      'A planned route has none. Give a recorded track (<time> in each <trkpt>, "coordTimes" in GeoJSON, a time column in CSV), or drive it in a rhythm of its own.',
    );
  if (!first) throw empty(noFix);
  if (points.every(({ time }) => time === first.time)) throw onePoint();
  const sorted = points.toSorted((a, b) => a.time - b.time);
  // The first of several points at one time is taken.
  const recorded = sorted.filter(({ time }, index) => time !== sorted[index - 1]?.time);
  const dated = withinDates(recorded);
  const driven = withoutJumps(dated);
  if (driven.length < 2)
    throw new TrackError(
      'TRACK_TOO_FAST',
      'between almost all points the speed is over 200 km/h.',
      'Only road vehicles are driven. Check that the times belong to the points and are not rounded, and that the file holds one vehicle or says which line is of which.',
    );
  return {
    name,
    fixes: withMotion(driven),
    leftOut: {
      untimed: untimed.length,
      noFix,
      repeated: points.length - recorded.length,
      dates: recorded.length - dated.length,
      jumps: dated.length - driven.length,
    },
  };
}

/** A line without times. */
function lineOf({ name, untimed, noFix }: Named): Track {
  const fixes = untimed.map((position, place): Fix => ({ time: place * 1000, ...position }));
  const leftOut = { untimed: 0, noFix, repeated: 0, dates: 0, jumps: 0 };
  if (fixes.length > 1) return { name, fixes, leftOut };
  throw fixes.length === 0 ? empty(noFix) : onePoint();
}

/** @param noFix so many points have no position */
function empty(noFix: number): TrackError {
  return new TrackError(
    'TRACK_EMPTY',
    noFix > 0 ? `none of its ${noFix} points has a position.` : 'the file holds no track point.',
    'Give a recorded track: <trkpt> in GPX (not waypoints), <gx:Track> in KML, lines or points in GeoJSON.',
  );
}

function onePoint(what = 'moment', others = 'times'): TrackError {
  return new TrackError(
    'TRACK_ONE_POINT',
    `the file has points of a single ${what} only.`,
    `Give a track with two points or more, at different ${others}.`,
  );
}

function severalVehicles(recordings: readonly Recording[]): TrackError {
  const names = recordings.map(({ name }, index) => quoted(name ?? `number ${index + 1}`));
  const shown = names.length > 5 ? [...names.slice(0, 5), 'others'] : names;
  return new TrackError(
    'TRACK_SEVERAL_VEHICLES',
    `it holds the tracks of ${recordings.length} vehicles: ${shown.join(', ')}.`,
    'Give one vehicle its track here: write the points of each to a file of its own.',
  );
}

function baseName(file: string): string {
  return file.replace(/^.*[\\/]/, '').replace(/\.\w+$/, '');
}
