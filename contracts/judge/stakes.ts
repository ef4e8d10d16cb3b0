/**
 * The rules that a history could have shown to be broken. A rule is at stake at a step where another answer would have left no reading of the
 * document, and giving up this one rule would have been enough to explain that answer.
 */
import type { JudgedId } from '../specification/judged.ts';
import type { OpeningId } from '../specification/openings/index.ts';
import { alternatives, NO_PAST, pastAfter } from './alternatives.ts';
import { pinIn, ruleIn } from './assumption.ts';
import type { Event } from './event.ts';
import { Judge } from './judge.ts';
import { keptIn } from './parts/kept-facts.ts';
import type { Known } from './pins.ts';

export interface Stakes {
  /** The steps at which each rule was at stake: indexes of the events. */
  readonly at: ReadonlyMap<JudgedId, readonly number[]>;
  /** The steps at which each answer of the profile was at stake. */
  readonly pins: ReadonlyMap<OpeningId, readonly number[]>;
  /** So many other answers were tried, and so many of them some rule forbids. */
  readonly tried: number;
  readonly noticed: number;
  /** The parts that had too many readings: nothing is at stake in them from then on. */
  readonly exhausted: readonly string[];
}

/** By the events of a history, which do not change: the stakes beside the answers that they were asked for with last. */
const remembered = new WeakMap<readonly Event[], { known: Known | undefined; stakes: Stakes }>();

/** @param events are explained as they are; what follows one that is not has no stakes */
export function stakesOf(events: readonly Event[], known?: Known): Stakes {
  const before = remembered.get(events);
  if (before && before.known === known) return before.stakes;
  const stakes = stakesIn(events, known);
  remembered.set(events, { known, stakes });
  return stakes;
}

function stakesIn(events: readonly Event[], known: Known | undefined): Stakes {
  const at = new Map<JudgedId, number[]>();
  const pins = new Map<OpeningId, number[]>();
  const start = { known, kept: keptIn(events) };
  let [strict, relaxed, past] = [Judge.create(start), Judge.create({ ...start, maxViolations: 1 }), NO_PAST];
  let [tried, noticed] = [0, 0];
  for (const [step, event] of events.entries()) {
    const next = strict.after(event);
    if (!next.explains) break;
    for (const other of alternatives(event, past)) {
      tried++;
      const parts = strict.unexplainedBy(other);
      if (parts.length > 0) noticed++;
      const [part] = parts;
      // One rule does not explain an answer that two parts forbid.
      if (part === undefined || parts.length > 1) continue;
      for (const without of relaxed.wouldGiveUp(part, other).flat()) {
        const [rule, pin] = [ruleIn(without), pinIn(without)];
        if (rule !== undefined) note(at, rule, step);
        if (pin !== undefined) note(pins, pin, step);
      }
    }
    strict = next;
    relaxed = relaxed.after(event);
    past = pastAfter(past, event);
  }
  return { at, pins, tried, noticed, exhausted: [...new Set([...strict.exhausted, ...relaxed.exhausted])] };
}

function note<Id>(at: Map<Id, number[]>, id: Id, step: number): void {
  const steps = at.get(id) ?? [];
  if (steps.at(-1) !== step) at.set(id, [...steps, step]);
}
