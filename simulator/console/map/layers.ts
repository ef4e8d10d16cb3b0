/** The whole ground as layers of MapLibre: land, the town, the places of the story, and what is known of the chosen vehicle. */
import type {
  ExpressionSpecification as Expression,
  FilterSpecification,
  LayerSpecification,
  StyleSpecification,
} from 'maplibre-gl';
import { type Contents, sourcesOf } from './contents.ts';
import type { Palette } from './palette.ts';
import { BASEMAP, type Tiles } from './tiles.ts';

export interface Ground {
  tiles: Tiles | null;
  /** The address of the source of the basemap; `null` while it is on its way, and where there are tiles. */
  basemap: string | null;
  /** True if the fleet is known to be away from the bundled town. */
  isAway: boolean;
  /** True if its land has been drawn: before that all is ground, so that no water shows while it is loading. */
  isLandDrawn: boolean;
}

export function styleOf(ground: Ground, contents: Contents, palette: Palette): StyleSpecification {
  const { isAway, isLandDrawn, tiles, basemap } = ground;
  return {
    version: 8,
    state: { shown: { default: 0 } },
    sources: {
      ...(basemap !== null && { [BASEMAP]: { type: 'vector', url: basemap } }),
      ...tiles?.sources,
      ...sourcesOf(contents),
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
      // They would lie across the bundled town, which is none of the real world.
      ...(basemap !== null && isAway ? awayLayers(palette) : []),
      ...(tiles?.layers(palette) ?? []),
      ...townLayers(palette),
      ...chosenLayers(palette),
      ...nameLayers(palette),
      ...crowdLayers(palette),
    ],
  };
}

type Of<Type extends LayerSpecification['type']> = Extract<LayerSpecification, { type: Type }>;
interface More {
  'source-layer'?: string;
  minzoom?: number;
  maxzoom?: number;
  filter?: FilterSpecification;
}

const ROUNDED = { 'line-cap': 'round', 'line-join': 'round' } as const;
const line = (
  id: string,
  source: string,
  paint: Of<'line'>['paint'] = {},
  more: More = {},
): LayerSpecification => ({
  id,
  type: 'line',
  source,
  ...('line-dasharray' in paint ? {} : { layout: ROUNDED }),
  paint,
  ...more,
});
const fill = (
  id: string,
  source: string,
  paint: Of<'fill'>['paint'] = {},
  more: More = {},
): LayerSpecification => ({
  id,
  type: 'fill',
  source,
  paint: { 'fill-antialias': false, ...paint },
  ...more,
});

/** Names in the fonts of the machine, which MapLibre keeps apart. */
const text = (
  id: string,
  source: string,
  [colour, halo]: readonly [string, string],
  { filter, minzoom, maxzoom, ...more }: More & Of<'symbol'>['layout'] = {},
): LayerSpecification => ({
  id,
  type: 'symbol',
  source,
  ...(filter !== undefined && { filter }),
  ...(minzoom !== undefined && { minzoom }),
  ...(maxzoom !== undefined && { maxzoom }),
  layout: {
    'text-field': ['get', 'name'],
    'text-font': ['system-ui', 'sans-serif'],
    'text-size': 12,
    ...more,
  },
  paint: { 'text-color': colour, 'text-halo-color': halo, 'text-halo-width': 1.5 },
});

/** Coasts and borders of the real world, which are in the package. */
function landLayers({ land, border }: Palette): LayerSpecification[] {
  return [
    fill('basemap-land', BASEMAP, { 'fill-color': land }, { 'source-layer': 'land' }),
    line(
      'basemap-borders',
      BASEMAP,
      { 'line-color': border, 'line-width': 1.5, 'line-dasharray': [4, 2] },
      { 'source-layer': 'borders' },
    ),
  ];
}

/** Lakes, rivers and towns of the real world. Water is drawn from far out alone: it is known to some kilometres. */
function awayLayers({ water, town, land }: Palette): LayerSpecification[] {
  const maxzoom = 9;
  /** The last rank of the towns that are named at a zoom: the largest have rank 0. */
  const shownRank: Expression = ['step', ['zoom'], 0, 4, 1, 5, 2, 6, 3, 7, 4, 8, 5];
  const width: Expression = ['interpolate', ['linear'], ['zoom'], 3, 0.75, 8, 2.5];
  return [
    fill('basemap-lakes', BASEMAP, { 'fill-color': water }, { 'source-layer': 'lakes', maxzoom }),
    line(
      'basemap-rivers',
      BASEMAP,
      { 'line-color': water, 'line-width': width },
      { 'source-layer': 'rivers', maxzoom },
    ),
    {
      ...text('basemap-towns', BASEMAP, [town, land], {
        filter: ['<=', ['get', 'rank'], shownRank],
        'text-size': ['match', ['get', 'rank'], [0, 1], 15, 2, 14, 3, 13, 12],
        'text-padding': 8,
        'symbol-sort-key': ['get', 'rank'],
      }),
      'source-layer': 'towns',
    } as LayerSpecification,
  ];
}

/** Width of a road by zoom, in pixels: of main roads, of streets, and something that is added. */
function roadWidth(more: number): Expression {
  const widths = [
    [10, 1.5, 0.5],
    [13, 4, 2],
    [16, 14, 8],
    [19, 60, 36],
  ] as const;
  const isMain = ['ring', 'arterial', 'motorway', 'main'];
  const stops = widths.flatMap(([zoom, main, street]): (number | Expression)[] => [
    zoom,
    ['match', ['get', 'class'], isMain, main + more, street + more],
  ]);
  return ['interpolate', ['exponential', 1.6], ['zoom'], ...stops];
}

/** Some seventy metres. */
const RIVER_WIDTH: Expression = ['interpolate', ['exponential', 2], ['zoom'], 10, 1.3, 19, 690];

/** Blocks, roads and routes of the town, places and areas of the story. */
function townLayers(palette: Palette): LayerSpecification[] {
  const { park, block, river, road, mainRoad, roadEdge, tunnel, street, route, area, halo, site } = palette;
  const isTunnel: Expression = ['get', 'tunnel'];
  const isRoad: Expression = ['match', ['get', 'class'], ['main', 'ring', 'arterial', 'street'], true, false];
  const ofClass: Expression = ['match', ['get', 'class'], 'street', road, mainRoad];
  const minzoom = 11;
  return [
    fill(
      'blocks',
      'roads',
      { 'fill-color': ['match', ['get', 'class'], 'park', park, block] },
      { filter: ['==', ['geometry-type'], 'Polygon'] },
    ),
    line(
      'river',
      'roads',
      { 'line-color': river, 'line-width': RIVER_WIDTH },
      { filter: ['==', ['get', 'class'], 'river'] },
    ),
    line(
      'road-edges',
      'roads',
      { 'line-color': roadEdge, 'line-width': roadWidth(2) },
      { filter: ['all', isRoad, ['!', isTunnel]], minzoom },
    ),
    line(
      'tunnel-edges',
      'roads',
      { 'line-color': street, 'line-width': roadWidth(3), 'line-dasharray': [0.5, 0.4] },
      { filter: ['all', isRoad, isTunnel], minzoom },
    ),
    line(
      'roads',
      'roads',
      { 'line-color': ['case', isTunnel, tunnel, ofClass], 'line-width': roadWidth(0) },
      { filter: isRoad },
    ),
    line('routes', 'routes', {
      'line-color': route,
      'line-width': 2,
      'line-opacity': 0.7,
      'line-dasharray': [1, 2],
    }),
    fill('areas', 'areas', { 'fill-color': area, 'fill-opacity': 0.1 }),
    line('area-edges', 'areas', { 'line-color': area, 'line-width': 1.5, 'line-dasharray': [3, 2] }),
    {
      id: 'sites',
      type: 'circle',
      source: 'sites',
      paint: {
        'circle-radius': 4,
        'circle-color': halo,
        'circle-stroke-color': site,
        'circle-stroke-width': 2,
      },
    },
  ];
}

/** Recorded drives; trail, reported locations and stops of the chosen vehicle. */
function chosenLayers({ route, speeds, trail, text: colour, halo }: Palette): LayerSpecification[] {
  const [slow = route, ...faster] = speeds;
  const bySpeed = faster.flatMap((each, index) => [index + 1, each]);
  const isDriven: Expression = ['<=', ['get', 'until'], ['global-state', 'shown']];
  return [
    line('recorded', 'recorded', {
      'line-width': 4,
      'line-color': ['step', ['get', 'colour'], slow, ...bySpeed],
      'line-opacity': ['case', isDriven, 1, 0.45],
    }),
    line('trail', 'trail', {
      'line-width': 3.5,
      // The older, the fainter.
      'line-gradient': ['interpolate', ['linear'], ['line-progress'], 0, `${trail}40`, 1, trail],
    }),
    {
      id: 'reported',
      type: 'circle',
      source: 'reported',
      paint: {
        'circle-radius': 2.5,
        'circle-color': colour,
        'circle-opacity': ['case', ['get', 'isLast'], 0, 1],
        'circle-stroke-color': colour,
        'circle-stroke-width': 1.2,
      },
    },
    {
      id: 'stops',
      type: 'circle',
      source: 'stops',
      paint: {
        'circle-radius': 5,
        'circle-color': trail,
        'circle-stroke-color': halo,
        'circle-stroke-width': 2,
      },
    },
    text('stop-words', 'stops', [colour, halo], {
      minzoom: 12,
      'text-anchor': 'top',
      'text-offset': [0, 0.6],
    }),
  ];
}

/** Names of the town and of the story's places. */
function nameLayers({ street, site, halo }: Palette): LayerSpecification[] {
  const isPoint: Expression = ['==', ['geometry-type'], 'Point'];
  const isDistrict: Expression = ['==', ['get', 'class'], 'district'];
  const above: Of<'symbol'>['layout'] = { 'text-anchor': 'bottom', 'text-offset': [0, -0.6] };
  return [
    text('place-names', 'roads', [site, halo], {
      filter: ['all', isPoint, ['!', isDistrict]],
      minzoom: 13.5,
      ...above,
    }),
    text('street-names', 'roads', [street, halo], {
      filter: ['all', ['has', 'name'], ['==', ['geometry-type'], 'LineString']],
      minzoom: 14,
      'symbol-placement': 'line',
    }),
    text('district-names', 'roads', [site, halo], {
      filter: ['all', isPoint, isDistrict],
      minzoom: 11,
      maxzoom: 15.5,
      'text-size': 13,
      ...above,
    }),
    text('site-names', 'sites', [site, halo], { minzoom: 10, 'text-size': 13, ...above }),
  ];
}

/** Dots that let what is below them through: the more of them about a place, the deeper the colour. */
function crowdLayers({ vehicles: { moving, parked } }: Palette): LayerSpecification[] {
  return [
    {
      id: 'crowd',
      type: 'circle',
      source: 'crowd',
      layout: { 'circle-sort-key': ['match', ['get', 'state'], 'moving', 1, 0] },
      paint: {
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 3, 2, 12, 3.5],
        'circle-color': ['match', ['get', 'state'], 'moving', moving, parked],
        'circle-opacity': 0.6,
      },
    },
  ];
}
