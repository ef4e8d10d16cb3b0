/** The facts of a history that its failure needs. */
import { shortestOf } from '../kit/shrinking.ts';
import { type Event, type SingleEvent, singleEvents } from './event.ts';
import { brokenAtEnd, type Explanation } from './judge.ts';

/**
 * All that was seen is judged again without some of it, as long as the same part cannot be explained at the same fact, and the
 * rules that explain it are among those that did. Without a step another thing may come on the deployment: playing what is left tells.
 *
 * @returns indexes of the facts, the one that shows the failure last
 */
export function neededIn(
  events: readonly Event[],
  { step, part, broken }: Explanation,
  start: Parameters<typeof brokenAtEnd>[2],
): readonly number[] {
  const suspects = new Set(broken.flat());
  const facts = events.slice(0, step + 1).map((event) => singleEvents([event]));
  const those = (index: number, is: (fact: SingleEvent) => boolean) =>
    facts.slice(0, index).flatMap((some, before) => (some.some(is) ? [before] : []));
  // A history has what a fact is about by others: the making of a record, the taking of a device.
  const needs = facts.map((some, index) => {
    const about = new Set(some.flatMap(subjectsOf));
    return those(index, (fact) => makes.has(fact.kind) && subjectsOf(fact).some((one) => about.has(one)));
  });
  // A text that a deployment shows wrongly came to it by a fact that has the same text.
  const shown = new Set(facts.slice(step).flat().flatMap(textsOf));
  const sources = [...shown]
    .map((text) => those(step, (fact) => !looks.has(fact.kind) && textsOf(fact).includes(text)))
    .filter(({ length }) => length > 0);
  const fails = (some: readonly number[]) => {
    const kept = new Set(some);
    if (![...some, step].every((index) => needs[index]?.every((one) => kept.has(one)))) return false;
    if (!sources.every((from) => from.some((index) => kept.has(index)))) return false;
    const seen = [...some, step].flatMap((index) => events[index] ?? []);
    const sets = brokenAtEnd(seen, part, start);
    if (sets === undefined || sets.length > 0 !== suspects.size > 0) return false;
    return sets.flat().every((rule) => suspects.has(rule));
  };
  const before = Array.from({ length: step }, (_, index) => index);
  const least = needs[step]?.length === 0 && fails([]) ? [] : shortestOf(before, fails);
  return [...least, step];
}

const makes: ReadonlySet<SingleEvent['kind']> = new Set(['created', 'device', 'issued']);
const looks: ReadonlySet<SingleEvent['kind']> = new Set(['read', 'last']);

/** The texts that a fact shows of a record or device. */
function textsOf(event: SingleEvent): string[] {
  if ('texts' in event) return Object.values(event.texts);
  return 'place' in event && event.place !== undefined ? [event.place] : [];
}

function subjectsOf(event: SingleEvent): string[] {
  if ('record' in event) return [`${event.family} ${event.record}`];
  if ('device' in event) return [`device ${event.device}`];
  if (event.kind === 'called') return typeof event.bearer === 'object' ? [event.bearer.token] : [];
  return event.kind === 'issued' && event.token !== undefined ? [event.token] : [];
}
