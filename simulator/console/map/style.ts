/** The whole ground as one function of what is known: MapLibre itself finds out what changed since the last time. */
import type { StyleSpecification } from 'maplibre-gl';
import type { CurrentStory } from '../../control/schemas/index.ts';
import { awayLayers, basemapSources, landLayers } from './basemap.ts';
import { chosenLayers, recordedFeatures } from './chosen.ts';
import { crowdLayer } from './crowd.ts';
import { nameLayers } from './names.ts';
import type { Palette } from './palette.ts';
import { shownSources } from './shown.ts';
import { storyLayers, storySources } from './storyLayers.ts';
import type { Tiles } from './tiles.ts';

export interface Ground extends Pick<CurrentStory, 'story' | 'roads'> {
  tiles: Tiles | null;
  /** The address of the source of the basemap; `null` while it is on its way, and where there are tiles. */
  basemap: string | null;
  /** True if the fleet is known to be away from the bundled town. */
  isAway: boolean;
  /** True if its land has been drawn: before that all is ground, so that no water shows while it is loading. */
  isLandDrawn: boolean;
}

export function styleOf(
  { isAway, isLandDrawn, tiles, basemap, ...current }: Ground,
  palette: Palette,
): StyleSpecification {
  return {
    version: 8,
    state: { shown: { default: 0 } },
    sources: {
      ...(basemap !== null && basemapSources(basemap)),
      ...tiles?.sources,
      ...storySources(current),
      ...shownSources(),
      recorded: { type: 'geojson', data: recordedFeatures.peek() },
    },
    ...(tiles?.glyphs !== undefined && { glyphs: tiles.glyphs }),
    ...(tiles?.sprite !== undefined && { sprite: tiles.sprite }),
    layers: [
      {
        id: 'water',
        type: 'background',
        paint: { 'background-color': isLandDrawn ? palette.water : palette.land },
      },
      ...(basemap === null ? [] : landLayers(palette)),
      ...(basemap !== null && isAway ? awayLayers(palette) : []),
      ...(tiles?.layers(palette) ?? []),
      ...storyLayers(palette),
      ...chosenLayers(palette),
      ...nameLayers(palette),
      crowdLayer(palette),
    ],
  };
}
