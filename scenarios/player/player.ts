/** Plays a performance, or recorded drives, as a video player does: step, seek back and forth, and go on at the speed it had. */

import { isoUtc } from '../../contracts/kit/times.ts';
import type { FleetEvent } from '../../simulator/fleet/types.ts';
import type { ClockView } from '../../simulator/time/clock.ts';
import { PlayError } from './errors.ts';
import { type KeyframeBudget, Keyframes, usualBudget } from './keyframes.ts';
import type { Performance } from './perform.ts';

/** What can be played. */
export type Playable = Pick<Performance, 'pace' | 'simulator' | 'quietly' | 'restored' | 'finished'> & {
  story: { clock: { start: number; end: number } };
};

export interface Player {
  /**
   * Brings the world to any moment of the story: forward by playing, back by the nearest keyframe, or the start,
   * and playing from there. The clock goes on as it went before. What was done from outside since that keyframe
   * is undone: `pin` keeps it. Throws `STORY_TIME` for a moment outside the story.
   */
  seek(to: number): Promise<void>;
  /**
   * Freezes the clock and plays until something has happened, recorded locations aside: all that happened at
   * once. Nothing happens any more after the end of the story.
   */
  step(): Promise<FleetEvent[]>;
  /** Takes a keyframe now: something was done from outside. */
  pin(): void;
  /**
   * Takes one as soon as it may: something was done from outside, and more may follow at once. That is now, or,
   * where the last keyframe is only just taken, a moment later.
   */
  pinSoon(): void;
  /** How many keyframes there are, and the bytes they take. */
  keyframes(): { count: number; bytes: number };
  /** Takes no more keyframes. The performance goes on. */
  stop(): void;
}

/** Real time between two looks whether a keyframe is due, in ms. */
const LOOK = 250;
/** The share of real time that may be spent on keyframes. */
const EFFORT = 0.05;
/** Bytes of a snapshot for each byte of locations, and for each device. */
const BYTES_PER_BYTE = 4 / 3;
const BYTES_PER_DEVICE = 150;

/** Keyframes are taken while the clock of the performance goes forward, however it is moved. */
export function createPlayer(performance: Playable, budget: KeyframeBudget = usualBudget): Player {
  const { pace, simulator, story } = performance;
  const { clock, fleet } = simulator;
  const { start, end } = story.clock;
  const keyframes = new Keyframes(end - start, budget);
  let restingUntil = 0;
  /** Something was done from outside since the last keyframe. */
  let isTouched = false;
  /** To notice that another state was put in place from outside: keyframes are of another history then. */
  let restored = performance.restored();
  let cancelLook = pace.after(LOOK, look);

  function look(): void {
    cancelLook = pace.after(LOOK, look);
    rememberIfDue();
  }

  function forgetOtherHistory(): void {
    if (performance.restored() === restored) return;
    keyframes.forgetAfter(Number.NEGATIVE_INFINITY);
    isTouched = false;
    restored = performance.restored();
  }

  function rememberIfDue(): void {
    forgetOtherHistory();
    if (pace.monotonic() >= restingUntil && (isTouched || keyframes.isDue(clock.now()))) remember();
  }

  function remember(pinned = isTouched): void {
    isTouched = false;
    const expected = fleet.locations.bytes * BYTES_PER_BYTE + fleet.devices.count * BYTES_PER_DEVICE;
    if (!keyframes.affords(expected)) return;
    const began = pace.monotonic();
    keyframes.add({
      at: clock.now(),
      world: JSON.stringify(simulator.snapshot({ apiKey: 'include' })),
      pinned,
    });
    const now = pace.monotonic();
    restingUntil = now + (now - began) / EFFORT;
  }

  /** Stops what moves the clock; returns how it ran before. */
  async function halt(): Promise<ClockView> {
    const before = clock.view();
    await clock.set({ frozen: true, until: null });
    if (before.advancing) clock.interrupt();
    while (clock.view().advancing) await pace.breathe();
    return before;
  }

  /** It goes on as it went, unless it has come to where it was to stop, or was set meanwhile. */
  async function goOn({ frozen, until }: ClockView): Promise<void> {
    const view = clock.view();
    if (!view.frozen || view.until !== null) return;
    const arrived = until !== null && until <= view.now;
    await clock.set({ frozen: frozen || arrived, until: arrived ? null : until });
  }

  async function seek(to: number): Promise<void> {
    if (!Number.isSafeInteger(to) || to < start || to > end) {
      throw new PlayError('STORY_TIME', `${isoUtc(to)} is outside the story.`, {
        hint: `It goes from ${isoUtc(start)} to ${isoUtc(end)}.`,
      });
    }
    const before = await halt();
    forgetOtherHistory();
    if (to < clock.now()) {
      isTouched = false;
      const frame = keyframes.before(to);
      keyframes.forgetAfter(to);
      if (frame) simulator.restore(JSON.parse(frame.world), { passing: true });
      else simulator.reset({ toStart: true });
      restored = performance.restored();
      await clock.set({ speed: before.speed, frozen: true, until: null });
    }
    await performance.quietly(() => advance(to));
    await goOn(before);
  }

  async function advance(to: number): Promise<void> {
    while ((await clock.advance(to, { onProgress: rememberIfDue })).stopped === 'time-limit');
  }

  async function step(): Promise<FleetEvent[]> {
    await halt();
    const happened: FleetEvent[] = [];
    const stopListening = fleet.log.onEvent((event) => {
      happened.push(event);
      clock.interrupt();
    });
    try {
      if (clock.now() < end || !performance.finished()) await advance(end);
    } finally {
      stopListening();
    }
    return happened;
  }

  return {
    seek,
    step,
    pin() {
      forgetOtherHistory();
      remember(true);
    },
    pinSoon() {
      forgetOtherHistory();
      isTouched = true;
      rememberIfDue();
    },
    keyframes: () => ({ count: keyframes.count, bytes: keyframes.bytes }),
    stop: () => cancelLook(),
  };
}
