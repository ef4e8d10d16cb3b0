/** Frames drawn so far, for tests and benchmarks: only where the address asks for it with `?measure`. */
declare global {
  interface Window {
    roadtestFrames?: () => Frames;
  }
}

export interface Frames {
  /** Pictures so far, and the milliseconds that all of them took together. */
  drawn: number;
  milliseconds: number;
  /** When the first one with a vehicle on it was drawn, in milliseconds since the page was called; `null` before. */
  first: number | null;
  /** When land and roads lay below them. */
  ground: number | null;
}

const frames: Frames = { drawn: 0, milliseconds: 0, first: null, ground: null };

export function noteGround(): void {
  frames.ground = performance.now();
}

/** Counts one picture, the milliseconds it took to draw, and the vehicles on it. */
export function countFrame(took: number, vehicles: number): void {
  frames.drawn++;
  frames.milliseconds += took;
  if (vehicles > 0) frames.first ??= performance.now();
}

export function startMeasuring(): void {
  if (new URLSearchParams(location.search).has('measure')) window.roadtestFrames = () => ({ ...frames });
}
