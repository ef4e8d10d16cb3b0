/** The outline of the world, which comes with the page. */

import type { Feature, FeatureCollection, MultiPolygon, Polygon, Position } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { itemAt } from '../../../contracts/kit/items.ts';
import { landFile } from './ahead.ts';
import { unwrapped } from './meridian.ts';

type World = Topology<{ countries: GeometryCollection; land: GeometryCollection }>;

/** Land as areas and, among them, borders between countries as lines; distinguished by the kind of geometry. */
export async function loadLand(): Promise<FeatureCollection> {
  const reply = await landFile;
  const topology: World = await reply.json();
  const { countries, land } = topology.objects;
  const borders = mesh(topology, countries, (one, other) => one !== other);
  return {
    type: 'FeatureCollection',
    features: [
      ...feature(topology, land).features.map(uncut),
      { type: 'Feature', properties: {}, geometry: borders },
    ],
  };
}

/** A ring that crosses the 180th meridian goes on beyond it, and is there once more on the other side. */
function uncut({ geometry }: Feature): Feature<MultiPolygon> {
  const polygons = partsOf(geometry as Polygon | MultiPolygon).flatMap((rings) => {
    const outer = unwrapped(itemAt(rings, 0));
    const holes = rings.slice(1);
    const other = otherSide(outer);
    return other ? [[outer, ...holes], [other]] : [[outer, ...holes]];
  });
  return { type: 'Feature', properties: {}, geometry: { type: 'MultiPolygon', coordinates: polygons } };
}

function partsOf(geometry: Polygon | MultiPolygon): Position[][][] {
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
}

/** A ring that reaches beyond the meridian, seen from beyond it. */
function otherSide(ring: Position[]): Position[] | undefined {
  const shift = ring.some(([longitude = 0]) => longitude > 180.01)
    ? -360
    : ring.some(([longitude = 0]) => longitude < -180.01)
      ? 360
      : undefined;
  return shift && ring.map(([longitude = 0, latitude = 0]) => [longitude + shift, latitude]);
}
