/** Positions on earth and in the bundled town. */

import { MotionError } from '../../motion/motion-error.ts';
import { checkPosition } from '../../motion/position.ts';
import { town } from '../../motion/roads/town.ts';
import type { Path } from '../problems.ts';
import type { Position } from '../terms.ts';
import type { Diagnostics } from './diagnostics.ts';

/** A position on earth; reported, with what was meant, where it is not. */
export function isOnEarth(
  written: readonly number[],
  path: Path,
  diagnostics: Diagnostics,
): Position | undefined {
  const [latitude = Number.NaN, longitude = Number.NaN] = written;
  try {
    checkPosition({ latitude, longitude });
    return [latitude, longitude];
  } catch (error) {
    if (!(error instanceof MotionError)) throw error;
    return diagnostics.wrong(error.code, path, error.message, error.hint);
  }
}

/** A place of the bundled town by its name. */
export function townPlace(name: string): Position | undefined {
  const place = town().placeNamed(name);
  return place && [place.latitude, place.longitude];
}

export function townPlaceNames(): readonly string[] {
  return town().places.map(({ name }) => name);
}

/** Returns whether a position is near a road of the bundled town. */
export function isNearRoad([latitude, longitude]: Position): boolean {
  return town().holds({ latitude, longitude });
}

/** Metres from the nearest road at which something is still to be drawn with the town. */
const OUTSKIRTS = 2000;

/** Returns whether a position is in the bundled town or just outside. */
export function isInTown([latitude, longitude]: Position): boolean {
  return town().nearestNode({ latitude, longitude }).metres <= OUTSKIRTS;
}
