/**
 * Reads a track from JSON: GeoJSON (RFC 7946), or a list of points with their times,
 * `[{ "point": "POINT(lon lat)", "time": "…" }, …]`, each with its `vehicle` where there are several.
 *
 * GeoJSON itself has no place for times; these conventions are understood:
 * - a LineString, MultiLineString or MultiPoint with a list of times beside the coordinates, in
 *   the property `coordTimes`, `times`, `time` or `coordinateProperties.times`
 * - Points with a time in the property `time`, `timestamp`, `datetime`, `dateTime` or `deviceTime`
 */
import { errorFacts, type Fields, fieldsOf } from '../../contracts/kit/fields.ts';
import { JsonError, parseJson } from '../../contracts/kit/json.ts';
import { trackBounds } from './bounds.ts';
import type { RawPoint, Reader } from './points.ts';
import { TrackError, unreadable } from './track-error.ts';

const names = {
  list: ['coordTimes', 'times', 'time'],
  point: ['time', 'timestamp', 'datetime', 'dateTime', 'deviceTime'],
  vehicle: ['vehicle', 'vehicleId', 'device', 'deviceId', 'imei'],
};

/** @throws {TrackError} */
export const readJson: Reader = (text, take) => {
  const document = parsed(text);
  if (!Array.isArray(document)) return readGeoJson(document, take);
  for (const [index, entry] of document.entries()) take(pointOf(fieldsOf(entry), index + 1));
  return undefined;
};

function parsed(text: string): unknown {
  try {
    return parseJson(text, trackBounds.depth);
  } catch (error) {
    if (error instanceof JsonError && error.code === 'TOO_DEEP') {
      const hint = 'A position is a list in a list in an object; export the track again.';
      throw new TrackError('TRACK_TOO_LARGE', `${error.message}.`, hint);
    }
    throw unreadable(
      `this is not well-formed JSON (${errorFacts(error).message}).`,
      'Check that the file is complete, or export the track again.',
    );
  }
}

const wellKnownText = /^\s*POINT(?:\s*Z)?\s*\(([^()]*)\)\s*$/i;

function pointOf({ point, time, vehicle }: Fields, number: number): RawPoint {
  const inside = typeof point === 'string' ? wellKnownText.exec(point)?.[1] : undefined;
  const [longitude, latitude, altitude, ...more] = inside?.trim().split(/\s+/) ?? [];
  if (latitude === undefined || more.length > 0)
    throw unreadable(
      'an entry of the list has no "point" of the form "POINT(lon lat)".',
      'Write each entry as { "point": "POINT(11.56 48.16)", "time": "2024-05-13T08:30:00Z" }.',
      { point: number },
    );
  const named = vehicle === undefined ? {} : { vehicle: String(vehicle) };
  return { longitude, latitude, altitude, time, place: { point: number }, ...named };
}

function readGeoJson(document: unknown, take: (point: RawPoint) => void): string | undefined {
  let name: string | undefined;
  let number = 0;
  let lines = 0;
  for (const feature of featuresOf(document)) {
    const properties = fieldsOf(feature.properties);
    const { type, coordinates } = fieldsOf(feature.geometry);
    const own = typeof properties.name === 'string' ? properties.name : undefined;
    const vehicle = firstOf(properties, names.vehicle);
    const belonging = {
      ...((typeof vehicle === 'string' || typeof vehicle === 'number') && { vehicle: String(vehicle) }),
      // Points belong to the first line, of which they mark places; each line may be another vehicle.
      ...{ section: String(type === 'Point' ? 1 : ++lines), name: own },
    };
    for (const [position, time] of timedPositions(type, coordinates, properties)) {
      const [longitude, latitude, altitude] = listOf(position);
      take({ longitude, latitude, altitude, time, place: { point: ++number }, ...belonging });
    }
    name ??= own;
  }
  return name;
}

/** The positions of a geometry, with the times beside them; none of areas and empty geometries. */
function timedPositions(type: unknown, coordinates: unknown, properties: Fields): [unknown, unknown][] {
  if (type === 'Point') return [[coordinates, firstOf(properties, names.point)]];
  const times =
    firstOf(fieldsOf(properties.coordinateProperties), names.list) ?? firstOf(properties, names.list);
  if (type === 'LineString' || type === 'MultiPoint') return pairs(coordinates, times);
  if (type !== 'MultiLineString') return [];
  // The times come line by line, or all in one list.
  const byLine = listOf(times);
  if (!byLine.some(Array.isArray)) return pairs(listOf(coordinates).flatMap(listOf), times);
  return listOf(coordinates).flatMap((line, index) => pairs(line, byLine[index]));
}

function featuresOf(document: unknown): Fields[] {
  const root = fieldsOf(document);
  if (root.type === 'FeatureCollection') return listOf(root.features).map(fieldsOf);
  if (root.type === 'Feature') return [root];
  if ('coordinates' in root) return [{ geometry: root, properties: {} }];
  throw unreadable(
    'this JSON is neither GeoJSON nor a list of points.',
    'A track is a GeoJSON Feature or FeatureCollection, or a list of { "point": "POINT(lon lat)", "time": … }.',
  );
}

function pairs(positions: unknown, times: unknown): [unknown, unknown][] {
  const [list, beside] = [listOf(positions), listOf(times)];
  if (beside.length > 0 && beside.length !== list.length)
    throw new TrackError(
      'TRACK_BAD_TIME',
      `a line has ${list.length} positions and ${beside.length} times.`,
      'Give one time for each position, in the same order (null for a position without one).',
    );
  return list.map((position, index) => [position, beside[index]]);
}

function firstOf(properties: Fields, names: readonly string[]): unknown {
  const name = names.find((candidate) => Object.hasOwn(properties, candidate));
  return name === undefined ? undefined : properties[name];
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
