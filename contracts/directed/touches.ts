/** Whether histories change anything of a deployment, by their steps: so they are played beside others, alone, or last. */
import type { History } from '../histories/history.ts';
import { isOfKey, onlyReads, type Step } from '../play/steps.ts';

export type Touched = 'nothing' | 'account' | 'time';

/** Histories that do no more than ask for tokens and read are played at the beginning. */
export function touchedBy(histories: readonly Pick<History, 'steps'>[]): Touched {
  const steps = histories.flatMap((history) => history.steps);
  if (steps.length === 0 || !steps.every(isOfTokens)) return 'time';
  return steps.some(mayDisturb) ? 'account' : 'nothing';
}

const ofTokens: ReadonlySet<Step['do']> = new Set(['token', 'firstToken', 'call', 'try', 'access']);

function isOfTokens(step: Step): boolean {
  return ofTokens.has(step.do) && (step.do !== 'call' || onlyReads(step));
}

/** Whether nothing is to be sent beside a step: it switches API access, or may lock the account. */
function mayDisturb(step: Step): boolean {
  if (step.do !== 'token') return step.do === 'access';
  return step.credentials === 'near-miss' && step.near !== undefined && isOfKey(step.near);
}
