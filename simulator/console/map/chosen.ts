/** Ways as layers: tails, the trail and the stops of the chosen vehicle, reported locations, recorded drives. */
import { computed } from '@preact/signals';
import type { FeatureCollection } from 'geojson';
import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import { spanOf } from '../look/format.ts';
import { positions } from '../state/positions.ts';
import { recorded } from '../state/story.ts';
import { travels } from '../state/travels.ts';
import type { BaseMap } from './base.ts';
import { type WorldPoint, worldX, worldY } from './camera.ts';
import type { Motion } from './motion.ts';
import type { Palette } from './palette.ts';
import { recordedPieces } from './recordedLine.ts';
import { collection, lineFeature, pointFeature, reportedShown, showIn } from './shown.ts';
import { tailsOf } from './tails.ts';
import type { Trail } from './trail.ts';

/** With more of them there would be nothing else. */
const MAX_REPORTED = 1_000;
/** From this zoom on it is said how long a stop took. */
const STOP_WORDS_FROM = 12;
const FONT = ['system-ui', 'sans-serif'];

export function chosenLayers(palette: Palette): LayerSpecification[] {
  const rounded = { 'line-cap': 'round', 'line-join': 'round' } as const;
  const [slow = palette.route, ...faster] = palette.speeds;
  const bySpeed = faster.flatMap((colour, index) => [index + 1, colour]);
  const isDriven: ExpressionSpecification = ['<=', ['get', 'until'], ['global-state', 'shown']];
  return [
    {
      id: 'recorded',
      type: 'line',
      source: 'recorded',
      filter: ['has', 'colour'],
      layout: rounded,
      paint: {
        'line-width': 4,
        'line-color': ['step', ['get', 'colour'], slow, ...bySpeed],
        'line-opacity': ['case', isDriven, 1, 0.45],
      },
    },
    {
      id: 'recorded-gaps',
      type: 'line',
      source: 'recorded',
      filter: ['!', ['has', 'colour']],
      paint: { 'line-width': 3, 'line-color': palette.route, 'line-dasharray': [1, 2] },
    },
    {
      id: 'tails',
      type: 'line',
      source: 'tails',
      layout: rounded,
      paint: { 'line-width': 2, 'line-color': palette.trail, 'line-opacity': 0.45 },
    },
    {
      id: 'trail',
      type: 'line',
      source: 'trail',
      layout: rounded,
      paint: {
        'line-width': 3.5,
        // The older, the fainter.
        'line-gradient': [
          'interpolate',
          ['linear'],
          ['line-progress'],
          0,
          `${palette.trail}40`,
          1,
          palette.trail,
        ],
      },
    },
    {
      id: 'reported',
      type: 'circle',
      source: 'reported',
      paint: {
        'circle-radius': 2.5,
        'circle-color': palette.text,
        'circle-opacity': ['case', ['get', 'isLast'], 0, 1],
        'circle-stroke-color': palette.text,
        'circle-stroke-width': 1.2,
      },
    },
    {
      id: 'stops',
      type: 'circle',
      source: 'stops',
      paint: { 'circle-radius': 7, 'circle-color': palette.trail },
    },
    {
      id: 'stop-signs',
      type: 'symbol',
      source: 'stops',
      layout: {
        'text-field': 'II',
        'text-font': FONT,
        'text-size': 10,
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: { 'text-color': palette.halo, 'text-halo-color': palette.halo, 'text-halo-width': 0.5 },
    },
    {
      id: 'stop-words',
      type: 'symbol',
      source: 'stops',
      minzoom: STOP_WORDS_FROM,
      layout: {
        'text-field': ['get', 'words'],
        'text-font': FONT,
        'text-size': 12,
        'text-anchor': 'top',
        'text-offset': [0, 0.7],
      },
      paint: { 'text-color': palette.text, 'text-halo-color': palette.halo, 'text-halo-width': 2 },
    },
  ];
}

/**
 * Puts into the sources what is known now.
 *
 * @param number the chosen vehicle's; 0 for none
 */
export function showChosen(
  map: BaseMap,
  { motion, trail, number }: { motion: Motion; trail: Trail; number: number },
): void {
  const drives = recorded.peek()?.drives ?? [];
  if (drives.length > 0) map.setGlobalStateProperty('shown', Number.isNaN(motion.at) ? 0 : motion.at);
  const isChosen = number > 0;
  showIn(map, 'tails', tailsOf(motion).map(lineFeature));
  showIn(map, 'trail', isChosen && drives.length === 0 ? trail.linesOf(number).map(lineFeature) : []);
  const stops = isChosen ? (travels.peek()?.stops ?? []) : [];
  showIn(
    map,
    'stops',
    stops.map(({ latitude, longitude, start, end }) =>
      pointFeature(placeOf(latitude, longitude), { words: spanOf(Date.parse(end) - Date.parse(start)) }),
    ),
  );
  const ofChosen = isChosen ? trail.points : [];
  const places = [
    ...ofChosen.map((point) => pointFeature(point, { isLast: false })),
    ...lastReported().map((point) => pointFeature(point, { isLast: true })),
  ];
  showIn(map, 'reported', reportedShown.peek() ? places : []);
}

/** Position that each vehicle reported last. */
function lastReported(): WorldPoint[] {
  if (positions.known > MAX_REPORTED) return [];
  const numbers = Array.from({ length: positions.length }, (_, number) => number).slice(1);
  return numbers
    .map((number) => placeOf(positions.latitude[number] ?? 0, positions.longitude[number] ?? 0))
    .filter(([x]) => !Number.isNaN(x));
}

function placeOf(latitude: number, longitude: number): WorldPoint {
  return [worldX(longitude), worldY(latitude)];
}

/** The recorded drives, once for each world: a piece from fix to fix, coloured by speed. */
export const recordedFeatures = computed<FeatureCollection>(() => {
  const { start = '', drives = [] } = recorded.value ?? {};
  return collection(drives.flatMap((drive) => recordedPieces(drive, Date.parse(start))));
});
