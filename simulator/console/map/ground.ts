/** The ground under the fleet: it follows the story, the colours and the user's own tiles. */
import { computed, effect } from '@preact/signals';
import { isDark } from '../state/preferences.ts';
import { roads, story } from '../state/story.ts';
import type { BaseMap } from './base.ts';
import { basemapSources, loadBasemap } from './basemap.ts';
import { noteGround } from './measure.ts';
import { dark, light, type Palette } from './palette.ts';
import { BASEMAP_SOURCES, sources } from './sources.ts';
import { type Ground, styleOf } from './style.ts';
import { loadTiles } from './tiles.ts';

/** The colours of now. */
export function paletteOfNow(): Palette {
  return isDark.value ? dark : light;
}

/** Brings tiles or the basemap, and keeps all of it up to date; returns a function that ends this. */
export function keepGround(map: BaseMap): () => void {
  const ground: Ground = {
    tiles: null,
    basemap: null,
    isAway: false,
    isLandDrawn: false,
    story: null,
    roads: null,
  };
  let isReady = false;

  /** MapLibre finds out what changed, once it has taken in the first one. */
  function show(): void {
    const palette = paletteOfNow();
    // This colour is seen beside the picture while it is shifted, and before there is one.
    map.getContainer().style.backgroundColor = palette.land;
    sources.value =
      ground.basemap !== null && ground.isAway ? BASEMAP_SOURCES : (ground.tiles?.attribution ?? '');
    if (isReady) map.setStyle(styleOf(ground, palette), { diff: true, validate: false });
  }

  map.once('style.load', () => {
    isReady = true;
    show();
  });
  async function bring(): Promise<void> {
    ground.tiles = await loadTiles();
    if (ground.tiles === null) ground.basemap = await loadBasemap();
    show();
    await stillSourcesLoaded(map, ground);
    noteGround();
    ground.isLandDrawn = ground.basemap !== null;
    show();
  }
  // Without it the fleet is still there to be seen.
  void bring();

  // Checks of a story are renewed while it plays: only what is drawn of it counts.
  const drawn = [computed(() => story.value?.sites), computed(() => story.value?.routes), roads];
  return effect(() => {
    for (const part of drawn) part.value;
    ground.story = story.peek();
    ground.roads = roads.value ?? null;
    ground.isAway = roads.value === null;
    show();
  });
}

/** Waits until what does not move is drawn: a map on which vehicles move may never be idle. */
function stillSourcesLoaded(map: BaseMap, { tiles, basemap }: Ground): Promise<void> {
  const ground = tiles?.sources ?? (basemap === null ? {} : basemapSources(basemap));
  const still = ['roads', ...Object.keys(ground)];
  return new Promise((resolve) => {
    map.on('sourcedata', function look() {
      if (!still.every((id) => map.getSource(id) !== undefined && map.isSourceLoaded(id))) return;
      map.off('sourcedata', look);
      map.once('render', () => resolve());
      map.triggerRepaint();
    });
  });
}
