/**
 * Rules that are known to be broken. A part is judged as if they said nothing: whatever their violation explains is
 * explained, so that a history goes on after it and shows what else is wrong.
 */
import type { JudgedId } from '../specification/judged.ts';
import { ruleIn } from './assumption.ts';
import type { Next, Part } from './hypotheses.ts';

/** A part without these rules. */
export function apartFrom<S>(known: ReadonlySet<JudgedId>, part: Part<S>): Part<S> {
  if (known.size === 0) return part;
  const isKnown = ({ broken }: Next<S>) => {
    const rule = broken === undefined ? undefined : ruleIn(broken);
    return rule !== undefined && known.has(rule);
  };
  const released = (nexts: readonly Next<S>[]) =>
    nexts.map((next) => (isKnown(next) ? { state: next.state } : next));
  return {
    ...part,
    ...(part.otherwise && { otherwise: released(part.otherwise) }),
    next: (state, event, relaxed) =>
      released(part.next(state, event, true)).filter(({ broken }) => relaxed || broken === undefined),
  };
}
