/** The points of a recording: as a file has them, and their positions and times, checked. */
import { DAY } from '../../contracts/kit/durations.ts';
import { wrapped } from './geodesy.ts';
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

/** A point as recorded. Degrees (WGS 84), metres, milliseconds since 1970 UTC. */
export interface RecordedPoint {
  time: number;
  latitude: number;
  longitude: number;
  altitude?: number;
}

/** Metres beyond which an elevation is none: receivers write -9999 or -32768 where they know none. */
const ELEVATIONS = { min: -1_000, max: 10_000 };

/** `undefined` where the receiver had no fix: nothing, or zeros, are reported then. Throws a TrackError. */
export function pointIn({
  place,
  ...raw
}: RawPoint): (Omit<RecordedPoint, 'time'> & { time?: number }) | undefined {
  if (isEmpty(raw.latitude) && isEmpty(raw.longitude)) return undefined;
  const [latitude, longitude, altitude] = [raw.latitude, raw.longitude, raw.altitude].map(numberOf) as [
    number,
    number,
    number,
  ];
  if (latitude === 0 && longitude === 0) return undefined;
  // Longitudes may count on past the date line, or eastwards from 0 to 360.
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 360) {
    const isKnown = altitude > ELEVATIONS.min && altitude < ELEVATIONS.max;
    return {
      ...(isEmpty(raw.time) ? {} : { time: timeOf(raw.time, place) }),
      ...{ latitude, longitude: wrapped(longitude), ...(isKnown && { altitude }) },
    };
  }
  if (Math.abs(longitude) <= 90 && Math.abs(latitude) <= 180)
    throw new TrackError(
      'TRACK_AXES_SWAPPED',
      `latitude ${latitude} with longitude ${longitude}: the two seem to be the wrong way round.`,
      'GPX names them lat and lon; GeoJSON and KML put the longitude first. Swap them in the file.',
      place,
    );
  throw new TrackError(
    'TRACK_OUT_OF_RANGE',
    `${shown(raw.latitude)}, ${shown(raw.longitude)} is not a position on earth.`,
    'Latitudes run from -90 to 90, longitudes from -180 to 180 (or to 360), in decimal degrees (WGS 84).',
    place,
  );
}

/** Returns whether a field holds nothing, in one of the ways in which exports write that. */
function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'string' && /^(?:nan|null|none|n\/a|-+)?$/i.test(value.trim());
}

function numberOf(value: unknown): number {
  if (typeof value !== 'string') return typeof value === 'number' ? value : Number.NaN;
  const text = value.trim();
  return text === '' ? Number.NaN : Number(/^[-+]?\d+,\d+$/.test(text) ? text.replace(',', '.') : text);
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/**
 * 1980, in milliseconds since 1970: recordings are later. A smaller number counts from somewhere else, and only its
 * column may say in which unit.
 */
export const FIRST_TIME = Date.UTC(1980, 0);
/** Numbers since 1970 are of the unit in which they lie between 1980 and this year. */
const LAST_TIME = Date.UTC(2100, 0);
/** Milliseconds of a second, a millisecond, a microsecond and a nanosecond. */
const epochUnits = [1000, 1, 1e-3, 1e-6];

/**
 * ISO 8601 text (a blank for `T`, an offset without colon and missing seconds are common and taken;
 * without a zone it is UTC, as GPX has it), or a number of seconds, milliseconds, microseconds or nanoseconds since 1970.
 */
function timeOf(value: unknown, place: Place): number {
  const text = typeof value === 'string' ? value.trim() : '';
  const isNumber = typeof value === 'number' || /^\d{9,19}(?:[.,]\d+)?$/.test(text);
  const number = numberOf(value);
  const unit = epochUnits.find((unit) => number * unit >= FIRST_TIME && number * unit < LAST_TIME);
  const time = isNumber ? Math.round(number * (unit ?? Number.NaN)) : textTime(text);
  if (Number.isFinite(time)) return time;
  throw new TrackError(
    'TRACK_BAD_TIME',
    `${shown(value)} is not a date and time.`,
    'Write times as ISO 8601, such as 2024-05-13T08:30:00Z, as a number since 1970 (seconds, milliseconds, microseconds or nanoseconds), or in a CSV column whose name says the unit, such as "time (s)".',
    place,
  );
}

const isoTime =
  /^(\d{4}-\d\d-\d\d)[T ]((?:[01]\d|2[0-3]):\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)? ?(?:Z|([+-]\d\d)(?::?(\d\d))?)?$/i;

function textTime(text: string): number {
  const [, date, minute, second = '00', fraction = '0', hours = '+00', minutes = '00'] =
    isoTime.exec(text) ?? [];
  if (date === undefined) return Number.NaN;
  // A leap second ends a day of UTC, and is taken for the last moment before the next.
  const isLeap = second === '60';
  const within = isLeap ? '59.999' : `${second}.${fraction}`;
  // A day that its month does not have would be one of the next.
  const day = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(day) || !new Date(day).toISOString().startsWith(date)) return Number.NaN;
  const time = Date.parse(`${date}T${minute}:${within}${hours}:${minutes}`);
  return isLeap && (time + 1) % DAY !== 0 ? Number.NaN : time;
}
