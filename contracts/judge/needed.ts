/** The facts of a history that its failure needs. */
import { shortestOf } from '../kit/shrinking.ts';
import { type Event, singleEvents } from './event.ts';
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
  const needs = events.map((_, index) => needsOf(events, index));
  const sources = sourcesOf(events, step);
  const before = Array.from({ length: step }, (_, index) => index);
  const fails = (some: readonly number[]) => {
    const kept = new Set(some);
    if (![...some, step].every((index) => needs[index]?.every((one) => kept.has(one)))) return false;
    if (!sources.every((those) => those.some((index) => kept.has(index)))) return false;
    const seen = [...some, step].flatMap((index) => events[index] ?? []);
    const sets = brokenAtEnd(seen, part, start);
    if (sets === undefined || sets.length > 0 !== suspects.size > 0) return false;
    return sets.flat().every((rule) => suspects.has(rule));
  };
  const least = needs[step]?.length === 0 && fails([]) ? [] : shortestOf(before, fails);
  return [...least, step];
}

/** The facts by which a history has what another fact is about: the making of a record, the taking of a device. */
function needsOf(events: readonly Event[], index: number): number[] {
  const about = new Set(
    events
      .slice(index, index + 1)
      .flatMap((event) => singleEvents([event]))
      .flatMap(subjectsOf),
  );
  return events.slice(0, index).flatMap((event, before) => {
    const made = singleEvents([event]).flatMap((one) =>
      one.kind === 'created' || one.kind === 'device' || one.kind === 'issued' ? subjectsOf(one) : [],
    );
    return made.some((one) => about.has(one)) ? [before] : [];
  });
}

/** For each text that a fact shows of a record or device, the facts before that have it: what a deployment says wrongly it was told by one. */
function sourcesOf(events: readonly Event[], step: number): number[][] {
  const shown = events
    .slice(step, step + 1)
    .flatMap((event) => singleEvents([event]))
    .flatMap(textsOf);
  return [...new Set(shown)].flatMap((text) => {
    const from = events.slice(0, step).flatMap((event, index) => {
      const isTold = singleEvents([event]).some(
        (one) => one.kind !== 'read' && one.kind !== 'last' && textsOf(one).includes(text),
      );
      return isTold ? [index] : [];
    });
    return from.length > 0 ? [from] : [];
  });
}

function textsOf(event: ReturnType<typeof singleEvents>[number]): string[] {
  if ('texts' in event) return Object.values(event.texts);
  return 'place' in event && event.place !== undefined ? [event.place] : [];
}

function subjectsOf(event: ReturnType<typeof singleEvents>[number]): string[] {
  if ('record' in event) return [`${event.family} ${event.record}`];
  if ('device' in event) return [`device ${event.device}`];
  if (event.kind === 'called') return typeof event.bearer === 'object' ? [event.bearer.token] : [];
  return event.kind === 'issued' && event.token !== undefined ? [event.token] : [];
}
