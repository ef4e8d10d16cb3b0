/** The answers of a profile that held in the histories that were played, and those that did not: drift, which breaks no rule. */
import type { OpeningId } from '../specification/openings/index.ts';
import { pinIn } from './assumption.ts';
import { type Explanation, explain } from './judge.ts';
import type { Known } from './pins.ts';
import { stakesOf } from './stakes.ts';
import type { Place, Witnessed } from './verdict.ts';

export interface PinSeen {
  readonly opening: OpeningId;
  readonly holds: boolean;
  /** The facts that show it, the clearest last. */
  readonly at: readonly Place[];
}

const NOTHING: Pick<Explanation, 'step' | 'givenUp'> = { step: 0, givenUp: [] };

/** One for each answer that was at stake, or had to be given up. */
export function pinsSeen(witnessed: readonly Witnessed[], known: Known): PinSeen[] {
  const held = new Map<OpeningId, Place[]>();
  const lost = new Map<OpeningId, Place[]>();
  for (const { name: history, facts, counts } of witnessed) {
    if (!counts) continue;
    const { pins, explained } = stakesOf(facts, known);
    const { step, givenUp } = (explained < facts.length && explain(facts, { known })) || NOTHING;
    const [least = []] = givenUp;
    const given = least.flatMap((one) => pinIn(one) ?? []);
    // A broken rule makes what came before it say nothing of the answer.
    if (given.length < least.length) continue;
    for (const pin of given) lost.set(pin, [...(lost.get(pin) ?? []), { history, step }]);
    for (const [pin, steps] of pins)
      held.set(pin, [...(held.get(pin) ?? []), ...steps.map((step) => ({ history, step }))]);
  }
  return [...new Set([...held.keys(), ...lost.keys()])].map((opening) => ({
    opening,
    holds: !lost.has(opening),
    at: lost.get(opening) ?? held.get(opening) ?? [],
  }));
}
