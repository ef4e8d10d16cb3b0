/**
 * Services that break a rule only after certain sequences of calls, by name: `roadtest serve --deviate history/NAME` serves
 * one, and `roadtest explore` finds it.
 */
import type { Content } from '../fleet/rules/records.ts';
import { documentRules, type Rules } from '../options.ts';
import { type Deviation, deviation } from './deviation.ts';

export const historyFaults: { readonly [name: string]: Deviation } = {
  'fourth-patch': deviation('ignores the fourth PATCH of a record', ignoresFourthPatch, [
    'groups/updated-keeps-rest',
    'users/updated-keeps-rest',
  ]),
};

export function ignoresFourthPatch(): Partial<Rules> {
  /** The PATCHes of each record so far, by the name that it has. */
  const patches = new Map<unknown, number>();
  const noted = (before: Content, after: Content, more: number): Content => {
    const count = (patches.get(before.name) ?? 0) + more;
    patches.delete(before.name);
    patches.set(after.name, count);
    return after;
  };
  return {
    recordReplaced: (facts) => noted(facts.before, documentRules.recordReplaced(facts), 0),
    recordUpdated(facts) {
      const isFourth = patches.get(facts.before.name) === 3;
      return noted(facts.before, isFourth ? facts.before : documentRules.recordUpdated(facts), 1);
    },
  };
}
