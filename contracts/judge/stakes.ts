/**
 * The rules that a history could have shown to be broken. A rule is at stake at a step where another answer would have left no reading of the
 * document, and giving up this one rule would have been enough to explain that answer.
 */
import type { JudgedId } from '../specification/judged.ts';
import { alternatives, NO_PAST, pastAfter } from './alternatives.ts';
import { ruleIn } from './assumption.ts';
import type { Event } from './event.ts';
import { Judge } from './judge.ts';
import type { Known } from './pins.ts';

export interface Stakes {
  /** The steps at which each rule was at stake: indexes of the events. */
  readonly at: ReadonlyMap<JudgedId, readonly number[]>;
  /** So many other answers were tried, and so many of them some rule forbids. */
  readonly tried: number;
  readonly noticed: number;
  /** The parts that had too many readings: nothing is at stake in them from then on. */
  readonly exhausted: readonly string[];
}

/** @param events are explained as they are; what follows one that is not has no stakes */
export function stakesOf(events: readonly Event[], known?: Known): Stakes {
  const at = new Map<JudgedId, number[]>();
  let [strict, relaxed, past] = [Judge.create({ known }), Judge.create({ maxViolations: 1, known }), NO_PAST];
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
      for (const rule of relaxed
        .wouldGiveUp(part, other)
        .flatMap((set) => set.flatMap((one) => ruleIn(one) ?? []))) {
        const steps = at.get(rule) ?? [];
        if (steps.at(-1) !== step) at.set(rule, [...steps, step]);
      }
    }
    strict = next;
    relaxed = relaxed.after(event);
    past = pastAfter(past, event);
  }
  return { at, tried, noticed, exhausted: [...new Set([...strict.exhausted, ...relaxed.exhausted])] };
}
