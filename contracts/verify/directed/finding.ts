/** A ruling as a finding of the suite: with the requests that show it, and what was expected in place of what came. */

import type { Exchange } from '../../deployment/exchange.ts';
import type { Unlock } from '../../deployment/finding.ts';
import type { Event } from '../../judge/event.ts';
import { lawfulInstead } from '../../judge/instead.ts';
import { isShownBy } from '../../judge/parts/intrusions.ts';
import { keptIn } from '../../judge/parts/kept-facts.ts';
import type { Known } from '../../judge/pins.ts';
import type { Place, Ruling } from '../../judge/verdict.ts';
import { entriesInWords, inWordsOf } from '../../play/event-words.ts';
import { inWords } from '../../play/steps.ts';
import type { Judged } from '../../specification/judged.ts';
import { rule as ruleOf } from '../../specification/rules/index.ts';
import type { Evidenced } from '../evidence.ts';
import { type Finding, fail } from '../found.ts';

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
      const place = at.at(-1);
      const { expected, observed, id, isToken, cause = place } = wordsOf(judged, place, shown, known);
      const ofStep = lastOf(cause, shown);
      // A look after the request for a token tells whether it is served.
      const isLast = (one: number) =>
        cause !== place || (id === undefined ? isToken && isPost(record[one]) : isNamedIn(record[one], id));
      const last = new Set(ofStep.filter(isLast));
      const inOrder = [...exchanges.filter((one) => !last.has(one)), ...last];
      return { ...fail(expected, observed), exchanges: inOrder };
    }
    case 'not-reached':
      return { verdict: 'inconclusive', reason, unlock: ruling.unlock as readonly Unlock[], exchanges };
    case 'not-offered':
      return { verdict: 'not-applicable', reason, exchanges };
    case 'pass':
      return { verdict, reason: `${reason}${takenIn(ruling, shown)}`, exchanges, stakes, byStatus };
    default:
      return { verdict, reason, exchanges };
  }
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

function lastOf(place: Place | undefined, shown: readonly Evidenced[]): number[] {
  return place ? exchangesUntil(place, shown, true) : [];
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
  if (!place || !fact || !step) return { expected: text, observed: 'another answer' };
  const instead = lawfulInstead(facts.slice(0, place.step), fact, { known, kept: keptIn(facts) });
  const { lawful, observed, id } = comparedIn(fact, instead, facts.slice(0, place.step));
  // "PATCH" stays as it is.
  const first = /^[A-Z]{2}/.test(text) ? text.charAt(0) : text.charAt(0).toLowerCase();
  const sentence = `${first}${text.slice(1).replace(/\.$/, '')}`;
  const cause = causeOf(facts.slice(0, place.step), fact);
  const [call, reply] = [steps[cause], history?.answerTo(cause)];
  if (call && reply !== undefined) {
    const effect = madeBy(facts[cause], fact) ?? observed;
    const did = `${inWords(call)} was carried out: ${effect} (${inWords(step)}); it got ${reply}`;
    return { expected: sentence, observed: did, id, cause: { ...place, step: cause } };
  }
  const answer = history?.answerTo(place.step);
  const different = [...new Set(lawful)];
  const named = different.length > 0 && different.length <= MOST_NAMED ? `${different.join(', or ')}: ` : '';
  const before = steps
    .slice(0, place.step)
    .filter(({ do: kind }) => kind !== 'device')
    .map(inWords);
  const after = before.length > 0 ? `, after: ${before.join('; ')}` : '';
  return {
    expected: `${named}${sentence}`,
    observed: `${observed}${answer === undefined ? '' : `: ${answer}`} (${inWords(step)}${after})`,
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

/** The answer that came and those that would have been lawful; of a list no more than the record that it shows otherwise. */
function comparedIn(
  fact: Event,
  instead: readonly Event[],
  before: readonly Event[],
): { lawful: string[]; observed: string; id?: string | undefined } {
  const lists = instead.flatMap((other) => (other.kind === 'listed' ? [other] : []));
  const [list] = lists;
  if (fact.kind === 'listed' && list) {
    const id = [...list.entries, ...fact.entries].find(
      (entry) => entriesInWords(fact, entry.id) !== entriesInWords(list, entry.id),
    )?.id;
    const lawful = [...new Set(lists.map((other) => entriesInWords(other, id)))];
    return { lawful, observed: entriesInWords(fact, id), id };
  }
  if (fact.kind === 'devices') {
    const own = before.flatMap((one) => (one.kind === 'device' ? [one.device] : []));
    const unlisted = fact.complete ? own.filter((device) => !fact.listed.includes(device)) : [];
    const missing = [...unlisted, ...(fact.lacks ?? [])];
    const words = missing.map((device) => `, without the device ${device}`).join('');
    return { lawful: [], observed: `${inWordsOf(fact)}${words}`, id: fact.repeated[0] };
  }
  const id = 'record' in fact ? fact.record : undefined;
  // The rule itself says more of the form of an answer.
  const told = instead.filter((other) => other.kind !== 'issued' || !other.form);
  return { lawful: told.map(inWordsOf), observed: inWordsOf(fact), id };
}
