/** Coasts and borders of the real world, which are in the package, and its lakes, rivers and towns for vehicles away from the bundled town. */
import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import type { Palette } from './palette.ts';
import { openPmtiles } from './pmtilesFile.ts';

/** Up to this zoom its lakes and rivers are drawn: they are known to some kilometres. */
const WATER_TO = 9;
const SOURCE = 'basemap';

/** The address of its source; `null` where it cannot be read. */
export async function loadBasemap(): Promise<string | null> {
  try {
    return (await openPmtiles(new URL('basemap.pmtiles', location.href).href)).source;
  } catch {
    return null;
  }
}

export function basemapSources(url: string): StyleSpecification['sources'] {
  return { [SOURCE]: { type: 'vector', url } };
}

/** The last rank of the towns that are named at a zoom: the largest have rank 0. */
const shownRank: ExpressionSpecification = ['step', ['zoom'], 0, 4, 1, 5, 2, 6, 3, 7, 4, 8, 5];

const of = (layer: string) => ({ source: SOURCE, 'source-layer': layer });

export function landLayers(palette: Palette): LayerSpecification[] {
  return [
    {
      id: 'basemap-land',
      type: 'fill',
      ...of('land'),
      paint: { 'fill-color': palette.land, 'fill-antialias': false },
    },
    {
      id: 'basemap-borders',
      type: 'line',
      ...of('borders'),
      paint: { 'line-color': palette.border, 'line-width': 1.5, 'line-dasharray': [4, 2] },
    },
  ];
}

/** They would lie across the bundled town, which is none of the real world. */
export function awayLayers(palette: Palette): LayerSpecification[] {
  return [
    {
      id: 'basemap-lakes',
      type: 'fill',
      ...of('lakes'),
      maxzoom: WATER_TO,
      paint: { 'fill-color': palette.water, 'fill-antialias': false },
    },
    {
      id: 'basemap-rivers',
      type: 'line',
      ...of('rivers'),
      maxzoom: WATER_TO,
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: {
        'line-color': palette.water,
        'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.75, 8, 2.5],
      },
    },
    {
      id: 'basemap-towns',
      type: 'symbol',
      ...of('towns'),
      filter: ['<=', ['get', 'rank'], shownRank],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': ['system-ui', 'sans-serif'],
        'text-size': ['match', ['get', 'rank'], [0, 1], 15, 2, 14, 3, 13, 12],
        'text-padding': 8,
        'symbol-sort-key': ['get', 'rank'],
      },
      paint: { 'text-color': palette.town, 'text-halo-color': palette.land, 'text-halo-width': 1.5 },
    },
  ];
}
