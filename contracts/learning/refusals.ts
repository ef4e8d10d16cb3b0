/** Findings about tokens and refusals, from replies whose cause is known. */

import { formOf } from '../deployment/reading/answers.ts';
import { tokenTimes } from '../deployment/reading/tokens.ts';
import { isoDuration } from '../kit/durations.ts';
import { fieldOf } from '../kit/json.ts';
import { isSecretField, isSecretHeader } from '../kit/redact.ts';
import { namesOf } from '../kit/tables.ts';
import { follow } from '../profile/pointer.ts';
import type { ErrorFact, Refusal } from '../specification/openings/errors.ts';
import { counted, type Drafts } from './drafts.ts';
import { firstByRank, type Place, placesOf, rankOf } from './facts.ts';
import { leavesOf } from './leaves.ts';
import { errorNames, usualHeaders } from './names.ts';
import { type Cause, grantedOf, isGranted, type Seen } from './seen.ts';

const mediaType = /^[\w.+-]+\/[\w.+-]+(; ?[\w.+-]+=[\w.+-]+)*$/;

export function sayTokens(seen: readonly Seen[], drafts: Drafts): void {
  const issued = grantedOf(seen, 'issueToken').filter(
    ({ json }) => typeof fieldOf(json, 'token') === 'string',
  );
  const refused = byCause(seen, 'wrong-key');
  const [good] = issued;
  if (good && refused[0] && isAlike(issued) && isAlike(refused)) {
    drafts.say('token.status', ['issued'], good.status, counted(issued.length, 'token requests'));
    drafts.say('token.status', ['refused'], refused[0].status, 'a token request with a wrong key');
    const [keyless] = byCause(seen, 'no-key');
    if (keyless && keyless.status !== refused[0].status)
      drafts.say('token.status', ['incomplete'], keyless.status, 'a token request without a key');
  }
  const [notJson] = byCause(seen, 'not-json');
  const [otherType] = byCause(seen, 'other-type');
  if (notJson && otherType) {
    const isIgnored = fieldOf(otherType.json, 'success') === true;
    drafts.say('token.malformed', ['notJson'], notJson.status, 'a token request that is not JSON');
    drafts.say(
      'token.malformed',
      ['contentType'],
      isIgnored ? 'ignored' : otherType.status,
      'a token request as text/plain',
    );
  }
  const lives = issued.map(({ json }) => {
    const { issued: from, until } = tokenTimes(json) ?? {};
    return from && until !== undefined ? until - from.from : undefined;
  });
  const [life] = new Set(lives);
  // By the token's own times: a Date header is rounded, and may be that of a proxy.
  if (life !== undefined && life > 0 && life % 1000 === 0 && new Set(lives).size === 1)
    drafts.say('token.lifetime', [], isoDuration(life), `iat and exp of ${issued.length} tokens`);
}

export function sayRefusals(seen: readonly Seen[], drafts: Drafts): void {
  const bare = byCause(seen, 'no-token');
  const [first] = bare;
  if (first && first.status < SERVER_ERROR && bare.length > 1 && isAlike(bare)) {
    const evidence = counted(bare.length, 'calls without a good token');
    drafts.say('auth.refusal', ['status'], first.status, evidence);
    drafts.say('auth.refusal', ['headers'], ownHeaders(bare, seen.filter(isGranted)), evidence);
    drafts.say('auth.refusal', ['body'], first.text === '' ? 'empty' : 'error', evidence);
  }
  for (const refusal of refusals) {
    const replies = byCause(seen, refusal);
    if (replies[0] && replies[0].status < SERVER_ERROR && isAlike(replies))
      drafts.say('errors.status', [refusal], replies[0].status, counted(replies.length, 'replies'));
  }
  sayBody(seen, drafts);
}

/** From here on a status says that the service failed, and not why it refused. */
const SERVER_ERROR = 500;

const refusals = [
  'malformed',
  'invalid',
  'content-type',
  'unknown-id',
  'deleted-id',
  'unknown-path',
  'method-not-allowed',
] as const satisfies readonly Refusal[];
/** Refusals of records, which have the usual body. */
const usual: readonly Cause[] = ['unknown-id', 'invalid', 'deleted-id'];

function byCause(seen: readonly Seen[], cause: Cause): Seen[] {
  return seen.filter((one) => one.cause === cause);
}

function isAlike(replies: readonly Seen[]): boolean {
  return new Set(replies.map(({ status, text }) => `${status} ${text === ''}`)).size === 1;
}

/** Headers that refusals have, and good replies have not. */
function ownHeaders(refused: readonly Seen[], granted: readonly Seen[]): { [name: string]: string } {
  const [first] = refused;
  const own = Object.entries(first?.headers ?? {}).filter(
    ([name, value]) =>
      !usualHeaders.test(name) &&
      /^[\t\x20-\x7e]{0,200}$/.test(value) &&
      // Neither a secret nor the address of anything else is kept.
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
  const replies = seen.filter(({ cause }) => cause !== undefined && usual.includes(cause));
  const [first] = replies;
  if (!first || replies.length < 2) return;
  const forms = new Set(replies.map(formOf));
  const types = new Set(replies.map(({ headers }) => headers['content-type'] ?? ''));
  const [form = 'empty'] = forms;
  const [contentType = ''] = types;
  if (forms.size > 1 || types.size > 1) drafts.note('Refusals have bodies of several forms.');
  if (forms.size > 1 || types.size > 1) return;
  const evidence = counted(replies.length, 'refusals');
  if (form !== 'empty' && !mediaType.test(contentType)) return;
  sayApart(seen, { form, contentType }, drafts);
  if (form !== 'json') {
    drafts.say('errors.body', [], form === 'empty' ? { form } : { form, contentType }, evidence);
    return;
  }
  drafts.say('errors.body', ['form'], form, evidence);
  drafts.say('errors.body', ['contentType'], contentType, evidence);
  const places = placesOf(replies.map(({ json }) => json));
  const facts = namesOf(errorNames).flatMap((fact) => {
    const fitting = places.flatMap((place) => {
      const rank = rankOf(place, errorNames[fact]);
      return rank !== undefined && errorChecks[fact](place, replies) ? [{ place, rank }] : [];
    });
    const best = firstByRank(fitting);
    return best ? [[fact, best.place] as const] : [];
  });
  for (const [fact, { pointer, seen: some, of }] of facts)
    drafts.say('errors.body', ['fields', fact], pointer, counted(some, 'refusals', of));
}

/** The words of a page for people are of no use, and not kept. */
const PAGE = '(a page)';

/** Paths that the service does not have may be refused by something else before it, in other words. */
function sayApart(seen: readonly Seen[], like: { form: string; contentType: string }, drafts: Drafts): void {
  const [unknown] = byCause(seen, 'unknown-path');
  if (!unknown) return;
  const form = formOf(unknown);
  const contentType = unknown.headers['content-type'] ?? '';
  const usual = byCause(seen, 'unknown-id')[0]?.json;
  const isAlike =
    form === like.form &&
    (form === 'empty' || contentType === like.contentType) &&
    leavesOf(usual).every(({ names }) => form !== 'json' || follow(unknown.json, names) !== undefined);
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
