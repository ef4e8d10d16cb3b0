/** The town as GeoJSON, for maps (RFC 7946). */

import type { Feature, FeatureCollection, LineString, Point } from 'geojson';
import type { Position } from '../../../contracts/kit/geodesy.ts';
import { itemAt } from '../../../contracts/kit/items.ts';
import type { RoadClass } from './classes.ts';
import { roadClasses } from './classes.ts';
import { town } from './town.ts';

export type TownProperties = {
  class: Exclude<RoadClass, 'tunnel'> | 'river' | 'place';
  name?: string;
  tunnel: boolean;
};

/** Roads and the river as lines, places as points. A tunnel is a part of the ring. */
export function townAsGeoJson(): FeatureCollection<LineString | Point, TownProperties> {
  const { nodes, roads, places, river } = town();
  const lines = roads.map(({ kind, name, nodes: along }): Feature<LineString, TownProperties> => {
    const { tunnel } = roadClasses[kind];
    const coordinates = along.map((node) => coordinatesOf(itemAt(nodes, node)));
    return {
      type: 'Feature',
      properties: { class: kind === 'tunnel' ? 'ring' : kind, name, tunnel },
      geometry: { type: 'LineString', coordinates },
    };
  });
  const water: Feature<LineString, TownProperties> = {
    type: 'Feature',
    properties: { class: 'river', tunnel: false },
    geometry: { type: 'LineString', coordinates: river.map(coordinatesOf) },
  };
  const points = places.map(
    (place): Feature<Point, TownProperties> => ({
      type: 'Feature',
      properties: { class: 'place', name: place.title, tunnel: false },
      geometry: { type: 'Point', coordinates: coordinatesOf(place) },
    }),
  );
  return { type: 'FeatureCollection', features: [water, ...lines, ...points] };
}

function coordinatesOf({ latitude, longitude }: Position): [number, number] {
  return [longitude, latitude];
}
