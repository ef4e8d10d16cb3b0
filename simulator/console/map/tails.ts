/** Short tails that all vehicles leave along their ways, where the user switched them on. */

import { signal } from '@preact/signals';
import { driveOf, drivesLength, KEPT } from '../state/drives.ts';
import { positions } from '../state/positions.ts';
import { isLeap, type View, type WorldPoint } from './camera.ts';
import { walkDrive } from './lines.ts';
import type { Motion } from './motion.ts';
import type { Raster } from './raster.ts';

/** Whether all vehicles leave a tail. */
export const tails = signal(false);
/** With more vehicles there would be nothing but tails. */
export const MOST_TAILS = 1_000;

/** Simulated milliseconds of a tail. */
const LASTS = 60_000;

/** Draws them up to where the vehicles are shown. To be called before anything is on the raster. */
export function drawTails(raster: Raster, view: View, ratio: number, motion: Motion, colour: number): void {
  if (!tails.peek() || positions.known > MOST_TAILS) return;
  let from: WorldPoint | undefined;
  const begin = () => {
    from = undefined;
  };
  const inPixels = (x: number) => (x * view.scale - view.left) * ratio;
  const inPixelsDown = (y: number) => (y * view.scale - view.top) * ratio;
  const lineTo = (x: number, y: number) => {
    const to = [x, y] as const;
    if (from && !isLeap(from, to))
      raster.line(inPixels(from[0]), inPixelsDown(from[1]), inPixels(x), inPixelsDown(y), colour);
    from = to;
  };
  for (let number = 1; number < drivesLength(); number++)
    if (motion.moves(number)) walkLately(number, motion.at, begin, lineTo);
}

/** Goes along the way of the last minute, drive by drive, the last one first. */
function walkLately(
  number: number,
  at: number,
  begin: () => void,
  lineTo: (x: number, y: number) => void,
): void {
  const from = at - LASTS;
  let to = at;
  for (let back = 0; back < KEPT; back++) {
    const drive = driveOf(number, back);
    if (drive === undefined || drive.began + drive.lasts < from) break;
    if (drive.began > at) continue;
    begin();
    walkDrive({ ...drive, from, to }, lineTo);
    to = drive.began;
  }
}
