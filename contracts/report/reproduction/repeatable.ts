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

/**
 * Whether one request that changes a record of the run went out before another was answered. Groups and users are
 * independent of each other, and one after the other gives the same; devices share the licences of the account.
 */
function overlap(exchanges: readonly Exchange[], ids: readonly MadeId[]): boolean {
  const last = new Map<string, Exchange>();
  return exchanges.some((one) => {
    const record = one.request.method === 'GET' ? undefined : recordOf(one, ids);
    if (record === undefined) return false;
    const before = last.get(record);
    last.set(record, one);
    return before?.purpose === one.purpose && one.at < before.at + before.milliseconds - 1;
  });
}

/** The group or user that a request is for, or `device` for any device; `undefined` where it is for no record of the run. */
function recordOf({ request: { url } }: Exchange, ids: readonly MadeId[]): string | undefined {
  const parts = url.split('/');
  const made = new Set(ids.map(({ value }) => value));
  const place = parts.findIndex((part) => made.has(part));
  if (place < 0) return undefined;
  const [family = '', id = ''] = parts.slice(place - 1, place + 1);
  return family === 'groups' || family === 'users' ? `${family} ${id}` : 'device';
}

function isCut({ request }: Exchange): boolean {
  return (request.body?.length ?? 0) >= RECORDED_WHOLE;
}

function isRedacted({ request: { url, headers } }: Exchange): boolean {
  return [url, ...Object.values(headers)].some((text) => text.includes(redacted));
}
