/** Findings about tokens and refusals, from replies whose cause is known. */
import { formOf } from '../deployment/reading/answers.ts';
import { tokenTimes } from '../deployment/reading/tokens.ts';
import { isoDuration } from '../kit/durations.ts';
import { fieldOf } from '../kit/json.ts';
import { isSecretField, isSecretHeader } from '../kit/redact.ts';
import { namesOf } from '../kit/tables.ts';
import { follow } from '../profile/pointer.ts';
import type { ErrorFact, Refusal } from '../specification/openings/errors.ts';
import { assigned, type Place, placesOf, rankOf } from './facts.ts';
import { by, counted, type Drafts, same } from './finding.ts';
import { leavesOf } from './leaves.ts';
import { errorNames, usualHeaders } from './names.ts';
import { type Cause, grantedOf, isGranted, mediaType, type Seen } from './seen.ts';

/** From here on a status says that the service failed, and not why it refused. */
const SERVER_ERROR = 500;

/** The replies to requests of a cause; none where they are not alike. */
function alike(seen: readonly Seen[], cause: Cause): Seen[] {
  const replies = seen.filter((one) => one.cause === cause && one.status < SERVER_ERROR);
  return same(replies.map(({ status, text }) => [status, text === ''])) === undefined ? [] : replies;
}

export function sayTokens(seen: readonly Seen[], drafts: Drafts): void {
  const issued = grantedOf(seen, 'issueToken').filter(
    ({ json }) => typeof fieldOf(json, 'token') === 'string',
  );
  const good = same(issued.map(({ status }) => status));
  const [refused, keyless] = [alike(seen, 'wrong-key'), alike(seen, 'no-key')];
  if (good !== undefined && refused[0]) {
    const { status } = refused[0];
    drafts.say('token.status', ['issued'], good, by(issued, 'token requests'));
    drafts.say('token.status', ['refused'], status, by(refused, 'requests with a wrong key'));
    const isOwn = keyless[0]?.status !== status;
    if (isOwn) drafts.say('token.status', ['incomplete'], keyless[0]?.status, by(keyless, 'without a key'));
  }
  const [notJson, other] = [alike(seen, 'not-json'), alike(seen, 'other-type')];
  if (notJson[0] && other[0]) {
    const contentType = fieldOf(other[0].json, 'success') === true ? 'ignored' : other[0].status;
    drafts.say('token.malformed', ['notJson'], notJson[0].status, by(notJson));
    drafts.say('token.malformed', ['contentType'], contentType, by(other));
  }
  // By the token's own times: a Date header is rounded, and may be that of a proxy.
  const lives = issued.map(({ json }) => {
    const { issued: from, until } = tokenTimes(json) ?? {};
    return from && until !== undefined ? until - from.from : 0;
  });
  const life = same(lives) ?? 0;
  if (life > 0 && life % 1000 === 0)
    drafts.say('token.lifetime', [], isoDuration(life), `iat and exp of ${issued.length} tokens`);
}

const refusals = [
  ...(['malformed', 'invalid', 'content-type', 'unknown-id', 'deleted-id'] as const),
  ...(['unknown-path', 'method-not-allowed'] as const),
] satisfies readonly Refusal[];

export function sayRefusals(seen: readonly Seen[], drafts: Drafts): void {
  const bare = alike(seen, 'no-token');
  const [first] = bare;
  if (first && bare.length > 1) {
    const headers = ownHeaders(bare, seen.filter(isGranted));
    const parts = { status: first.status, headers, body: first.text === '' ? 'empty' : 'error' };
    drafts.say('auth.refusal', [], parts, by(bare, 'calls without a good token'));
  }
  for (const refusal of refusals) {
    const replies = alike(seen, refusal);
    drafts.say('errors.status', [refusal], replies[0]?.status, by(replies));
  }
  sayBody(seen, drafts);
}

/** Headers that refusals have, and good replies have not; neither a secret nor the address of anything else. */
function ownHeaders(refused: readonly Seen[], granted: readonly Seen[]): { [name: string]: string } {
  const own = Object.entries(refused[0]?.headers ?? {}).filter(
    ([name, value]) =>
      !usualHeaders.test(name) &&
      /^[\t\x20-\x7e]{0,200}$/.test(value) &&
      !isSecretHeader(name) &&
      !isSecretField(name) &&
      !value.includes('//') &&
      refused.every(({ headers }) => headers[name] === value) &&
      !granted.some(({ headers }) => Object.hasOwn(headers, name)),
  );
  return Object.fromEntries(own.map(([name, value]) => [inCapitals(name), value]));
}

/** `WWW-Authenticate` for `www-authenticate`. */
export function inCapitals(name: string): string {
  return name.replace(/(^|-)([a-z])/g, (letters) => letters.toUpperCase()).replace(/^Www-/, 'WWW-');
}

/** Refusals of records, which have the usual body. */
const usual: readonly (Cause | undefined)[] = ['unknown-id', 'invalid', 'deleted-id'];

function shapeOf(one: Seen) {
  const form = formOf(one);
  return form === 'empty' ? { form } : { form, contentType: one.headers['content-type'] ?? '' };
}

function sayBody(seen: readonly Seen[], drafts: Drafts): void {
  const replies = seen.filter(({ cause }) => usual.includes(cause));
  if (replies.length < 2) return;
  const body = same(replies.map(shapeOf));
  if (!body) drafts.note('Refusals have bodies of several forms.');
  if (!body || (body.contentType !== undefined && !mediaType.test(body.contentType))) return;
  sayApart(seen, body, drafts);
  drafts.say('errors.body', [], body, by(replies, 'refusals'));
  if (body.form !== 'json') return;
  const places = placesOf(replies.map(({ json }) => json));
  const facts = assigned(namesOf(errorNames), places, (fact, place) =>
    errorChecks[fact](place, replies) ? rankOf(place, errorNames[fact]) : undefined,
  );
  for (const [fact, { pointer, seen: some, of }] of Object.entries(facts))
    drafts.say('errors.body', ['fields', fact], pointer, counted(some, 'refusals', of));
}

/** Paths that the service does not have may be refused by something else before it, in other words. */
function sayApart(seen: readonly Seen[], like: ReturnType<typeof shapeOf>, drafts: Drafts): void {
  const unknown = seen.find(({ cause }) => cause === 'unknown-path');
  if (!unknown) return;
  const own = shapeOf(unknown);
  const usually = leavesOf(seen.find(({ cause }) => cause === 'unknown-id')?.json);
  const isAlike =
    same([own, like]) !== undefined &&
    (own.form !== 'json' || usually.every(({ names }) => follow(unknown.json, names) !== undefined));
  if (isAlike || (own.contentType !== undefined && !mediaType.test(own.contentType))) return;
  // The words of a page for people are of no use, and not kept.
  const more = { json: { constants: {} }, text: { text: '(a page)' }, empty: {} };
  drafts.say('errors.body', ['apart', 'unknown-path'], { ...own, ...more[own.form] }, by([unknown]));
}

const errorChecks: { readonly [F in ErrorFact]: (place: Place, replies: readonly Seen[]) => boolean } = {
  type: ({ values }) => values.every((value) => /^(https?:|about:|urn:|\/)/.test(String(value))),
  title: isText,
  status: ({ values, seen, of }, replies) =>
    seen === of && values.every((value, index) => value === replies[index]?.status),
  code: ({ values }) => values.every((value) => /^[\w.:-]{1,80}$/.test(String(value))),
  detail: (place) => isText(place) && place.values.some((value) => /\s/.test(String(value))),
  field: isText,
  success: ({ values }) => values.every((value) => value === false),
};

function isText({ values }: Place): boolean {
  return values.every((value) => typeof value === 'string') && values.some((value) => value !== '');
}
