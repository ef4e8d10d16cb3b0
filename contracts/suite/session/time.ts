/**
 * The deployment's time. It is known by the `Date` header alone; between two answers it goes on like
 * ours, unless it was seen to stand still. It is moved by the control `advance`, or sat out.
 */

import { MINUTE, spokenDuration } from '../../kit/durations.ts';
import { isoUtc } from '../../kit/times.ts';
import type { EpochMs } from '../../profile/facts.ts';
import type { Answer } from '../answer.ts';
import type { Controls } from '../controls/api.ts';
import { Unreached } from '../finding.ts';
import type { Host } from '../host.ts';
import { sleepUnlessInterrupted } from '../transport/interruption.ts';

/** After so much real time without a new second the deployment's clock has stopped. */
const STOPPED_AFTER = 2_500;
/** `Date` gives whole seconds. */
const ROUNDING = 1_000;
const ATTEMPTS = 3;
/** The suite itself reads again after no longer pauses: that needs no patience. */
const OWN_WAITS = 5_000;
/** So much more than it should have gone is no inaccuracy of a clock. */
const JUMP = 30 * MINUTE;

export interface TimeContext {
  host: Pick<Host, 'monotonic' | 'wall' | 'sleep'>;
  patienceMs: number;
  signal: AbortSignal;
  /** One small request, to learn what time it is. */
  ask(): Promise<unknown>;
  /** Called when this run has moved time. */
  moved?(): void;
}

export class DeploymentTime {
  readonly #context: TimeContext;
  #controls: Pick<Controls, 'has' | 'advance' | 'simulator'> | undefined;
  /** The last `Date`, and when it came by our own clock. */
  #read: { date: EpochMs; at: number } | undefined;
  /** When the last `Date` was first seen. */
  #since = 0;
  #isStopped = false;
  /** A `Date`, when it came, and how far this run has moved the clock since. */
  #start: { date: EpochMs; at: number } | undefined;
  #movedByUs = 0;
  #movedByOthersAt: number | undefined;
  #moving: Promise<void> = Promise.resolve();
  #pausing: { ms: number; over: Promise<void> } | undefined;

  constructor(context: TimeContext) {
    this.#context = context;
  }

  /** From now on time can be moved. */
  connect(controls: Pick<Controls, 'has' | 'advance' | 'simulator'>): void {
    this.#controls = controls;
  }

  observe({ date }: Pick<Answer, 'date'>): void {
    if (date === undefined) return;
    const at = this.#context.host.monotonic();
    this.#lookForOthers(date, at);
    if (this.#read?.date !== date) this.#since = at;
    this.#isStopped = at - this.#since > STOPPED_AFTER;
    this.#read = { date, at };
  }

  /** When, by our own clock, the deployment's was last seen further on than it went by itself and by this run. */
  get movedByOthersAt(): number | undefined {
    return this.#movedByOthersAt;
  }

  #lookForOthers(date: EpochMs, at: number): void {
    const since = this.#start;
    if (since && date <= since.date + (at - since.at) + this.#movedByUs + JUMP) return;
    if (since) this.#movedByOthersAt = at;
    this.#start = { date, at };
    this.#movedByUs = 0;
  }

  now(): EpochMs {
    if (!this.#read) return this.#context.host.wall();
    const passed = this.#context.host.monotonic() - this.#read.at;
    return this.#read.date + (this.#fake ? 0 : passed);
  }

  canReach(moment: EpochMs): boolean {
    return this.#canAdvance || moment - this.now() <= this.#context.patienceMs;
  }

  async reach(moment: EpochMs): Promise<void> {
    if (!this.canReach(moment)) {
      throw new Unreached(
        `the deployment's time would have to come forward to ${isoUtc(moment)}, which is too long to sit out`,
        'controls.advance',
        'patience',
      );
    }
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const left = moment - this.now();
      if (left <= 0) return;
      const before = this.now();
      if (this.#canAdvance) await this.#advance({ to: moment });
      else await this.#sleep(left + ROUNDING);
      if (this.now() >= moment) return;
      await this.#context.ask();
      if (this.#canAdvance && this.now() - before < Math.min(left, ROUNDING)) break;
    }
    if (this.now() >= moment - ROUNDING) return;
    throw new Unreached(
      `the deployment's clock stayed at ${isoUtc(this.now())} and did not reach ${isoUtc(moment)}`,
      'controls.advance',
    );
  }

  /** Lets some of the deployment's time pass: for its rate limits, and for writes to become readable. */
  pause(ms: number, signal = this.#context.signal): Promise<void> {
    // After an interruption time is not moved any more; what is cleaned up can still wait.
    if (!this.#canAdvance || !this.#fake || this.#context.signal.aborted) return this.#sitOut(ms, signal);
    // Who comes while time is moving as far anyway goes along.
    if (this.#pausing && this.#pausing.ms >= ms) return this.#pausing.over;
    const pausing = { ms, over: this.#advance({ by: ms }) };
    this.#pausing = pausing;
    const done = () => {
      if (this.#pausing === pausing) this.#pausing = undefined;
    };
    pausing.over.then(done, done);
    return pausing.over;
  }

  /** In real time, whatever asks for it: the profile may be of the deployment's own evidence. */
  async #sitOut(ms: number, signal: AbortSignal): Promise<void> {
    const longest = Math.max(this.#context.patienceMs, OWN_WAITS);
    if (ms <= longest) return this.#sleep(ms, signal);
    const words = `a wait of ${spokenDuration(ms)} would be needed, and the longest is ${spokenDuration(longest)}`;
    throw new Unreached(words, 'patience');
  }

  /** Time is moved by one at a time. */
  #advance(span: { by: number } | { to: EpochMs }): Promise<void> {
    const moved = this.#moving.then(async () => {
      this.#movedByUs += Math.max(0, 'by' in span ? span.by : span.to - this.now());
      await this.#controls?.advance(span);
      this.#context.moved?.();
    });
    this.#moving = moved.catch(() => undefined);
    return moved;
  }

  #sleep(ms: number, signal = this.#context.signal): Promise<void> {
    return sleepUnlessInterrupted(this.#context.host, ms, signal);
  }

  get #canAdvance(): boolean {
    return this.#controls?.has('advance') ?? false;
  }

  /** Whether waiting is in vain, or needless: a clock that has stopped, or that of a simulator. */
  get #fake(): boolean {
    return this.#isStopped || (this.#controls?.simulator ?? false);
  }
}
