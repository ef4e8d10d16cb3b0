/**
 * Answers that a profile pins. A part is judged by them, and beside that as open as the document leaves it: whatever
 * only the second explains gives the pin up, and breaks no rule. Nothing is blamed on a pin that no other answer explains.
 */
import type { EpochMs } from '../profile/facts.ts';
import type { OpeningId } from '../specification/openings/index.ts';
import type { Next, Part } from './hypotheses.ts';

/** The answers of a profile, as far as the judge holds a deployment to them. */
export interface Known {
  /** The first end of a day after a moment; `undefined` where it is not stated. */
  readonly dayEndAfter?: ((moment: EpochMs) => EpochMs | undefined) | undefined;
  /** The moments between which a date is reached; `undefined` where that is not stated. */
  readonly reachOf?: ((date: string) => { earliest: EpochMs; latest: EpochMs } | undefined) | undefined;
}

interface Pinned<S> {
  readonly holds: boolean;
  readonly state: S;
}

/**
 * @param strict the part by the answer that is pinned
 * @param open the part by any answer
 */
export function pinned<S>(strict: Part<S>, open: Part<S>, pin: OpeningId): Part<Pinned<S>> {
  const partOf = ({ holds }: Pinned<S>) => (holds ? strict : open);
  return {
    initial: { holds: true, state: strict.initial },
    otherwise: [
      { state: { holds: false, state: open.initial }, broken: `pin:${pin}` },
      ...(strict.otherwise ?? []).map((next) => ({ ...next, state: { holds: true, state: next.state } })),
    ],
    next: (own, event, may) =>
      partOf(own)
        .next(own.state, event, may)
        .map((next): Next<Pinned<S>> => {
          const state = next.state === own.state ? own : { ...own, state: next.state };
          return { ...next, state };
        }),
    told: (own, target) => partOf(own).told?.(own.state, target),
  };
}
