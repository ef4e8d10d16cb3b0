/**
 * The test clock: frozen, running at a speed, or as fast as possible; advanced by
 * hand; interrupted. It decides how far the timeline may go; it does not know what happens there.
 */

import { DAY } from '../../contracts/kit/durations.ts';
import { checkOptions } from '../../contracts/kit/option-names.ts';
import {
  type Advance,
  type AdvanceOptions,
  advanceInSlices,
  budget,
  SLICE,
  type UnderWay,
} from './advance.ts';
import { type ClockMode, checkMode, checkTarget } from './checks.ts';
import { ClockError } from './errors.ts';
import { endOf, instantOf, type Moment, type Step } from './moments.ts';
import type { Pace } from './pace.ts';
import { type EpochMs, LATEST_TIME, type Timeline } from './timeline.ts';

export type { Advance, AdvanceOptions } from './advance.ts';

export type Speed = ClockMode['speed'];

export interface ClockView extends ClockMode {
  now: EpochMs;
  /** An advance is under way. */
  advancing: boolean;
}

export interface ClockChange {
  now?: Moment;
  speed?: Speed;
  frozen?: boolean;
  until?: Moment | null;
}

export interface ClockOptions {
  speed?: Speed;
  frozen?: boolean;
  until?: EpochMs;
  /** The furthest that one advance may go, in ms; default ten years. */
  longestAdvance?: number;
  /** The longest real time that one advance may take, in ms; default ten minutes. */
  patience?: number;
}

const DEFAULTS = { longestAdvance: 3_653 * DAY, patience: 600_000 };
/** Real time between two updates of a running clock, in ms. */
const TICK = { shortest: 4, longest: 100 };

export class Clock {
  readonly #timeline: Timeline;
  readonly #pace: Pace;
  readonly #longestAdvance: number;
  readonly #patience: number;
  readonly #listeners = new Set<(view: ClockView) => void>();
  #speed: Speed;
  #frozen = true;
  #until: EpochMs | null;
  #underWay: (UnderWay & { kind: 'advance' | 'max' }) | undefined;
  /** A running clock shows `anchor.fake` plus the real time since `anchor.real`, times its speed. */
  #anchor = { fake: 0, real: 0, generation: 0 };
  #cancelTick: (() => void) | undefined;
  #settling = false;
  #stopped = false;

  constructor(timeline: Timeline, pace: Pace, options: ClockOptions = {}) {
    this.#timeline = timeline;
    this.#pace = pace;
    this.#longestAdvance = options.longestAdvance ?? DEFAULTS.longestAdvance;
    this.#patience = options.patience ?? DEFAULTS.patience;
    this.#speed = options.speed ?? 1;
    this.#until = options.until ?? null;
    const frozen = options.frozen ?? true;
    checkMode({ speed: this.#speed, frozen, until: this.#until }, timeline.now);
    if (!frozen) this.#run();
  }

  /**
   * The fake time. A running clock first runs what fell due since it was last asked, so that every
   * caller sees a settled world; when nothing did, that costs a comparison.
   */
  now(): EpochMs {
    if (!this.#frozen && this.#underWay === undefined) this.#settle();
    return this.#timeline.now;
  }

  view(): ClockView {
    return {
      now: this.now(),
      speed: this.#speed,
      frozen: this.#frozen,
      until: this.#until,
      advancing: this.#underWay?.kind === 'advance',
    };
  }

  /**
   * Sets the clock: a later `now` is an advance to it; `speed`, `frozen` and `until` count from then
   * on. Everything is checked before anything changes. A run as fast as possible is interrupted.
   * Throws `TIME_BACKWARDS`, `TIME_OUT_OF_RANGE`, `SPEED_INVALID`, `SPEED_NEEDS_UNTIL`, and
   * `ADVANCE_RUNNING` for a `now` during an advance.
   */
  async set(change: ClockChange): Promise<ClockView> {
    checkOptions(change, { now: true, speed: true, frozen: true, until: true }, 'clock.set');
    this.now();
    const now = change.now === undefined ? undefined : instantOf(change.now);
    const until = change.until == null ? change.until : instantOf(change.until);
    const next = {
      speed: change.speed ?? this.#speed,
      frozen: change.frozen ?? this.#frozen,
      until: until === undefined ? this.#until : until,
    };
    if (now !== undefined && this.#underWay?.kind === 'advance') throw advanceRunning();
    if (now !== undefined) checkTarget(now, this.#timeline.now, this.#longestAdvance, 'now');
    checkMode(next, now ?? this.#timeline.now);
    if (this.#underWay?.kind === 'max') this.#abandon();

    this.#speed = next.speed;
    this.#until = next.until;
    if (next.frozen) this.#freeze();
    if (now !== undefined) {
      // The clock may be frozen or reset on the way: the end of the travel looks whether it runs.
      this.#frozen = next.frozen;
      const to = Math.max(now, this.#timeline.now);
      await this.#travel('advance', to, { patience: this.#patience });
      return this.view();
    }
    if (!next.frozen) this.#run();
    return this.#changed();
  }

  /**
   * Brings the clock to a moment, or forward by a duration (`{ by: 'PT90M' }`), through everything that falls due
   * on the way, in slices of some milliseconds, so that requests are served in between. Answers when settled or
   * stopped. Throws `TIME_INVALID`, `DURATION_INVALID`, `TIME_BACKWARDS`, `TIME_OUT_OF_RANGE`, and
   * `ADVANCE_RUNNING` while one is under way.
   */
  async advance(step: Step, options: AdvanceOptions = {}): Promise<Advance> {
    checkOptions(options, { maxEvents: true, signal: true, onProgress: true }, 'clock.advance');
    if (this.#underWay !== undefined) throw advanceRunning();
    const to = endOf(step, this.now());
    checkTarget(to, this.#timeline.now, this.#longestAdvance);
    return this.#travel('advance', to, { ...options, patience: this.#patience });
  }

  /** Stops the advance that is under way, between two events; false when there is none. */
  interrupt(): boolean {
    if (this.#underWay === undefined) return false;
    this.#underWay.interrupted = true;
    return true;
  }

  /**
   * Gives what is made at a moment of the fake clock, as soon as that is reached; earlier, where the clock is stopped or
   * another world takes the place of this one. Rejects with what is thrown there.
   */
  reached<T>(at: EpochMs, made: () => T): Promise<T> {
    if (at <= this.now()) return Promise.resolve().then(made);
    return new Promise((resolve, reject) => {
      this.#timeline.whenAt(at, () => {
        try {
          resolve(made());
        } catch (error) {
          reject(error);
        }
      });
      if (this.#underWay === undefined) this.#tickLater();
    });
  }

  /** Calls back whenever the clock was set, began or ended an advance, or froze by itself. */
  onChange(listener: (view: ClockView) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Goes on as a saved clock did, once the timeline was restored. Stops whatever is under way. */
  restore(saved: Pick<ClockView, 'speed' | 'frozen' | 'until'>): void {
    const { speed, frozen, until } = saved;
    checkMode({ speed, frozen, until }, this.#timeline.now);
    this.#abandon();
    this.#freeze();
    this.#speed = speed;
    this.#until = until;
    if (!frozen) this.#run();
    this.#changed();
  }

  /** Ends the clock for good: it is frozen, and no timer is left. */
  stop(): void {
    this.#stopped = true;
    this.interrupt();
    this.#freeze();
    this.#timeline.endWaits();
    this.#listeners.clear();
  }

  #travel(
    kind: 'advance' | 'max',
    to: EpochMs,
    options: AdvanceOptions & { patience: number },
  ): Promise<Advance> {
    this.#stopTicking();
    const underWay = { kind, interrupted: false };
    this.#underWay = underWay;
    this.#changed();
    return advanceInSlices(this.#timeline, this.#pace, underWay, to, options).finally(() => {
      if (this.#underWay !== underWay) return;
      this.#underWay = undefined;
      if (kind === 'max') this.#arrive();
      else if (!this.#frozen) this.#run();
      this.#changed();
    });
  }

  /**
   * Runs what a running clock has come to. When that takes longer than a slice the clock lags, as
   * fast as it can, instead of owing an ever longer stretch of time.
   */
  #settle(): void {
    // An event's handler may ask for the time.
    if (this.#settling || this.#speed === 'max') return;
    if (this.#anchor.generation !== this.#timeline.generation) this.#anchorHere();
    const elapsed = this.#pace.monotonic() - this.#anchor.real;
    const shown = this.#anchor.fake + Math.floor(elapsed * this.#speed);
    const target = Math.min(shown, this.#until ?? LATEST_TIME);
    if (target <= this.#timeline.now) {
      // An advance by hand may have gone past it.
      this.#arriveIfThere();
      return;
    }
    const next = this.#timeline.nextAt();
    if (next === undefined || next > target) {
      this.#timeline.runUntil(target);
    } else {
      this.#settling = true;
      try {
        const spent = budget(this.#pace, SLICE);
        const speed = this.#speed;
        // An event's handler may freeze the clock, or give it another speed: that holds from this event on.
        const pause = () => this.#frozen || this.#speed !== speed || spent();
        const run = this.#timeline.runUntil(target, { pause });
        if (!run.settled) this.#anchorHere();
      } finally {
        this.#settling = false;
      }
    }
    this.#arriveIfThere();
  }

  #arriveIfThere(): void {
    if (this.#until === null || this.#timeline.now < this.#until) return;
    this.#arrive();
    this.#changed();
  }

  /** A running clock has come to where it was to stop, or was interrupted on its way there. */
  #arrive(): void {
    if (this.#until !== null && this.#timeline.now >= this.#until) this.#until = null;
    this.#freeze();
  }

  #run(): void {
    if (this.#stopped) return;
    this.#frozen = false;
    this.#anchorHere();
    if (this.#underWay !== undefined) return;
    if (this.#speed !== 'max') {
      this.#tickLater();
      return;
    }
    const to = this.#until ?? this.#timeline.now;
    // An event that fails ends the run; the next caller that reads the time is not to blame.
    this.#travel('max', to, { patience: Number.POSITIVE_INFINITY }).catch(() => undefined);
  }

  #freeze(): void {
    this.#frozen = true;
    this.#stopTicking();
  }

  /** Interrupts what is under way and counts on nothing it still does. */
  #abandon(): void {
    this.interrupt();
    this.#underWay = undefined;
  }

  #anchorHere(): void {
    this.#anchor = {
      fake: this.#timeline.now,
      real: this.#pace.monotonic(),
      generation: this.#timeline.generation,
    };
  }

  /** Events of a running clock happen soon after they are due, without a request. */
  #tickLater(): void {
    this.#stopTicking();
    if (this.#frozen || this.#stopped || this.#speed === 'max') return;
    const next = this.#timeline.nextAt() ?? Number.POSITIVE_INFINITY;
    const wait = (next - this.#timeline.now) / this.#speed;
    const tick = () => {
      if (this.#underWay !== undefined) return;
      this.now();
      this.#tickLater();
    };
    const ms = Math.min(Math.max(wait, TICK.shortest), TICK.longest);
    this.#cancelTick = this.#pace.after(ms, tick, this.#timeline.isWaitedFor);
  }

  #stopTicking(): void {
    this.#cancelTick?.();
    this.#cancelTick = undefined;
  }

  #changed(): ClockView {
    const view = this.view();
    for (const listener of this.#listeners) listener(view);
    return view;
  }
}

function advanceRunning(): ClockError {
  return new ClockError('ADVANCE_RUNNING', 'The clock is being advanced already.', {
    hint: 'Wait for the answer of that advance, or interrupt it.',
  });
}
