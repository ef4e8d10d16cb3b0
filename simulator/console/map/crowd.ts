/** A crowd: so many vehicles in view that their marks would lie on each other. MapLibre draws a dot for each. */
import type { Feature } from 'geojson';
import type { LayerSpecification } from 'maplibre-gl';
import type { VehicleState } from '../state/known.ts';
import type { Motion } from './motion.ts';
import type { Palette } from './palette.ts';
import { pointFeature } from './shown.ts';

/** From how many vehicles in view on they are a crowd, and below how many no more: the look of the map is not to flicker. */
const CROWD = { from: 4_000, until: 3_000 };

/** Returns whether so many vehicles in view are a crowd, where they were one before or not. */
export function isCrowd(seen: number, before: boolean): boolean {
  return seen >= (before ? CROWD.until : CROWD.from);
}

/** Returns whether a vehicle of a state is a dot of the crowd: others are rare, and are drawn above it. */
export function isDot(state: VehicleState): boolean {
  return state === 'moving' || state === 'parked';
}

export function crowdFeatures(motion: Motion, stateOf: (number: number) => VehicleState): Feature[] {
  const numbers = Array.from({ length: motion.length }, (_, number) => number);
  return numbers.flatMap((number) => {
    const state = stateOf(number);
    if (!motion.has(number) || !isDot(state)) return [];
    return [pointFeature([motion.x[number] ?? 0, motion.y[number] ?? 0], { state })];
  });
}

/** Dots that let what is below them through: the more of them about a place, the deeper the colour. */
export function crowdLayer({ vehicles }: Palette): LayerSpecification {
  return {
    id: 'crowd',
    type: 'circle',
    source: 'crowd',
    layout: { 'circle-sort-key': ['match', ['get', 'state'], 'moving', 1, 0] },
    paint: {
      'circle-radius': ['interpolate', ['linear'], ['zoom'], 3, 2, 12, 3.5],
      'circle-color': ['match', ['get', 'state'], 'moving', vehicles.moving, vehicles.parked],
      'circle-opacity': 0.6,
    },
  };
}
