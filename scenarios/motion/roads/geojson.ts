/** The town as GeoJSON, for maps (RFC 7946). */
import type { Feature, FeatureCollection, LineString, Point, Polygon } from 'geojson';
import { itemAt } from '../../../contracts/kit/items.ts';
import type { Position } from '../geodesy.ts';
import { type Block, blocksOf } from './blocks.ts';
import { type RoadClass, roadClasses } from './classes.ts';
import { town } from './town.ts';

export type TownProperties = {
  class: Exclude<RoadClass, 'tunnel'> | Block['kind'] | 'river' | 'place' | 'district';
  name?: string;
  tunnel: boolean;
};
type Shape = LineString | Point | Polygon;

/** Roads and the river as lines, blocks and parks as areas, places and districts as points. A tunnel is a part of the ring. */
export function townAsGeoJson(): FeatureCollection<Shape, TownProperties> {
  const { nodes, roads, places, river, districts } = town();
  const features = [
    ...blocksOf({ nodes, roads, places }).map(({ kind, corners }) => {
      const ring = [...corners, ...corners.slice(0, 1)].map(coordinatesOf);
      return featureOf(kind, { type: 'Polygon', coordinates: [ring] });
    }),
    featureOf('river', lineThrough(river)),
    ...roads.map(({ kind, name, nodes: along }) => {
      const line = lineThrough(along.map((node) => itemAt(nodes, node)));
      return featureOf(kind === 'tunnel' ? 'ring' : kind, line, { name, ...roadClasses[kind] });
    }),
    ...places.map(({ title: name, ...at }) => featureOf('place', pointAt(at), { name })),
    ...districts.map(({ name, ...at }) => featureOf('district', pointAt(at), { name })),
  ];
  return { type: 'FeatureCollection', features };
}

function featureOf(
  kind: TownProperties['class'],
  geometry: Shape,
  { name, tunnel = false }: { name?: string; tunnel?: boolean } = {},
): Feature<Shape, TownProperties> {
  const properties = { class: kind, ...(name !== undefined && { name }), tunnel };
  return { type: 'Feature', properties, geometry };
}

const lineThrough = (positions: readonly Position[]): LineString => ({
  type: 'LineString',
  coordinates: positions.map(coordinatesOf),
});

const pointAt = (at: Position): Point => ({ type: 'Point', coordinates: coordinatesOf(at) });

const coordinatesOf = ({ latitude, longitude }: Position) => [longitude, latitude];
