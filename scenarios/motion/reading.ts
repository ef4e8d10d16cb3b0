/** What the readers of the formats have in common: one recorded point, checked. */
import { trackBounds } from '../../contracts/kit/bounds.ts';
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

/** What a reader makes of a file. */
export interface Reading {
  /** The name that the file gives the track. */
  name?: string | undefined;
  points: RecordedPoint[];
  /** Points that carry no time: a line that can be driven, but not in its own rhythm. */
  untimed: Position[];
}

/** Collects the points of a file, those without a time apart. */
export class PointCollector {
  readonly reading: Reading = { points: [], untimed: [] };
  #count = 0;

  /** @throws {TrackError} TRACK_TOO_LARGE, TRACK_OUT_OF_RANGE, TRACK_AXES_SWAPPED, TRACK_BAD_TIME */
  add(raw: { time: unknown; latitude: unknown; longitude: unknown; altitude?: unknown }, place: Place): void {
    this.#count += 1;
    if (this.#count > trackBounds.points) throw tooMany(place);
    const { latitude, longitude } = positionOf(raw.latitude, raw.longitude, place);
    const altitude = numberOf(raw.altitude);
    const position = { latitude, longitude, ...(Number.isFinite(altitude) && { altitude }) };
    if (raw.time === undefined || raw.time === null || raw.time === '') this.reading.untimed.push(position);
    else this.reading.points.push({ time: timeOf(raw.time, place), ...position });
  }
}

function tooMany(place: Place): TrackError {
  const what = `there are more than ${trackBounds.points.toLocaleString('en')} points.`;
  return new TrackError('TRACK_TOO_LARGE', what, 'Split the track, or thin its points out.', place);
}

function positionOf(rawLatitude: unknown, rawLongitude: unknown, place: Place) {
  const latitude = numberOf(rawLatitude);
  const longitude = numberOf(rawLongitude);
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return { latitude, longitude };
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
    'Latitudes run from -90 to 90, longitudes from -180 to 180, in decimal degrees (WGS 84).',
    place,
  );
}

function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

const isoTime =
  /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)? ?(Z|[+-]\d\d(?::?\d\d)?)?$/i;
/** Epoch numbers from here on are milliseconds: as seconds they would be beyond the year 5000. */
const firstMillisecondNumber = 1e11;
/**
 * In 1980, in seconds since 1970: whatever is recorded is later. A smaller number counts from somewhere else, and only
 * its column may say in which unit.
 */
export const FIRST_SECOND = 315_532_800;

/**
 * ISO 8601 text (a blank for `T`, an offset without colon and missing seconds are common and taken;
 * without a zone it is UTC, as GPX has it), or a number of seconds or milliseconds since 1970.
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
    'Write times as ISO 8601, such as 2024-05-13T08:30:00Z, as seconds or milliseconds since 1970, or in a CSV column whose name says the unit, such as "time (s)".',
    place,
  );
}

function epochTime(value: number): number {
  if (Math.abs(value) < FIRST_SECOND) return Number.NaN;
  const time = Math.round(Math.abs(value) < firstMillisecondNumber ? value * 1000 : value);
  return Number.isFinite(new Date(time).getTime()) ? time : Number.NaN;
}

function textTime(text: string): number {
  const match = isoTime.exec(text);
  if (!match) return Number.NaN;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const fraction = Math.trunc(Number(`0.${match[7] ?? 0}`) * 1000);
  const local = Date.UTC(year, month - 1, day, hour, minute, second, fraction);
  // A part that overflows (30 February, 25 o'clock) would move on into the next one.
  const there = new Date(local);
  if (there.getUTCDate() !== day || there.getUTCHours() !== hour || there.getUTCMinutes() !== minute)
    return Number.NaN;
  return local - offsetOf(match[8]);
}

function offsetOf(zone: string | undefined): number {
  if (!zone || zone === 'Z' || zone === 'z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || 0);
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
