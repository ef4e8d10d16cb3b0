/** Vehicles parked on one spot are shown side by side, as in a yard: each can be seen and picked. */
import type { View } from './camera.ts';

/** With more vehicles in view a single one cannot be made out. */
const MOST = 400;
/** Turns from one to the next, as in a sunflower: none is behind another. */
const TURN = Math.PI * (3 - Math.sqrt(5));

export interface Places {
  /** By the fleet's number, in CSS pixels. */
  x: Float32Array;
  y: Float32Array;
}

/** Moves the places of those among `numbers` that are where another one is. */
export function spreadOut(
  numbers: readonly number[],
  places: Places,
  view: View,
  { radius, moves }: { radius: number; moves: (number: number) => boolean },
): void {
  if (numbers.length > MOST) return;
  const size = radius * 1.6;
  /** How many are in a cell of the ground already. Cells stay fixed while the camera moves. */
  const taken = new Map<string, number>();
  for (const number of numbers) {
    if (moves(number)) continue;
    const x = places.x[number] ?? 0;
    const y = places.y[number] ?? 0;
    const cell = `${Math.round((x + view.left) / size)} ${Math.round((y + view.top) / size)}`;
    const before = taken.get(cell) ?? 0;
    taken.set(cell, before + 1);
    const away = size * Math.sqrt(before);
    places.x[number] = x + away * Math.cos(before * TURN);
    places.y[number] = y + away * Math.sin(before * TURN);
  }
}
