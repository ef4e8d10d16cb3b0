/** MapLibre as the ground under the fleet: land, borders, the user's own tiles, and the story's roads and places. */
import 'maplibre-gl/dist/maplibre-gl.css';
import { Map as BaseMap, ScaleControl, setWorkerUrl } from 'maplibre-gl';
import worker from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { units } from '../state/preferences.ts';

export type { BaseMap };

// The page's policy runs no script but those of the page's own origin.
setWorkerUrl(worker);

const START: { center: [number, number]; zoom: number } = { center: [10, 30], zoom: 1.4 };

const SCALES = { 'km/h': 'metric', mph: 'imperial', knots: 'nautical' } as const;

/** A map with nothing on it. Throws where the browser has no WebGL 2. */
export function createBase(container: HTMLElement): BaseMap {
  const map = new BaseMap({
    container,
    style: { version: 8, sources: {}, layers: [] },
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    maxPitch: 0,
    minZoom: 1,
    maxZoom: 19,
    renderWorldCopies: false,
    fadeDuration: 0,
    // Twice as many pixels as CSS pixels are as fine as the eye can see.
    pixelRatio: Math.min(2, devicePixelRatio),
    // Shown in words beside the map, in the page's own language.
    locale: { 'Map.Title': 'Map of the fleet. Arrow keys move it, plus and minus zoom.' },
  });
  map.jumpTo(START);
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  fetchAgain(map);
  const scale = new ScaleControl({ maxWidth: 120 });
  map.addControl(scale, 'bottom-left');
  map.on(
    'remove',
    units.subscribe(({ speed }) => scale.setUnit(SCALES[speed])),
  );
  return map;
}

/** Real milliseconds until the next attempt. */
const PAUSE = 2_000;

/** Fetches tiles again that could not be fetched, because the server was away, say. Whatever else goes wrong in the map is an error of the page. */
function fetchAgain(map: BaseMap): void {
  const failed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const again = () => {
    timer = undefined;
    const sources = [...failed].filter((source) => map.getSource(source));
    failed.clear();
    for (const source of sources) map.refreshTiles(source);
  };
  map.on('error', (event) => {
    if (!('sourceId' in event && typeof event.sourceId === 'string')) return reportError(event.error);
    failed.add(event.sourceId);
    timer ??= setTimeout(again, PAUSE);
  });
  map.on('remove', () => clearTimeout(timer));
}
