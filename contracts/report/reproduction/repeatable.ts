/** Why a failure has no script: one that could not repeat it is not offered. */
import { redacted } from '../../kit/placeholders.ts';
import type { Exchange, Outcome, Run } from '../../suite/run.ts';
import { RECORDED_WHOLE } from '../../suite/transport/record.ts';
import type { MadeId } from './made-ids.ts';
import { MOST_STEPS, type Steps, stepsOf } from './steps.ts';

/** `undefined` where a script repeats it. */
export function unrepeatable(
  run: Pick<Run, 'exchanges' | 'target'>,
  outcome: Outcome,
  { steps, count, ids }: Steps = stepsOf(run, outcome),
): string | undefined {
  const exchanges = steps.map(({ exchange }) => exchange);
  const shown = steps.filter(({ compares }) => compares).map(({ exchange }) => exchange);
  const reasons: [string, boolean][] = [
    ['no request shows it', shown.length === 0],
    ['a request of it was not answered', shown.some(({ reply }) => reply === undefined)],
    ['its requests were sent at the same time', overlap(exchanges, ids)],
    [`it takes more than ${MOST_STEPS} requests`, count > MOST_STEPS],
    ['a request of it is too long for the record', exchanges.some(isCut)],
    ['a request of it holds what the record leaves out as a secret', exchanges.some(isRedacted)],
    ['it sends almost right keys, which are not in the record', outcome.rule === 'token/near-miss-refused'],
  ];
  return reasons.find(([, holds]) => holds)?.[0];
}

/** Whether one request that changes a record of the run went out before another was answered. */
function overlap(exchanges: readonly Exchange[], ids: readonly MadeId[]): boolean {
  const isOwn = ({ request: { url } }: Exchange) =>
    url.split('/').some((part) => ids.some(({ value }) => value === part));
  const changing = exchanges.filter((one) => one.request.method !== 'GET' && isOwn(one));
  return changing.some((one, index) => {
    const before = changing[index - 1];
    return before?.purpose === one.purpose && one.at < before.at + before.milliseconds - 1;
  });
}

function isCut({ request }: Exchange): boolean {
  return (request.body?.length ?? 0) >= RECORDED_WHOLE;
}

function isRedacted({ request: { url, headers } }: Exchange): boolean {
  return [url, ...Object.values(headers)].some((text) => text.includes(redacted));
}
