/**
 * The readings of the document that explain what was seen. Where the document leaves something open a state has several
 * lawful successors, and all of them are kept; what was seen next rules some of them out. A successor that only a
 * broken rule explains, or a fault of the environment, or another answer than the profile pins, names that assumption, and
 * is kept as far as assumptions may be given up: so the smallest sets without which a history can be explained are what
 * is left over.
 */
import { itemAt } from '../kit/items.ts';
import { type Assumption, type Blame, weightOf } from './assumption.ts';
import type { BurstEvent, Event, SingleEvent } from './event.ts';

/** One way to go on. */
export interface Next<S> {
  readonly state: S;
  /** The assumption that must be given up for it: mostly a rule that is broken. */
  readonly broken?: Assumption;
  /** Tells whether it explains all that the lawful ways explain: who gave the assumption up before follows it in their place. */
  readonly covers?: boolean;
}

/** One part of the document as a state machine. */
export interface Part<S> {
  readonly initial: S;
  /** Further beginnings, and the assumption that is given up for each. */
  readonly otherwise?: readonly Next<S>[];
  /** The kinds of events that it is about: any other changes nothing, and is explained. Default: all. */
  readonly kinds?: ReadonlySet<SingleEvent['kind']>;
  /**
   * All ways to go on from a state that explain an event. Where `relaxed`, those too that need one rule to be broken; they may
   * be left out otherwise, and where `may` tells that they give up too much.
   */
  next(state: S, event: SingleEvent, relaxed: boolean, may?: (_: Assumption) => boolean): readonly Next<S>[];
  /** Returns whether a state explains what was seen by something that no rule is about: nothing is at stake in it. */
  excuses?(state: S): boolean;
  /** A state in words, for people. */
  inWords(state: S): string;
  /** A record, a device or a channel of one as a state has it; nothing where it does not know it. */
  told?(state: S, target: string): Told | undefined;
}

/** The likely state of a record, a device or a channel of one: steps are chosen by it, and nothing is judged. */
export interface Told {
  /** Tells whether a record is deleted, or a device expired. */
  readonly gone?: boolean;
  /** The daily limit, and the messages of the day; absent where they are not known. */
  readonly limit?: number | null;
  readonly used?: number;
  /** Tells whether a device is to expire, and at which date. */
  readonly expires?: boolean;
  readonly date?: string;
}

/** An assumption that is given up, and the first step that takes it: among several ways the latest such step. */
export interface Violation {
  readonly without: Assumption;
  /** Index of the event. */
  readonly step: number;
}

/** A reading of the document: a state that explains what was seen, and what was given up on the way. */
interface Hypothesis<S> {
  readonly state: S;
  readonly violated: readonly Violation[];
}

/**
 * More readings than this are not kept: the part then explains everything, so that nothing is held against a
 * deployment that the judge lost sight of.
 */
export const MOST_HYPOTHESES = 512;
/** The same of readings that give something up. */
const MOST_GIVING_UP = MOST_HYPOTHESES * 16;
/** States on the way through the orders of a burst; beyond that the part explains everything, too. */
const MOST_ORDERS = 20_000;

/** The readings of one part that explain what was seen. */
export class Hypotheses<S> {
  readonly #part: Part<S>;
  readonly #maxViolations: number;
  readonly #may: Assumption | undefined;
  readonly #hypotheses: readonly Hypothesis<S>[];
  /** Tells whether there were too many: everything is explained from then on. */
  readonly exhausted: boolean;

  private constructor(
    part: Part<S>,
    maxViolations: number,
    hypotheses: readonly Hypothesis<S>[],
    exhausted: boolean,
    may: Assumption | undefined,
  ) {
    this.#part = part;
    this.#maxViolations = maxViolations;
    this.#may = may;
    this.#hypotheses = hypotheses;
    this.exhausted = exhausted;
  }

  /** Up to `maxViolations` assumptions may be given up; with `may` only that one. */
  static of<S>(part: Part<S>, maxViolations: number, may?: Assumption): Hypotheses<S> {
    const beginnings: Next<S>[] = [{ state: part.initial }, ...(part.otherwise ?? [])];
    const hypotheses = beginnings.flatMap(({ state, broken }) => {
      if (broken !== undefined && may !== undefined && broken !== may) return [];
      const violated = withGivenUp([], broken, 0);
      return violated.length > maxViolations ? [] : [{ state, violated }];
    });
    return new Hypotheses(part, maxViolations, hypotheses, false, may);
  }

  /** Tells whether any reading explains all that was seen. */
  get explain(): boolean {
    return this.exhausted || this.#hypotheses.length > 0;
  }

  /** Tells whether each reading explains it by something that no rule is about. */
  get excused(): boolean {
    const { excuses } = this.#part;
    return excuses !== undefined && this.#hypotheses.every(({ state }) => excuses(state));
  }

  /**
   * The smallest sets of assumptions that must be given up, those that are given up most easily; empty where none must,
   * `undefined` where no reading is left.
   */
  get violated(): readonly (readonly Violation[])[] | undefined {
    return this.exhausted ? [] : leastOf(this.#hypotheses.map(({ violated }) => violated));
  }

  /** The value of `violated` after an event, which is quicker to see than which readings are left. */
  violatedBy(event: Event, step: number): readonly (readonly Violation[])[] | undefined {
    if (this.exhausted) return [];
    if (event.kind === 'burst') return this.after(event, step).violated;
    const all = this.#hypotheses.flatMap((hypothesis) =>
      this.#going(hypothesis, this.#nexts(hypothesis, event), step).map(({ violated }) => violated),
    );
    return all.length > MOST_GIVING_UP ? this.after(event, step).violated : leastOf(all);
  }

  /** Returns whether any reading explains an event as well, which is quicker to see than which ones do. */
  explains(event: Event, step: number): boolean {
    if (this.exhausted || this.#isDeafTo(event)) return true;
    if (event.kind === 'burst' || this.#maxViolations > 0) return this.after(event, step).explain;
    return this.#hypotheses.some((hypothesis) =>
      this.#nexts(hypothesis, event).some(({ broken }) => broken === undefined),
    );
  }

  /** @param blames what else the event may have been, where an assumption of the environment is given up */
  after(event: Event, step: number, blames: readonly Blame[] = []): Hypotheses<S> {
    if (this.exhausted || (blames.length === 0 && this.#isDeafTo(event))) return this;
    if (event.kind === 'burst') return this.#afterBurst(event, step);
    const ways = this.#hypotheses.map((hypothesis) => this.#nexts(hypothesis, event));
    // Most events are about other parts: then the readings are shared.
    if (ways.every((nexts, index) => isSame(nexts, this.#hypotheses[index]))) return this;
    const kept = new Kept<S>();
    for (const [index, hypothesis] of this.#hypotheses.entries()) {
      const blamed = blames.flatMap((blame) => this.#blaming(hypothesis, blame));
      for (const next of this.#going(hypothesis, [...(ways[index] ?? []), ...blamed], step)) kept.add(next);
    }
    return this.#with(kept.hypotheses);
  }

  /**
   * The readings after calls in every order (linearizability, as Wing and Gong look for it): each state that some of the
   * calls lead to is gone on from once. Parts share no state, so that an order is looked for in each by itself.
   */
  #afterBurst({ calls }: BurstEvent, step: number): Hypotheses<S> {
    const texts = calls.map((call) => JSON.stringify(call));
    const names = freshNames();
    const ends = new Kept<S>();
    const seen = new Set<unknown>();
    const open = this.#hypotheses.map((hypothesis) => ({ hypothesis, left: calls.map((_, index) => index) }));
    for (let at = open.pop(); at; at = open.pop()) {
      const { hypothesis, left } = at;
      if (left.length === 0) ends.add(hypothesis);
      const ways = left.map((index) => this.#nexts(hypothesis, calls[index]));
      // A call that changes nothing now may come now: the others lose no possibility by it.
      const still = ways.findIndex((nexts) => isSame(nexts, hypothesis));
      for (const [place, index] of left.entries()) {
        // Among equal calls the first comes first.
        const isLater = left.slice(0, place).some((other) => texts[other] === texts[index]);
        if (still >= 0 ? place !== still : isLater) continue;
        for (const next of this.#going(hypothesis, ways[place] ?? [], step)) {
          const rest = left.toSpliced(place, 1);
          const key = names.of([rest.join(), next.state, givenUpIn(next)]);
          if (seen.has(key)) continue;
          seen.add(key);
          open.push({ hypothesis: next, left: rest });
        }
      }
      if (seen.size > MOST_ORDERS)
        return new Hypotheses(this.#part, this.#maxViolations, [], true, this.#may);
    }
    return this.#with(ends.hypotheses);
  }

  /** By the first of the readings. */
  told(target: string): Told | undefined {
    const [first] = this.#hypotheses;
    return first && this.#part.told?.(first.state, target);
  }

  /** The readings that an event leaves nothing of, in words. */
  ruledOut(event: Event, step: number): string[] {
    if (this.exhausted) return [];
    const gone = this.#hypotheses.filter(
      (one) =>
        !new Hypotheses(this.#part, this.#maxViolations, [one], false, this.#may).after(event, step).explain,
    );
    return [...new Set(gone.map(({ state }) => this.#part.inWords(state)))];
  }

  #isDeafTo({ kind }: Event): boolean {
    const { kinds } = this.#part;
    return kinds !== undefined && kind !== 'burst' && !kinds.has(kind) && this.explain;
  }

  #nexts({ state, violated }: Hypothesis<S>, event: SingleEvent | undefined): readonly Next<S>[] {
    const isFull = violated.length >= this.#maxViolations;
    const may = (broken: Assumption) => !isFull || violated.some(({ without }) => without === broken);
    return event ? this.#part.next(state, event, this.#maxViolations > 0, may) : [];
  }

  /** The ways on that are left where the environment is blamed; another rule is not broken at the same step. */
  #blaming(hypothesis: Hypothesis<S>, { without, instead }: Blame): Next<S>[] {
    const { state } = hypothesis;
    if (!instead) return [{ state, broken: without }];
    const nexts = this.#nexts(hypothesis, instead).filter(({ broken }) => broken === undefined);
    return nexts.map((next) => ({ state: next.state, broken: without }));
  }

  /** A reading and the ways on from it, as far as assumptions may be given up. */
  #going({ violated }: Hypothesis<S>, nexts: readonly Next<S>[], step: number): Hypothesis<S>[] {
    const gone = new Set<Assumption | undefined>(violated.map(({ without }) => without));
    const isCovered = gone.size > 0 && nexts.some(({ broken, covers }) => covers && gone.has(broken));
    return nexts.flatMap(({ state, broken }) => {
      if (isCovered && broken === undefined) return [];
      if (broken !== undefined && this.#may !== undefined && broken !== this.#may) return [];
      const all = withGivenUp(violated, broken, step);
      return all.length > this.#maxViolations ? [] : [{ state, violated: all }];
    });
  }

  #with(hypotheses: readonly Hypothesis<S>[]): Hypotheses<S> {
    const lawful = hypotheses.filter(({ violated }) => violated.length === 0).length;
    const exhausted = lawful > MOST_HYPOTHESES || hypotheses.length > MOST_GIVING_UP;
    return new Hypotheses(this.#part, this.#maxViolations, exhausted ? [] : hypotheses, exhausted, this.#may);
  }
}

/** The smallest of these sets, those that are given up most easily, each once; `undefined` where there is none. */
function leastOf(all: readonly (readonly Violation[])[]): readonly (readonly Violation[])[] | undefined {
  if (all.length === 0) return undefined;
  const least = Math.min(...all.map(({ length }) => length));
  if (least === 0) return [];
  const weight = (violated: readonly Violation[]) => weightOf(violated.map(({ without }) => without));
  const lightest = Math.min(...all.filter(({ length }) => length === least).map(weight));
  const sets = new Map<string, readonly Violation[]>();
  for (const violated of all) {
    if (violated.length !== least || weight(violated) !== lightest) continue;
    const key = violated.map(({ without }) => without).join(' ');
    const known = sets.get(key);
    if (!known || firstOf(violated) > firstOf(known)) sets.set(key, violated);
  }
  return [...sets.values()];
}

/** Readings, each once: where some differ only in the step of a violation, the latest. */
class Kept<S> {
  readonly #names = freshNames();
  readonly #hypotheses: Hypothesis<S>[] = [];
  /**
   * Their places, by what is given up and by the name of the state. Most often only one gives the same up: then its place is
   * enough, and nothing has to tell it from others.
   */
  readonly #places = new Map<string, number | Map<unknown, number>>();

  add(hypothesis: Hypothesis<S>): void {
    const given = givenUpIn(hypothesis);
    const known = this.#places.get(given);
    if (known === undefined) this.#places.set(given, this.#hypotheses.push(hypothesis) - 1);
    else {
      const states = typeof known === 'number' ? this.#namedAt(known) : known;
      this.#places.set(given, states);
      this.#put(hypothesis, states);
    }
  }

  #namedAt(place: number): Map<unknown, number> {
    return new Map([[this.#names.of(itemAt(this.#hypotheses, place).state), place]]);
  }

  #put(hypothesis: Hypothesis<S>, states: Map<unknown, number>): void {
    const state = this.#names.of(hypothesis.state);
    const place = states.get(state);
    if (place === undefined) states.set(state, this.#hypotheses.push(hypothesis) - 1);
    else if (firstOf(hypothesis.violated) > firstOf(itemAt(this.#hypotheses, place).violated))
      this.#hypotheses[place] = hypothesis;
  }

  get hypotheses(): readonly Hypothesis<S>[] {
    return this.#hypotheses;
  }
}

function givenUpIn({ violated }: Pick<Hypothesis<unknown>, 'violated'>): string {
  return violated.map(({ without }) => without).join(' ');
}

/** Leads to the names of all states that begin alike. */
interface Name extends Map<unknown, Name> {}
/** Equal states have the same name. Parts are named first, each once: most are kept over many steps. What is no object names itself. */
class Names {
  readonly #byObject = new WeakMap<object, Name>();
  readonly #first: Name = new Map();
  count = 0;

  of(state: unknown): unknown {
    if (typeof state !== 'object' || state === null) return state;
    const known = this.#byObject.get(state);
    if (known) return known;
    let name = this.#after(this.#first, Array.isArray(state));
    for (const field in state) {
      const value: unknown = state[field as keyof typeof state];
      if (value !== undefined) name = this.#after(this.#after(name, field), this.of(value));
    }
    this.#byObject.set(state, name);
    return name;
  }

  #after(name: Name, step: unknown): Name {
    const known = name.get(step);
    if (known) return known;
    this.count++;
    const next: Name = new Map();
    name.set(step, next);
    return next;
  }
}

/** More names are not kept. */
const MOST_NAMES = 100_000;
let names = new Names();

/** The names for one comparison. */
function freshNames(): Names {
  if (names.count > MOST_NAMES) names = new Names();
  return names;
}

/** Returns whether the only way to go on is to stay. */
function isSame<S>(nexts: readonly Next<S>[], hypothesis: Hypothesis<S> | undefined): boolean {
  const [only] = nexts;
  return nexts.length === 1 && only?.state === hypothesis?.state && only?.broken === undefined;
}

function firstOf(violated: readonly Violation[]): number {
  return Math.min(...violated.map(({ step }) => step));
}

function withGivenUp(
  violated: readonly Violation[],
  without: Assumption | undefined,
  step: number,
): readonly Violation[] {
  if (without === undefined || violated.some((one) => one.without === without)) return violated;
  return [...violated, { without, step }].sort((one, other) => (one.without < other.without ? -1 : 1));
}
