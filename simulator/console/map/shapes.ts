/**
 * Shapes of vehicles, on a field of 10 from the middle to the tip. They distinguish states without their colours: an arrow
 * moves, a disc is parked, a ring is offline, a ring with a bar has no signal, a cross has no licence; a ring around any of
 * them is an alert, a square a daily limit that is reached.
 */
import type { VehicleState } from '../state/known.ts';
import type { VehicleColours } from './palette.ts';

export type Shape = VehicleState | 'alert' | 'limit' | 'chosen';

export interface Drawing {
  /** The path of an SVG. */
  path: string;
  colour: keyof VehicleColours;
  /** The width of its line; it is filled where there is none. */
  line?: number;
}

const circle = (radius: number) =>
  `M${-radius} 0A${radius} ${radius} 0 1 1 ${radius} 0A${radius} ${radius} 0 1 1 ${-radius} 0Z`;

export const SHAPES: { readonly [S in Shape]: Drawing } = {
  moving: { path: 'M0-10L7.2 8L0 4.5L-7.2 8Z', colour: 'moving' },
  parked: { path: circle(5.8), colour: 'parked' },
  offline: { path: circle(5), colour: 'offline', line: 3 },
  silent: { path: `${circle(5)}M-6.2 6.2L6.2-6.2`, colour: 'offline', line: 2.2 },
  expired: { path: 'M-4.800-4.800L4.800 4.800M4.800-4.800L-4.800 4.800', colour: 'expired', line: 3 },
  alert: { path: circle(14), colour: 'alert', line: 3 },
  limit: { path: 'M-12-12H12V12H-12Z', colour: 'limit', line: 2.5 },
  chosen: { path: circle(16), colour: 'chosen', line: 2.5 },
};
