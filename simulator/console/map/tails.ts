/** Short tails that all vehicles leave along their ways, where the user switched them on. */
import { signal } from '@preact/signals';
import { driveOf, drivesLength, KEPT } from '../state/drives.ts';
import { positions } from '../state/positions.ts';
import type { WorldPoint } from './camera.ts';
import { walkDrive } from './lines.ts';
import type { Motion } from './motion.ts';

/** True if all vehicles leave a tail. */
export const tails = signal(false);
/** With more vehicles there would be nothing but tails. */
export const MAX_TAILS = 1_000;

/** Simulated milliseconds of a tail. */
const LASTS = 60_000;

/** The tails of the vehicles that move, up to where they are shown: a line for each drive of the last minute. */
export function tailsOf(motion: Motion): WorldPoint[][] {
  if (!tails.peek() || positions.known > MAX_TAILS) return [];
  const numbers = Array.from({ length: drivesLength() }, (_, number) => number).slice(1);
  return numbers.flatMap((number) => (motion.moves(number) ? tailOf(number, motion.at) : []));
}

function tailOf(number: number, at: number): WorldPoint[][] {
  const from = at - LASTS;
  const lines: WorldPoint[][] = [];
  let to = at;
  for (let back = 0; back < KEPT; back++) {
    const drive = driveOf(number, back);
    if (drive === undefined || drive.began + drive.lasts < from) break;
    if (drive.began > at) continue;
    const line: WorldPoint[] = [];
    walkDrive({ ...drive, from, to }, (x, y) => line.push([x, y]));
    if (line.length > 1) lines.push(line);
    to = drive.began;
  }
  return lines;
}
