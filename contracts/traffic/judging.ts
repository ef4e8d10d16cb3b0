/** The calls of a HAR, judged: what the deployment answered to clients, whoever they were. Nothing is sent. */
import { fingerprintOf } from '../deployment/fingerprint.ts';
import { recordOf } from '../deployment/transport/record.ts';
import { exactJsonIn } from '../kit/exact-json.ts';
import { counted } from '../kit/phrases.ts';
import { Redactor } from '../kit/redact.ts';
import { isoUtc } from '../kit/times.ts';
import { compileLens } from '../profile/lens/compile.ts';
import type { Profile } from '../profile/profile.ts';
import { ledger } from '../specification/ledger.ts';
import { areaOf } from '../specification/rules/index.ts';
import { noticedBy } from '../verify/coverage.ts';
import { evidenceOf } from '../verify/evidence.ts';
import { notJudged, outcomeOf } from '../verify/outcome.ts';
import { redactedRun } from '../verify/redacted.ts';
import type { Run } from '../verify/run.ts';
import { outcomesOf } from '../verify/settling.ts';
import { type Call, subjectOf, understood } from './facts.ts';
import type { Har, HarCall } from './har.ts';
import { historiesOf } from './histories.ts';
import { addressOf, hideSecrets, isSecret, shown } from './secrets.ts';

const LEFT_OUT =
  'The recording shows no credentials, which browsers leave out of it: which token a call had is not known.';

/**
 * The run of a HAR, without its secrets. It is to be concluded.
 *
 * @param tool for the record of the run
 */
export function judgedHar(har: Har, profile: Profile | undefined, tool: string): Run {
  const { openings = {} } = profile ?? {};
  const { place: target, calls, others } = har;
  const timed = calls.filter(({ began }) => !Number.isNaN(began));
  const start = Math.min(...timed.map(({ began }) => began));
  const startedAt = Number.isFinite(start) ? start : 0;
  const redactor = new Redactor();
  const record = recordOf({ monotonic: () => startedAt }, redactor);
  const showsCredentials = calls.some(({ headers }) => Object.hasOwn(headers, 'authorization'));
  const unread = new Map<string, number>();
  const count = (why: string, more = 1) => more > 0 && unread.set(why, (unread.get(why) ?? 0) + more);
  const own = timed.filter(({ isFromCache }) => !isFromCache).toSorted((a, b) => a.ended - b.ended);
  count('that are not of the interface at this address', others);
  count('without a time', calls.length - timed.length);
  count('that a browser answered out of what it had kept', timed.length - own.length);
  const lens = compileLens(openings, { basePath: '', ids: 'opaque' });
  const reader = { profile: { openings }, lens, tokens: new Map<string, string>() };
  const seen = own.map((call) => {
    const one = understood(callIn(call, startedAt, record, redactor, showsCredentials), reader);
    const facts = one.facts.filter((fact) => showsCredentials || subjectOf(fact) !== 'tokens');
    if (facts.length === 0) count(one.unread ?? 'whose credentials are of another kind or left out');
    return { ...one, facts };
  });
  const judged = seen.filter(({ facts }) => facts.length > 0).length;
  const circumstances = {
    ...{ profile: { openings }, controls: [], partly: [], told: [], untold: [] },
    ...{ showsLimits: false, readOnly: false },
  };
  const evidence = evidenceOf(
    ledger.map(({ id }) => id),
    historiesOf(seen, circumstances, count),
    circumstances,
  );
  const { exchanges } = record;
  const outcomes = outcomesOf(evidence, { exchanges });
  const reached = new Set(outcomes.map(({ id }) => id));
  const ofTokens = ledger.filter(
    ({ id }) => !showsCredentials && !reached.has(id) && ['auth', 'token'].includes(areaOf(id)),
  );
  const passed = others + calls.length;
  const run: Run = {
    ...({ format: 'roadtest-run', version: 1 } as const),
    ...{ tool, target, profile: profile?.name ?? null, nonce: '', seed: 0, observations: [], exchanges },
    ...{ startedAt: isoUtc(startedAt), finishedAt: isoUtc(own.at(-1)?.ended ?? startedAt) },
    outcomes: [...ofTokens.map(({ id }) => outcomeOf(id, notJudged(LEFT_OUT))), ...outcomes],
    ...noticedBy(evidence, outcomes),
    ...{ interrupted: false, messages: 0, leftBehind: [], staleBaseline: [], exitCode: 0 },
    warnings: [
      `A HAR was judged: ${counted(passed, 'call')}, of which ${judged} could be judged. What another client can have brought about is suspect.`,
      ...(showsCredentials ? [] : [`Rules about tokens were not reached. ${LEFT_OUT}`]),
      ...(har.first === undefined ? [] : [`Of the HAR the first ${har.first} entries were read.`]),
      ...[...unread].map(([why, some]) => `${some} of ${passed} calls ${why}.`),
    ],
  };
  return redactedRun(run, redactor);
}

/** Records a call without its secrets, and returns what is judged of it. */
function callIn(
  call: HarCall,
  start: number,
  record: ReturnType<typeof recordOf>,
  redactor: Redactor,
  showsCredentials: boolean,
): Call {
  const { operation, id, method, url, headers, began, ended } = call;
  const sent = call.sent === undefined ? undefined : exactJsonIn(call.sent);
  const { status, headers: answered, text } = call.answer;
  const json = text === undefined ? undefined : exactJsonIn(text);
  const bearer = /^Bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1];
  hideSecrets(call, bearer, [sent, json], redactor);
  // Only of JSON it is known where its secrets are: a body that is none may hold anything.
  const body = sent === undefined || operation === 'issueToken' ? undefined : call.sent;
  const request = { method, url: addressOf(url), headers: shown(headers), body };
  const exchange = record.begin(request, { purpose: 'recorded' });
  exchange.at = Math.round((began - start) * 100) / 100;
  exchange.milliseconds = Math.round(ended - began);
  const isRead = status > 0 && text !== undefined;
  const kept = json === undefined ? '' : (text ?? '');
  if (isRead) record.answered(exchange, { status, headers: shown(answered), text: kept }, json);
  else record.failed(exchange, status > 0 ? 'a body that was not recorded' : 'no answer');
  const isWhole =
    showsCredentials && (Object.hasOwn(headers, 'host') || Object.hasOwn(headers, ':authority'));
  const date = Date.parse(answered.date ?? '');
  const answer = isRead && {
    ...{ status, headers: answered, text, json, exchange: exchange.index },
    fingerprint: fingerprintOf({ status, headers: answered, text, json }),
    date: Number.isNaN(date) ? undefined : date,
  };
  return {
    ...{ operation, id, bearer, sent, exchange: exchange.index, began, ended, isQuery: url.search !== '' },
    isOtherwise: !isWhole || url.search !== '' || Object.keys(headers).some(isSecret),
    answer: answer || undefined,
  };
}
