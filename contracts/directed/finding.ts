/** A ruling as a finding of the suite: with the requests that show it, and what was expected in place of what came. */
import { alternatives, NO_PAST, pastAfter } from '../judge/alternatives.ts';
import type { Event } from '../judge/event.ts';
import { Judge } from '../judge/judge.ts';
import type { Known } from '../judge/pins.ts';
import type { Place, Ruling } from '../judge/verdict.ts';
import { inWordsOf } from '../play/event-words.ts';
import { inWords } from '../play/steps.ts';
import type { Judged } from '../specification/judged.ts';
import { rule as ruleOf } from '../specification/rules/index.ts';
import { type Finding, fail, type Unlock } from '../suite/finding.ts';
import type { Shown } from './playing.ts';

/** So many answers that would have been lawful are named. */
const MOST_NAMED = 2;

/** @param judged the rule that the ruling is on */
export function findingOf(judged: Judged, ruling: Ruling, shown: readonly Shown[], known: Known): Finding {
  const { verdict, reason, at } = ruling;
  const exchanges = [...new Set(at.flatMap((place) => exchangesUntil(place, shown, verdict === 'pass')))];
  switch (verdict) {
    case 'fail': {
      const { expected, observed } = wordsOf(judged, at.at(-1), shown, known);
      return { ...fail(expected, observed), exchanges };
    }
    case 'not-reached':
      return { verdict: 'inconclusive', reason, unlock: ruling.unlock as readonly Unlock[], exchanges };
    case 'not-offered':
      return { verdict: 'not-applicable', reason, exchanges };
    default:
      return { verdict, reason, exchanges };
  }
}

/** The requests of a step, the last one last; where a rule does not hold those of all steps before it, too. */
function exchangesUntil({ history, step }: Place, shown: readonly Shown[], alone: boolean): number[] {
  const { exchanges = [] } = shown.find(({ name }) => name === history) ?? {};
  return exchanges.slice(alone ? step : 0, step + 1).flat();
}

/** The answers that would have been lawful at a step beside the one that came, and the rule. */
function wordsOf(
  { rule }: Judged,
  place: Place | undefined,
  shown: readonly Shown[],
  known: Known,
): { expected: string; observed: string } {
  const { text } = ruleOf(rule);
  const { facts = [], steps = [] } = shown.find(({ name }) => name === place?.history) ?? {};
  const [fact, step] = [facts[place?.step ?? 0], steps[place?.step ?? 0]];
  if (!place || !fact || !step) return { expected: text, observed: 'another answer' };
  const lawful = lawfulInstead(facts.slice(0, place.step), fact, known).map(inWordsOf);
  const named = lawful.length > 0 && lawful.length <= MOST_NAMED ? `${lawful.join(', or ')}: ` : '';
  const before = steps
    .slice(0, place.step)
    .filter(({ do: kind }) => kind !== 'device')
    .map(inWords);
  return {
    expected: `${named}${text.charAt(0).toLowerCase()}${text.slice(1).replace(/\.$/, '')}`,
    observed: `${inWordsOf(fact)} (${inWords(step)}, after: ${before.join('; ')})`,
  };
}

/** The other answers to a fact that the document explains. */
function lawfulInstead(before: readonly Event[], fact: Event, known: Known): Event[] {
  const judge = before.reduce((so, event) => so.after(event), Judge.create({ known }));
  const past = before.reduce(pastAfter, NO_PAST);
  return alternatives(fact, past).filter((other) => judge.after(other).explains);
}
