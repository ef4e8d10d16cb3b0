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
import { counted, type Drafts, same } from './finding.ts';
import { leavesOf } from './leaves.ts';
import { errorNames, usualHeaders } from './names.ts';
import { type Cause, grantedOf, isGranted, type Seen } from './seen.ts';

const mediaType = /^[\w.+-]+\/[\w.+-]+(; ?[\w.+-]+=[\w.+-]+)*$/;
/** From here on a status says that the service failed, and not why it refused. */
const SERVER_ERROR = 500;

/** The replies to requests of a cause; none where they are not alike. */
function alike(seen: readonly Seen[], cause: Cause): Seen[] {
  const replies = seen.filter((one) => one.cause === cause);
  return same(replies.map(({ status, text }) => [status, text === ''])) === undefined ? [] : replies;
}

export function sayTokens(seen: readonly Seen[], drafts: Drafts): void {
  const issued = grantedOf(seen, 'issueToken').filter(
    ({ json }) => typeof fieldOf(json, 'token') === 'string',
  );
  const statusOf = (cause: Cause) => alike(seen, cause)[0]?.status;
  const [good, refused] = [same(issued.map(({ status }) => status)), statusOf('wrong-key')];
  if (good !== undefined && refused !== undefined) {
    const keyless = statusOf('no-key');
    const incomplete = keyless === refused ? undefined : keyless;
    drafts.say('token.status', ['issued'], good, counted(issued.length, 'token requests'));
    drafts.say('token.status', ['refused'], refused, 'a token request with a wrong key');
    drafts.say('token.status', ['incomplete'], incomplete, 'a token request without a key');
  }
  const notJson = statusOf('not-json');
  const other = seen.find(({ cause }) => cause === 'other-type');
  if (notJson !== undefined && other) {
    const contentType = fieldOf(other.json, 'success') === true ? 'ignored' : other.status;
    drafts.say('token.malformed', ['notJson'], notJson, 'a token request that is not JSON');
    drafts.say('token.malformed', ['contentType'], contentType, 'a token request as text/plain');
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

export function sayRefusals(seen: readonly Seen[], drafts: Drafts): void {
  const bare = alike(seen, 'no-token');
  const [first] = bare;
  if (first && first.status < SERVER_ERROR && bare.length > 1) {
    const evidence = counted(bare.length, 'calls without a good token');
    drafts.say('auth.refusal', ['status'], first.status, evidence);
    drafts.say('auth.refusal', ['headers'], ownHeaders(bare, seen.filter(isGranted)), evidence);
    drafts.say('auth.refusal', ['body'], first.text === '' ? 'empty' : 'error', evidence);
  }
  for (const refusal of refusals) {
    const replies = alike(seen, refusal);
    const status = replies[0]?.status ?? SERVER_ERROR;
    if (status < SERVER_ERROR)
      drafts.say('errors.status', [refusal], status, counted(replies.length, 'replies'));
  }
  sayBody(seen, drafts);
}

const refusals = [
  ...(['malformed', 'invalid', 'content-type', 'unknown-id', 'deleted-id'] as const),
  ...(['unknown-path', 'method-not-allowed'] as const),
] satisfies readonly Refusal[];
/** Refusals of records, which have the usual body. */
const usual: readonly (Cause | undefined)[] = ['unknown-id', 'invalid', 'deleted-id'];

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

function sayBody(seen: readonly Seen[], drafts: Drafts): void {
  const replies = seen.filter(({ cause }) => usual.includes(cause));
  if (replies.length < 2) return;
  const form = same(replies.map(formOf));
  const contentType = same(replies.map(({ headers }) => headers['content-type'] ?? ''));
  if (form === undefined || contentType === undefined) drafts.note('Refusals have bodies of several forms.');
  if (form === undefined || contentType === undefined) return;
  if (form !== 'empty' && !mediaType.test(contentType)) return;
  const evidence = counted(replies.length, 'refusals');
  sayApart(seen, { form, contentType }, drafts);
  drafts.say('errors.body', [], form === 'empty' ? { form } : { form, contentType }, evidence);
  if (form !== 'json') return;
  const places = placesOf(replies.map(({ json }) => json));
  const facts = assigned(namesOf(errorNames), places, (fact, place) =>
    errorChecks[fact as ErrorFact](place, replies) ? rankOf(place, errorNames[fact as ErrorFact]) : undefined,
  );
  for (const [fact, { pointer, seen: some, of }] of Object.entries(facts))
    drafts.say('errors.body', ['fields', fact], pointer, counted(some, 'refusals', of));
}

/** The words of a page for people are of no use, and not kept. */
const PAGE = '(a page)';

/** Paths that the service does not have may be refused by something else before it, in other words. */
function sayApart(seen: readonly Seen[], like: { form: string; contentType: string }, drafts: Drafts): void {
  const unknown = seen.find(({ cause }) => cause === 'unknown-path');
  if (!unknown) return;
  const form = formOf(unknown);
  const contentType = unknown.headers['content-type'] ?? '';
  const usually = leavesOf(seen.find(({ cause }) => cause === 'unknown-id')?.json);
  const isAlike =
    form === like.form &&
    (form === 'empty' || contentType === like.contentType) &&
    (form !== 'json' || usually.every(({ names }) => follow(unknown.json, names) !== undefined));
  if (isAlike || (form !== 'empty' && !mediaType.test(contentType))) return;
  const body = {
    json: { form, contentType, constants: {} },
    text: { form, contentType, text: PAGE },
    empty: { form },
  };
  drafts.say('errors.body', ['apart', 'unknown-path'], body[form], 'a path that is not there');
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
