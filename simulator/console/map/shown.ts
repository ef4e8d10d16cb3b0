/** Data of MapLibre's sources that change while vehicles move. */
import { signal } from '@preact/signals';
import type { Feature, FeatureCollection, Position } from 'geojson';
import type { GeoJSONSource, StyleSpecification } from 'maplibre-gl';
import type { BaseMap } from './base.ts';
import { latitudeOf, longitudeOf, type WorldPoint } from './camera.ts';

/** True if the reported locations are shown: vehicles are shown where they are, and their receivers are a little off. */
export const reportedShown = signal(false);

const SOURCES = ['tails', 'trail', 'stops', 'reported', 'crowd'] as const;
type Source = (typeof SOURCES)[number];

/** A style that is set anew has the data of now in it: else they would be gone with each. */
const shown = new Map<Source, Feature[]>();

export function shownSources(): StyleSpecification['sources'] {
  return Object.fromEntries(
    SOURCES.map((source) => [
      source,
      {
        type: 'geojson' as const,
        data: collection(shown.get(source) ?? []),
        ...(source === 'trail' && { lineMetrics: true }),
      },
    ]),
  );
}

/** Puts features into a source, where they are others than those in it. */
export function showIn(map: BaseMap, source: Source, features: Feature[]): void {
  const before = shown.get(source) ?? [];
  if (features.length === 0 && before.length === 0) return;
  // A crowd is always another, and long to compare.
  if (source !== 'crowd' && JSON.stringify(before) === JSON.stringify(features)) return;
  shown.set(source, features);
  map.getSource<GeoJSONSource>(source)?.setData(collection(features));
}

export function collection(features: Feature[]): FeatureCollection {
  return { type: 'FeatureCollection', features };
}

export function pointFeature(point: WorldPoint, properties: Feature['properties'] = {}): Feature {
  return { type: 'Feature', properties, geometry: { type: 'Point', coordinates: positionOf(point) } };
}

export function lineFeature(line: readonly WorldPoint[]): Feature {
  const coordinates = line.map(positionOf);
  return { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } };
}

function positionOf([x, y]: WorldPoint): Position {
  return [longitudeOf(x), latitudeOf(y)];
}
