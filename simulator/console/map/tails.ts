/** Short tails that all vehicles leave, where the user switched them on: along their ways, or from fix to fix. */

import { signal } from '@preact/signals';
import type { PositionFrame } from '../api/positions.ts';
import { driveOf, drivesHad, drivesLength, KEPT } from '../state/drives.ts';
import { positions } from '../state/positions.ts';
import { onNewWorld } from '../state/world.ts';
import { isLeap, type View, type WorldPoint, worldX, worldY } from './camera.ts';
import { walkDrive } from './lines.ts';
import type { Motion } from './motion.ts';
import type { Raster } from './raster.ts';

/** Whether all vehicles leave a tail. */
export const tails = signal(false);
/** With more vehicles there would be nothing but tails. */
export const MOST_TAILS = 1_000;

/** Fixes of a tail, and the simulated milliseconds of one along a way. */
const LENGTH = 14;
const LASTS = 60_000;

export class Tails {
  private readonly points = new Map<number, WorldPoint[]>();
  private readonly stops: (() => void)[];

  constructor() {
    this.stops = [
      onNewWorld(() => this.points.clear()),
      tails.subscribe((wanted) => {
        if (!wanted) this.points.clear();
      }),
    ];
  }

  /** Takes in where vehicles were reported last. */
  take(frame: PositionFrame | null): void {
    if (frame === null || !tails.peek() || positions.known > MOST_TAILS) return;
    for (let index = 0; index < frame.count; index++) {
      const number = frame.numbers[index] ?? 0;
      if (drivesHad(number) > 0) continue;
      const tail = this.points.get(number) ?? [];
      tail.push([worldX(frame.longitude[index] ?? 0), worldY(frame.latitude[index] ?? 0)]);
      if (tail.length > LENGTH) tail.shift();
      this.points.set(number, tail);
    }
  }

  /** Draws them up to where the vehicles are shown. To be called before anything is on the raster. */
  draw(raster: Raster, view: View, ratio: number, motion: Motion, colour: number): void {
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
    if (!tails.peek() || positions.known > MOST_TAILS) return;
    for (let number = 1; number < drivesLength(); number++)
      if (drivesHad(number) > 0 && motion.moves(number)) walkLately(number, motion.at, begin, lineTo);
    for (const [number, tail] of this.points) {
      if (drivesHad(number) > 0) continue;
      // The last fix is where the vehicle is going to be.
      const points = [...tail.slice(0, -1), [motion.x[number] ?? 0, motion.y[number] ?? 0] as const];
      begin();
      for (const point of points) lineTo(...point);
    }
  }

  stop(): void {
    for (const stop of this.stops) stop();
  }
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
