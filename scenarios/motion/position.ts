/** Invalid positions, and those whose two numbers seem to have changed places. */
import type { Position } from './geodesy.ts';
import { MotionError } from './motion-error.ts';

/** Throws `POSITION_AXES_SWAPPED` where the latitude can only be a longitude, `POSITION_OUT_OF_RANGE` else. */
export function checkPosition({ latitude, longitude }: Position): void {
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return;
  const shown = `${latitude}, ${longitude}`;
  if (Math.abs(latitude) <= 180 && Math.abs(longitude) <= 90) {
    throw new MotionError(
      'POSITION_AXES_SWAPPED',
      `${shown}: latitude and longitude seem to be the wrong way round.`,
      `Write the latitude first: ${longitude}, ${latitude}.`,
    );
  }
  throw new MotionError(
    'POSITION_OUT_OF_RANGE',
    `${shown} is not a position on earth.`,
    'Latitudes run from -90 to 90, longitudes from -180 to 180, in decimal degrees (WGS 84).',
  );
}

/**
 * Returns whether two numbers read the other way round would be near what is known: a hint for a message, where
 * both are latitudes as well as longitudes.
 */
export function swappedWouldFit({ latitude, longitude }: Position, known: Position, degrees = 2): boolean {
  const off = Math.max(Math.abs(latitude - known.latitude), Math.abs(longitude - known.longitude));
  const swapped = Math.max(Math.abs(longitude - known.latitude), Math.abs(latitude - known.longitude));
  return off > degrees && swapped <= degrees;
}
