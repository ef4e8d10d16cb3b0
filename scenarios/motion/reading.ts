/** The common part of the readers of the formats: one recorded point, checked. */

import { DAY } from '../../contracts/kit/durations.ts';
import { trackBounds } from './bounds.ts';
import { type Place, TrackError } from './track-error.ts';

/** Where a point is. */
interface Position {
  latitude: number;
  longitude: number;
  altitude?: number;
}

/** A point as recorded. Degrees (WGS 84), metres, milliseconds since 1970 UTC. */
export interface RecordedPoint extends Position {
  time: number;
}

/** The points of one vehicle, in the order of the file. */
export interface Recording {
  /** The file's name of the vehicle, or of the line. */
  name?: string | undefined;
  points: RecordedPoint[];
  /** Points that carry no time: a line that can be driven, but not in its own rhythm. */
  untimed: Position[];
  /** Points without a position: the receiver had no fix. */
  noFix: number;
}

/** The recordings in a file. */
export interface Reading {
  /** The name that the file gives the track. */
  name?: string | undefined;
  /** At least one, each of another vehicle. */
  recordings: Recording[];
}

/** A point as a file has it. */
export interface RawPoint {
  time: unknown;
  latitude: unknown;
  longitude: unknown;
  altitude?: unknown;
}

/** The recording of the file that a point belongs to. */
export interface Belonging {
  /** The vehicle that the file names. */
  vehicle?: string | undefined;
  /** The line or column value that groups points: a vehicle of its own where its times overlap with those of another. */
  section?: string | undefined;
  /** Names the section. */
  name?: string | undefined;
}

/** Collects the points of a file, those of each vehicle and each section apart. */
export class PointCollector {
  readonly #vehicles = new Map<string, Recording>();
  readonly #sections = new Map<string, Recording>();
  #count = 0;

  /** @throws {TrackError} TRACK_TOO_LARGE, TRACK_OUT_OF_RANGE, TRACK_AXES_SWAPPED, TRACK_BAD_TIME */
  add(raw: RawPoint, place: Place, { vehicle, section = '', name }: Belonging = {}): void {
    this.#count += 1;
    if (this.#count > trackBounds.points) throw tooMany(place);
    const recording =
      vehicle === undefined
        ? recordingIn(this.#sections, section, name)
        : recordingIn(this.#vehicles, vehicle, vehicle);
    if (isEmpty(raw.latitude) && isEmpty(raw.longitude)) {
      recording.noFix += 1;
      return;
    }
    const { latitude, longitude } = positionOf(raw.latitude, raw.longitude, place);
    // Trackers without a fix report zeros.
    if (latitude === 0 && longitude === 0) {
      recording.noFix += 1;
      return;
    }
    const altitude = numberOf(raw.altitude);
    const position = { latitude, longitude, ...(Number.isFinite(altitude) && { altitude }) };
    if (isEmpty(raw.time)) recording.untimed.push(position);
    else recording.points.push({ time: timeOf(raw.time, place), ...position });
  }

  /** The recordings of the vehicles that the file names, and those that can be told apart by their times. */
  get recordings(): Recording[] {
    const sections = [...this.#sections.values()];
    const others = overlap(sections) ? sections : sections.length > 0 ? [joined(sections)] : [];
    const all = [...this.#vehicles.values(), ...others];
    return all.length > 0 ? all : [newRecording(undefined)];
  }
}

function recordingIn(map: Map<string, Recording>, key: string, name: string | undefined): Recording {
  const known = map.get(key);
  if (known) return known;
  const recording = newRecording(name);
  map.set(key, recording);
  return recording;
}

function newRecording(name: string | undefined): Recording {
  return { name, points: [], untimed: [], noFix: 0 };
}

/** One vehicle cannot be in two sections at once. */
function overlap(sections: readonly Recording[]): boolean {
  let end = Number.NEGATIVE_INFINITY;
  return sections
    .flatMap(({ points }) => spanOf(points) ?? [])
    .sort((a, b) => a.from - b.from || a.to - b.to)
    .some(({ from, to }) => {
      const overlaps = from < end && to > from;
      end = Math.max(end, to);
      return overlaps;
    });
}

function spanOf(points: readonly RecordedPoint[]): { from: number; to: number } | undefined {
  const [first] = points;
  if (!first) return undefined;
  const span = { from: first.time, to: first.time };
  for (const { time } of points) {
    span.from = Math.min(span.from, time);
    span.to = Math.max(span.to, time);
  }
  return span;
}

function joined(sections: readonly Recording[]): Recording {
  const [only] = sections;
  if (only && sections.length === 1) return only;
  return {
    points: sections.flatMap(({ points }) => points),
    untimed: sections.flatMap(({ untimed }) => untimed),
    noFix: sections.reduce((sum, { noFix }) => sum + noFix, 0),
  };
}

/** Returns whether a field holds nothing, in one of the ways in which exports write that. */
function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'string' && /^(?:nan|null|none|n\/a|-+)?$/i.test(value.trim());
}

function tooMany(place: Place): TrackError {
  const what = `there are more than ${trackBounds.points.toLocaleString('en')} points.`;
  return new TrackError('TRACK_TOO_LARGE', what, 'Split the track, or thin its points out.', place);
}

function positionOf(rawLatitude: unknown, rawLongitude: unknown, place: Place) {
  const latitude = numberOf(rawLatitude);
  const longitude = numberOf(rawLongitude);
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 360)
    return { latitude, longitude: wrapped(longitude) };
  if (Math.abs(longitude) <= 90 && Math.abs(latitude) <= 180) {
    throw new TrackError(
      'TRACK_AXES_SWAPPED',
      `latitude ${latitude} with longitude ${longitude}: the two seem to be the wrong way round.`,
      'GPX names them lat and lon; GeoJSON and POINT( ) put the longitude first. Swap them in the file.',
      place,
    );
  }
  throw new TrackError(
    'TRACK_OUT_OF_RANGE',
    `${shown(rawLatitude)}, ${shown(rawLongitude)} is not a position on earth.`,
    'Latitudes run from -90 to 90, longitudes from -180 to 180 (or to 360), in decimal degrees (WGS 84).',
    place,
  );
}

/** Longitudes that count on past the date line, or eastwards from 0 to 360. */
function wrapped(longitude: number): number {
  if (Math.abs(longitude) <= 180) return longitude;
  return longitude - Math.sign(longitude) * 360;
}

const decimalComma = /^[-+]?\d+,\d+$/;

function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return Number.NaN;
  return Number(decimalComma.test(value.trim()) ? value.replace(',', '.') : value);
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

const isoTime =
  /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)? ?(Z|[+-]\d\d(?::?\d\d)?)?$/i;
/**
 * 1980, in milliseconds since 1970: recordings are later. A smaller number counts from somewhere else, and only its
 * column may say in which unit.
 */
export const FIRST_TIME = Date.UTC(1980, 0);
/** Numbers since 1970 are of the unit in which they lie between 1980 and this year. */
const LAST_TIME = Date.UTC(2100, 0);
/** Milliseconds of a second, a millisecond, a microsecond and a nanosecond. */
const epochUnits = [1000, 1, 1e-3, 1e-6];
const epochText = /^\d{9,19}(?:[.,]\d+)?$/;

/**
 * ISO 8601 text (a blank for `T`, an offset without colon and missing seconds are common and taken;
 * without a zone it is UTC, as GPX has it), or a number of seconds, milliseconds, microseconds or nanoseconds since 1970.
 */
function timeOf(value: unknown, place: Place): number {
  const time =
    typeof value === 'number'
      ? epochTime(value)
      : typeof value === 'string'
        ? textTime(value.trim())
        : Number.NaN;
  if (Number.isFinite(time)) return time;
  throw new TrackError(
    'TRACK_BAD_TIME',
    `${shown(value)} is not a date and time.`,
    'Write times as ISO 8601, such as 2024-05-13T08:30:00Z, as a number since 1970 (seconds, milliseconds, microseconds or nanoseconds), or in a CSV column whose name says the unit, such as "time (s)".',
    place,
  );
}

function epochTime(value: number): number {
  const unit = epochUnits.find((unit) => value * unit >= FIRST_TIME && value * unit < LAST_TIME);
  return unit === undefined ? Number.NaN : Math.round(value * unit);
}

function textTime(text: string): number {
  if (epochText.test(text)) return epochTime(numberOf(text));
  const match = isoTime.exec(text);
  if (!match) return Number.NaN;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const isLeap = second === 60;
  const fraction = isLeap ? 999 : Math.trunc(Number(`0.${match[7] ?? 0}`) * 1000);
  const local = Date.UTC(year, month - 1, day, hour, minute, isLeap ? 59 : second, fraction);
  // A part that overflows (30 February, 25 o'clock) would move on into the next one.
  const there = new Date(local);
  if (there.getUTCDate() !== day || there.getUTCHours() !== hour || there.getUTCMinutes() !== minute)
    return Number.NaN;
  const time = local - offsetOf(match[8]);
  // A leap second ends a day of UTC, and is taken for the last moment before the next.
  return isLeap && (time + 1) % DAY !== 0 ? Number.NaN : time;
}

function offsetOf(zone: string | undefined): number {
  if (!zone || zone === 'Z' || zone === 'z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || 0);
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
