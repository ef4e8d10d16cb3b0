/** How wide the town's roads are drawn, in CSS pixels: main roads and streets, by zoom. */
import type { ExpressionSpecification } from 'maplibre-gl';

/** Between two zooms a width grows with this base for each level. */
const BASE = 1.6;
const WIDTHS = [
  { zoom: 10, main: 1.5, street: 0.5 },
  { zoom: 13, main: 4, street: 2 },
  { zoom: 16, main: 14, street: 8 },
  { zoom: 19, main: 60, street: 36 },
] as const;
const MAIN = ['ring', 'arterial', 'motorway', 'main'];

/** The width of a road of any class, for MapLibre; `more` is added to it. */
export function roadWidth(more: number): ExpressionSpecification {
  const stops = WIDTHS.flatMap(({ zoom, main, street }): (number | ExpressionSpecification)[] => [
    zoom,
    ['match', ['get', 'class'], MAIN, main + more, street + more],
  ]);
  return ['interpolate', ['exponential', BASE], ['zoom'], ...stops];
}

/** The width of a main road at a zoom; the same function of the zoom as above. */
export function mainRoadWidthAt(zoom: number): number {
  let before: (typeof WIDTHS)[number] = WIDTHS[0];
  for (const after of WIDTHS) {
    if (after.zoom > zoom && after !== before) {
      const share = (BASE ** Math.max(0, zoom - before.zoom) - 1) / (BASE ** (after.zoom - before.zoom) - 1);
      return before.main + (after.main - before.main) * share;
    }
    before = after;
  }
  return before.main;
}
