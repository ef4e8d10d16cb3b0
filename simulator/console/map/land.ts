/** The outline of the world, which comes with the page. */
import type { FeatureCollection } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import world from 'world-atlas/countries-50m.json?url';

/** Land as areas and, among them, borders between countries as lines; told apart by the kind of geometry. */
export async function loadLand(): Promise<FeatureCollection> {
  const reply = await fetch(world);
  const topology = (await reply.json()) as Topology<{
    countries: GeometryCollection;
    land: GeometryCollection;
  }>;
  const { countries, land } = topology.objects;
  const borders = mesh(topology, countries, (one, other) => one !== other);
  return {
    type: 'FeatureCollection',
    features: [...feature(topology, land).features, { type: 'Feature', properties: {}, geometry: borders }],
  };
}
