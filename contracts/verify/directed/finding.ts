/** A ruling as a finding of the suite: with the requests that show it, the steps, and what was expected in place of what came. */

import type { Exchange } from '../../deployment/exchange.ts';
import type { Event } from '../../judge/event.ts';
import { explain } from '../../judge/judge.ts';
import { neededIn } from '../../judge/needed.ts';
import { isShownBy } from '../../judge/parts/intrusions.ts';
import { keptIn } from '../../judge/parts/kept-facts.ts';
import type { Known } from '../../judge/pins.ts';
import type { Place, Ruling } from '../../judge/verdict.ts';
import { inWords } from '../../play/steps.ts';
import type { Judged } from '../../specification/judged.ts';
import { rule as ruleOf } from '../../specification/rules/index.ts';
import type { Evidenced } from '../evidence.ts';
import { type Finding, fail } from '../outcome.ts';
import { onlySome } from '../shown.ts';
import { comparedAt, stepsTaken } from '../telling.ts';

/** So many answers that would have been lawful are named. */
const MOST_NAMED = 2;

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
  const { verdict, reason, at, stakes, byStatus } = ruling;
  // One history that fails is enough to show it; and a call shows by itself whether it was let in.
  const places = verdict === 'fail' ? at.slice(-1) : at;
  const alone = verdict === 'pass' || judged.rule.startsWith('auth/');
  const exchanges = [...new Set(places.flatMap((place) => exchangesUntil(place, shown, alone)))];
  switch (verdict) {
    case 'fail': {
      const [place] = places;
      const { expected, observed, id, isToken, cause = place } = wordsOf(judged, place, shown, known);
      const ofStep = cause ? exchangesUntil(cause, shown, true) : [];
      // A look after the request for a token tells whether it is served.
      const isLast = (one: number) =>
        cause !== place || (id === undefined ? isToken && isPost(record[one]) : isNamedIn(record[one], id));
      const last = new Set(ofStep.filter(isLast));
      const inOrder = [...exchanges.filter((one) => !last.has(one)), ...last];
      const history = shown.find(({ name }) => name === place?.history);
      const steps =
        place && history ? stepsTaken(neededOf(history, place.step, known), record, expected) : [];
      return { ...fail(expected, observed, inOrder), ...(steps.length > 0 && { steps }) };
    }
    case 'not-reached':
      return {
        ...{ verdict: 'inconclusive', reason, exchanges },
        ...(ruling.unlock.length > 0 && { unlock: [...ruling.unlock] }),
      };
    case 'not-offered':
      return { verdict: 'not-applicable', reason, exchanges };
    case 'pass':
      return { verdict, reason: `${reason}${takenIn(ruling, shown)}`, exchanges, stakes, byStatus };
    default:
      return { verdict, reason, exchanges };
  }
}

/** A history until its failure shows, and no more than that needs: one that was played was cut then. */
function neededOf(history: Evidenced, step: number, known: Known): Evidenced {
  const { facts, traffic } = history;
  const explanation = traffic === undefined ? undefined : explain(facts, { known });
  const all = Array.from({ length: step + 1 }, (_, index) => index);
  return onlySome(history, explanation?.step === step ? neededIn(facts, explanation, { known }) : all);
}

const isPost = (one: Exchange | undefined) => one?.request.method === 'POST';

/** Returns whether an answer names an id. */
function isNamedIn(one: Exchange | undefined, id: string): boolean {
  const { body = '' } = one?.reply ?? {};
  return body.split(/[^\w-]+/).includes(id);
}

/** Credentials of which it is open whether they are taken, and that were, as a sentence. */
function takenIn({ id }: Ruling, shown: readonly Evidenced[]): string {
  const taken = shown
    .filter(({ about }) => about.includes(id))
    .flatMap(({ facts, steps }) =>
      steps.flatMap((step, index) => {
        const fact = facts[index];
        const isTaken = fact?.kind === 'issued' && fact.credentials === 'open' && fact.issued;
        return isTaken && step.do === 'token' && step.near !== undefined ? [step.near] : [];
      }),
    );
  return taken.length === 0 ? '' : ` The document leaves open ${taken.join(', ')}: that got a token.`;
}

/** The requests of a step, the last one last; where a rule does not hold those of all steps before it, too. */
function exchangesUntil({ history, step }: Place, shown: readonly Evidenced[], alone: boolean): number[] {
  const { exchanges = [] } = shown.find(({ name }) => name === history) ?? {};
  return exchanges.slice(alone ? step : 0, step + 1).flat();
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
function wordsOf(
  { rule }: Judged,
  place: Place | undefined,
  shown: readonly Evidenced[],
  known: Known,
): Words {
  const { text } = ruleOf(rule);
  const history = shown.find(({ name }) => name === place?.history);
  const { facts = [], steps = [] } = history ?? {};
  const [fact, step] = [facts[place?.step ?? 0], steps[place?.step ?? 0]];
  const compared = place && comparedAt(facts, place.step, { known, kept: keptIn(facts) });
  if (!compared || !fact || !step) return { expected: text, observed: 'another answer' };
  const { lawful, observed, id } = compared;
  // "PATCH" stays as it is.
  const first = /^[A-Z]{2}/.test(text) ? text.charAt(0) : text.charAt(0).toLowerCase();
  const sentence = `${first}${text.slice(1).replace(/\.$/, '')}`;
  const cause = causeOf(facts.slice(0, place.step), fact);
  const [call, reply] = [steps[cause], history?.answers[cause] ?? undefined];
  if (call && reply !== undefined) {
    const effect = madeBy(facts[cause], fact) ?? observed;
    const did = `${inWords(call)} was carried out: ${effect} (${inWords(step)}); it got ${reply}`;
    return { expected: sentence, observed: did, id, cause: { ...place, step: cause } };
  }
  const answer = history?.answers[place.step] ?? undefined;
  const named = lawful.length > 0 && lawful.length <= MOST_NAMED ? `${lawful.join(', or ')}: ` : '';
  return {
    expected: `${named}${sentence}`,
    observed: `${observed}${answer === undefined ? '' : `: ${answer}`} (${inWords(step)})`,
    id,
    isToken: fact.kind === 'issued',
  };
}

/** The call that had to be refused and whose effect a fact shows, by its index; -1 where it shows none. */
function causeOf(before: readonly Event[], fact: Event): number {
  return before.findLastIndex((one) => one.kind === 'called' && one.sent && isShownBy(fact, one.sent));
}

/** The record that a list shows a call to have made, in words: the list itself says only how many there are. */
function madeBy(call: Event | undefined, { kind }: Event): string | undefined {
  const sent = call?.kind === 'called' && kind === 'listed' ? call.sent : undefined;
  return sent?.what === 'create' ? `the list then holds the ${sent.family} that it sent` : undefined;
}
