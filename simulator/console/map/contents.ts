/** The data of the map's sources: the town, the places of the story, recorded drives, and what is known of vehicles. */
import type { Feature, FeatureCollection, Position } from 'geojson';
import type { GeoJSONSource, StyleSpecification } from 'maplibre-gl';
import type { CurrentStory, LatLon, StorySite } from '../../control/schemas/index.ts';
import { placeInWords } from '../look/format.ts';
import type { BaseMap } from './base.ts';
import { latitudeOf, longitudeOf, type WorldPoint, worldMetres, worldX, worldY } from './camera.ts';
import { SPEED_STEPS } from './shared.ts';

type Source = 'roads' | 'routes' | 'areas' | 'sites' | 'recorded' | 'trail' | 'stops' | 'reported' | 'crowd';
export type Contents = { [S in Source]: FeatureCollection };

const collection = (features: Feature[]): FeatureCollection => ({ type: 'FeatureCollection', features });

export function noContents(): Contents {
  const none = collection([]);
  return {
    ...{ roads: none, routes: none, areas: none, sites: none, recorded: none },
    ...{ trail: none, stops: none, reported: none, crowd: none },
  };
}

/** The last zoom for which roads are cut into tiles, in steps of less than a metre: nearer by they are shown larger. */
const ROADS_TO = 14;

export function sourcesOf(contents: Contents): StyleSpecification['sources'] {
  return Object.fromEntries(
    Object.entries(contents).map(([source, data]) => [
      source,
      {
        ...{ type: 'geojson' as const, data },
        ...(source === 'roads' && { maxzoom: ROADS_TO }),
        ...(source === 'trail' && { lineMetrics: true }),
      },
    ]),
  );
}

/** Puts features into a source, where they are others than those in it. A crowd is always another, and long to compare. */
export function put(map: BaseMap, contents: Contents, source: Source, features: Feature[]): void {
  const before = contents[source].features;
  if (features.length === 0 && before.length === 0) return;
  if (source !== 'crowd' && JSON.stringify(before) === JSON.stringify(features)) return;
  contents[source] = collection(features);
  map.getSource<GeoJSONSource>(source)?.setData(contents[source]);
}

export function pointFeature(point: WorldPoint, properties: Feature['properties'] = {}): Feature {
  return { type: 'Feature', properties, geometry: { type: 'Point', coordinates: positionOf(point) } };
}

export function lineFeature(line: readonly WorldPoint[]): Feature {
  const coordinates = line.map(positionOf);
  return { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } };
}

const positionOf = ([x, y]: WorldPoint): Position => [longitudeOf(x), latitudeOf(y)];
const toPosition = ([latitude, longitude]: LatLon): Position => [longitude, latitude];

export function siteFeature({ at, name }: StorySite): Feature {
  const properties = { name: placeInWords(name) };
  return { type: 'Feature', properties, geometry: { type: 'Point', coordinates: toPosition(at) } };
}

export function areaFeatures({ name, area }: StorySite): Feature[] {
  if (!area) return [];
  const ring =
    'circle' in area ? circle(area.circle.centre, area.circle.radius) : area.polygon.map(toPosition);
  const coordinates = [[...ring, ...ring.slice(0, 1)]];
  return [{ type: 'Feature', properties: { name }, geometry: { type: 'Polygon', coordinates } }];
}

const CORNERS = 72;

/** A circle on the ground, whose radius is given in metres. */
function circle([latitude, longitude]: LatLon, radius: number): Position[] {
  const away = radius / worldMetres(latitude);
  const [x, y] = [worldX(longitude), worldY(latitude)];
  return Array.from({ length: CORNERS }, (_, corner) => {
    const angle = (2 * Math.PI * corner) / CORNERS;
    return positionOf([x + away * Math.sin(angle), y - away * Math.cos(angle)]);
  });
}

/** Seconds without a fix after which it is not known where a recorded vehicle drove. */
const MAX_STEP = 60;

/** Recorded drives as pieces from fix to fix: `until` when each is driven, and the `colour` of how fast it was. */
export function recordedFeatures(recorded: CurrentStory['recorded']): Feature[] {
  const { start = '', drives = [] } = recorded ?? {};
  return drives.flatMap(({ seconds, latitude, longitude, speed }) => {
    const place = (index: number) => [longitude[index] ?? 0, latitude[index] ?? 0];
    return seconds.slice(1).flatMap((second, before): Feature[] => {
      if (second - (seconds[before] ?? second) > MAX_STEP) return [];
      const until = Date.parse(start) + second * 1000;
      const colour = SPEED_STEPS.filter((step) => (speed[before + 1] ?? 0) >= step).length;
      const coordinates = [place(before), place(before + 1)];
      return [
        { type: 'Feature', properties: { until, colour }, geometry: { type: 'LineString', coordinates } },
      ];
    });
  });
}
