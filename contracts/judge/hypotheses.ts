/**
 * The readings of the document that explain what was seen. Where the document leaves something open a state has several
 * lawful successors, and all of them are kept; what was seen next rules some of them out. A successor that only a
 * broken rule explains, or a fault of the environment, or another answer than the profile pins, names that assumption, and
 * is kept as far as assumptions may be given up: so the smallest sets without which a history can be explained are what
 * is left over.
 */
import { itemAt } from '../kit/items.ts';
import type { JudgedId } from '../specification/judged.ts';
import { type Assumption, weightOf } from './assumption.ts';
import type { BurstEvent, Event, SingleEvent } from './event.ts';

/** One way to go on. */
export interface Next<S> {
  readonly state: S;
  /** The assumption that must be given up for it: mostly a rule that is broken. */
  readonly broken?: Assumption;
  /** Tells whether it explains all that the lawful ways explain: who gave the assumption up before follows it in their place. */
  readonly covers?: boolean;
}

/** Ways to the same state, by rules of which one is broken. */
export function breaking<S>(state: S, ...rules: readonly JudgedId[]): Next<S>[] {
  return rules.map((broken) => ({ state, broken }));
}

/** The ways on after another one, where at most one rule is broken at the same event. */
export function following<S>({ broken }: Next<unknown>, nexts: readonly Next<S>[]): readonly Next<S>[] {
  if (broken === undefined) return nexts;
  const open = nexts.filter((next) => next.broken === undefined || next.broken === broken);
  return open.map(({ state }) => ({ state, broken }));
}

/** One part of the document as a state machine. `parts/choices.ts` is the least of them, and an example. */
export interface Part<S> {
  readonly initial: S;
  /** Further beginnings, and the assumption that is given up for each. */
  readonly otherwise?: readonly Next<S>[];
  /** The kinds of events that it is about: any other changes nothing, and is explained. Default: all. */
  readonly kinds?: ReadonlySet<SingleEvent['kind']>;
  /**
   * All ways to go on from a state that explain an event: lawful ones, and those that need one rule to be broken. The latter may be
   * left out where `may` tells that they give up too much.
   */
  next(state: S, event: SingleEvent, may: (_: Assumption) => boolean): readonly Next<S>[];
  /** Returns whether a state explains what was seen by something that no rule is about: nothing is at stake in it. */
  excuses?(state: S): boolean;
  /** A record, a device or a channel of one as a state has it; nothing where it does not know it. */
  told?(state: S, target: string): Prediction | undefined;
}

/** The likely state of a record, a device or a channel of one: steps are chosen by it, and nothing is judged. */
export interface Prediction {
  /** Tells whether a record is deleted, or a device expired. */
  readonly gone?: boolean;
  /** The daily limit, absent where it is not known, and the messages of the day, as many as were seen. */
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
interface Hypothesis {
  readonly state: unknown;
  readonly violated: readonly Violation[];
}

/**
 * More readings than this are not kept: the part then explains everything, so that nothing is held against a
 * deployment that the judge lost sight of.
 */
export const MAX_HYPOTHESES = 512;
/** The same of readings that give something up. */
const MAX_GIVING_UP = MAX_HYPOTHESES * 16;
/** States on the way through the orders of a burst; beyond that the part explains everything, too. */
const MAX_ORDERS = 20_000;

/** The assumptions that may be given up. */
interface Bounds {
  /** So many assumptions. */
  readonly most: number;
  /** These are given up already: nothing is held to them. */
  readonly without: ReadonlySet<Assumption>;
}

/** The readings of one part that explain what was seen. */
export class Hypotheses {
  readonly #part: Part<unknown>;
  readonly #bounds: Bounds;
  readonly #all: readonly Hypothesis[];
  /** Tells whether there were too many: everything is explained from then on. */
  readonly exhausted: boolean;

  private constructor(part: Part<unknown>, bounds: Bounds, all: readonly Hypothesis[], exhausted = false) {
    this.#part = part;
    this.#bounds = bounds;
    this.#all = exhausted ? [] : all;
    this.exhausted = exhausted;
  }

  static of(part: Part<unknown>, bounds: Bounds): Hypotheses {
    const blank = new Hypotheses(part, bounds, []);
    const beginnings = blank.#released([{ state: part.initial }, ...(part.otherwise ?? [])]);
    return blank.#with(blank.#going({ state: part.initial, violated: [] }, beginnings, 0));
  }

  /** Tells whether any reading explains all that was seen. */
  get explain(): boolean {
    return this.exhausted || this.#all.length > 0;
  }

  /** Tells whether each reading explains it by something that no rule is about. */
  get excused(): boolean {
    const { excuses } = this.#part;
    return excuses !== undefined && this.#all.every(({ state }) => excuses(state));
  }

  /**
   * The smallest sets of assumptions that must be given up, those that are given up most easily; empty where none must,
   * `undefined` where no reading is left.
   */
  get violated(): readonly (readonly Violation[])[] | undefined {
    return this.exhausted ? [] : leastOf(this.#all.map(({ violated }) => violated));
  }

  /** The value of `violated` after an event, which is quicker to see than which readings are left. */
  violatedBy(event: Event, step: number): readonly (readonly Violation[])[] | undefined {
    if (this.exhausted) return [];
    if (event.kind === 'burst') return this.after(event, step).violated;
    const all = this.#all.flatMap((one) => this.#going(one, this.#nexts(one, event), step));
    if (all.length > MAX_GIVING_UP) return this.after(event, step).violated;
    return leastOf(all.map(({ violated }) => violated));
  }

  /** Returns whether any reading explains an event as well, which is quicker to see than which ones do. */
  explains(event: Event, step: number): boolean {
    if (this.exhausted || this.#isDeafTo(event)) return true;
    if (event.kind === 'burst' || this.#bounds.most > 0) return this.after(event, step).explain;
    return this.#all.some((one) => this.#nexts(one, event).some(({ broken }) => broken === undefined));
  }

  /** @param blames assumptions of the environment: an event that one is given up for says nothing */
  after(event: Event, step: number, blames: readonly Assumption[] = []): Hypotheses {
    if (this.exhausted || (blames.length === 0 && this.#isDeafTo(event))) return this;
    if (event.kind === 'burst') return this.#afterBurst(event, step);
    const ways = this.#all.map((one) => this.#nexts(one, event));
    // Most events are about other parts: then the readings are shared.
    if (ways.every((nexts, index) => isSame(nexts, this.#all[index]))) return this;
    const kept = new Kept();
    for (const [index, one] of this.#all.entries()) {
      const blamed = blames.map((broken) => ({ state: one.state, broken }));
      for (const next of this.#going(one, [...(ways[index] ?? []), ...blamed], step)) kept.add(next);
    }
    return this.#with(kept.hypotheses);
  }

  /**
   * The readings after calls in every order (linearizability, as Wing and Gong look for it): each state that some of the
   * calls lead to is gone on from once. Parts share no state, so that an order is looked for in each by itself.
   */
  #afterBurst({ calls }: BurstEvent, step: number): Hypotheses {
    const texts = calls.map((call) => JSON.stringify(call));
    const names = freshNames();
    const ends = new Kept();
    const seen = new Set<unknown>();
    const open = this.#all.map((hypothesis) => ({ hypothesis, left: calls.map((_, index) => index) }));
    for (let at = open.pop(); at; at = open.pop()) {
      const { hypothesis, left } = at;
      if (left.length === 0) ends.add(hypothesis);
      const ways = left.map((index) => this.#nexts(hypothesis, itemAt(calls, index)));
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
      if (seen.size > MAX_ORDERS) return new Hypotheses(this.#part, this.#bounds, [], true);
    }
    return this.#with(ends.hypotheses);
  }

  /** By the first of the readings. */
  told(target: string): Prediction | undefined {
    const [first] = this.#all;
    return first && this.#part.told?.(first.state, target);
  }

  #isDeafTo({ kind }: Event): boolean {
    const { kinds } = this.#part;
    return kinds !== undefined && kind !== 'burst' && !kinds.has(kind) && this.explain;
  }

  #nexts({ state, violated }: Hypothesis, event: SingleEvent): readonly Next<unknown>[] {
    const { most, without } = this.#bounds;
    const may = (broken: Assumption) =>
      violated.length < most || without.has(broken) || violated.some((one) => one.without === broken);
    const nexts = this.#part.next(state, event, may);
    return this.#released(nexts.filter(({ broken }) => broken === undefined || may(broken)));
  }

  /** Ways on that break what nothing is held to are lawful: so a history goes on after it, and shows what else is wrong. */
  #released(nexts: readonly Next<unknown>[]): readonly Next<unknown>[] {
    const { without } = this.#bounds;
    if (without.size === 0) return nexts;
    return nexts.map((next) => (next.broken && without.has(next.broken) ? { state: next.state } : next));
  }

  /** A reading and the ways on from it, as far as assumptions may be given up. */
  #going({ violated }: Hypothesis, nexts: readonly Next<unknown>[], step: number): Hypothesis[] {
    const isGone = (one: Assumption | undefined) => violated.some(({ without }) => without === one);
    const isCovered = violated.length > 0 && nexts.some(({ broken, covers }) => covers && isGone(broken));
    const going: Hypothesis[] = [];
    for (const { state, broken } of nexts) {
      if (isCovered && broken === undefined) continue;
      const all = withGivenUp(violated, broken, step);
      if (all.length <= this.#bounds.most) going.push({ state, violated: all });
    }
    return going;
  }

  #with(all: readonly Hypothesis[]): Hypotheses {
    const lawful = all.filter(({ violated }) => violated.length === 0).length;
    const exhausted = lawful > MAX_HYPOTHESES || all.length > MAX_GIVING_UP;
    return new Hypotheses(this.#part, this.#bounds, all, exhausted);
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
    const key = givenUpIn({ violated });
    const known = sets.get(key);
    if (!known || firstOf(violated) > firstOf(known)) sets.set(key, violated);
  }
  return [...sets.values()];
}

/** Readings, each once: where some differ only in the step of a violation, the latest. */
class Kept {
  readonly #names = freshNames();
  readonly #hypotheses: Hypothesis[] = [];
  /**
   * Their places, by what is given up and by the name of the state. Most often only one gives the same up: then its place is
   * enough, and nothing has to tell it from others.
   */
  readonly #places = new Map<string, number | Map<unknown, number>>();

  get hypotheses(): readonly Hypothesis[] {
    return this.#hypotheses;
  }

  add(hypothesis: Hypothesis): void {
    const given = givenUpIn(hypothesis);
    const known = this.#places.get(given);
    if (known === undefined) {
      this.#places.set(given, this.#hypotheses.push(hypothesis) - 1);
      return;
    }
    const nameAt = (place: number) => this.#names.of(itemAt(this.#hypotheses, place).state);
    const states = typeof known === 'number' ? new Map([[nameAt(known), known]]) : known;
    this.#places.set(given, states);
    const state = this.#names.of(hypothesis.state);
    const place = states.get(state);
    if (place === undefined) states.set(state, this.#hypotheses.push(hypothesis) - 1);
    else if (firstOf(hypothesis.violated) > firstOf(itemAt(this.#hypotheses, place).violated))
      this.#hypotheses[place] = hypothesis;
  }
}

function givenUpIn({ violated }: Pick<Hypothesis, 'violated'>): string {
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
const MAX_NAMES = 100_000;
let names = new Names();

/** The names for one comparison. */
function freshNames(): Names {
  if (names.count > MAX_NAMES) names = new Names();
  return names;
}

/** Returns whether the only way to go on is to stay. */
function isSame(nexts: readonly Next<unknown>[], hypothesis: Hypothesis | undefined): boolean {
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
