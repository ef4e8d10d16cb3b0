/**
 * The simulated moment that the map shows. It runs a little behind the clock, so that what vehicles do is known when it
 * is there, and never jumps while the clock runs; once the clock is stopped it arrives where the clock is.
 */
import { clockRate, simulatedAt } from '../state/clock.ts';
import { latenessAt, MOST_LATE } from '../state/lateness.ts';

/** Real milliseconds behind the clock: some frames of the stream, and more where drives come late. */
const BEHIND = { least: 300, more: 150, most: MOST_LATE };
/** Real milliseconds in which it corrects its offset. */
const CORRECTION = 1_000;
/** Off by more than this many of them, it jumps. */
const FAR = 2_500;
/** By which share it may run faster or slower than the clock. */
const HURRY = 0.5;
/** Real milliseconds in which it arrives once the clock is stopped, and the simulated time that it never glides through. */
const ARRIVES = 250;
const LONG = 10 * 60_000;

export class Playhead {
  /** The simulated moment, milliseconds since 1970 UTC; NaN before the first. */
  at = Number.NaN;
  /** True if it is where the clock is. */
  arrived = true;
  private real = 0;
  /** Simulated milliseconds for each real one, as the clock ran last. */
  private rate = 0;

  /** Begins anew where the clock is: another world. */
  forget(): void {
    this.at = Number.NaN;
  }

  /** Goes on to a real moment. */
  step(real: number): number {
    const passed = Math.max(0, real - this.real);
    this.real = real;
    const now = simulatedAt(real);
    const rate = clockRate();
    if (rate > 0) this.run(now - behindAt(real) * rate, passed, rate);
    else this.arrive(now, passed);
    this.arrived = this.at === now;
    return this.at;
  }

  private run(goal: number, passed: number, rate: number): void {
    this.rate = rate;
    const expected = this.at + passed * rate;
    const off = goal - expected;
    const most = passed * rate * HURRY;
    if (!(Math.abs(off) < FAR * rate)) this.at = goal;
    else this.at = expected + Math.min(most, Math.max(-most, (off * passed) / CORRECTION));
  }

  private arrive(now: number, passed: number): void {
    const off = now - this.at;
    const isFar = !(off >= 0) || off > Math.max(LONG, FAR * this.rate);
    const glide = Math.max(passed * this.rate, (off * passed) / ARRIVES, passed);
    this.at = isFar || glide >= off ? now : this.at + glide;
  }
}

function behindAt(real: number): number {
  return Math.min(BEHIND.most, Math.max(BEHIND.least, latenessAt(real) + BEHIND.more));
}
