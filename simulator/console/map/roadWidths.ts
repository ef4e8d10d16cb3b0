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
