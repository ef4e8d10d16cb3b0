/** Names of the town and of the story's places. MapLibre writes them in the fonts of the machine, and keeps them apart. */
import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { Palette } from './palette.ts';

type Filter = ExpressionSpecification;
const FONT = ['system-ui', 'sans-serif'];

export function nameLayers(palette: Palette): LayerSpecification[] {
  const paint = (colour: string) => ({
    'text-color': colour,
    'text-halo-color': palette.halo,
    'text-halo-width': 1.5,
  });
  const points = (
    id: string,
    source: string,
    filter: Filter,
    minzoom: number,
    maxzoom: number,
    size: number,
  ) =>
    ({
      id,
      type: 'symbol',
      source,
      filter,
      minzoom,
      maxzoom,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': FONT,
        'text-size': size,
        'text-anchor': 'bottom',
        'text-offset': [0, -0.6],
      },
      paint: paint(palette.site),
    }) satisfies LayerSpecification;
  const isPoint: Filter = ['==', ['geometry-type'], 'Point'];
  const isDistrict: Filter = ['==', ['get', 'class'], 'district'];
  return [
    points('place-names', 'roads', ['all', isPoint, ['!', isDistrict]], 13.5, 24, 12),
    {
      id: 'street-names',
      type: 'symbol',
      source: 'roads',
      filter: ['all', ['has', 'name'], ['==', ['geometry-type'], 'LineString']],
      minzoom: 14,
      layout: {
        'symbol-placement': 'line',
        'text-field': ['get', 'name'],
        'text-font': FONT,
        'text-size': 12,
      },
      paint: paint(palette.street),
    },
    points('district-names', 'roads', ['all', isPoint, isDistrict], 11, 15.5, 13),
    points('site-names', 'sites', ['has', 'name'], 10, 24, 13),
  ];
}
