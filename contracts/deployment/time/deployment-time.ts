/**
 * The deployment's time: the `iat` of its newest token where that follows an advance of the run or agrees with `Date`, else
 * `Date`, which a proxy may write by a clock of its own. Between two answers it goes on like ours, unless it stands still.
 * It is moved by the control `advance`, or sat out.
 */
import { DAY, MINUTE, spokenDuration } from '../../kit/durations.ts';
import { isoUtc } from '../../kit/times.ts';
import type { EpochMs } from '../../profile/facts.ts';
import type { Answer } from '../answer.ts';
import type { Controls } from '../controls/api.ts';
import { Unreached } from '../finding.ts';
import type { Host } from '../host.ts';
import type { DeploymentOptions } from '../options.ts';
import { tokenTimes } from '../reading/tokens.ts';
import { isLost } from '../transport/failures.ts';
import { sleepUnlessInterrupted } from '../transport/interruption.ts';

/** After so much real time without a new second the deployment's clock has stopped. */
const STOPPED_AFTER = 2_500;
/** `Date` gives whole seconds. */
const ROUNDING = 1_000;
/** A shorter step is not told from time that went by itself. */
const MIN_STEP = 10_000;
/** Clocks that differ by more do not show one time. */
const MAX_SKEW = MINUTE;
const ATTEMPTS = 3;
/** So long, by our own clock, others may come to a wait before time is moved for it. */
const GATHERING = 20;
/** The suite itself reads again after no longer pauses: that needs no patience. */
const OWN_WAITS = 5_000;

/** No run brings time forward by more, in all, unless it is told to. */
export const MAX_ADVANCE = 400 * DAY;

/** The parts of a deployment by which time is read. */
interface Parts {
  readonly options: Pick<DeploymentOptions, 'maxAdvanceMs' | 'patienceMs'>;
  readonly host: Pick<Host, 'monotonic' | 'wall' | 'sleep'>;
  /** Aborted when the run is interrupted. */
  readonly signal: AbortSignal;
  /** Sends a request that every deployment answers. */
  plainly(): Promise<Pick<Answer, 'date'>>;
  renewToken(): Promise<unknown>;
}

type Source = 'date' | 'iat';

interface Reading {
  readonly time: EpochMs;
  /** By our own clock: when this time was first shown, and when last. */
  readonly since: number;
  readonly at: number;
  /** How far the run had moved the clock by then, in ms. */
  readonly moved: number;
}

/** A wait that others may join. */
interface Pausing {
  readonly ms: number;
  readonly over: Promise<void>;
}

export class DeploymentTime {
  readonly #parts: Parts;
  #controls: Pick<Controls, 'has' | 'advance' | 'simulator'> | undefined;
  readonly #readings = new Map<Source, Reading>();
  /** Tells whether a source followed the last advance of the run that it was read after. */
  readonly #follows = new Map<Source, boolean>();
  /** Tells whether `iat` and `Date` of one answer show the same time. */
  #agree: boolean | undefined;
  #token: string | undefined;
  /** By how much `Date` may be late. */
  #late = 0;
  #moved = 0;
  /** How far this run may move it, and how much further; and how long it waits. */
  readonly #max: number;
  #left: number;
  readonly #patience: number;
  /** When the last move began and ended, by our own clock. */
  #movedFrom = Number.NEGATIVE_INFINITY;
  #movedAt = Number.NEGATIVE_INFINITY;
  #moving: Promise<void> = Promise.resolve();
  #isMoving = false;
  #move: Promise<unknown> = Promise.resolve();
  #isTried = false;
  #pausing: Pausing | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#left = this.#max = parts.options.maxAdvanceMs ?? MAX_ADVANCE;
    this.#patience = parts.options.patienceMs ?? 60_000;
  }

  get #days(): number {
    return this.#max / DAY;
  }

  /** By how much the run may still move it, in ms. */
  get left(): number {
    return this.#left;
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

  /**
   * @param by the author of the answer: `other` handles requests that the document does not have
   * @param sent when the request went out, by our own clock: answers to requests from before a move show either time
   */
  observe(
    { date, headers, json }: Pick<Answer, 'date' | 'headers' | 'json'>,
    by: 'api' | 'control' | 'other' = 'api',
    sent = Number.POSITIVE_INFINITY,
  ): void {
    // A control may be another machine's; that of a simulator shows the clock that it moves.
    const isOfClock = by === 'api' || (by === 'control' && (this.#controls?.simulator ?? false));
    if (!isOfClock || this.#isMoving || sent < this.#movedAt) return;
    // A cached answer has the date at which it was stored.
    const shown = Number(headers.age ?? 0) > 0 ? undefined : date;
    if (shown !== undefined) this.#read('date', shown);
    const token = tokenTimes(json);
    if (!token?.issued || token.value === this.#token) return;
    this.#token = token.value;
    this.#read('iat', token.issued.from);
    if (shown !== undefined) this.#agree = Math.abs(token.issued.from - shown) <= MAX_SKEW;
  }

  #read(source: Source, time: EpochMs): void {
    const at = this.#parts.host.monotonic();
    const last = this.#readings.get(source);
    const step = last ? this.#moved - last.moved : 0;
    if (last && step >= MIN_STEP + (at - last.at)) this.#follows.set(source, time - last.time >= step / 2);
    // A `Date` that stays for seconds, or jumps, is kept for a while: it shows the time up to a minute late.
    const passed = last ? at - last.since : 0;
    const isKept =
      last?.time === time ? passed > STOPPED_AFTER : last && time - last.time > passed + 2 * ROUNDING;
    if (source === 'date' && step === 0 && isKept && !this.#canAdvance) this.#late = MINUTE;
    // A clock does not go back: this is the answer of a cache, or of a node that is behind.
    if (last && step === 0 && time < last.time) return;
    const since = last?.time === time ? last.since : at;
    this.#readings.set(source, { time, since, at, moved: this.#moved });
  }

  /** The sources that count: none where nothing shows the time, or where two differ and nothing tells them apart. */
  get #sources(): Source[] {
    const shown = [...this.#readings.keys()];
    if (shown.length < 2 || this.#agree) return shown.filter((source) => this.#follows.get(source) !== false);
    return (['iat', 'date'] as const).filter((source) => this.#follows.get(source)).slice(0, 1);
  }

  /** The time by each of these, the earliest first. */
  #times(sources: readonly Source[]): EpochMs[] {
    const ours = this.#parts.host.monotonic();
    const times = sources.flatMap((source) => {
      const reading = this.#readings.get(source);
      if (!reading) return [];
      return reading.time + this.#moved - reading.moved + (this.#fake ? 0 : ours - reading.since);
    });
    return times.sort((a, b) => a - b);
  }

  /** The latest that a source that counts shows; where none counts, as newly issued tokens have it, or else `Date`. */
  now(): EpochMs {
    const nearest = [this.#sources, ['iat'] as const, ['date'] as const].map((one) =>
      this.#times(one).at(-1),
    );
    return nearest.find((time) => time !== undefined) ?? this.#parts.host.wall();
  }

  /** The deployment's clock shows at least `from`, and less than `to`, by all sources that count; `undefined` where none does. */
  range(): { readonly from: EpochMs; readonly to: EpochMs } | undefined {
    const times = this.#times(this.#sources);
    const [from, to] = [times[0], times.at(-1)];
    const late = this.#sources.includes('iat') ? 0 : this.#late;
    return from === undefined || to === undefined ? undefined : { from, to: to + late + ROUNDING };
  }

  /** By how much the sources that count differ, in ms. */
  get spread(): number {
    const range = this.range();
    return range ? range.to - range.from - ROUNDING : 0;
  }

  /** Sentences for the reader of the verdicts about the deployment's clocks. */
  doubts(): string[] {
    const isBehind = this.#follows.get('date') === false;
    if (this.#isKnown)
      return isBehind
        ? [
            'The Date header does not follow the control advance, as where a proxy writes it: the time is taken from the iat of tokens.',
          ]
        : [];
    if (isBehind && !this.#readings.has('iat'))
      return [
        'The Date header does not follow the control advance, and no iat in tokens shows the time: rules that need time were not reached.',
      ];
    if (isBehind || this.#follows.get('iat') === false)
      return [
        `The control advance moves nothing: the deployment's clock stayed at ${isoUtc(this.now())}, and rules that need time were not reached.`,
      ];
    if (this.#agree !== false) return [];
    return [
      'The Date header and the iat of tokens differ by more than a minute, and no control moves the clock: rules that need time were not reached.',
    ];
  }

  /** Returns whether that moment can be reached: by the control `advance`, or by a wait within the run's patience. */
  canReach(moment: EpochMs): boolean {
    const farthest = this.#canAdvance ? this.#left : this.#patience;
    if (!this.#isKnown) return this.#canAdvance && !this.#isTried && this.#readings.size > 0;
    return moment - this.now() <= farthest;
  }

  /** Why a moment is out of reach: as given, unless nothing shows the time, or the run may not move it so far. */
  outOfReach(reason: string, ...unlock: ('controls.advance' | 'patience')[]): Unreached {
    if (this.#isKnown && !this.#canAdvance) return new Unreached(reason, ...unlock);
    if (this.#isKnown)
      return new Unreached(
        `the deployment's time would have to be brought forward by more than ${this.#days} days in all`,
        'max-advance',
      );
    const [doubt = 'Nothing shows the time: there is no Date header and no iat in tokens.'] = this.doubts();
    return new Unreached(
      `the deployment's time is not known. ${doubt.replace(/\.$/, '')}`,
      this.#canAdvance ? 'clock' : 'controls.advance',
    );
  }

  /** Returns when that moment is reached, for one alone; histories share it (`appointments.ts`). Throws `Unreached` when it is out of reach. */
  async move(moment: EpochMs): Promise<void> {
    const reason = `the deployment's time would have to advance to ${isoUtc(moment)}, which is too long to wait for`;
    if (!this.#isKnown && this.canReach(moment)) {
      // A short step tells which of two clocks is the deployment's.
      this.#isTried = true;
      await this.#advance(Math.min(MINUTE, Math.max(MIN_STEP, moment - this.now())));
      await this.#look();
    }
    if (!this.canReach(moment)) throw this.outOfReach(reason, 'controls.advance', 'patience');
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const left = moment - this.now();
      // A `Date` in whole seconds may show a moment that is reached as one that is not.
      if (left <= (attempt > 0 ? ROUNDING : 0)) return;
      if (this.#canAdvance) await this.#advance(Math.ceil(left / ROUNDING) * ROUNDING);
      else await this.#sleep(left + ROUNDING);
      await this.#look();
    }
    if (this.now() >= moment - ROUNDING) return;
    const words = `the deployment's clock stayed at ${isoUtc(this.now())} and did not reach ${isoUtc(moment)}`;
    if (!this.#isKnown) throw this.outOfReach(words);
    throw new Unreached(words, this.#canAdvance ? 'clock' : 'controls.advance');
  }

  /** Asks for the time; for that of a token where `Date` is not known to show it. */
  async #look(): Promise<void> {
    if (this.#isTold) return;
    await this.#parts.plainly();
    const isShown = this.#readings.get('date')?.moved === this.#moved && this.#follows.get('date') !== false;
    if (!isShown || this.#agree === false || !this.#isKnown || this.spread > MAX_SKEW)
      await this.#parts.renewToken();
  }

  /** True if the time after an advance is known without a look: its `Date` followed one, and was read just before it. */
  get #isTold(): boolean {
    const date = this.#readings.get('date');
    if (!date || !this.#follows.get('date') || this.#agree === false) return false;
    return this.#movedFrom - date.at <= ROUNDING && this.spread <= MAX_SKEW;
  }

  /** Lets some of the deployment's time pass: for its rate limits, and for writes to become readable. Gives how much passed. */
  async pause(ms: number, signal = this.#parts.signal): Promise<number> {
    // A clock is moved by whole seconds.
    const by = Math.ceil(ms / ROUNDING) * ROUNDING;
    // After an interruption time is not moved any more; what is cleaned up can still wait.
    const moves = this.#canAdvance && this.#fake && by <= this.#left;
    if (!moves || this.#parts.signal.aborted) {
      await this.#sitOut(ms, signal);
      return ms;
    }
    // Parties that come to wait before it is moved, and for no longer, wait together.
    const pausing: Pausing =
      this.#pausing && this.#pausing.ms >= by
        ? this.#pausing
        : { ms: by, over: this.#sleep(GATHERING, signal).then(() => this.#gathered(pausing)) };
    this.#pausing = pausing;
    return pausing.over.then(() => by);
  }

  #gathered(pausing: Pausing): Promise<void> {
    if (this.#pausing === pausing) this.#pausing = undefined;
    return this.#advance(pausing.ms);
  }

  async #sitOut(ms: number, signal: AbortSignal): Promise<void> {
    const longest = Math.max(this.#patience, OWN_WAITS);
    if (ms <= longest) return this.#sleep(ms, signal);
    const words = `a wait of ${spokenDuration(ms)} would be needed, and the longest is ${spokenDuration(longest)}`;
    throw new Unreached(words, 'patience');
  }

  /** Time is moved by one at a time. */
  #advance(by: number): Promise<void> {
    const moved = this.#moving.then(async () => {
      if (by > this.#left) throw this.outOfReach('');
      this.#left -= by;
      this.#isMoving = true;
      this.#movedFrom = this.#parts.host.monotonic();
      try {
        await this.#advanceOnce(by);
        this.#moved += by;
        this.#movedAt = this.#parts.host.monotonic();
      } finally {
        this.#isMoving = false;
      }
    });
    this.#moving = moved.catch(() => undefined);
    return moved;
  }

  /** Resolves when the request that moves the clock, where one is under way, is over. */
  still(): Promise<unknown> {
    return this.#move;
  }

  #moveBy(by: number): Promise<unknown> | undefined {
    const move = this.#controls?.advance({ by });
    this.#move = move?.catch(() => undefined) ?? this.#move;
    return move;
  }

  /** Moves the clock; where the answer was lost on its way, its `Date` shows whether it was moved, and if not it is moved once more. */
  async #advanceOnce(by: number): Promise<void> {
    const before = this.now();
    try {
      await this.#moveBy(by);
    } catch (error) {
      if (!isLost(error) || !this.#sources.includes('date')) throw error;
      const { date } = await this.#parts.plainly();
      if (date === undefined) throw error;
      if (date <= before + by / 2) await this.#moveBy(by);
    }
  }

  #sleep(ms: number, signal = this.#parts.signal): Promise<void> {
    return sleepUnlessInterrupted(this.#parts.host, ms, signal);
  }

  get #isKnown(): boolean {
    return this.#sources.length > 0;
  }

  get #canAdvance(): boolean {
    return this.#controls?.has('advance') ?? false;
  }

  /** Tells whether waiting is in vain, or needless: a clock that has stopped, or that of a simulator. */
  get #fake(): boolean {
    const date = this.#readings.get('date');
    const isStopped =
      date !== undefined && date.at - date.since > STOPPED_AFTER && this.#sources.includes('date');
    return (isStopped && this.#canAdvance) || (this.#controls?.simulator ?? false);
  }
}
