/**
 * The countries and time zones that a user can have (sections 1 and 4.2).
 *
 * It is the least of the parts, and an example of one. A part begins with a state, here none: a collection is not empty, whenever
 * it is asked for. For each event it gives all ways to go on: to the same state where the event is about something else or as it has
 * to be, and where only a broken rule explains it to a state that names this rule. `judge.ts` lists the part,
 * `alternatives.ts` the other answers to its kinds of events by which its rules are at stake.
 */
import type { JudgedId } from '../../specification/judged.ts';
import type { ChoicesEvent } from '../event.ts';
import { breaking, type Part } from '../hypotheses.ts';

const filled = {
  countries: 'users/countries-listed',
  timeZones: 'users/time-zones-listed',
} as const satisfies { readonly [L in ChoicesEvent['of']]: JudgedId };

export const choicesPart: Part<null> = {
  initial: null,
  kinds: new Set(['choices']),
  next: (state, event) =>
    event.kind === 'choices' && event.count === 0 ? breaking(state, filled[event.of]) : [{ state }],
};
