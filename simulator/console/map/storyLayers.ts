/** Roads, routes and places of a story, as sources and layers of the ground. */
import type { Feature, FeatureCollection, Position } from 'geojson';
import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import type { CurrentStory, LatLon, StorySite } from '../../control/schemas/index.ts';
import { placeInWords } from '../look/format.ts';
import { latitudeOf, longitudeOf, worldMetres, worldX, worldY } from './camera.ts';
import type { Palette } from './palette.ts';
import { roadWidth } from './roadWidths.ts';

const nothing: FeatureCollection = { type: 'FeatureCollection', features: [] };

/** The last zoom for which roads are cut into tiles, in steps of less than a metre: nearer by they are shown larger. */
const ROADS_TO = 14;

export function storySources({
  story,
  roads,
}: Pick<CurrentStory, 'story' | 'roads'>): StyleSpecification['sources'] {
  const sites = story?.sites ?? [];
  return {
    roads: { type: 'geojson', data: roads ?? nothing, maxzoom: ROADS_TO },
    routes: { type: 'geojson', data: story?.routes ?? nothing },
    areas: { type: 'geojson', data: collection(sites.flatMap(areaOf)) },
    sites: { type: 'geojson', data: collection(sites.map(pointOf)) },
  };
}

/** Width of the river by zoom, in pixels: some seventy metres. */
const RIVER_WIDTH: ExpressionSpecification = ['interpolate', ['exponential', 2], ['zoom'], 10, 1.3, 19, 690];

export function storyLayers(palette: Palette): LayerSpecification[] {
  const isTunnel: ExpressionSpecification = ['get', 'tunnel'];
  const isRoad: ExpressionSpecification = [
    'match',
    ['get', 'class'],
    ['main', 'ring', 'arterial', 'street'],
    true,
    false,
  ];
  const rounded = { 'line-cap': 'round', 'line-join': 'round' } as const;
  return [
    {
      id: 'blocks',
      type: 'fill',
      source: 'roads',
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: {
        'fill-color': ['match', ['get', 'class'], 'park', palette.park, palette.block],
        'fill-antialias': false,
      },
    },
    {
      id: 'river',
      type: 'line',
      source: 'roads',
      filter: ['==', ['get', 'class'], 'river'],
      layout: rounded,
      paint: { 'line-color': palette.river, 'line-width': RIVER_WIDTH },
    },
    {
      id: 'road-edges',
      type: 'line',
      source: 'roads',
      filter: ['all', isRoad, ['!', isTunnel]],
      layout: rounded,
      minzoom: 11,
      paint: { 'line-color': palette.roadEdge, 'line-width': roadWidth(2) },
    },
    {
      id: 'tunnel-edges',
      type: 'line',
      source: 'roads',
      filter: ['all', isRoad, isTunnel],
      minzoom: 11,
      paint: { 'line-color': palette.street, 'line-width': roadWidth(3), 'line-dasharray': [0.5, 0.4] },
    },
    {
      id: 'roads',
      type: 'line',
      source: 'roads',
      filter: isRoad,
      layout: rounded,
      paint: {
        'line-color': [
          'case',
          isTunnel,
          palette.tunnel,
          ['match', ['get', 'class'], 'street', palette.road, palette.mainRoad],
        ],
        'line-width': roadWidth(0),
      },
    },
    {
      id: 'routes',
      type: 'line',
      source: 'routes',
      layout: rounded,
      paint: { 'line-color': palette.route, 'line-width': 2, 'line-opacity': 0.7, 'line-dasharray': [1, 2] },
    },
    {
      id: 'areas',
      type: 'fill',
      source: 'areas',
      paint: { 'fill-color': palette.area, 'fill-opacity': 0.1 },
    },
    {
      id: 'area-edges',
      type: 'line',
      source: 'areas',
      paint: { 'line-color': palette.area, 'line-width': 1.5, 'line-dasharray': [3, 2] },
    },
    {
      id: 'sites',
      type: 'circle',
      source: 'sites',
      paint: {
        'circle-radius': 4,
        'circle-color': palette.halo,
        'circle-stroke-color': palette.site,
        'circle-stroke-width': 2,
      },
    },
  ];
}

function collection(features: Feature[]): FeatureCollection {
  return { type: 'FeatureCollection', features };
}

function pointOf({ at, name }: StorySite): Feature {
  return {
    type: 'Feature',
    properties: { name: placeInWords(name) },
    geometry: { type: 'Point', coordinates: toPosition(at) },
  };
}

function areaOf({ name, area }: StorySite): Feature[] {
  if (!area) return [];
  const ring =
    'circle' in area ? circle(area.circle.centre, area.circle.radius) : closed(area.polygon.map(toPosition));
  return [{ type: 'Feature', properties: { name }, geometry: { type: 'Polygon', coordinates: [ring] } }];
}

const CORNERS = 72;

/** A circle on the ground, whose radius is given in metres. */
function circle([latitude, longitude]: LatLon, radius: number): Position[] {
  const away = radius / worldMetres(latitude);
  const [x, y] = [worldX(longitude), worldY(latitude)];
  return Array.from({ length: CORNERS + 1 }, (_, corner) => {
    const angle = (2 * Math.PI * corner) / CORNERS;
    return [longitudeOf(x + away * Math.sin(angle)), latitudeOf(y - away * Math.cos(angle))];
  });
}

function closed(ring: Position[]): Position[] {
  return [...ring, ...ring.slice(0, 1)];
}

function toPosition([latitude, longitude]: LatLon): Position {
  return [longitude, latitude];
}
