/**
 * The deployment's time: the `iat` of its newest token where that follows an advance of the run or agrees with `Date`, else
 * `Date`, which a proxy may write by a clock of its own. Between two answers it goes on like ours, unless it stands still.
 * It is moved by the control `advance`, or sat out.
 */
import { DAY, MINUTE, spokenDuration } from '../../kit/durations.ts';
import { inTurn } from '../../kit/in-turn.ts';
import { isoUtc } from '../../kit/times.ts';
import type { EpochMs } from '../../profile/facts.ts';
import type { Answer } from '../answer.ts';
import type { Controls } from '../controls/api.ts';
import { sleepUnlessInterrupted } from '../ending.ts';
import { Unreached } from '../finding.ts';
import type { Host } from '../host.ts';
import type { DeploymentOptions } from '../options.ts';
import { tokenTimes } from '../reading/tokens.ts';
import { isLost } from '../transport/failures.ts';

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
const PATIENCE = 60_000;

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

const sources = ['date', 'iat'] as const;
type Source = (typeof sources)[number];

interface Reading {
  readonly time: EpochMs;
  /** By our own clock: when this time was first shown, and when last. */
  readonly since: number;
  readonly at: number;
  /** How far the run had moved the clock by then, in ms. */
  readonly moved: number;
  /** Tells whether it followed the last advance of the run that it was read after; `undefined` before one. */
  readonly follows: boolean | undefined;
}

export class DeploymentTime {
  readonly #parts: Parts;
  #controls: Pick<Controls, 'has' | 'advance' | 'simulator'> | undefined;
  readonly #readings: { [S in Source]?: Reading } = {};
  /** Tells whether `iat` and `Date` of one answer show the same time. */
  #agree: boolean | undefined;
  #token: string | undefined;
  /** By how much `Date` may be late. */
  #late = 0;
  #moved = 0;
  /** How far this run may move it; and how long it waits. */
  readonly #max: number;
  readonly #patience: number;
  /** By how much the run may still move it, in ms. */
  left: number;
  /** When the last move began and ended, by our own clock. */
  #movedFrom = Number.NEGATIVE_INFINITY;
  #movedAt = Number.NEGATIVE_INFINITY;
  #isMoving = false;
  #move: Promise<unknown> = Promise.resolve();
  #isTried = false;
  /** A wait that others may join. */
  #pausing: { readonly ms: number; readonly over: Promise<void> } | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.left = this.#max = parts.options.maxAdvanceMs ?? MAX_ADVANCE;
    this.#patience = parts.options.patienceMs ?? PATIENCE;
  }

  /** A sentence about how far the run may move time, to be said before it begins; none where it cannot. */
  get bound(): string | undefined {
    if (!this.#canAdvance) return undefined;
    return `The run may bring the deployment's time forward, by at most ${this.#max / DAY} days in all (--max-advance).`;
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
    by: 'api' | 'control' | 'other',
    sent: number,
  ): void {
    // A control may be another machine's; that of a simulator shows the clock that it moves.
    const isOfClock = by === 'api' || (by === 'control' && this.#controls?.simulator);
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
    const last = this.#readings[source] ?? { time, since: at, at, moved: this.#moved, follows: undefined };
    const step = this.#moved - last.moved;
    // A `Date` that stays for seconds, or jumps, is kept for a while: it shows the time up to a minute late.
    const passed = at - last.since;
    const isKept = last.time === time ? passed > STOPPED_AFTER : time - last.time > passed + 2 * ROUNDING;
    if (source === 'date' && step === 0 && isKept && !this.#canAdvance) this.#late = MINUTE;
    // A clock does not go back: this is the answer of a cache, or of a node that is behind.
    if (step === 0 && time < last.time) return;
    const isTelling = step >= MIN_STEP + (at - last.at);
    const since = last.time === time ? last.since : at;
    const follows = isTelling ? time - last.time >= step / 2 : last.follows;
    this.#readings[source] = { time, at, moved: this.#moved, since, follows };
  }

  /** The sources that count: none where nothing shows the time, or where two differ and nothing tells them apart. */
  get #counting(): Source[] {
    const { iat, date } = this.#readings;
    if (iat && date && !this.#agree) return iat.follows ? ['iat'] : date.follows ? ['date'] : [];
    return sources.filter((source) => this.#readings[source] && this.#readings[source].follows !== false);
  }

  /** The time by a source; between two answers it goes on like ours, unless it stands still. */
  #timeBy(source: Source): EpochMs | undefined {
    const reading = this.#readings[source];
    if (!reading) return undefined;
    const passed = this.#isFake ? 0 : this.#parts.host.monotonic() - reading.since;
    return reading.time + this.#moved - reading.moved + passed;
  }

  /** The latest that a source that counts shows; where none counts, as newly issued tokens have it, or else `Date`. */
  now(): EpochMs {
    const [first, ...others] = this.#counting.map((source) => this.#timeBy(source) ?? 0);
    if (first !== undefined) return Math.max(first, ...others);
    return this.#timeBy('iat') ?? this.#timeBy('date') ?? this.#parts.host.wall();
  }

  /** The deployment's clock shows at least `from`, and less than `to`, by all sources that count; `undefined` where none does. */
  range(): { readonly from: EpochMs; readonly to: EpochMs } | undefined {
    const counting = this.#counting;
    if (counting.length === 0) return undefined;
    const times = counting.map((source) => this.#timeBy(source) ?? 0);
    const late = counting.includes('iat') ? 0 : this.#late;
    return { from: Math.min(...times), to: Math.max(...times) + late + ROUNDING };
  }

  /** By how much the sources that count differ, in ms. */
  get spread(): number {
    const { from = 0, to = ROUNDING } = this.range() ?? {};
    return to - from - ROUNDING;
  }

  /** Sentences for the reader of the verdicts about the deployment's clocks. */
  doubts(): string[] {
    const { iat, date } = this.#readings;
    const isBehind = date?.follows === false;
    if (this.#isKnown && isBehind)
      return [
        'The Date header does not follow the control advance, as where a proxy writes it: the time is taken from the iat of tokens.',
      ];
    const why =
      isBehind && !iat
        ? 'The Date header does not follow the control advance, and no iat in tokens shows the time'
        : isBehind || iat?.follows === false
          ? `The control advance moves nothing: the deployment's clock stayed at ${isoUtc(this.now())}`
          : 'The Date header and the iat of tokens differ by more than a minute, and no control moves the clock';
    const isDoubtful = !this.#isKnown && (isBehind || iat?.follows === false || this.#agree === false);
    return isDoubtful ? [`${why}: rules that need time were not reached.`] : [];
  }

  /** Returns whether that moment can be reached: by the control `advance`, or by a wait within the run's patience. */
  canReach(moment: EpochMs): boolean {
    if (!this.#isKnown) return this.#canAdvance && !this.#isTried && Object.keys(this.#readings).length > 0;
    return moment - this.now() <= (this.#canAdvance ? this.left : this.#patience);
  }

  /** Why a moment is out of reach: as given, unless nothing shows the time, or the run may not move it so far. */
  outOfReach(reason: string, ...unlock: ('controls.advance' | 'patience')[]): Unreached {
    const [doubt = 'Nothing shows the time: there is no Date header and no iat in tokens.'] = this.doubts();
    if (!this.#isKnown)
      return new Unreached(
        `the deployment's time is not known. ${doubt.replace(/\.$/, '')}`,
        this.#canAdvance ? 'clock' : 'controls.advance',
      );
    if (!this.#canAdvance) return new Unreached(reason, ...unlock);
    const most = `${this.#max / DAY} days in all`;
    return new Unreached(
      `the deployment's time would have to be brought forward by more than ${most}`,
      'max-advance',
    );
  }

  /** Returns when that moment is reached, for one alone; histories share it (`appointments.ts`). Throws `Unreached` when it is out of reach. */
  async move(moment: EpochMs): Promise<void> {
    if (!this.#isKnown && this.canReach(moment)) {
      // A short step tells which of two clocks is the deployment's.
      this.#isTried = true;
      await this.#advance(Math.min(MINUTE, Math.max(MIN_STEP, moment - this.now())));
      await this.#look();
    }
    const words = `the deployment's time would have to advance to ${isoUtc(moment)}, which is too long to wait for`;
    if (!this.canReach(moment)) throw this.outOfReach(words, 'controls.advance', 'patience');
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const left = moment - this.now();
      // A `Date` in whole seconds may show a moment that is reached as one that is not.
      if (left <= (attempt > 0 ? ROUNDING : 0)) return;
      if (this.#canAdvance) await this.#advance(Math.ceil(left / ROUNDING) * ROUNDING);
      else await this.#sleep(left + ROUNDING);
      await this.#look();
    }
    if (this.now() >= moment - ROUNDING) return;
    if (!this.#isKnown) throw this.outOfReach('');
    const stayed = `the deployment's clock stayed at ${isoUtc(this.now())} and did not reach ${isoUtc(moment)}`;
    throw new Unreached(stayed, this.#canAdvance ? 'clock' : 'controls.advance');
  }

  /** Asks for the time, unless it is known without: by a `Date` that followed an advance, and was read just before this one. */
  async #look(): Promise<void> {
    const before = this.#readings.date;
    const isSure = () => this.#isKnown && this.#agree !== false && this.spread <= MAX_SKEW;
    if (before?.follows && isSure() && this.#movedFrom - before.at <= ROUNDING) return;
    await this.#parts.plainly();
    const { date } = this.#readings;
    const isShown = date?.moved === this.#moved && date.follows !== false;
    if (!isShown || !isSure()) await this.#parts.renewToken();
  }

  /** Lets some of the deployment's time pass: for its rate limits, and for writes to become readable. Gives how much passed. */
  async pause(ms: number, signal = this.#parts.signal): Promise<number> {
    // A clock is moved by whole seconds.
    const by = Math.ceil(ms / ROUNDING) * ROUNDING;
    // After an interruption time is not moved any more; what is cleaned up can still wait.
    const moves = this.#canAdvance && this.#isFake && by <= this.left && !this.#parts.signal.aborted;
    const longest = Math.max(this.#patience, OWN_WAITS);
    if (!moves && ms > longest) {
      const words = `a wait of ${spokenDuration(ms)} would be needed, and the longest is ${spokenDuration(longest)}`;
      throw new Unreached(words, 'patience');
    }
    if (!moves) await this.#sleep(ms, signal);
    if (!moves) return ms;
    // Parties that come to wait before it is moved, and for no longer, wait together.
    if (!this.#pausing || this.#pausing.ms < by) {
      const over = this.#sleep(GATHERING, signal).then(() => {
        if (this.#pausing === mine) this.#pausing = undefined;
        return this.#advance(by);
      });
      const mine = { ms: by, over };
      this.#pausing = mine;
    }
    await this.#pausing.over;
    return by;
  }

  /** Time is moved by one at a time. */
  #advance(by: number): Promise<void> {
    return inTurn(this, async () => {
      if (by > this.left) throw this.outOfReach('');
      this.left -= by;
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
  }

  /** Moves the clock; where the answer was lost on its way, its `Date` shows whether it was moved, and if not it is moved once more. */
  async #advanceOnce(by: number): Promise<void> {
    const before = this.now();
    const move = () => {
      const moved = Promise.resolve(this.#controls?.advance({ by }));
      this.#move = moved.catch(() => undefined);
      return moved;
    };
    try {
      await move();
    } catch (error) {
      const { date } = isLost(error) && this.#counting.includes('date') ? await this.#parts.plainly() : {};
      if (date === undefined) throw error;
      if (date <= before + by / 2) await move();
    }
  }

  /** Resolves when the request that moves the clock, where one is under way, is over. */
  still(): Promise<unknown> {
    return this.#move;
  }

  #sleep(ms: number, signal = this.#parts.signal): Promise<void> {
    return sleepUnlessInterrupted(this.#parts.host, ms, signal);
  }

  get #isKnown(): boolean {
    return this.#counting.length > 0;
  }

  get #canAdvance(): boolean {
    return this.#controls?.has('advance') ?? false;
  }

  /** Tells whether waiting is in vain, or needless: a clock that has stopped, or that of a simulator. */
  get #isFake(): boolean {
    const { date } = this.#readings;
    const isStopped = date && date.at - date.since > STOPPED_AFTER && this.#counting.includes('date');
    return this.#controls?.simulator === true || (isStopped === true && this.#canAdvance);
  }
}
