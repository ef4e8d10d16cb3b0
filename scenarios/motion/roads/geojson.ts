/** The town as GeoJSON, for maps (RFC 7946). */

import type { Feature, FeatureCollection, LineString, Point, Polygon } from 'geojson';
import { itemAt } from '../../../contracts/kit/items.ts';
import type { Position } from '../geodesy.ts';
import { type Block, blocksOf } from './blocks.ts';
import type { RoadClass } from './classes.ts';
import { roadClasses } from './classes.ts';
import { town } from './town.ts';

export type TownProperties = {
  class: Exclude<RoadClass, 'tunnel'> | Block['kind'] | 'river' | 'place' | 'district';
  name?: string;
  tunnel: boolean;
};

/** Roads and the river as lines, blocks and parks as areas, places and districts as points. A tunnel is a part of the ring. */
export function townAsGeoJson(): FeatureCollection<LineString | Point | Polygon, TownProperties> {
  const { nodes, roads, places, river, districts } = town();
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
  const areas = blocksOf({ nodes, roads, places }).map(
    ({ kind, corners }): Feature<Polygon, TownProperties> => ({
      type: 'Feature',
      properties: { class: kind, tunnel: false },
      geometry: { type: 'Polygon', coordinates: [[...corners, ...corners.slice(0, 1)].map(coordinatesOf)] },
    }),
  );
  const named = [
    ...places.map(({ title, ...at }) => pointOf('place', title, at)),
    ...districts.map(({ name, ...at }) => pointOf('district', name, at)),
  ];
  return { type: 'FeatureCollection', features: [...areas, water, ...lines, ...named] };
}

function pointOf(kind: 'place' | 'district', name: string, at: Position): Feature<Point, TownProperties> {
  return {
    type: 'Feature',
    properties: { class: kind, name, tunnel: false },
    geometry: { type: 'Point', coordinates: coordinatesOf(at) },
  };
}

function coordinatesOf({ latitude, longitude }: Position): [number, number] {
  return [longitude, latitude];
}
