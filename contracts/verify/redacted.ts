/**
 * The record of a run, and its evidence, without secrets. Only what quotes the deployment is searched: a deployment chooses its
 * tokens, and one that is called `fail` or `taken` must not take the verdicts out of a record, nor change a fact.
 */
import { isFields } from '../kit/fields.ts';
import type { Redactor } from '../kit/redact.ts';
import type { Evidence } from './evidence.ts';
import type { Outcome, Run } from './run.ts';

/** The fields that quote the deployment, wherever they are, and those inside of them that hold words of our own. */
type Quoting = { readonly [field: string]: ReadonlySet<string> | undefined };

const inRun: Quoting = Object.fromEntries(
  [
    ...(['profile', 'given', 'leftBehind', 'warnings', 'fault', 'message', 'hint'] as const),
    ...(['reason', 'expected', 'observed', 'steps', 'pinned', 'notCompared'] as const),
    ...(['url', 'headers', 'body', 'failure'] as const),
  ].map((field) => [field, undefined]),
);

/** The fields of facts that hold words of our own, dates, or names that the run gave. */
const own: ReadonlySet<string> = new Set([
  ...(['kind', 'family', 'taken', 'channel', 'of', 'what', 'operation', 'served', 'bearer'] as const),
  ...(['credentials', 'written', 'licence', 'past', 'by', 'token', 'error', 'expires'] as const),
  ...(['expirationDate', 'open', 'left'] as const),
]);
const inEvidence: Quoting = {
  facts: own,
  form: own,
  reason: undefined,
  brokeOff: undefined,
  answers: undefined,
};

export function redactedRun(run: Run, redactor: Redactor): Run {
  return redacted(run, inRun, redactor);
}

export function redactedOutcome(outcome: Outcome, redactor: Redactor): Outcome {
  return redacted(outcome, inRun, redactor);
}

export function redactedEvidence(evidence: Evidence, redactor: Redactor): Evidence {
  return redacted(evidence, inEvidence, redactor);
}

/** Objects that stand at several places are the same afterwards, too. */
function redacted<T>(value: T, quoting: Quoting, redactor: Redactor): T {
  const known = new Map<object, unknown>();
  const inside = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(inside);
    if (!isFields(one)) return one;
    const shown =
      known.get(one) ??
      Object.fromEntries(
        Object.entries(one).map(([name, part]) => [
          name,
          Object.hasOwn(quoting, name) ? redactor.deep(part, quoting[name]) : inside(part),
        ]),
      );
    known.set(one, shown);
    return shown;
  };
  return inside(value) as T;
}
