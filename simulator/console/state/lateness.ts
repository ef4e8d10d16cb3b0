/** How late drives come that the stream sends: with much to send, or on a busy machine, after they have begun. */
import { clockRate, simulatedAt } from './clock.ts';
import { onNewWorld } from './world.ts';

/** The share of a frame's drives that counts: a few may be later. */
const MOST = 0.95;
/** Real milliseconds; what comes later was not sent late: the clock was advanced, or the page had no connection. */
export const MOST_LATE = 2_000;
/** Real milliseconds in which it is taken back by half. */
const HALVES = 4_000;

let late = 0;
let notedAt = 0;

onNewWorld(() => {
  late = 0;
});

/** Real milliseconds by which nearly all drives came late at most, in the last seconds. */
export function latenessAt(real: number): number {
  return late * 2 ** (-Math.max(0, real - notedAt) / HALVES);
}

/** Takes in when drives began, simulated, that came in one frame and each follow another one of their vehicle. */
export function noteDrives(began: Float64Array, real: number): void {
  const rate = clockRate();
  if (rate === 0 || began.length === 0) return;
  const latest = began.toSorted((a, b) => b - a)[Math.floor(began.length * MOST)] ?? 0;
  const found = Math.max(0, simulatedAt(real) - latest) / rate;
  if (found < latenessAt(real)) return;
  late = Math.min(MOST_LATE, found);
  notedAt = real;
}
