/**
 * The readings of a deployment's clock, by all that shows it: the `Date` header of the API, when tokens were issued and records
 * created, what controls answer. A proxy may write a `Date` of its own, and clocks may differ by seconds. So a source that stays where it was
 * although time was brought forward counts no more once another source followed; those that are left give a range.
 */
import { DAY, MINUTE } from '../../kit/durations.ts';
import { capitalised } from '../../kit/phrases.ts';
import { namesOf } from '../../kit/tables.ts';
import type { EpochMs } from '../../profile/facts.ts';
import type { TokenTimes } from '../reading/token.ts';

/** Where the time is read, the best first. */
const sources = {
  date: 'the Date header of the API',
  token: 'the iat of tokens',
  record: 'the created time of records',
  control: 'the control advance',
  controlDate: 'the Date header of controls',
} as const;

export type ClockSource = keyof typeof sources;

/** The sources that only the deployment's clock moves. */
const witnesses: readonly ClockSource[] = ['date', 'token', 'record'];

/** When an answer came, the clock showed at least `from`, and less than `to`. */
export interface Shown {
  readonly from: EpochMs;
  readonly to: EpochMs;
}

/** How the sources took the last move of the clock. */
export type Response = 'followed' | 'stayed' | 'contradictory' | 'unseen';

/** The rounding of a clock: it may go so much less far than it was moved. */
const ROUNDING = 1_000;
/** A shorter step is not told from time that went by itself. */
const LEAST_STEP = 10_000;
/** Clocks that are kept may differ by this, as two nodes behind one address. */
const SKEW = 5 * MINUTE;
/** The longest life of a token: an `iat` further back is not a time of issue. */
const LONGEST_LIFE = 400 * DAY;
/** A `Date` that stands still while tokens are issued so much later is no clock. */
const FROZEN = 3_000;

interface Reading extends Shown {
  /** By our own clock: when the answer came, and when the first came that showed the same. */
  readonly at: number;
  readonly since: number;
  /** How far the clock had been moved by then. */
  readonly moved: number;
}

export class ClockReadings {
  readonly #last = new Map<ClockSource, Reading>();
  /** How much earlier than its last reading a source showed later on, at most. */
  readonly #behind = new Map<ClockSource, number>();
  /** How much later it may be than a source shows: a `Date` may be the same for a minute. */
  readonly #late = new Map<ClockSource, number>();
  /** Whether a source followed the last move. */
  #followed = new Map<ClockSource, boolean>();
  readonly #refuted = new Set<ClockSource>();
  /** Followed a move together with a source that nothing but the clock moves. */
  #isControlTrusted = false;
  #moved = 0;
  #token: (TokenTimes & { moved: number; date: EpochMs | undefined; at: number }) | undefined;
  /** How far `iat` lies after the `Date` of the same answer, by all tokens. */
  #skew = { least: 0, most: 0 };
  #joint: { issued: EpochMs; date: EpochMs } | undefined;
  /** Another source was near a created time: that is no time of another zone, nor by another clock. */
  #isRecordNear = false;
  /** The `Date` of an answer that brought a token lies where that token was not in force. */
  #isDateImpossible = false;

  read(source: ClockSource, shown: Shown, at: number): void {
    const last = this.#last.get(source);
    const step = last ? this.#moved - last.moved : 0;
    if (last && step >= LEAST_STEP + (at - last.at))
      this.#vote(source, shown.to > last.from + step - ROUNDING);
    const back = last ? last.from - shown.from : 0;
    // An answer of a cache, or of a node whose clock is behind: a clock does not go back.
    if (back > 0 && back <= SKEW) {
      this.#behind.set(source, Math.max(back, this.#behind.get(source) ?? 0));
      return;
    }
    // By itself a clock goes no further: what it showed last was late.
    const late = last && step === 0 ? shown.from - last.to - (at - last.since) : 0;
    if (late > 0 && late <= SKEW) this.isLate(source, late);
    const isSame = last !== undefined && back === 0 && step === 0;
    const reading = { ...shown, at, since: isSame ? last.since : at, moved: this.#moved };
    this.#last.set(source, isSame ? { ...reading, to: last.to } : reading);
  }

  /** The time that a source shows may be so old. */
  isLate(source: ClockSource, by: number): void {
    this.#late.set(source, Math.max(by, this.#late.get(source) ?? 0));
  }

  /** A record was created at that time of its own. A time that nothing else of that moment is near shows nothing. */
  created(shown: Shown, at: number): void {
    this.#isRecordNear ||= namesOf(sources).some((source) => {
      const other = source === 'record' || !this.#isFresh(source) ? undefined : this.#last.get(source);
      return other && shown.to > other.from - SKEW && shown.from < other.to + (at - other.at) + SKEW;
    });
    if (this.#isRecordNear) this.read('record', shown, at);
  }

  /** Whether a source was seen, and follows the clock as far as is known. */
  shows(source: ClockSource): boolean {
    return this.#last.has(source) && this.#counts(source);
  }

  /** A token was issued by an answer with this `Date`. */
  issued(token: TokenTimes, date: EpochMs | undefined, at: number): void {
    const last = this.#token;
    if (last?.value === token.value) return;
    const { issued, until } = token;
    this.#token = { ...token, moved: this.#moved, date, at };
    // By what ends later it was issued later, where a token lasts as long as the one before.
    const isSameDate = date !== undefined && date === last?.date && at - last.at > FROZEN;
    if (isSameDate && (until ?? 0) - (last.until ?? Number.POSITIVE_INFINITY) > FROZEN)
      this.#refuted.add('date');
    const life = issued && until !== undefined ? until - issued.from : 0;
    if (!issued || life <= 0 || life > LONGEST_LIFE) {
      const step = last ? this.#moved - last.moved : 0;
      if (step >= LEAST_STEP && last?.until !== undefined && until !== undefined)
        this.#vote('token', until > last.until + step - 2 * ROUNDING);
      return;
    }
    this.read('token', issued, at);
    if (date === undefined) return;
    this.#isDateImpossible = date < issued.from - SKEW || date >= issued.from + life;
    this.#compare(issued.from, date);
  }

  #compare(issued: EpochMs, date: EpochMs): void {
    const { date: dateBefore, issued: issuedBefore } = this.#joint ?? { date: undefined, issued };
    this.#joint = { issued, date };
    if (date === dateBefore && issued - issuedBefore > FROZEN) this.#refuted.add('date');
    if (!this.#counts('date')) return;
    const skew = issued - date;
    if (Math.abs(skew) <= ROUNDING) return;
    this.#skew = { least: Math.min(this.#skew.least, skew), most: Math.max(this.#skew.most, skew) };
  }

  /** The clock was brought forward by this run. */
  moved(by: number): void {
    this.#moved += by;
    if (by >= LEAST_STEP) this.#followed = new Map();
  }

  #vote(source: ClockSource, follows: boolean): void {
    this.#followed.set(source, follows);
    if (this.response !== 'followed') return;
    for (const [one, followed] of this.#followed) {
      if (followed) this.#refuted.delete(one);
      else this.#refuted.add(one);
      // The comparison was with a source that is not a clock.
      if (!followed && one !== 'record') this.#skew = { least: 0, most: 0 };
      if (one === 'control') this.#isControlTrusted ||= followed && this.#hasWitness;
    }
  }

  get #hasWitness(): boolean {
    return witnesses.some((source) => this.#followed.get(source) === true);
  }

  /** How the last move was taken. A control's own word is not enough where another source contradicts it. */
  get response(): Response {
    const votes = [...this.#followed.values()];
    if (votes.length === 0) return 'unseen';
    if (!votes.includes(true)) return 'stayed';
    const isSure = this.#hasWitness || !votes.includes(false);
    return isSure || (this.#isControlTrusted && this.#followed.get('control')) ? 'followed' : 'contradictory';
  }

  /** Whether a source counts that nothing but the deployment's clock moves was read since the last move, or a control that such a one confirmed. */
  get isSure(): boolean {
    const { source } = this.#best() ?? {};
    const isDoubtful = this.response === 'stayed' || this.response === 'contradictory';
    if (source === undefined || !this.#isFresh(source) || isDoubtful) return false;
    return witnesses.includes(source) || this.#isControlTrusted;
  }

  #counts(source: ClockSource): boolean {
    if (source === 'date' && this.#isDateImpossible) return false;
    return !this.#refuted.has(source);
  }

  #isFresh(source: ClockSource): boolean {
    return this.#moved - (this.#last.get(source)?.moved ?? Number.NEGATIVE_INFINITY) < LEAST_STEP;
  }

  /** The best source that counts; one that was read since the last move before those that were not. */
  #best(): { source: ClockSource; reading: Reading } | undefined {
    const read = namesOf(sources).filter((source) => this.#counts(source) && this.#last.has(source));
    const source = read.find((one) => this.#isFresh(one)) ?? read[0];
    const reading = source && this.#last.get(source);
    return source && reading && { source, reading };
  }

  /** The best source, and what it shows at that moment of our own clock. `isStill`: the clock does not go on by itself. */
  now(at: number, isStill: boolean): EpochMs | undefined {
    const best = this.#best();
    if (!best) return undefined;
    const { source, reading } = best;
    const lag = source === 'token' || source === 'record' ? 0 : this.#lag;
    return reading.from + (isStill ? 0 : at - reading.since) + lag;
  }

  /** The source that the time is read from. */
  get best(): ClockSource | undefined {
    return this.#best()?.source;
  }

  /** By how much the clocks that count differ. */
  get spread(): number {
    const { source } = this.#best() ?? {};
    if (source === undefined) return 0;
    const { least, most } = this.#skewOf(source);
    const skew = source === 'record' ? SKEW : most - least;
    return skew + (this.#behind.get(source) ?? 0) + (this.#late.get(source) ?? 0);
  }

  /** How far the clock that tokens go by lies after a source. The clock of records is only known to be kept. */
  #skewOf(source: ClockSource): { least: number; most: number } {
    if (source === 'record') return { least: -SKEW, most: SKEW };
    return source === 'token' ? { least: 0, most: 0 } : this.#skew;
  }

  /** Seconds by which tokens are certainly issued behind the `Date`: times that are past by both. */
  get #lag(): number {
    return this.#skew.most === 0 && this.#skew.least >= -SKEW ? this.#skew.least : 0;
  }

  /** The least and the upper bound of what the clock shows; `undefined` where nothing has shown it since it was moved. */
  range(at: number, isStill: boolean): Shown | undefined {
    const best = this.#best();
    if (!best || !this.#isFresh(best.source) || this.response === 'contradictory') return undefined;
    const { source, reading } = best;
    const skew = this.#skewOf(source);
    const passed = isStill ? 0 : at - reading.since + (this.#late.get(source) ?? 0);
    const step = this.#moved - reading.moved;
    return {
      from: reading.from + skew.least - (this.#behind.get(source) ?? 0),
      to: reading.to + skew.most + step + passed,
    };
  }

  /** When tokens certainly end that are issued now: a last resort. */
  get tokenEnd(): EpochMs | undefined {
    return this.#token?.until;
  }

  /** Where sources disagree, in sentences. */
  doubts(): string[] {
    const best = this.#best();
    const said: string[] = [];
    const seen = namesOf(sources).filter((source) => this.#last.has(source) && !this.#counts(source));
    for (const source of seen.filter((one) => witnesses.includes(one))) {
      const instead = best
        ? `The time was read from ${sources[best.source]}.`
        : 'Nothing else shows the time.';
      const why = source === 'date' ? ': a proxy or a cache may write it' : '';
      said.push(`${capitalised(sources[source])} does not follow the deployment's clock${why}. ${instead}`);
    }
    const apart = Math.max(this.#skew.most, -this.#skew.least);
    if (apart > 0 && this.#counts('date'))
      said.push(
        `Clocks of the deployment differ: ${sources.token} lies up to ${Math.round(apart / 1000)} s from the Date header. Rules about time were judged where they hold by both.`,
      );
    return said;
  }
}
