/**
 * Reads a track from GeoJSON (RFC 7946).
 *
 * The format itself has no place for times; these conventions are understood:
 * - a LineString, MultiLineString or MultiPoint with a list of times beside the coordinates, in
 *   the property `coordTimes`, `times`, `time` or `coordinateProperties.times`
 * - Points with a time in the property `time`, `timestamp`, `datetime`, `dateTime` or `deviceTime`
 */
import { type Fields, fieldsOf } from '../../contracts/kit/fields.ts';
import { type Belonging, PointCollector, type Reading } from './reading.ts';
import { TrackError } from './track-error.ts';

const listNames = ['coordTimes', 'times', 'time'];
const vehicleNames = ['vehicle', 'vehicleId', 'device', 'deviceId', 'imei'];
const pointNames = ['time', 'timestamp', 'datetime', 'dateTime', 'deviceTime'];

/** How each geometry lays out its positions, and the times beside them. */
const layouts: { [type: string]: (coordinates: unknown, properties: Fields) => [unknown, unknown][] } = {
  Point: (coordinates, properties) => [[coordinates, firstOf(properties, pointNames)]],
  MultiPoint: (coordinates, properties) => pairs(coordinates, timeList(properties)),
  LineString: (coordinates, properties) => pairs(coordinates, timeList(properties)),
  MultiLineString: (coordinates, properties) => {
    const times = listOf(timeList(properties));
    // The times come line by line, or all in one list.
    if (!times.some(Array.isArray)) return pairs(listOf(coordinates).flatMap(listOf), times);
    return listOf(coordinates).flatMap((line, index) => pairs(line, times[index]));
  },
};

/** @throws {TrackError} */
export function readGeoJson(document: unknown): Reading {
  const collector = new PointCollector();
  let name: string | undefined;
  let number = 0;
  let lines = 0;
  for (const feature of featuresOf(document)) {
    const properties = fieldsOf(feature.properties);
    const geometry = fieldsOf(feature.geometry);
    const type = String(geometry.type);
    const belonging = belongingOf(properties, type === 'Point' ? undefined : ++lines);
    if (!Object.hasOwn(layouts, type)) continue; // areas and empty geometries are not part of a track
    for (const [position, time] of layouts[type]?.(geometry.coordinates, properties) ?? []) {
      number += 1;
      const [longitude, latitude, altitude] = listOf(position);
      collector.add({ longitude, latitude, altitude, time }, { point: number }, belonging);
    }
    if (typeof properties.name === 'string') name ??= properties.name;
  }
  return { recordings: collector.recordings, name };
}

/** Points belong to the first line, of which they mark places; each line may be another vehicle. */
function belongingOf(properties: Fields, line = 1): Belonging {
  const vehicle = firstOf(properties, vehicleNames);
  return {
    ...((typeof vehicle === 'string' || typeof vehicle === 'number') && { vehicle: String(vehicle) }),
    ...{ section: String(line), name: typeof properties.name === 'string' ? properties.name : undefined },
  };
}

function featuresOf(document: unknown): Fields[] {
  const root = fieldsOf(document);
  if (root.type === 'FeatureCollection') return listOf(root.features).map(fieldsOf);
  if (root.type === 'Feature') return [root];
  if (Object.hasOwn(layouts, String(root.type))) return [{ geometry: root, properties: {} }];
  throw new TrackError(
    'TRACK_NOT_READABLE',
    'this JSON is neither GeoJSON nor a list of points.',
    'A track is a GeoJSON Feature or FeatureCollection, or a list of { "point": "POINT(lon lat)", "time": … }.',
  );
}

function timeList(properties: Fields): unknown {
  return firstOf(fieldsOf(properties.coordinateProperties), listNames) ?? firstOf(properties, listNames);
}

function pairs(positions: unknown, times: unknown): [unknown, unknown][] {
  const list = listOf(positions);
  const beside = listOf(times);
  if (beside.length > 0 && beside.length !== list.length) {
    throw new TrackError(
      'TRACK_BAD_TIME',
      `a line has ${list.length} positions and ${beside.length} times.`,
      'Give one time for each position, in the same order (null for a position without one).',
    );
  }
  return list.map((position, index) => [position, beside[index]]);
}

function firstOf(properties: Fields, names: readonly string[]): unknown {
  const name = names.find((candidate) => Object.hasOwn(properties, candidate));
  return name === undefined ? undefined : properties[name];
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
