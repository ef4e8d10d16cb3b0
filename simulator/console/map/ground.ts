/** The ground under the fleet: it follows the story, the colours and the user's own tiles. */
import { effect } from '@preact/signals';
import type { Feature } from 'geojson';
import { isDark } from '../state/preferences.ts';
import { recorded, roads, routes, sites } from '../state/story.ts';
import type { BaseMap } from './base.ts';
import { areaFeatures, type Contents, put, recordedFeatures, siteFeature } from './contents.ts';
import { type Ground, styleOf } from './layers.ts';
import { noteGround } from './measure.ts';
import { dark, light, type Palette } from './palette.ts';
import { sources } from './shared.ts';
import { BASEMAP_SOURCES, loadBasemap, loadTiles } from './tiles.ts';

/** The colours of now. */
export function paletteOfNow(): Palette {
  return isDark.value ? dark : light;
}

/** Brings tiles or the basemap, and keeps all of it up to date; calls back once it is drawn, and returns a function that ends this. */
export function keepGround(map: BaseMap, contents: Contents, onReady: () => void): () => void {
  const ground: Ground = { tiles: null, basemap: null, isAway: false, isLandDrawn: false };
  let isReady = false;

  /** Sets the style: MapLibre finds out what changed, once it has taken in the first one. */
  function show(): void {
    const palette = paletteOfNow();
    // This colour is seen before there is a picture.
    map.getContainer().style.backgroundColor = palette.land;
    const isBasemapShown = ground.basemap !== null && ground.isAway;
    sources.value = isBasemapShown ? BASEMAP_SOURCES : (ground.tiles?.attribution ?? '');
    if (isReady) map.setStyle(styleOf(ground, contents, palette), { diff: true, validate: false });
  }

  map.once('style.load', () => {
    isReady = true;
    show();
  });
  async function bring(): Promise<void> {
    ground.tiles = await loadTiles();
    if (ground.tiles === null) ground.basemap = await loadBasemap();
    show();
    await stillSourcesLoaded(map, Object.keys(styleOf(ground, contents, light).sources));
    noteGround();
    onReady();
    ground.isLandDrawn = ground.basemap !== null;
    show();
  }
  // Without it the fleet is still there to be seen.
  void bring();

  // Checks of a story are renewed while it plays: only what is drawn of it counts.
  const features = (drawn: { features: readonly object[] } | null | undefined) =>
    [...(drawn?.features ?? [])] as Feature[];
  const stops = [
    effect(() => put(map, contents, 'sites', sites.value.map(siteFeature))),
    effect(() => put(map, contents, 'areas', sites.value.flatMap(areaFeatures))),
    effect(() => put(map, contents, 'routes', features(routes.value))),
    effect(() => put(map, contents, 'roads', features(roads.value))),
    effect(() => put(map, contents, 'recorded', recordedFeatures(recorded.value ?? null))),
    effect(() => {
      ground.isAway = roads.value === null;
      show();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Sources that change while vehicles move: a map with them may never be idle. */
const MOVING = ['trail', 'stops', 'reported', 'crowd', 'recorded'];

/** Waits until what does not move is drawn. */
function stillSourcesLoaded(map: BaseMap, all: readonly string[]): Promise<void> {
  const still = all.filter((id) => !MOVING.includes(id));
  return new Promise((resolve) => {
    map.on('sourcedata', function look() {
      if (!still.every((id) => map.getSource(id) !== undefined && map.isSourceLoaded(id))) return;
      map.off('sourcedata', look);
      map.once('render', () => resolve());
      map.triggerRepaint();
    });
  });
}
