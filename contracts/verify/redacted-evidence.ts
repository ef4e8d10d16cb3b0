/**
 * The evidence of a run, without its secrets. Words of our own stay: a deployment chooses its tokens, and one that is called
 * `taken` must not change a fact.
 */
import type { Redactor } from '../kit/redact.ts';
import type { Evidence, Evidenced } from './evidence.ts';
import type { Finding } from './outcome.ts';

type Text = (text: string) => string;

export function redactedEvidence(evidence: Evidence, redactor: Redactor): Evidence {
  const text: Text = (one) => redactor.text(one);
  const histories = new Map<Evidenced, Evidenced>();
  const history = (one: Evidenced): Evidenced => {
    const known = histories.get(one) ?? redactedHistory(one, redactor, text);
    histories.set(one, known);
    return known;
  };
  return {
    ...evidence,
    rounds: evidence.rounds.map(({ instead, ...round }) => ({
      ...round,
      shown: round.shown.map(history),
      ...(instead && { instead: redactedInstead(instead, text) }),
    })),
    issued: evidence.issued.map((one) => ({
      ...one,
      form: redactor.deep(one.form, own),
      shows: redactor.deep(one.shows),
    })),
    ...(evidence.instead && { instead: redactedInstead(evidence.instead, text) }),
  };
}

function redactedInstead(instead: Finding, text: Text): Finding {
  return { ...instead, reason: text(instead.reason) };
}

function redactedHistory(one: Evidenced, redactor: Redactor, text: Text): Evidenced {
  const { brokeOff } = one;
  return {
    ...one,
    facts: redactor.deep(one.facts, own),
    untaken: one.untaken.map((untaken) => ({ ...untaken, reason: text(untaken.reason) })),
    brokeOff: brokeOff === undefined ? undefined : text(brokeOff),
    answers: one.answers.map((answer) => answer && text(answer)),
  };
}

/** The fields of facts that hold words of our own, dates, or names that the run gave. */
const own: ReadonlySet<string> = new Set([
  ...(['kind', 'family', 'taken', 'channel', 'of', 'what', 'operation', 'served', 'bearer'] as const),
  ...(['credentials', 'written', 'licence', 'past', 'by', 'token', 'error', 'expires'] as const),
  ...(['expirationDate', 'open', 'left'] as const),
]);
