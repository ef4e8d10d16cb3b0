/** The ground under the fleet: it follows the story, the colours and the user's own tiles. */
import { computed, effect, signal } from '@preact/signals';
import { isDark } from '../state/preferences.ts';
import { roads, story } from '../state/story.ts';
import type { BaseMap } from './base.ts';
import { loadBasemap } from './basemap.ts';
import { loadLand } from './land.ts';
import { noteGround } from './measure.ts';
import { dark, light, type Palette } from './palette.ts';
import { BASEMAP_SOURCES, sources } from './sources.ts';
import { type Ground, styleOf } from './style.ts';
import { loadTiles } from './tiles.ts';

/** The colours of now. */
export function paletteOfNow(): Palette {
  return isDark.value ? dark : light;
}

/** Brings land and tiles, and keeps all of it up to date; returns a function that ends this. */
export function keepGround(map: BaseMap): () => void {
  const ground: Ground = {
    land: null,
    isLandDrawn: false,
    tiles: null,
    basemap: null,
    story: null,
    roads: null,
  };
  /** Its address, once it was needed. */
  const basemap = signal<string | null>(null);
  let isBasemapAsked = false;
  let isReady = false;

  /** MapLibre finds out what changed, once it has taken in the first one. */
  function show(): void {
    const palette = paletteOfNow();
    // This colour is seen beside the picture while it is shifted, and before there is one.
    map.getContainer().style.backgroundColor = palette.land;
    sources.value = ground.basemap === null ? (ground.tiles?.attribution ?? '') : BASEMAP_SOURCES;
    if (isReady) map.setStyle(styleOf(ground, palette), { diff: true, validate: false });
  }

  async function bring<Part extends 'land' | 'tiles'>(part: Part, loading: Promise<Ground[Part]>) {
    ground[part] = await loading;
    show();
  }

  map.once('style.load', () => {
    isReady = true;
    show();
  });
  // Without them the fleet is still there to be seen.
  const tilesBrought = bring('tiles', loadTiles());
  void Promise.allSettled([bring('land', loadLand()), tilesBrought]).then(() =>
    map.once('idle', () => {
      noteGround();
      ground.isLandDrawn = ground.land !== null;
      show();
    }),
  );
  async function bringBasemap(): Promise<void> {
    isBasemapAsked = true;
    await tilesBrought;
    if (ground.tiles === null) basemap.value = await loadBasemap();
  }

  // Checks of a story are renewed while it plays: only what is drawn of it counts.
  const drawn = [computed(() => story.value?.sites), computed(() => story.value?.routes), roads];
  return effect(() => {
    for (const part of drawn) part.value;
    ground.story = story.peek();
    ground.roads = roads.value ?? null;
    const isAway = roads.value === null;
    if (isAway && !isBasemapAsked) void bringBasemap();
    ground.basemap = isAway ? basemap.value : null;
    show();
  });
}
