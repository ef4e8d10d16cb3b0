/** Frames drawn so far, for tests and benchmarks: only where the address asks for it with `?measure`. */
declare global {
  interface Window {
    roadtestFrames?: () => { drawn: number; milliseconds: number };
  }
}

let drawn = 0;
let milliseconds = 0;

/** Counts one picture of the fleet, and the milliseconds it took to draw. */
export function countFrame(took: number): void {
  drawn++;
  milliseconds += took;
}

export function startMeasuring(): void {
  if (new URLSearchParams(location.search).has('measure'))
    window.roadtestFrames = () => ({ drawn, milliseconds });
}
