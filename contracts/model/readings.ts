/**
 * The readings of the document that explain what was seen. Where the document leaves something open a state has several
 * lawful successors, and all of them are kept; what was seen next rules some of them out. A successor that only a
 * broken rule explains names that rule, and is kept as far as rules may be given up: so the smallest sets of rules
 * without which a history can be explained are what is left over.
 */
import type { EpochMs } from '../profile/facts.ts';
import type { JudgedId } from '../specification/judged.ts';
import type { BurstEvent, Event, SingleEvent } from './event.ts';

/** One way to go on. */
export interface Next<S> {
  readonly state: S;
  /** The rule that must be broken for it. */
  readonly broken?: JudgedId;
}

/** One part of the document as a state machine. */
export interface Part<S> {
  readonly initial: S;
  /**
   * All ways to go on from a state that explain an event. Where `relaxed`, those too that need one rule to be broken;
   * they may be left out otherwise.
   */
  next(state: S, event: SingleEvent, relaxed: boolean): readonly Next<S>[];
  /** A state in words, for people. */
  inWords(state: S): string;
}

/** A rule that was given up, and the first step at which it had to be: of several ways the one that leaves it latest. */
export interface GivenUp {
  readonly rule: JudgedId;
  /** Index of the event. */
  readonly step: number;
}

interface Reading<S> {
  readonly state: S;
  readonly givenUp: readonly GivenUp[];
}

/** The time of the last observation of a part. */
export interface Since {
  readonly at: EpochMs;
}

/**
 * More readings than this are not kept: the part then explains everything, so that nothing is held against a
 * deployment that the model lost sight of.
 */
export const MOST_READINGS = 512;
/** States on the way through the orders of a burst; beyond that the part explains everything, too. */
const MOST_ORDERS = 20_000;

export class Readings<S> {
  readonly #part: Part<S>;
  readonly #most: number;
  readonly #readings: readonly Reading<S>[];
  /** Whether there were too many: everything is explained from then on. */
  readonly lost: boolean;

  private constructor(part: Part<S>, most: number, readings: readonly Reading<S>[], lost: boolean) {
    this.#part = part;
    this.#most = most;
    this.#readings = readings;
    this.lost = lost;
  }

  /** Up to `most` rules may be given up. */
  static of<S>(part: Part<S>, most: number): Readings<S> {
    return new Readings(part, most, [{ state: part.initial, givenUp: [] }], false);
  }

  /** Whether any reading explains all that was seen. */
  get explain(): boolean {
    return this.lost || this.#readings.length > 0;
  }

  get count(): number {
    return this.#readings.length;
  }

  /** The smallest sets of rules that had to be given up; empty where none had to, `undefined` where no reading is left. */
  get givenUp(): readonly (readonly GivenUp[])[] | undefined {
    if (!this.explain) return undefined;
    const least = Math.min(...this.#readings.map(({ givenUp }) => givenUp.length));
    if (this.lost || least === 0) return [];
    const sets = new Map<string, readonly GivenUp[]>();
    for (const { givenUp } of this.#readings) {
      if (givenUp.length !== least) continue;
      const key = givenUp.map(({ rule }) => rule).join(' ');
      const known = sets.get(key);
      if (!known || firstOf(givenUp) > firstOf(known)) sets.set(key, givenUp);
    }
    return [...sets.values()];
  }

  after(event: Event, step: number): Readings<S> {
    if (this.lost) return this;
    if (event.kind === 'burst') return this.#afterBurst(event, step);
    const ways = this.#readings.map(({ state }) => this.#part.next(state, event, this.#most > 0));
    // Most events are about other parts: then the readings are shared.
    if (ways.every((nexts, index) => isSame(nexts, this.#readings[index]))) return this;
    const kept = new Kept<S>();
    for (const [index, reading] of this.#readings.entries())
      for (const next of this.#going(reading, ways[index] ?? [], step)) kept.add(next);
    return this.#with(kept.readings);
  }

  /**
   * The readings after calls in every order (linearizability, as Wing and Gong look for it): each state that some of the
   * calls lead to is gone on from once. Parts share no state, so that an order is looked for in each by itself.
   */
  #afterBurst({ calls }: BurstEvent, step: number): Readings<S> {
    const names = calls.map((call) => JSON.stringify(call));
    const ends = new Kept<S>();
    const seen = new Set<string>();
    const open = this.#readings.map((reading) => ({ reading, left: calls.map((_, index) => index) }));
    for (let at = open.pop(); at; at = open.pop()) {
      const { reading, left } = at;
      if (left.length === 0) ends.add(reading);
      const ways = left.map((index) => this.#nexts(reading, calls[index]));
      // A call that changes nothing now may come now: the others lose no possibility by it.
      const still = ways.findIndex((nexts) => isSame(nexts, reading));
      for (const [place, index] of left.entries()) {
        // Among equal calls the first comes first.
        const isLater = left.slice(0, place).some((other) => names[other] === names[index]);
        if (still >= 0 ? place !== still : isLater) continue;
        for (const next of this.#going(reading, ways[place] ?? [], step)) {
          const rest = left.toSpliced(place, 1);
          const key = `${rest.join()} ${keyOf(next)}`;
          if (seen.has(key)) continue;
          seen.add(key);
          open.push({ reading: next, left: rest });
        }
      }
      if (seen.size > MOST_ORDERS) return new Readings(this.#part, this.#most, [], true);
    }
    return this.#with(ends.readings);
  }

  /** The readings that an event leaves nothing of, in words. */
  ruledOut(event: Event, step: number): string[] {
    if (this.lost) return [];
    const gone = this.#readings.filter(
      (reading) => new Readings(this.#part, this.#most, [reading], false).after(event, step).count === 0,
    );
    return [...new Set(gone.map(({ state }) => this.#part.inWords(state)))];
  }

  #nexts({ state }: Reading<S>, event: SingleEvent | undefined): readonly Next<S>[] {
    return event ? this.#part.next(state, event, this.#most > 0) : [];
  }

  /** A reading and the ways on from it, as far as rules may be given up. */
  #going({ givenUp }: Reading<S>, nexts: readonly Next<S>[], step: number): Reading<S>[] {
    return nexts.flatMap(({ state, broken }) => {
      const given = withRule(givenUp, broken, step);
      return given.length > this.#most ? [] : [{ state, givenUp: given }];
    });
  }

  #with(readings: readonly Reading<S>[]): Readings<S> {
    const lawful = readings.filter(({ givenUp }) => givenUp.length === 0).length;
    const lost = lawful > MOST_READINGS || readings.length > MOST_READINGS * 16;
    return new Readings(this.#part, this.#most, lost ? [] : readings, lost);
  }
}

/** Readings, each once: of those that differ in when a rule had to be given up the latest. */
class Kept<S> {
  readonly #readings = new Map<string, Reading<S>>();

  add(reading: Reading<S>): void {
    const key = keyOf(reading);
    const known = this.#readings.get(key);
    if (!known || firstOf(reading.givenUp) > firstOf(known.givenUp)) this.#readings.set(key, reading);
  }

  get readings(): readonly Reading<S>[] {
    return [...this.#readings.values()];
  }
}

function keyOf<S>({ state, givenUp }: Reading<S>): string {
  return `${JSON.stringify(state)} ${givenUp.map(({ rule }) => rule).join(' ')}`;
}

/** Whether the only way to go on is to stay. */
function isSame<S>(nexts: readonly Next<S>[], reading: Reading<S> | undefined): boolean {
  const [only] = nexts;
  return nexts.length === 1 && only?.state === reading?.state && only?.broken === undefined;
}

function firstOf(givenUp: readonly GivenUp[]): number {
  return Math.min(...givenUp.map(({ step }) => step));
}

function withRule(givenUp: readonly GivenUp[], rule: JudgedId | undefined, step: number): readonly GivenUp[] {
  if (rule === undefined || givenUp.some((one) => one.rule === rule)) return givenUp;
  return [...givenUp, { rule, step }].sort((one, other) => (one.rule < other.rule ? -1 : 1));
}
