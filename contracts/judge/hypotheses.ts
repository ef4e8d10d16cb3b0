/**
 * The readings of the document that explain what was seen. Where the document leaves something open a state has several
 * lawful successors, and all of them are kept; what was seen next rules some of them out. A successor that only a
 * broken rule explains names that rule, and is kept as far as rules may be violated: so the smallest sets of rules
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

/** A violated rule, and the first step that violates it: among several ways the latest such step. */
export interface Violation {
  readonly rule: JudgedId;
  /** Index of the event. */
  readonly step: number;
}

/** A reading of the document: a state that explains what was seen, and the rules violated on the way. */
interface Hypothesis<S> {
  readonly state: S;
  readonly violated: readonly Violation[];
}

/** The time of the last observation of a part. */
export interface Since {
  readonly at: EpochMs;
}

/**
 * More readings than this are not kept: the part then explains everything, so that nothing is held against a
 * deployment that the judge lost sight of.
 */
export const MOST_HYPOTHESES = 512;
/** States on the way through the orders of a burst; beyond that the part explains everything, too. */
const MOST_ORDERS = 20_000;

/** The readings of one part that explain what was seen. */
export class Hypotheses<S> {
  readonly #part: Part<S>;
  readonly #maxViolations: number;
  readonly #hypotheses: readonly Hypothesis<S>[];
  /** Whether there were too many: everything is explained from then on. */
  readonly exhausted: boolean;

  private constructor(
    part: Part<S>,
    maxViolations: number,
    hypotheses: readonly Hypothesis<S>[],
    exhausted: boolean,
  ) {
    this.#part = part;
    this.#maxViolations = maxViolations;
    this.#hypotheses = hypotheses;
    this.exhausted = exhausted;
  }

  /** Up to `maxViolations` rules may be violated. */
  static of<S>(part: Part<S>, maxViolations: number): Hypotheses<S> {
    return new Hypotheses(part, maxViolations, [{ state: part.initial, violated: [] }], false);
  }

  /** Whether any reading explains all that was seen. */
  get explain(): boolean {
    return this.exhausted || this.#hypotheses.length > 0;
  }

  get count(): number {
    return this.#hypotheses.length;
  }

  /** The smallest sets of rules that must be violated; empty where none must, `undefined` where no reading is left. */
  get violated(): readonly (readonly Violation[])[] | undefined {
    if (!this.explain) return undefined;
    const least = Math.min(...this.#hypotheses.map(({ violated }) => violated.length));
    if (this.exhausted || least === 0) return [];
    const sets = new Map<string, readonly Violation[]>();
    for (const { violated } of this.#hypotheses) {
      if (violated.length !== least) continue;
      const key = violated.map(({ rule }) => rule).join(' ');
      const known = sets.get(key);
      if (!known || firstOf(violated) > firstOf(known)) sets.set(key, violated);
    }
    return [...sets.values()];
  }

  after(event: Event, step: number): Hypotheses<S> {
    if (this.exhausted) return this;
    if (event.kind === 'burst') return this.#afterBurst(event, step);
    const ways = this.#hypotheses.map(({ state }) => this.#part.next(state, event, this.#maxViolations > 0));
    // Most events are about other parts: then the readings are shared.
    if (ways.every((nexts, index) => isSame(nexts, this.#hypotheses[index]))) return this;
    const kept = new Kept<S>();
    for (const [index, hypothesis] of this.#hypotheses.entries())
      for (const next of this.#going(hypothesis, ways[index] ?? [], step)) kept.add(next);
    return this.#with(kept.hypotheses);
  }

  /**
   * The readings after calls in every order (linearizability, as Wing and Gong look for it): each state that some of the
   * calls lead to is gone on from once. Parts share no state, so that an order is looked for in each by itself.
   */
  #afterBurst({ calls }: BurstEvent, step: number): Hypotheses<S> {
    const names = calls.map((call) => JSON.stringify(call));
    const ends = new Kept<S>();
    const seen = new Set<string>();
    const open = this.#hypotheses.map((hypothesis) => ({ hypothesis, left: calls.map((_, index) => index) }));
    for (let at = open.pop(); at; at = open.pop()) {
      const { hypothesis, left } = at;
      if (left.length === 0) ends.add(hypothesis);
      const ways = left.map((index) => this.#nexts(hypothesis, calls[index]));
      // A call that changes nothing now may come now: the others lose no possibility by it.
      const still = ways.findIndex((nexts) => isSame(nexts, hypothesis));
      for (const [place, index] of left.entries()) {
        // Among equal calls the first comes first.
        const isLater = left.slice(0, place).some((other) => names[other] === names[index]);
        if (still >= 0 ? place !== still : isLater) continue;
        for (const next of this.#going(hypothesis, ways[place] ?? [], step)) {
          const rest = left.toSpliced(place, 1);
          const key = `${rest.join()} ${keyOf(next)}`;
          if (seen.has(key)) continue;
          seen.add(key);
          open.push({ hypothesis: next, left: rest });
        }
      }
      if (seen.size > MOST_ORDERS) return new Hypotheses(this.#part, this.#maxViolations, [], true);
    }
    return this.#with(ends.hypotheses);
  }

  /** The readings that an event leaves nothing of, in words. */
  ruledOut(event: Event, step: number): string[] {
    if (this.exhausted) return [];
    const gone = this.#hypotheses.filter(
      (hypothesis) =>
        new Hypotheses(this.#part, this.#maxViolations, [hypothesis], false).after(event, step).count === 0,
    );
    return [...new Set(gone.map(({ state }) => this.#part.inWords(state)))];
  }

  #nexts({ state }: Hypothesis<S>, event: SingleEvent | undefined): readonly Next<S>[] {
    return event ? this.#part.next(state, event, this.#maxViolations > 0) : [];
  }

  /** A reading and the ways on from it, as far as rules may be violated. */
  #going({ violated }: Hypothesis<S>, nexts: readonly Next<S>[], step: number): Hypothesis<S>[] {
    return nexts.flatMap(({ state, broken }) => {
      const rules = withRule(violated, broken, step);
      return rules.length > this.#maxViolations ? [] : [{ state, violated: rules }];
    });
  }

  #with(hypotheses: readonly Hypothesis<S>[]): Hypotheses<S> {
    const lawful = hypotheses.filter(({ violated }) => violated.length === 0).length;
    const exhausted = lawful > MOST_HYPOTHESES || hypotheses.length > MOST_HYPOTHESES * 16;
    return new Hypotheses(this.#part, this.#maxViolations, exhausted ? [] : hypotheses, exhausted);
  }
}

/** Readings, each once: where some differ only in the step of a violation, the latest. */
class Kept<S> {
  readonly #hypotheses = new Map<string, Hypothesis<S>>();

  add(hypothesis: Hypothesis<S>): void {
    const key = keyOf(hypothesis);
    const known = this.#hypotheses.get(key);
    if (!known || firstOf(hypothesis.violated) > firstOf(known.violated))
      this.#hypotheses.set(key, hypothesis);
  }

  get hypotheses(): readonly Hypothesis<S>[] {
    return [...this.#hypotheses.values()];
  }
}

function keyOf<S>({ state, violated }: Hypothesis<S>): string {
  return `${JSON.stringify(state)} ${violated.map(({ rule }) => rule).join(' ')}`;
}

/** Whether the only way to go on is to stay. */
function isSame<S>(nexts: readonly Next<S>[], hypothesis: Hypothesis<S> | undefined): boolean {
  const [only] = nexts;
  return nexts.length === 1 && only?.state === hypothesis?.state && only?.broken === undefined;
}

function firstOf(violated: readonly Violation[]): number {
  return Math.min(...violated.map(({ step }) => step));
}

function withRule(
  violated: readonly Violation[],
  rule: JudgedId | undefined,
  step: number,
): readonly Violation[] {
  if (rule === undefined || violated.some((one) => one.rule === rule)) return violated;
  return [...violated, { rule, step }].sort((one, other) => (one.rule < other.rule ? -1 : 1));
}
