/** Short tails that all vehicles leave, where the user switched them on. */

import { signal } from '@preact/signals';
import { itemAt } from '../../../contracts/kit/items.ts';
import type { PositionFrame } from '../api/positions.ts';
import { positions } from '../state/positions.ts';
import { onNewWorld } from '../state/world.ts';
import { isLeap, type View, type WorldPoint, worldX, worldY } from './camera.ts';
import type { Motion } from './motion.ts';
import type { Raster } from './raster.ts';

/** Whether all vehicles leave a tail. */
export const tails = signal(false);
/** With more vehicles there would be nothing but tails. */
export const MOST_TAILS = 1_000;

/** Fixes of a tail. */
const LENGTH = 14;

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

  /** Takes in where vehicles are now. */
  take(frame: PositionFrame | null): void {
    if (frame === null || !tails.peek() || positions.known > MOST_TAILS) return;
    for (let index = 0; index < frame.count; index++) {
      const number = frame.numbers[index] ?? 0;
      const tail = this.points.get(number) ?? [];
      tail.push([worldX(frame.longitude[index] ?? 0), worldY(frame.latitude[index] ?? 0)]);
      if (tail.length > LENGTH) tail.shift();
      this.points.set(number, tail);
    }
  }

  /** Draws them up to where the vehicles are shown. To be called before anything is on the raster. */
  draw(raster: Raster, view: View, ratio: number, motion: Motion, colour: number): void {
    for (const [number, tail] of this.points) {
      for (let index = 1; index < tail.length; index++) {
        const from = itemAt(tail, index - 1);
        let to = itemAt(tail, index);
        if (isLeap(from, to)) continue;
        // The last fix is where the vehicle is going to be.
        if (index === tail.length - 1) to = [motion.x[number] ?? 0, motion.y[number] ?? 0];
        raster.line(
          (from[0] * view.scale - view.left) * ratio,
          (from[1] * view.scale - view.top) * ratio,
          (to[0] * view.scale - view.left) * ratio,
          (to[1] * view.scale - view.top) * ratio,
          colour,
        );
      }
    }
  }

  stop(): void {
    for (const stop of this.stops) stop();
  }
}
