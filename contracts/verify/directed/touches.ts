/** The things that histories change of a deployment, by their steps: so they are played beside others, alone, or last. */
import type { History } from '../../histories/history.ts';
import { isOfKey, onlyReads, type Step } from '../../play/steps.ts';
import { operation as operationOf } from '../../specification/operations.ts';

/**
 * The things that judging a rule may change: `nothing`, `records` (groups and users of its own making), a `device` that it
 * alone has, the `account` (licences, API access), the deployment's `time`.
 */
export type Touches = 'nothing' | 'records' | 'device' | 'account' | 'time';

/** The parts of a run, in their order: what may go on beside anything, then what changes the account, and at last what needs time. */
export const phases = ['beside', 'account', 'time'] as const;

export type Phase = (typeof phases)[number];

/** Histories that do no more than ask for tokens and call what is their own are played at the beginning. */
export function touchedBy(histories: readonly Pick<History, 'steps'>[]): Touches {
  const steps = histories.flatMap((history) => history.steps);
  if (steps.length === 0 || !steps.every(({ do: kind }) => ofTokens.has(kind))) return 'time';
  if (steps.some(mayDisturb)) return 'account';
  const calls = steps.flatMap((step) => (step.do === 'call' && !onlyReads(step) ? [step] : []));
  if (calls.length === 0) return 'nothing';
  return calls.some(({ operation }) => operationOf(operation).family === 'devices') ? 'device' : 'records';
}

const ofTokens: ReadonlySet<Step['do']> = new Set([
  ...(['token', 'firstToken', 'runToken', 'call', 'look', 'try', 'access'] as const),
]);

/** Returns whether nothing is to be sent beside a step: it switches API access, or may lock the account. */
function mayDisturb(step: Step): boolean {
  if (step.do !== 'token') return step.do === 'access';
  return step.credentials === 'near-miss' && step.near !== undefined && isOfKey(step.near);
}
