/**
 * The deployment's time, by all that shows it (`clock-readings.ts`); between two answers it goes on like
 * ours, unless it was seen to stand still. It is moved by the control `advance`, or sat out.
 */

import { DAY, HOUR, MINUTE, spokenDuration } from '../../kit/durations.ts';
import { isoUtc } from '../../kit/times.ts';
import type { EpochMs } from '../../profile/facts.ts';
import type { Answer } from '../answer.ts';
import type { Controls } from '../controls/api.ts';
import { Unreached } from '../finding.ts';
import type { Host } from '../host.ts';
import { tokenTimes } from '../reading/token.ts';
import { isLost } from '../transport/failures.ts';
import { sleepUnlessInterrupted } from '../transport/interruption.ts';
import { ClockReadings, type Shown } from './clock-readings.ts';

/** After so much real time without a new second the deployment's clock has stopped. */
const STOPPED_AFTER = 2_500;
const WATCHED = 3_000;
/** `Date` gives whole seconds. */
const ROUNDING = 1_000;
const ATTEMPTS = 3;
/** The suite itself reads again after no longer pauses: that needs no patience. */
const OWN_WAITS = 5_000;
/** A clock that went so much further than it should have is not merely inaccurate. */
const JUMP = 30 * MINUTE;
/** Where nothing else shows the time, a token that was just issued is taken to end within this, and more than an hour from now. */
const USUAL_LIFE = 31 * DAY;
/** Advances after which no source showed the time: they would be in vain. */
const MOST_IN_VAIN = 2;

export interface TimeContext {
  host: Pick<Host, 'monotonic' | 'wall' | 'sleep'>;
  patienceMs: number;
  /** By how much the run may bring time forward, in all. Default `MAX_ADVANCE`. */
  maxAdvanceMs?: number | undefined;
  signal: AbortSignal;
  /** One small request, to learn what time it is. */
  ask(): Promise<Pick<Answer, 'date'>>;
  /** Called when this run has moved time. */
  moved?(): void;
  /** A token request, where its `Date` does not tell. */
  askToken(): Promise<unknown>;
  /** A record is made, where neither tells, and those that were made before did. */
  makeRecord?(): Promise<unknown>;
}

/** No run brings time forward by more, in all, unless it is told to. */
export const MAX_ADVANCE = 400 * DAY;

/** The author of an answer: the API, a control, or a handler of requests that the document does not have. */
export type AnsweredBy = 'api' | 'control' | 'other';

export class DeploymentTime {
  readonly #context: TimeContext;
  readonly #readings = new ClockReadings();
  #controls: Pick<Controls, 'has' | 'advance' | 'simulator'> | undefined;
  /** The last `Date` of the API, and when it was first seen. */
  #date: EpochMs | undefined;
  #since = 0;
  #isStopped = false;
  /** How far a `Date` was from our own clock, at most. */
  #ahead = Number.NEGATIVE_INFINITY;
  /** A `Date`, when it came, and how far this run has moved the clock since. */
  #start: { date: EpochMs; at: number } | undefined;
  #movedByUs = 0;
  /** How much further this run may move it. */
  #left: number;
  /** When this run last moved the clock, by our own: answers to requests that went out before show either time. */
  #movedAt = Number.NEGATIVE_INFINITY;
  #movedByOthersAt: number | undefined;
  #moving: Promise<void> = Promise.resolve();
  /** Readings of controls while the clock is being moved: they count once it is known how far. */
  #meanwhile: (() => void)[] | undefined;
  /** Whether `advance` says what time it was brought to. */
  #isTold = false;
  #pausing: { ms: number; over: Promise<void> } | undefined;
  #inVain = 0;

  constructor(context: TimeContext) {
    this.#context = context;
    this.#left = context.maxAdvanceMs ?? MAX_ADVANCE;
  }

  get #days(): number {
    return (this.#context.maxAdvanceMs ?? MAX_ADVANCE) / DAY;
  }

  /** A sentence about how far the run may move time, to be said before it begins; none where it cannot. */
  get bound(): string | undefined {
    if (!this.#canAdvance) return undefined;
    return `The run may bring the deployment's time forward, by at most ${this.#days} days in all (--max-advance).`;
  }

  /** From now on time can be moved. */
  connect(controls: Pick<Controls, 'has' | 'advance' | 'simulator'>): void {
    this.#controls = controls;
  }

  /** @param sent when the request went out, by our own clock */
  observe(answer: Pick<Answer, 'date' | 'headers' | 'json'>, by: AnsweredBy = 'api', sent?: number): void {
    const at = this.#context.host.monotonic();
    if (this.#wasUnderWay(sent)) return;
    // A cached answer has the date at which it was stored.
    const date = Number(answer.headers.age ?? 0) > 0 ? undefined : answer.date;
    const shown = date === undefined ? undefined : { from: date, to: date + ROUNDING + at - (sent ?? at) };
    if (by === 'control' && shown) {
      const read = () => this.#readings.read('controlDate', shown, at);
      if (this.#meanwhile) this.#meanwhile = [read];
      else read();
    }
    // While the clock is moved an answer shows either time.
    if (by !== 'api' || this.#meanwhile) return;
    if (date !== undefined && shown) this.#observeDate(date, shown, at);
    const token = tokenTimes(answer.json, at - (sent ?? at));
    if (token) this.#readings.issued(token, date, at);
  }

  /**
   * A record was created, and says when.
   *
   * @param sent when the request went out, by our own clock
   */
  created(moment: EpochMs, sent: number): void {
    if (this.#meanwhile || this.#wasUnderWay(sent)) return;
    const at = this.#context.host.monotonic();
    const rounding = moment % MINUTE === 0 ? MINUTE : ROUNDING;
    this.#readings.created({ from: moment, to: moment + rounding + at - sent }, at);
  }

  /** Whether a request was on its way when the clock was moved: its answer shows either time. */
  #wasUnderWay(sent = Number.POSITIVE_INFINITY): boolean {
    return this.#meanwhile === undefined && sent < this.#movedAt;
  }

  #observeDate(date: EpochMs, shown: Shown, at: number): void {
    this.#lookForOthers(date, at);
    if (this.#date !== date) this.#since = at;
    this.#isStopped = at - this.#since > STOPPED_AFTER;
    this.#lookForCache(date, shown, at);
    this.#date = date;
    this.#readings.read('date', shown, at);
  }

  /** A `Date` that falls behind our own clock is kept for a while. On a clock that can be moved it shows nothing: that clock may stand still. */
  #lookForCache(date: EpochMs, { to }: Shown, at: number): void {
    this.#ahead = Math.max(this.#ahead, date - at);
    const late = this.#ahead + at - to;
    if (late > 0 && this.#controls && !this.#canAdvance)
      this.#readings.isLate('date', Math.max(MINUTE, 2 * late));
  }

  /** Looks at the time for some seconds, where it passes by itself: a `Date` that is kept for a while is noticed. */
  async watch(): Promise<void> {
    if (this.#canAdvance) return;
    await this.#sleep(WATCHED);
    await this.#context.ask();
  }

  /** When, by our own clock, the deployment's was last seen further on than it went by itself and by this run. */
  get movedByOthersAt(): number | undefined {
    return this.#movedByOthersAt;
  }

  /** Whether others have moved the deployment's clock since a moment of ours, or a request of this run that nobody waits for any more. */
  async wasMovedSince(moment: number): Promise<boolean> {
    await this.#context.ask();
    return this.#movedByOthersAt !== undefined && this.#movedByOthersAt >= moment;
  }

  #lookForOthers(date: EpochMs, at: number): void {
    const since = this.#start;
    if (since && date <= since.date + (at - since.at) + this.#movedByUs + JUMP) return;
    if (since) this.#movedByOthersAt = at;
    this.#start = { date, at };
    this.#movedByUs = 0;
  }

  now(): EpochMs {
    return this.#readings.now(this.#context.host.monotonic(), this.#fake) ?? this.#guess();
  }

  /** Ours, unless a token that was just issued would have ended by it, or lasts for longer than tokens do. */
  #guess(): EpochMs {
    const wall = this.#context.host.wall();
    const end = this.#readings.tokenEnd;
    if (end === undefined || (wall < end && end - wall < USUAL_LIFE)) return wall;
    return end - HOUR;
  }

  /** The range of the deployment's clock, by all sources known to follow it; `undefined` where nothing shows it. */
  range(): Shown | undefined {
    return this.#readings.range(this.#context.host.monotonic(), this.#isStill);
  }

  /** By how much the clocks of the deployment differ. */
  get spread(): number {
    return this.#readings.spread;
  }

  /** Where what shows the time disagrees, in sentences. */
  doubts(): string[] {
    return this.#readings.doubts();
  }

  canReach(moment: EpochMs): boolean {
    if (this.#isUnknown) return false;
    return moment - this.now() <= (this.#canAdvance ? this.#left : this.#context.patienceMs);
  }

  /** Why a moment is out of reach: as given, unless nothing shows the time, or the run may not move it so far. */
  outOfReach(reason: string, ...unlock: ('controls.advance' | 'patience')[]): Unreached {
    if (this.#isUnknown) return this.#unknown();
    if (!this.#canAdvance) return new Unreached(reason, ...unlock);
    return new Unreached(
      `the deployment's time would have to be brought forward by more than ${this.#days} days in all`,
      'max-advance',
    );
  }

  get #isUnknown(): boolean {
    return this.#readings.best === undefined || this.#inVain >= MOST_IN_VAIN;
  }

  #unknown(): Unreached {
    const [doubt = 'Nothing shows the time: there is no Date header and no iat in tokens.'] = this.doubts();
    return new Unreached(
      `the deployment's time is not known. ${doubt.replace(/\.$/, '')}`,
      'controls.advance',
    );
  }

  async reach(moment: EpochMs): Promise<void> {
    if (!this.canReach(moment)) {
      throw this.outOfReach(
        `the deployment's time would have to advance to ${isoUtc(moment)}, which is too long to wait for`,
        'controls.advance',
        'patience',
      );
    }
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const left = moment - this.now();
      if (left <= 0) return;
      const before = this.now();
      // A `Date` in whole seconds shows a moment only once the next second has begun.
      const by = left + (this.#isTold ? 0 : ROUNDING);
      if (this.#canAdvance) await this.#advance({ by });
      else await this.#sleep(by);
      // A short step, as a second attempt is, leaves the last reading as good as it was: it is looked at anew.
      await this.#look(!this.#canAdvance || attempt > 0);
      if (this.now() >= moment) return;
      // The first one may have begun from too late a time: nothing had been heard of the clock for a while.
      if (attempt > 0 && this.#canAdvance && this.now() - before < Math.min(left, ROUNDING)) break;
    }
    if (this.now() >= moment - ROUNDING) return;
    if (this.#readings.response !== 'stayed') {
      this.#inVain++;
      throw this.#unknown();
    }
    throw new Unreached(
      `the deployment's clock stayed at ${isoUtc(this.now())} and did not reach ${isoUtc(moment)}`,
      'controls.advance',
    );
  }

  /** Asks until something shows the time that nothing but the deployment's clock moves: for its `Date`, or else for a token or a record. */
  async #look(hasPassed: boolean): Promise<void> {
    if (this.#readings.isSure && !hasPassed) return;
    await this.#context.ask();
    const isSure = () => this.#readings.isSure && !(hasPassed && this.#readings.best !== 'date');
    if (!isSure()) await this.#context.askToken();
    if (!this.#readings.isSure && this.#readings.shows('record')) await this.#context.makeRecord?.();
  }

  /** Lets some of the deployment's time pass: for its rate limits, and for writes to become readable. */
  pause(ms: number, signal = this.#context.signal): Promise<void> {
    // After an interruption time is not moved any more; what is cleaned up can still wait.
    const moves = this.#canAdvance && this.#fake && ms <= this.#left;
    if (!moves || this.#context.signal.aborted) return this.#sitOut(ms, signal);
    // Join an advance that is already running, if it goes far enough.
    if (this.#pausing && this.#pausing.ms >= ms) return this.#pausing.over;
    const pausing = { ms, over: this.#advance({ by: ms }) };
    this.#pausing = pausing;
    const done = () => {
      if (this.#pausing === pausing) this.#pausing = undefined;
    };
    pausing.over.then(done, done);
    return pausing.over;
  }

  /** Waits in real time, whatever asks for it: the profile may come from the deployment itself. */
  async #sitOut(ms: number, signal: AbortSignal): Promise<void> {
    const longest = Math.max(this.#context.patienceMs, OWN_WAITS);
    if (ms <= longest) return this.#sleep(ms, signal);
    const words = `a wait of ${spokenDuration(ms)} would be needed, and the longest is ${spokenDuration(longest)}`;
    throw new Unreached(words, 'patience');
  }

  /** Time is moved by one at a time. */
  #advance(span: { by: number }): Promise<void> {
    const moved = this.#moving.then(async () => {
      if (span.by > this.#left) throw this.outOfReach('');
      this.#left -= span.by;
      this.#meanwhile = [];
      try {
        const advanced = await this.#advanceOnce(span);
        // One whose answer is lost may move it at any time: as others do.
        this.#movedByUs += span.by;
        this.#readings.moved(span.by);
        const at = this.#context.host.monotonic();
        this.#movedAt = at;
        const reached = advanced?.reached;
        this.#isTold = reached !== undefined;
        if (reached !== undefined)
          this.#readings.read('control', { from: reached, to: reached + ROUNDING }, at);
      } finally {
        const meanwhile = this.#meanwhile;
        this.#meanwhile = undefined;
        for (const read of meanwhile) read();
      }
      this.#context.moved?.();
    });
    this.#moving = moved.catch(() => undefined);
    return moved;
  }

  /** Where the answer was lost on its way, the clock shows whether it was moved; if not, it is moved once more. */
  async #advanceOnce(span: { by: number }) {
    const before = this.now();
    try {
      return await this.#controls?.advance(span);
    } catch (error) {
      if (!isLost(error) || !this.#readings.shows('date')) throw error;
      const { date } = await this.#context.ask();
      if (date === undefined) throw error;
      return date > before + span.by / 2 ? undefined : this.#controls?.advance(span);
    }
  }

  #sleep(ms: number, signal = this.#context.signal): Promise<void> {
    return sleepUnlessInterrupted(this.#context.host, ms, signal);
  }

  get #canAdvance(): boolean {
    return this.#controls?.has('advance') ?? false;
  }

  /** Whether it goes on by moves alone. */
  get #isStill(): boolean {
    return this.#isStopped && this.#canAdvance && this.#readings.best === 'date';
  }

  /** Whether waiting is in vain, or needless: a clock that has stopped, or that of a simulator. */
  get #fake(): boolean {
    return this.#isStill || (this.#controls?.simulator ?? false);
  }
}
