/**
 * Reads a track from GeoJSON (RFC 7946), which itself has no place for times; these conventions are understood:
 * - a LineString, MultiLineString or MultiPoint with a list of times beside the coordinates, in
 *   the property `coordTimes`, `times`, `time` or `coordinateProperties.times`
 * - Points with a time in the property `time`, `timestamp`, `datetime`, `dateTime` or `deviceTime`
 */
import { errorFacts, type Fields, fieldsOf } from '../../contracts/kit/fields.ts';
import { JsonError, parseJson } from '../../contracts/kit/json.ts';
import type { Reader } from './points.ts';
import { TrackError, trackBounds, unreadable } from './track-error.ts';

const names = {
  list: ['coordTimes', 'times', 'time'],
  point: ['time', 'timestamp', 'datetime', 'dateTime', 'deviceTime'],
  vehicle: ['vehicle', 'vehicleId', 'device', 'deviceId', 'imei'],
};

/** @throws {TrackError} */
export const readJson: Reader = (text, take) => {
  let trackName: string | undefined;
  let number = 0;
  let lines = 0;
  for (const { properties: given, geometry } of featuresOf(parsed(text))) {
    const properties = fieldsOf(given);
    const { type, coordinates } = fieldsOf(geometry);
    const name = typeof properties.name === 'string' ? properties.name : undefined;
    const vehicle = firstOf(properties, names.vehicle);
    const belonging = {
      ...((typeof vehicle === 'string' || typeof vehicle === 'number') && { vehicle: String(vehicle) }),
      // Points belong to the first line, of which they mark places; each line may be another vehicle.
      ...{ section: String(type === 'Point' ? 1 : ++lines), name },
    };
    for (const [position, time] of timedPositions(type, coordinates, properties)) {
      const [longitude, latitude, altitude] = listOf(position);
      take({ longitude, latitude, altitude, time, place: { point: ++number }, ...belonging });
    }
    trackName ??= name;
  }
  return trackName;
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

function featuresOf(document: unknown): Fields[] {
  const root = fieldsOf(document);
  if (root.type === 'FeatureCollection') return listOf(root.features).map(fieldsOf);
  if (root.type === 'Feature') return [root];
  if ('coordinates' in root) return [{ geometry: root }];
  throw unreadable('this JSON is no GeoJSON.', 'A track is a GeoJSON Feature or FeatureCollection.');
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
