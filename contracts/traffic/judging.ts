/** The calls of a HAR, judged: what the deployment answered to clients, whoever they were. Nothing is sent. */
import { recordOf } from '../deployment/transport/record.ts';
import { exactJsonIn } from '../kit/exact-json.ts';
import { isFields } from '../kit/fields.ts';
import { counted } from '../kit/phrases.ts';
import { placeholders, redacted } from '../kit/placeholders.ts';
import { isSecretField, Redactor } from '../kit/redact.ts';
import { isoUtc } from '../kit/times.ts';
import type { Profile } from '../profile/profile.ts';
import { ledger } from '../specification/ledger.ts';
import { areaOf } from '../specification/rules/index.ts';
import { notJudged, outcomeOf } from '../verify/outcome.ts';
import { redactedRun } from '../verify/redacted.ts';
import type { Run } from '../verify/run.ts';
import { outcomesOf } from '../verify/settling.ts';
import { sharpnessOf } from '../verify/sharpness.ts';
import type { Har, HarCall, Headers } from './har.ts';
import { answerOf } from './passed.ts';
import { Judging } from './traffic.ts';

const LEFT_OUT =
  'The recording shows no credentials, which browsers leave out of it: which token a call had is not known.';

/** The headers that are shown of a call. Any other may hold a secret, whatever its name. */
const shownHeaders: ReadonlySet<string> = new Set([
  ...['accept', 'authorization', 'content-type', 'date', 'location', 'retry-after'],
]);
/** Names of headers, parameters and fields whose values are secret. */
const SECRET =
  /auth|cookie|credential|jwt|key$|pass(?:word|phrase)|secret|session|sid$|sig(?:nature)?$|token/i;
/** Shorter values are words like any other. */
const MIN_SECRET = 4;
const MIN_COOKIE = 8;

/**
 * The run of a HAR, without its secrets. It is to be concluded.
 *
 * @param tool for the record of the run
 */
export function judgedHar(har: Har, profile: Profile | undefined, tool: string): Run {
  const { place: target, calls, others } = har;
  const timed = calls.filter(({ began }) => !Number.isNaN(began)).toSorted((a, b) => a.began - b.began);
  const start = timed[0]?.began ?? 0;
  const redactor = new Redactor();
  const record = recordOf({ monotonic: () => start }, redactor);
  const showsCredentials = calls.some(({ headers }) => Object.hasOwn(headers, 'authorization'));
  const judging = new Judging({ openings: profile?.openings ?? {} }, showsCredentials);
  for (let left = others; left > 0; left--) judging.count('that are not of the interface at this address');
  for (let left = calls.length - timed.length; left > 0; left--) judging.count('without a time');
  let underWay: { readonly ended: number; end(): void }[] = [];
  const endBefore = (time: number) => {
    const over = underWay.filter(({ ended }) => ended < time).toSorted((a, b) => a.ended - b.ended);
    underWay = underWay.filter(({ ended }) => ended >= time);
    for (const { end } of over) end();
  };
  for (const call of timed) {
    if (call.isFromCache) {
      judging.count('that a browser answered out of what it had kept');
      continue;
    }
    endBefore(call.began);
    judging.begin(call);
    underWay.push({
      ended: call.ended,
      end: () => judging.end(...seenIn(call, start, record, redactor, showsCredentials)),
    });
  }
  endBefore(Number.POSITIVE_INFINITY);
  const evidence = judging.evidence();
  const { exchanges } = record;
  const outcomes = outcomesOf(evidence, { exchanges });
  const reached = new Set(outcomes.map(({ id }) => id));
  const ofTokens = showsCredentials
    ? []
    : ledger.filter(({ id }) => !reached.has(id) && ['auth', 'token'].includes(areaOf(id)));
  const { passed, judged } = judging.counts;
  const run: Run = {
    format: 'roadtest-run',
    version: 1,
    ...{ tool, target, profile: profile?.name ?? null, nonce: '', seed: 0, observations: [], exchanges },
    ...{ startedAt: isoUtc(start), finishedAt: isoUtc(timed.at(-1)?.ended ?? start) },
    outcomes: [...ofTokens.map((rule) => outcomeOf(rule, notJudged(LEFT_OUT))), ...outcomes],
    ...{ sharpness: sharpnessOf(evidence, outcomes), interrupted: false },
    ...{ messages: 0, leftBehind: [], staleBaseline: [], exitCode: 0 },
    warnings: [
      `A HAR was judged: ${counted(passed, 'call')}, of which ${judged} could be judged. What another client can have brought about is suspect.`,
      ...(showsCredentials ? [] : [`Rules about tokens were not reached. ${LEFT_OUT}`]),
      ...(har.first === undefined ? [] : [`Of the HAR the first ${har.first} entries were read.`]),
      ...judging.unread.map((said) => `${said}.`),
    ],
  };
  return redactedRun(run, redactor);
}

type Ended = Parameters<Judging['end']>[0];

/** Records a call without its secrets, and returns what is judged of it. */
function seenIn(
  call: HarCall,
  start: number,
  record: ReturnType<typeof recordOf>,
  redactor: Redactor,
  showsCredentials: boolean,
): [Ended] {
  const { operation, id, method, url, headers, began, ended } = call;
  const sent = call.sent === undefined ? undefined : exactJsonIn(call.sent);
  const { status, text: answered } = call.answer;
  const json = answered === undefined ? undefined : exactJsonIn(answered);
  const bearer = /^Bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1];
  if (bearer !== undefined) redactor.hide(bearer, placeholders.token);
  for (const one of [headers, call.answer.headers, Object.fromEntries(url.searchParams)])
    for (const [name, value] of Object.entries(one)) if (isSecret(name)) hideValue(name, value, redactor);
  hideFields(sent, redactor);
  hideFields(json, redactor);
  const isToken = operation === 'issueToken';
  const exchange = record.begin(
    {
      ...{ method, url: addressOf(url), headers: shown(headers) },
      // Only of JSON it is known where its secrets are.
      body: sent === undefined || isToken ? undefined : call.sent,
    },
    { purpose: 'recorded' },
  );
  exchange.at = Math.round((began - start) * 100) / 100;
  exchange.milliseconds = Math.round(ended - began);
  // A body that is no JSON may hold anything.
  const text = json === undefined ? '' : (answered ?? '');
  const isRead = status > 0 && answered !== undefined;
  if (isRead) record.answered(exchange, { status, headers: shown(call.answer.headers), text }, json);
  else record.failed(exchange, status > 0 ? 'a body that was not recorded' : 'no answer');
  const isWhole =
    showsCredentials && (Object.hasOwn(headers, 'host') || Object.hasOwn(headers, ':authority'));
  const isOtherwise = !isWhole || url.search !== '' || Object.keys(headers).some(isSecret);
  return [
    {
      ...{ operation, id, bearer, exchange: exchange.index, began, ended, sent, isOtherwise },
      isQuery: url.search !== '',
      answer: isRead ? answerOf({ status, headers: call.answer.headers, text }, exchange.index) : undefined,
    },
  ];
}

function isSecret(name: string): boolean {
  return !name.startsWith(':') && (SECRET.test(name) || isSecretField(name));
}

function hideValue(name: string, value: string, redactor: Redactor): void {
  const isCookie = /cookie/.test(name);
  const values = isCookie ? value.split(/[;,\s]+/).map((pair) => pair.replace(/^[^=]*=/, '')) : [value];
  const least = isCookie ? MIN_COOKIE : MIN_SECRET;
  for (const one of values) if (one.length >= least) redactor.hide(one);
}

/** Hides what stands under secret names in a body, however deep. */
function hideFields(value: unknown, redactor: Redactor, isUnder = false): void {
  if (Array.isArray(value)) for (const one of value) hideFields(one, redactor, isUnder);
  else if (isFields(value))
    for (const [name, one] of Object.entries(value)) hideFields(one, redactor, isUnder || isSecret(name));
  else if (isUnder && ['string', 'number', 'bigint'].includes(typeof value)) {
    const text = String(value);
    if (text.length >= MIN_SECRET) redactor.hide(text);
  }
}

function shown(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => shownHeaders.has(name)));
}

/** The address without the name and the password before it, and without secret parameters. */
function addressOf({ origin, pathname, searchParams }: URL): string {
  const query = [...searchParams].map(
    ([name, value]) => `${encodeURIComponent(name)}=${isSecret(name) ? redacted : encodeURIComponent(value)}`,
  );
  return origin + pathname + (query.length > 0 ? `?${query.join('&')}` : '');
}
