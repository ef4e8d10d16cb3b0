/** A point of a recording: as a file has it, and its position and time, checked. */
import { DAY } from '../../contracts/kit/durations.ts';
import { type Place, TrackError } from './track-error.ts';

/** A point as a file has it. */
export interface RawPoint {
  latitude: unknown;
  longitude: unknown;
  altitude?: unknown;
  time?: unknown;
  place: Place;
  /** The vehicle that the file names. */
  vehicle?: string | undefined;
  /** The line or column value that groups points: a vehicle of its own where its times overlap with those of another. */
  section?: string | undefined;
  /** Names the section. */
  name?: string | undefined;
}

/** Gives each point of a text to `take`, and returns the name that the file gives the track. */
export type Reader = (text: string, take: (point: RawPoint) => void) => string | undefined;

/** Position of a point. */
export interface Position {
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

/** Returns whether a field holds nothing, in one of the ways in which exports write that. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'string' && /^(?:nan|null|none|n\/a|-+)?$/i.test(value.trim());
}

/** Metres beyond which an elevation is none: receivers write -9999 or -32768 where they know none. */
const ELEVATIONS = { min: -1_000, max: 10_000 };

/** `undefined` where the receiver had no fix: nothing, or zeros, are reported then. Throws a TrackError. */
export function positionOf({ place, ...raw }: RawPoint): Position | undefined {
  if (isEmpty(raw.latitude) && isEmpty(raw.longitude)) return undefined;
  const latitude = numberOf(raw.latitude);
  const longitude = numberOf(raw.longitude);
  if (latitude === 0 && longitude === 0) return undefined;
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 360) {
    const altitude = numberOf(raw.altitude);
    const isKnown = altitude > ELEVATIONS.min && altitude < ELEVATIONS.max;
    return { latitude, longitude: wrapped(longitude), ...(isKnown && { altitude }) };
  }
  if (Math.abs(longitude) <= 90 && Math.abs(latitude) <= 180) {
    throw new TrackError(
      'TRACK_AXES_SWAPPED',
      `latitude ${latitude} with longitude ${longitude}: the two seem to be the wrong way round.`,
      'GPX names them lat and lon; GeoJSON, KML and POINT( ) put the longitude first. Swap them in the file.',
      place,
    );
  }
  throw new TrackError(
    'TRACK_OUT_OF_RANGE',
    `${shown(raw.latitude)}, ${shown(raw.longitude)} is not a position on earth.`,
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
 * Throws a TrackError.
 */
export function timeOf(value: unknown, place: Place): number {
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
