/** From what was found to an outcome. */

import { type Unlock, Unreached } from '../deployment/finding.ts';
import { OvertimeError, StalledError } from '../deployment/options.ts';
import { breakOffIn } from '../deployment/transport/failures.ts';
import { messageOf } from '../deployment/visit.ts';
import { itemAt } from '../kit/items.ts';
import { capitalised } from '../kit/phrases.ts';
import type { Judged, JudgedId } from '../specification/judged.ts';
import { judgedOf } from '../specification/ledger.ts';
import { rule as ruleOf } from '../specification/rules/index.ts';
import type { Outcome } from './run.ts';

/** An outcome, whatever its rule. */
export type Finding = Omit<Outcome, 'id' | 'rule' | 'section' | 'milliseconds' | 'exchanges'> & {
  readonly exchanges?: number[];
  /** Tells whether the deployment broke off each time that it was tried. */
  readonly brokeOff?: boolean;
  /** Tells whether a history that was written for it failed now and then. */
  readonly isUnsteady?: boolean;
};

/** The rule was reached and is broken. Both texts complete "expected …" and "observed …". */
export function fail(expected: string, observed: string, exchanges: number[]): Finding {
  const reason = `Expected ${expected}; observed ${observed}.`;
  return { verdict: 'fail', reason, expected, observed, exchanges };
}

export function notJudged(reason: string, unlock: readonly Unlock[] = []): Finding {
  return { verdict: 'inconclusive', reason, ...(unlock.length > 0 && { unlock: [...unlock] }) };
}

export function outcomeOf(id: JudgedId, found: Finding, milliseconds = 0): Outcome {
  const { brokeOff: _, isUnsteady: __, ...finding } = found;
  const { rule } = judgedOf(id);
  const section = itemAt(ruleOf(rule).sections, 0);
  return { ...{ id, rule, section, exchanges: [] }, ...finding, milliseconds: Math.round(milliseconds) };
}

/** The sentence of a rule, as what was expected. */
export function expectedBy({ rule }: Pick<Judged, 'rule'>): string {
  return ruleOf(rule).text.replace(/\.$/, '');
}

/** The outcome where an error came: a step that could not be taken is inconclusive, anything else our own error. */
export function insteadByError(error: unknown): Finding {
  const brokeOff = breakOffIn(error);
  const asSentence = (text: string) => `${capitalised(text)}${/[.!?]$/.test(text) ? '' : '.'}`;
  if (brokeOff) return { verdict: 'suspect', reason: asSentence(brokeOff.message), brokeOff: true };
  if (error instanceof Unreached) return notJudged(asSentence(error.message), error.unlock);
  return { verdict: 'error', reason: `The suite itself failed: ${messageOf(error)}` };
}

/** The outcome of rules that the end of the run left no time for. The reason is that of the run's signal. */
export function insteadByEnd(reason: unknown, when: 'before' | 'meanwhile'): Finding {
  if (reason instanceof OvertimeError) return notJudged(reason.message, ['time']);
  if (reason instanceof StalledError) return insteadByError(reason);
  return notJudged(`The run was interrupted${when === 'before' ? ' before' : ''}.`);
}
