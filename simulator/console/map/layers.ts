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
      crowdLayer(palette),
    ],
  };
}

type Of<Type extends LayerSpecification['type']> = Extract<LayerSpecification, { type: Type }>;
type Colour = Expression | string;
interface More {
  'source-layer'?: string;
  minzoom?: number;
  maxzoom?: number;
  filter?: FilterSpecification;
}

/** A line; one with dashes has no rounded ends. */
function line(
  id: string,
  source: string,
  colour: Colour,
  width: Expression | number,
  { dashes, opacity = 1, ...more }: More & { dashes?: [number, number]; opacity?: Expression | number } = {},
): LayerSpecification {
  return {
    ...{ id, source, type: 'line' as const },
    ...(dashes === undefined && { layout: { 'line-cap': 'round', 'line-join': 'round' } }),
    paint: {
      'line-color': colour,
      'line-width': width,
      'line-opacity': opacity,
      ...(dashes && { 'line-dasharray': dashes }),
    },
    ...more,
  };
}

function fill(id: string, source: string, colour: Colour, opacity = 1, more: More = {}): LayerSpecification {
  const paint = { 'fill-color': colour, 'fill-opacity': opacity, 'fill-antialias': false };
  return { id, source, type: 'fill', paint, ...more };
}

/** A dot with a ring around it. */
function dot(id: string, radius: number, colour: string, ring: string, width: number): LayerSpecification {
  return {
    ...{ id, source: id, type: 'circle' as const },
    paint: {
      'circle-radius': radius,
      'circle-color': colour,
      'circle-stroke-color': ring,
      'circle-stroke-width': width,
    },
  };
}

/** Names in the fonts of the machine, which MapLibre keeps apart. */
function text(
  id: string,
  source: string,
  [colour, halo]: readonly [string, string],
  layout: Of<'symbol'>['layout'] = {},
  more: More = {},
): LayerSpecification {
  const usual = { 'text-field': ['get', 'name'], 'text-font': ['system-ui', 'sans-serif'], 'text-size': 12 };
  const paint = { 'text-color': colour, 'text-halo-color': halo, 'text-halo-width': 1.5 };
  return {
    id,
    source,
    type: 'symbol',
    layout: { ...usual, ...layout },
    paint,
    ...more,
  } as LayerSpecification;
}

/** Coasts and borders of the real world, which are in the package. */
const landLayers = ({ land, border }: Palette): LayerSpecification[] => [
  fill('basemap-land', BASEMAP, land, 1, { 'source-layer': 'land' }),
  line('basemap-borders', BASEMAP, border, 1.5, { dashes: [4, 2], 'source-layer': 'borders' }),
];

/** Lakes, rivers and towns of the real world. Water is drawn from far out alone: it is known to some kilometres. */
function awayLayers({ water, town, land }: Palette): LayerSpecification[] {
  const maxzoom = 9;
  /** The last rank of the towns that are named at a zoom: the largest have rank 0. */
  const shownRank: Expression = ['step', ['zoom'], 0, 4, 1, 5, 2, 6, 3, 7, 4, 8, 5];
  const width: Expression = ['interpolate', ['linear'], ['zoom'], 3, 0.75, 8, 2.5];
  const size: Expression = ['match', ['get', 'rank'], [0, 1], 15, 2, 14, 3, 13, 12];
  const layout = { 'text-size': size, 'text-padding': 8, 'symbol-sort-key': ['get', 'rank'] as Expression };
  const filter: Expression = ['<=', ['get', 'rank'], shownRank];
  return [
    fill('basemap-lakes', BASEMAP, water, 1, { 'source-layer': 'lakes', maxzoom }),
    line('basemap-rivers', BASEMAP, water, width, { 'source-layer': 'rivers', maxzoom }),
    text('basemap-towns', BASEMAP, [town, land], layout, { filter, 'source-layer': 'towns' }),
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
  const ofBlock: Expression = ['match', ['get', 'class'], 'park', park, block];
  const isBlock: Expression = ['==', ['geometry-type'], 'Polygon'];
  const isRiver: Expression = ['==', ['get', 'class'], 'river'];
  const edges = (is: Expression) => ({ filter: ['all', isRoad, is] as Expression, minzoom: 11 });
  return [
    fill('blocks', 'roads', ofBlock, 1, { filter: isBlock }),
    line('river', 'roads', river, RIVER_WIDTH, { filter: isRiver }),
    line('road-edges', 'roads', roadEdge, roadWidth(2), edges(['!', isTunnel])),
    line('tunnel-edges', 'roads', street, roadWidth(3), { dashes: [0.5, 0.4], ...edges(isTunnel) }),
    line('roads', 'roads', ['case', isTunnel, tunnel, ofClass], roadWidth(0), { filter: isRoad }),
    line('routes', 'routes', route, 2, { dashes: [1, 2], opacity: 0.7 }),
    fill('areas', 'areas', area, 0.1),
    line('area-edges', 'areas', area, 1.5, { dashes: [3, 2] }),
    dot('sites', 4, halo, site, 2),
  ];
}

/** Recorded drives; trail, reported locations and stops of the chosen vehicle. */
function chosenLayers({ route, speeds, trail, text: colour, halo }: Palette): LayerSpecification[] {
  const [slow = route, ...faster] = speeds;
  const bySpeed = faster.flatMap((each, index) => [index + 1, each]);
  const isDriven: Expression = ['<=', ['get', 'until'], ['global-state', 'shown']];
  // The older, the fainter.
  const fading: Expression = ['interpolate', ['linear'], ['line-progress'], 0, `${trail}40`, 1, trail];
  const driven = line('trail', 'trail', trail, 3.5) as Of<'line'>;
  return [
    line('recorded', 'recorded', ['step', ['get', 'colour'], slow, ...bySpeed], 4, {
      opacity: ['case', isDriven, 1, 0.45],
    }),
    { ...driven, paint: { 'line-width': 3.5, 'line-gradient': fading } },
    dot('reported', 2.5, colour, halo, 1),
    dot('stops', 5, trail, halo, 2),
    text(
      'stop-words',
      'stops',
      [colour, halo],
      { 'text-anchor': 'left', 'text-offset': [0.9, 0] },
      { minzoom: 12 },
    ),
  ];
}

/** Names of the town and of the story's places. */
function nameLayers({ street, site, halo }: Palette): LayerSpecification[] {
  const isPoint: Expression = ['==', ['geometry-type'], 'Point'];
  const isDistrict: Expression = ['==', ['get', 'class'], 'district'];
  const isPlace: Expression = ['all', isPoint, ['!', isDistrict]];
  const isStreet: Expression = ['all', ['has', 'name'], ['==', ['geometry-type'], 'LineString']];
  const above: Of<'symbol'>['layout'] = { 'text-anchor': 'bottom', 'text-offset': [0, -0.6] };
  const large = { 'text-size': 13, ...above };
  const along = { 'symbol-placement': 'line' } as const;
  return [
    text('place-names', 'roads', [site, halo], above, { filter: isPlace, minzoom: 13.5 }),
    text('street-names', 'roads', [street, halo], along, { filter: isStreet, minzoom: 14 }),
    text('district-names', 'roads', [site, halo], large, {
      ...{ filter: ['all', isPoint, isDistrict], minzoom: 11, maxzoom: 15.5 },
    }),
    text('site-names', 'sites', [site, halo], large, { minzoom: 10 }),
  ];
}

/** Dots that let what is below them through: the more of them about a place, the deeper the colour. */
function crowdLayer({ vehicles: { moving, parked } }: Palette): LayerSpecification {
  return {
    ...{ id: 'crowd', type: 'circle', source: 'crowd' },
    layout: { 'circle-sort-key': ['match', ['get', 'state'], 'moving', 1, 0] },
    paint: {
      'circle-radius': ['interpolate', ['linear'], ['zoom'], 3, 2, 12, 3.5],
      'circle-color': ['match', ['get', 'state'], 'moving', moving, parked],
      'circle-opacity': 0.6,
    },
  };
}
