/** A ruling as a finding of the suite: with the requests that show it, the steps, and what was expected in place of what came. */

import type { Exchange } from '../deployment/exchange.ts';
import type { Event } from '../judge/event.ts';
import { explain } from '../judge/judge.ts';
import { neededIn } from '../judge/needed.ts';
import { isShownBy } from '../judge/parts/intrusions.ts';
import { keptIn } from '../judge/parts/record-texts.ts';
import type { Known } from '../judge/pins.ts';
import type { Place, Ruling } from '../judge/verdict.ts';
import { inWords } from '../play/steps.ts';
import type { Judged } from '../specification/judged.ts';
import type { Evidenced } from './evidence.ts';
import { expectedBy, type Finding, fail } from './outcome.ts';
import { onlySome } from './shown.ts';
import { comparedAt, stepsTaken } from './telling.ts';

/** So many answers that would have been lawful are named. */
const MAX_NAMED = 2;

/**
 * @param judged the rule that the ruling is on
 * @param record the exchanges of the run: they tell which page of a list comes last, the one with the record that is wrong
 */
export function findingOf(
  judged: Judged,
  ruling: Ruling,
  shown: readonly Evidenced[],
  known: Known,
  record: readonly Exchange[],
): Finding {
  const { verdict, reason, at, stakes, byStatus, unlock, isUnsteady } = ruling;
  if (verdict === 'fail') return failureOf(judged, at.at(-1), shown, known, record);
  const exchanges = [
    ...new Set(at.flatMap((place) => exchangesUntil(place, shown, isByItself(judged, verdict)))),
  ];
  switch (verdict) {
    case 'not-reached':
      return {
        ...{ verdict: 'inconclusive', reason, exchanges, ...(isUnsteady && { isUnsteady }) },
        ...(unlock.length > 0 && { unlock: [...unlock] }),
      };
    case 'not-offered':
      return { verdict: 'not-applicable', reason, exchanges };
    case 'pass':
      return { verdict, reason, exchanges, stakes, byStatus };
    default:
      return { verdict, reason, exchanges };
  }
}

/** Returns whether a fact shows it without those before it: where a rule holds, and whether a call was let in. */
function isByItself({ rule }: Judged, verdict: Ruling['verdict']): boolean {
  return verdict === 'pass' || rule.startsWith('auth/');
}

/** The requests of a step, the last one last; or those of all steps before it, too. */
function exchangesUntil({ history, step }: Place, shown: readonly Evidenced[], alone: boolean): number[] {
  const { exchanges = [] } = shown.find(({ name }) => name === history) ?? {};
  return exchanges.slice(alone ? step : 0, step + 1).flat();
}

/** One history that fails is enough to show it. */
function failureOf(
  judged: Judged,
  place: Place | undefined,
  shown: readonly Evidenced[],
  known: Known,
  record: readonly Exchange[],
): Finding {
  const history = shown.find(({ name }) => name === place?.history);
  if (!place || !history) return fail(expectedBy(judged), 'another answer', []);
  const { expected, observed, id, isToken, cause = place } = wordsOf(judged, place, history, known);
  // A look after the request for a token tells whether it is served.
  const isLast = (index: number) => {
    const one = record[index];
    if (cause !== place) return true;
    if (id === undefined) return isToken && one?.request.method === 'POST';
    return (one?.reply?.body ?? '').split(/[^\w-]+/).includes(id);
  };
  const last = new Set(exchangesUntil(cause, shown, true).filter(isLast));
  const all = exchangesUntil(place, shown, isByItself(judged, 'fail'));
  const inOrder = [...new Set(all.filter((one) => !last.has(one))), ...last];
  const steps = stepsTaken(neededOf(history, place.step, known), record, expected);
  return { ...fail(expected, observed, inOrder), ...(steps.length > 0 && { steps }) };
}

/** A history until its failure shows, and of what clients did no more than that needs: one that was played was cut then. */
function neededOf(history: Evidenced, step: number, known: Known): Evidenced {
  const { facts, traffic } = history;
  const explanation = traffic === undefined ? undefined : explain(facts, { known });
  const all = Array.from({ length: step + 1 }, (_, index) => index);
  return onlySome(history, explanation?.step === step ? neededIn(facts, explanation, { known }) : all);
}

interface Words {
  readonly expected: string;
  readonly observed: string;
  /** The record that is wrong, where one is. */
  readonly id?: string | undefined;
  /** Tells whether the answer to a request for a token is. */
  readonly isToken?: boolean;
  /** The call whose effect is wrong, where that shows later. */
  readonly cause?: Place;
}

/** The answers that would have been lawful at a step beside the one that came, and the rule. */
function wordsOf(judged: Judged, place: Place, { facts, steps, answers }: Evidenced, known: Known): Words {
  const text = expectedBy(judged);
  const [fact, step] = [facts[place.step], steps[place.step]];
  const compared = comparedAt(facts, place.step, { known, kept: keptIn(facts) });
  if (!compared || !fact || !step) return { expected: text, observed: 'another answer' };
  const { lawful, observed, id } = compared;
  // "PATCH" stays as it is.
  const sentence = text.replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase());
  // The call that had to be refused and whose effect it shows.
  const cause = facts
    .slice(0, place.step)
    .findLastIndex((one) => one.kind === 'called' && one.sent && isShownBy(fact, one.sent));
  const [call, reply] = [steps[cause], answers[cause] ?? undefined];
  if (call && reply !== undefined) {
    const effect = madeBy(facts[cause], fact) ?? observed;
    const did = `${inWords(call)} was carried out: ${effect} (${inWords(step)}); it got ${reply}`;
    return { expected: sentence, observed: did, id, cause: { ...place, step: cause } };
  }
  const answer = answers[place.step] ?? undefined;
  const named = lawful.length > 0 && lawful.length <= MAX_NAMED ? `${lawful.join(', or ')}: ` : '';
  return {
    expected: `${named}${sentence}`,
    observed: `${observed}${answer === undefined ? '' : `: ${answer}`} (${inWords(step)})`,
    id,
    isToken: fact.kind === 'issued',
  };
}

/** The record that a list shows a call to have made, in words: the list itself says only how many there are. */
function madeBy(call: Event | undefined, { kind }: Event): string | undefined {
  const sent = call?.kind === 'called' && kind === 'listed' ? call.sent : undefined;
  return sent?.what === 'create' ? `the list then holds the ${sent.family} that it sent` : undefined;
}
