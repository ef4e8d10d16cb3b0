/** Why a failure has no script: one that could not repeat it is not offered. */

import { RECORDED_WHOLE } from '../../deployment/transport/record.ts';
import { redacted } from '../../kit/placeholders.ts';
import type { RuleId } from '../../specification/rules/index.ts';
import type { Exchange, Outcome, Run } from '../../verify/run.ts';
import { whyNotCompared } from './comparison.ts';
import type { MadeId } from './made-ids.ts';
import { isTokenRequest, MOST_STEPS, type Recorded, type Steps, stepsOf } from './steps.ts';
import { textsIn } from './words.ts';

const AT_ONCE = 'its requests were sent at the same time';

/** `undefined` where a script repeats it. */
export function unrepeatable(
  run: Recorded,
  outcome: Outcome,
  found: Steps = stepsOf(run, outcome),
): string | undefined {
  const { steps, count, ids } = found;
  const exchanges = steps.map(({ exchange }) => exchange);
  const shown = steps.filter(({ compares }) => compares).map(({ exchange }) => exchange);
  const reasons: [string, boolean][] = [
    ['no request shows it', shown.length === 0],
    ['a request of it was not answered', shown.some(({ reply }) => reply === undefined)],
    [AT_ONCE, overlap(exchanges, ids, outcome)],
    [`it takes more than ${MOST_STEPS} requests`, count > MOST_STEPS],
    ['a request of it is too long for the record', exchanges.some(isCut)],
    [
      'a request of it holds what the record leaves out as a secret',
      exchanges.some((one) => isRedacted(run, one)),
    ],
    ...Object.entries(unscripted).map(([rule, why]): [string, boolean] => [why, rule === outcome.rule]),
  ];
  const reason = reasons.find(([, holds]) => holds)?.[0];
  // What is served without a good token shows it by its status, where refusals have one of their own.
  const isByStatus = outcome.id.startsWith('auth/') && shown.some(({ reply }) => (reply?.status ?? 0) >= 400);
  return reason ?? (isByStatus ? undefined : whyNotCompared(run, found));
}

/** Rules whose failure is in what no script has or does. */
const unscripted: { readonly [R in RuleId]?: string } = {
  'licences/never-over-allotted': AT_ONCE,
  'limits/holds-at-once': AT_ONCE,
  'token/near-miss-refused': 'it sends almost right keys, which are not in the record',
  'token/is-jwt': 'it is about the token itself, which is not in the record',
};

/**
 * Whether a request of the rule that changes something of a record of the run went out before another one to the same
 * address was answered. What is sent to different addresses at the same time gives the same one after the other; so does
 * what replaces a value, unless what was sent first has come last.
 */
function overlap(exchanges: readonly Exchange[], ids: readonly MadeId[], { id }: Outcome): boolean {
  const last = new Map<string, Exchange>();
  return exchanges.some((one) => {
    const { method, url } = one.request;
    const isOfRecord = ids.some(({ value }) => url.split('/').includes(value));
    if (one.purpose !== id || method === 'GET' || !isOfRecord) return false;
    const before = last.get(url);
    last.set(url, one);
    const isAtOnce = before !== undefined && one.at < before.at + before.milliseconds - 0.01;
    return isAtOnce && (method === 'POST' || isRead(exchanges, before, one));
  });
}

/** Whether the next answer for the same record has what was sent first, and not what was sent then. */
function isRead(exchanges: readonly Exchange[], first: Exchange, then: Exchange): boolean {
  const { url } = then.request;
  const read = exchanges.find(({ index, request }) => index > then.index && request.url === url);
  const shown = new Set(textsIn(read?.reply?.body ?? ''));
  const [before, after] = [first, then].map(({ request }) => textsIn(request.body ?? ''));
  const own = (texts: readonly string[] = [], others: readonly string[] = []) =>
    texts.filter((text) => !others.includes(text)).some((text) => shown.has(text));
  return own(before, after) && !own(after, before);
}

function isCut({ request }: Exchange): boolean {
  return (request.body?.length ?? 0) >= RECORDED_WHOLE;
}

/** A key that is redacted in a request for a token is a made-up one: any other does as well. */
function isRedacted(run: Pick<Run, 'target'>, exchange: Exchange): boolean {
  const { url, headers, body = '' } = exchange.request;
  const texts = [url, ...Object.values(headers), ...(isTokenRequest(run, exchange) ? [] : [body])];
  return texts.some((text) => text.includes(redacted));
}
