/** The whole ground as one function of what is known: MapLibre itself finds out what changed since the last time. */
import type { FeatureCollection } from 'geojson';
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl';
import type { CurrentStory } from '../../control/schemas/index.ts';
import { basemapLayers, basemapSources } from './basemap.ts';
import type { Palette } from './palette.ts';
import { storyLayers, storySources } from './storyLayers.ts';
import type { Tiles } from './tiles.ts';

export interface Ground extends Pick<CurrentStory, 'story' | 'roads'> {
  /** `null` while it is on its way. */
  land: FeatureCollection | null;
  /** Whether land has been drawn: before that all is ground, so that no water shows while it is loading. */
  isLandDrawn: boolean;
  tiles: Tiles | null;
  /** The address of the source of the basemap; `null` where it is not to be shown. */
  basemap: string | null;
}

/** The last zoom for which land is cut into tiles: from nearer by they are shown larger, so that all of it is there at once. */
const LAND_TO = 6;

export function styleOf(
  { land, isLandDrawn, tiles, basemap, ...current }: Ground,
  palette: Palette,
): StyleSpecification {
  return {
    version: 8,
    sources: {
      ...(land && { land: { type: 'geojson', data: land, tolerance: 0.5, maxzoom: LAND_TO } }),
      ...(basemap !== null && basemapSources(basemap)),
      ...tiles?.sources,
      ...storySources(current),
    },
    ...(tiles?.glyphs !== undefined && { glyphs: tiles.glyphs }),
    ...(tiles?.sprite !== undefined && { sprite: tiles.sprite }),
    layers: [
      {
        id: 'water',
        type: 'background',
        paint: { 'background-color': isLandDrawn ? palette.water : palette.land },
      },
      ...(land ? landLayers(palette) : []),
      ...(basemap === null ? [] : basemapLayers(palette)),
      ...(tiles?.layers(palette) ?? []),
      ...storyLayers(palette),
    ],
  };
}

function landLayers(palette: Palette): LayerSpecification[] {
  return [
    {
      id: 'land',
      type: 'fill',
      source: 'land',
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': palette.land, 'fill-antialias': false },
    },
    {
      id: 'borders',
      type: 'line',
      source: 'land',
      filter: ['==', ['geometry-type'], 'LineString'],
      paint: { 'line-color': palette.border, 'line-width': 1 },
    },
  ];
}
