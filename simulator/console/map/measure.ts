/** Counts of what was drawn so far, for tests: only where the address asks for them with `?measure`. */
import type { VehicleState } from '../state/known.ts';

declare global {
  interface Window {
    roadtestDrawn?: () => Drawn;
  }
}

export interface Drawn {
  /** Pictures so far. */
  pictures: number;
  /** When land and roads lay below the vehicles, in milliseconds since the page was called; `null` before. */
  ground: number | null;
  /** Vehicles that are seen on the last picture. */
  seen: readonly { number: number; state: VehicleState }[];
  /** Vehicles that moved on two pictures in a row, and those of them with a new place: counts so far. */
  watched: number;
  advanced: number;
}

const drawn: Drawn = { pictures: 0, ground: null, seen: [], watched: 0, advanced: 0 };
let before = new Map<number, string>();

export function noteGround(): void {
  drawn.ground = performance.now();
}

/** Notes a picture: the vehicles that are seen, and by number where those of them are that move. */
export function notePicture(seen: Drawn['seen'], placeOf: (number: number) => string | undefined): void {
  if (window.roadtestDrawn === undefined) return;
  drawn.pictures++;
  drawn.seen = seen;
  const after = new Map<number, string>();
  for (const { number } of seen) {
    const place = placeOf(number);
    if (place === undefined) continue;
    if (before.has(number)) drawn.watched++;
    if (before.has(number) && before.get(number) !== place) drawn.advanced++;
    after.set(number, place);
  }
  before = after;
}

export function startMeasuring(): void {
  if (new URLSearchParams(location.search).has('measure')) window.roadtestDrawn = () => ({ ...drawn });
}
