/**
 * Vehicles that are parked: beside the road, in rows along its kerb, and away from roads side by side, as in a yard.
 * Each can be seen and picked. Only the drawing moves them; the same vehicles in the same view are always drawn alike.
 */
import type { View } from './camera.ts';
import type { Kerb } from './kerbs.ts';
import { mainRoadWidthAt } from './roadWidths.ts';

/** With more vehicles in view a single one cannot be made out. */
const MOST = 400;
/** From one vehicle to the next, in radii. */
const APART = 1.6;
/** Turns from one to the next, as in a sunflower: none is behind another. */
const TURN = Math.PI * (3 - Math.sqrt(5));
/** How many stand in a row along the kerb, as far as there is room, before the next row begins behind it. */
const ROW = { least: 3, most: 5 };
/** Spots are searched no further than this. */
const MOST_SPOTS = 2 * MOST;

export interface Places {
  /** By the fleet's number, in CSS pixels. */
  x: Float32Array;
  y: Float32Array;
}

interface Parked {
  radius: number;
  moves: (number: number) => boolean;
  kerbOf: (number: number) => Kerb | undefined;
}

/** Moves the places of those among `numbers` that are parked. */
export function spreadOut(
  numbers: readonly number[],
  places: Places,
  view: View,
  { radius, moves, kerbOf }: Parked,
): void {
  if (numbers.length > MOST) return;
  const size = radius * APART;
  const beside = { size, gap: mainRoadWidthAt(view.zoom) / 2 + radius * 0.7, view };
  const ground = new Ground(size);
  /** How many spots were tried about an anchor already. */
  const tried = new Map<string, number>();
  for (const number of numbers) {
    if (moves(number)) continue;
    const kerb = kerbOf(number);
    const yard = kerb ? alongKerb(kerb, number % 2 === 0 ? 1 : -1, beside) : around(number, places, beside);
    const key = `${ground.cell(yard.x, yard.y)} ${kerb ? number % 2 : ''}`;
    let spot = tried.get(key) ?? 0;
    let at = yard.spot(spot);
    while (spot < MOST_SPOTS && !ground.isFree(at)) at = yard.spot(++spot);
    tried.set(key, spot + 1);
    ground.take(at);
    places.x[number] = at[0] - view.left;
    places.y[number] = at[1] - view.top;
  }
}

/** Pixels of the ground: they stay where they are while the camera moves. */
type Spot = readonly [x: number, y: number];

/** Spots about an anchor, from the best one on. */
interface Yard {
  x: number;
  y: number;
  spot: (index: number) => Spot;
}

interface Beside {
  /** From one vehicle to the next, and from the middle of the road to the first row. */
  size: number;
  gap: number;
  view: View;
}

/** Rows on one side of a road: from the anchor to both sides, and away from the crossings at its ends. */
function alongKerb({ piece: { from, to }, share }: Kerb, side: 1 | -1, { size, gap, view }: Beside): Yard {
  const [alongX, alongY] = [(to[0] - from[0]) * view.scale, (to[1] - from[1]) * view.scale];
  const length = Math.hypot(alongX, alongY);
  const row = Math.min(ROW.most, Math.max(ROW.least, Math.floor((length - 2 * gap) / size)));
  const margin = Math.min(length / 2, gap + (row / 2) * size);
  const anchor = Math.min(length - margin, Math.max(margin, share * length));
  const [unitX, unitY] = [alongX / length, alongY / length];
  const x = from[0] * view.scale + unitX * anchor;
  const y = from[1] * view.scale + unitY * anchor;
  const spot = (index: number): Spot => {
    const step = index % row;
    const along = Math.ceil(step / 2) * (step % 2 === 0 ? -1 : 1) * size;
    const away = (gap + Math.floor(index / row) * size) * side;
    return [x + unitX * along - unitY * away, y + unitY * along + unitX * away];
  };
  return { x, y, spot };
}

/** A sunflower about where the vehicle is. */
function around(number: number, places: Places, { size, view }: Beside): Yard {
  const x = (places.x[number] ?? 0) + view.left;
  const y = (places.y[number] ?? 0) + view.top;
  const spot = (index: number): Spot => {
    const away = size * Math.sqrt(index);
    return [x + away * Math.cos(index * TURN), y + away * Math.sin(index * TURN)];
  };
  return { x, y, spot };
}

/** The occupied spots of the ground, by cells as large as a vehicle. */
class Ground {
  private readonly size: number;
  private readonly taken = new Map<string, Spot[]>();

  constructor(size: number) {
    this.size = size;
  }

  cell(x: number, y: number): string {
    return `${Math.round(x / this.size)} ${Math.round(y / this.size)}`;
  }

  /** Whether no vehicle is on a spot, but for its edge. */
  isFree([x, y]: Spot): boolean {
    const { size } = this;
    for (const stepX of [-size, 0, size])
      for (const stepY of [-size, 0, size])
        for (const [otherX, otherY] of this.taken.get(this.cell(x + stepX, y + stepY)) ?? [])
          if (Math.hypot(otherX - x, otherY - y) < size * 0.7) return false;
    return true;
  }

  take([x, y]: Spot): void {
    const cell = this.cell(x, y);
    const others = this.taken.get(cell);
    if (others) others.push([x, y]);
    else this.taken.set(cell, [[x, y]]);
  }
}
