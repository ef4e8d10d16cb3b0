/** The other answers to a fact that the document explains. */
import { alternatives, NO_PAST, pastAfter } from './alternatives.ts';
import type { Event } from './event.ts';
import { Judge } from './judge.ts';

/**
 * @param start what is known of the deployment, as for the judge
 * @param further answers beside the few that are always tried
 */
export function lawfulInstead(
  before: readonly Event[],
  fact: Event,
  start: Parameters<typeof Judge.create>[0],
  further: readonly Event[] = [],
): Event[] {
  const judge = before.reduce((so, event) => so.after(event), Judge.create(start));
  const past = before.reduce(pastAfter, NO_PAST);
  return [...alternatives(fact, past), ...further].filter((other) => judge.after(other).explains);
}
