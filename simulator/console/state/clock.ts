/**
 * The simulated time. The server sends it when the clock is set, and with each frame of positions; in
 * between the page lets it run on at the speed, so that it is smooth. A clock that is a little off is brought
 * nearer, one that is far off jumps. It goes back only when another world takes the place.
 */
import { computed, signal } from '@preact/signals';
import type { ClockView } from '../../control/schemas/index.ts';
import { onNewWorld } from './world.ts';

export const clock = signal<ClockView | null>(null);
/** The simulated moment that the page shows, milliseconds since 1970 UTC; renewed some times a second. */
export const now = signal(0);
/** True if the server has said the time of this world: until then it is that of the world before. */
export const clockIsKnown = signal(false);
export const running = computed(() => clock.value !== null && !clock.value.frozen);
/** True if the server is on its way to another moment: an advance, or a jump that the page asked for. */
export const travelling = signal(false);

/** Real milliseconds that the page may be off before it jumps. */
const TOLERANCE = 1_500;
/**
 * The share of the deviation that is corrected with each message of the server. Messages come late and never early: a
 * server that seems ahead is ahead, one that seems behind may only have been heard late.
 */
const NEARER = { ahead: 0.6, behind: 0.1 };
const towards = (off: number) => off * (off > 0 ? NEARER.ahead : NEARER.behind);

interface Anchor {
  /** Simulated milliseconds at `real`. */
  fake: number;
  real: number;
  /** Simulated milliseconds for each real one. */
  rate: number;
  /** Moment at which the clock stops by itself. */
  until: number;
}

let anchor: Anchor = { fake: 0, real: 0, rate: 0, until: Number.POSITIVE_INFINITY };
let shown = 0;

onNewWorld(() => {
  clockIsKnown.value = false;
  shown = 0;
  // The next clock is not a correction of this one.
  anchor = { ...anchor, rate: 0 };
});

/** The simulated moment at a real one (of `performance.now()`), milliseconds since 1970 UTC. */
export function simulatedAt(real: number): number {
  const at = reckonedAt(real);
  // Being brought nearer must not look like going back.
  if (at > shown || shown - at > TOLERANCE * Math.max(1, anchor.rate)) shown = at;
  return shown;
}

/** Simulated milliseconds for each real one; 0 where the clock is stopped, or jumps from moment to moment. */
export function clockRate(): number {
  return anchor.rate;
}

/** The server's clock is right: once it is past where it would have stopped, it goes on. */
function reckonedAt(real: number): number {
  const reckoned = anchor.fake + (real - anchor.real) * anchor.rate;
  return anchor.fake < anchor.until ? Math.min(anchor.until, reckoned) : reckoned;
}

let received = 0;

/** How many clocks the stream has sent. */
export function clocksReceived(): number {
  return received;
}

/** Takes in a clock of the stream: each change, in their order. */
export function receiveClock(view: ClockView, real: number): void {
  received++;
  setClock(view, real);
}

/** Takes in a clock that the server sent at a real moment. */
export function setClock(view: ClockView, real: number): void {
  const fake = Date.parse(view.now);
  const rate = view.frozen || view.speed === 'max' || view.advancing ? 0 : view.speed;
  const until = view.until === null ? Number.POSITIVE_INFINITY : Date.parse(view.until);
  const reckoned = reckonedAt(real);
  const isNear = rate > 0 && anchor.rate > 0 && Math.abs(fake - reckoned) < TOLERANCE * rate;
  anchor = { fake: isNear ? reckoned + towards(fake - reckoned) : fake, real, rate, until };
  if (!isNear) shown = fake;
  clock.value = view;
  clockIsKnown.value = true;
  now.value = simulatedAt(real);
}

/** Takes in the moment of a frame of positions, or of an event: the server has come so far. */
export function setMoment(fake: number, real: number): void {
  if (clock.peek() === null) return;
  const reckoned = reckonedAt(real);
  const off = fake - reckoned;
  // A clock that is not running is on its way, as fast as it can, or does not move at all.
  if (anchor.rate === 0 && off <= 0) return;
  const isNear = anchor.rate > 0 && Math.abs(off) < TOLERANCE * anchor.rate;
  anchor = { ...anchor, fake: isNear ? reckoned + towards(off) : fake, real };
  if (!isNear) shown = fake;
}

/** Renews `now`. To be called some times a second. */
export function tickClock(real: number): void {
  now.value = simulatedAt(real);
}
