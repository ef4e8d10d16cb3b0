/** The most that a history causes, by its steps. */

import type { Makeable } from '../../deployment/finding.ts';
import type { History } from '../../histories/history.ts';
import { onlyReads, readingsOf, type Step } from '../../play/steps.ts';
import { operation as operationOf } from '../../specification/operations.ts';

/** The most that something causes, whichever of the rules that need it are judged: once under its key. */
export interface Cost {
  readonly key: string;
  readonly requests: number;
  /** E-mails and SMS messages that really go out where the deployment is a real one. */
  readonly messages: number;
  /** The records that it creates, one entry each. */
  readonly creates: readonly Makeable[];
  /** So many hours it brings the deployment's time forward, beside the ends of tokens. */
  readonly hours: number;
  /** Tells whether it waits for the end of a token, which it shares with others. */
  readonly endsToken: boolean;
}

/** Returns whether it brings the deployment's time forward. */
export function advances({ hours, endsToken }: Cost): boolean {
  return hours > 0 || endsToken;
}

/** Played once, with what it reads again where writes become readable a moment later. */
export function costOf({ name, steps }: History): Cost {
  return {
    key: name,
    requests: steps.reduce((sum, step) => sum + requestsOf(step), 0),
    messages: steps.reduce((sum, step) => sum + (step.do === 'send' ? step.count : 0), 0),
    hours: steps.reduce((sum, step) => sum + hoursOf(step), 0),
    endsToken: steps.some((step) => step.do === 'until'),
    creates: [
      ...steps.flatMap((step) => (step.do === 'device' && !step.foreign ? ['device' as const] : [])),
      ...calledOn(steps),
    ],
  };
}

/** The records that calls create, and those that they go to: one for all that are to be refused, and one for each DELETE. */
function calledOn(steps: readonly Step[]): Makeable[] {
  const calls = steps.flatMap((step) => (step.do === 'call' && step.to === undefined ? [step] : []));
  const onRecords = calls.flatMap(({ operation, bearer }) => {
    const { method, pathId, writes } = operationOf(operation);
    const resource = pathId ?? writes;
    const isMeant = method !== 'GET' && (resource === 'group' || resource === 'user');
    return isMeant ? [{ resource, isServed: bearer === 'token', isWhole: method !== 'POST', method }] : [];
  });
  const spared = onRecords.find(({ isServed, isWhole }) => !isServed && isWhole);
  const each = onRecords.filter(
    ({ isServed, method }) => isServed && (method === 'POST' || method === 'DELETE'),
  );
  return [...(spared ? [spared] : []), ...each].map(({ resource }) => resource);
}

/** Hours until the end of a day, and until a date is reached, at most: a wait goes on where a day ends near its end. */
const LONGEST = { dayEnd: 26, instant: 7 * 24, wait: 1 };

function hoursOf(step: Step): number {
  if (step.do === 'wait') return step.hours + LONGEST.wait;
  return step.do === 'dayEnd' || step.do === 'instant' ? LONGEST[step.do] : 0;
}

/** A list has pages, and a control may read before it writes; none of them is known beforehand. */
const OF_STEP: { readonly [K in Step['do']]?: number } = {
  ...{ device: 0, runToken: 0, list: 2, devices: 2, strange: 5, allot: 3, wait: 2 },
  ...{ expiry: 2, limit: 2, limits: 2, counter: 2, settings: 2 },
};

function requestsOf(step: Step): number {
  if (step.do === 'burst') return step.calls.reduce((sum, call) => sum + requestsOf(call), 0);
  if (step.do === 'send' && step.atOnce) return step.count;
  const one = OF_STEP[step.do] ?? 1;
  return onlyReads(step) ? one : one + readingsOf(step).length;
}
