/** From what was found to an outcome. */

import { type Unlock, Unreached } from '../deployment/finding.ts';
import { OvertimeError, StalledError } from '../deployment/options.ts';
import { breakOffIn } from '../deployment/transport/failures.ts';
import { itemAt } from '../kit/items.ts';
import type { Judged } from '../specification/judged.ts';
import { rule as ruleOf } from '../specification/rules/index.ts';
import type { Instead } from './evidence.ts';
import type { AtStake, Finding } from './found.ts';
import type { Outcome } from './run.ts';

export function outcomeOf(judged: Judged, finding: Finding, milliseconds: number): Outcome {
  return {
    ...blank(judged, milliseconds),
    verdict: finding.verdict,
    reason: finding.reason,
    exchanges: [...finding.exchanges],
    ...(finding.verdict === 'fail' && { expected: finding.expected, observed: finding.observed }),
    ...(finding.verdict === 'pass' && stakedIn(finding)),
    ...(finding.verdict === 'inconclusive' && finding.unlock.length > 0 && { unlock: [...finding.unlock] }),
  };
}

function stakedIn({ stakes, byStatus = false }: AtStake): AtStake {
  return { ...(stakes !== undefined && { stakes }), ...(byStatus && { byStatus }) };
}

/** The sentence of a rule, as what was expected. */
export function expectedBy({ rule }: Pick<Judged, 'rule'>): string {
  return ruleOf(rule).text.replace(/\.$/, '');
}

/** The outcome where an error came: a step that could not be taken is inconclusive, anything else our own error. */
export function insteadByError(error: unknown): Instead {
  const brokeOff = breakOffIn(error);
  if (brokeOff) return { verdict: 'suspect', reason: asSentence(brokeOff.message), brokeOff: true };
  if (error instanceof Unreached) return notJudged(asSentence(error.message), error.unlock);
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { verdict: 'error', reason: `The suite itself failed: ${message}` };
}

/** The outcome of rules that the end of the run left no time for. The reason is that of the run's signal. */
export function insteadByEnd(reason: unknown, when: 'before' | 'meanwhile'): Instead {
  if (reason instanceof OvertimeError) return notJudged(reason.message, ['time']);
  if (reason instanceof StalledError) return insteadByError(reason);
  return notJudged(`The run was interrupted${when === 'before' ? ' before' : ''}.`);
}

export function notJudged(reason: string, unlock: readonly Unlock[] = []): Instead {
  return { verdict: 'inconclusive', reason, ...(unlock.length > 0 && { unlock: [...unlock] }) };
}

export function outcomeWith(judged: Judged, { verdict, reason, unlock }: Instead): Outcome {
  return { ...blank(judged, 0), verdict, reason, ...(unlock && { unlock }) };
}

function blank(judged: Judged, milliseconds: number): Outcome {
  return {
    id: judged.id,
    rule: judged.rule,
    section: itemAt(ruleOf(judged.rule).sections, 0),
    verdict: 'inconclusive',
    reason: '',
    exchanges: [],
    milliseconds: Math.round(milliseconds),
  };
}

function asSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}
