/** Statuses and bodies: of successes, of refusals by what is said of them, and of the token request. */

import { isoDuration, parseSpan } from '../../kit/durations.ts';
import { type Fields, fieldsOf } from '../../kit/fields.ts';
import { entriesOf, namesOf } from '../../kit/tables.ts';
import { plainName } from '../../learning/leaves.ts';
import { errorNames } from '../../learning/names.ts';
import type { Refusal } from '../../specification/openings/errors.ts';
import { guardedOperations } from '../../specification/operations.ts';
import { type AnyRefusal, factSays } from '../refusals.ts';
import { WITHOUT } from '../replies.ts';
import { type Description, textOf } from './document.ts';
import { constantsIn, type Leaf, leavesOf } from './facts.ts';
import type { Described, Placed, Response } from './operations.ts';
import { alternativesOf, isRefusal, successOf } from './records.ts';
import { type Saying, same } from './saying.ts';

/** Words that say when a refusal is given. */
const words: { readonly [R in AnyRefusal]: RegExp } = {
  malformed: /(not|in?valid|cannot be read as|malformed) JSON|malformed|not parse|JSON cannot|unreadable/i,
  invalid:
    /is JSON, but not|not what the operation takes|\binvalid (value|field|request|body|input|data|parameter)|validation|unprocessable|not valid\b(?! JSON)/i,
  'content-type': /content.?type|media type/i,
  'too-large': /too (large|big|long)|longer than|payload size/i,
  'unknown-id':
    /no such (device|group|user|record|unit|id)|not found|unknown (id|device|group|user)|does not exist|doesn't exist/i,
  'deleted-id': /was once in use|deleted|\bgone\b/i,
  'unknown-path': /no such path/i,
  'method-not-allowed': /method/i,
  conflict: /state of the fleet|conflict/i,
  forbidden: /this token may not|forbidden|not allowed to|not permitted|permission/i,
  'rate-limited': /too many|rate.?limit|throttl|quota/i,
  failed: /service itself failed|internal (server )?error|unexpected error|server error/i,
  unauthorised:
    /token is (missing|wrong|invalid|expired)|unauthori[sz]ed|not authenticated|without (a |any )?(good |valid )?token|(missing|invalid|expired)[ \w,]* token|authentication/i,
};

/** A status alone does not say it: deployments answer with all of them for all reasons. */
function refusalsIn({ says, named }: Response): AnyRefusal[] {
  const told = `${says.slice(0, 2_000)} ${named.join(' ').replaceAll('-', ' ')}`;
  return namesOf(words).filter((refusal) => named.includes(refusal) || words[refusal].test(told));
}

interface Refused {
  readonly status: number;
  readonly response: Response;
  readonly where: string;
}

/** Refusals that have nothing to do with the operation. */
const ofEveryCall: ReadonlySet<AnyRefusal> = new Set(['too-large', 'rate-limited', 'failed']);

/** Responses of operations behind a token that are refusals, or hold some beside a success. */
export function sayStatuses(description: Description, { described }: Placed, saying: Saying): void {
  const found = new Map<AnyRefusal, Refused[]>();
  const forbidden: string[] = [];
  for (const { id } of guardedOperations) {
    const one = described.get(id);
    if (!one) continue;
    const success = successOf(description, one);
    if (success) saying.say('operations.status', [id], success.status, one.where);
    else if (one.responses.some((response) => refusalsIn(response).includes('forbidden'))) forbidden.push(id);
    for (const response of one.responses) {
      const isMixed = response.status < 300 && holdsRefusal(description, response);
      if (response.status < 300 && !isMixed) continue;
      for (const refusal of refusalsIn(response))
        found.set(refusal, [
          ...(found.get(refusal) ?? []),
          { status: response.status, response, where: one.where },
        ]);
    }
  }
  // A failed token request has a body of its own, and the status of any refusal of these kinds.
  const token = described.get('issueToken');
  for (const response of token?.responses ?? [])
    for (const refusal of refusalsIn(response).filter((one) => ofEveryCall.has(one) && !found.has(one)))
      saying.say('errors.status', [refusal], response.status, token?.where ?? '');
  if (forbidden.length > 0)
    saying.say('auth.roles', ['mayNotCall'], forbidden, 'operations without a response of success');
  for (const [refusal, some] of found) {
    const status = same(some.map((one) => one.status));
    if (status === undefined) saying.notes.add(`Several statuses are described for ${refusal}.`);
    else if (refusal !== 'unauthorised')
      saying.say('errors.status', [refusal], status, `${some.length} responses: ${some[0]?.where}`);
  }
  const others = [...found].some(
    ([refusal, some]) =>
      refusal !== 'unauthorised' && some.some(({ response }) => response.bodies.length > 0),
  );
  const usual = [...described.values()].flatMap(({ responses }) =>
    responses.filter(({ status }) => status < 300).map(fixedHeaders),
  );
  sayAuth(found.get('unauthorised') ?? [], usual, others, saying);
  sayRate(found.get('rate-limited') ?? [], saying);
  sayErrorBody(
    description,
    [...found].filter(([refusal]) => refusal !== 'unauthorised').flatMap(([, some]) => some),
    saying,
  );
}

function holdsRefusal(description: Description, { bodies }: Response): boolean {
  return bodies.some(
    ({ schema, contentType }) =>
      !/json/i.test(contentType) ||
      alternativesOf(description, schema).some((branch) => isRefusal(description, branch)),
  );
}

function sayAuth(
  some: readonly Refused[],
  usual: readonly { [name: string]: string }[],
  othersHaveBodies: boolean,
  saying: Saying,
): void {
  const [first] = some;
  const status = same(some.map((one) => one.status));
  if (!first || status === undefined) return;
  saying.say('auth.refusal', ['status'], status, first.where);
  const headers = same(
    some.map(({ response }) => {
      const own = Object.entries(fixedHeaders(response)).filter(
        ([name, value]) => !usual.some((good) => good[name] === value),
      );
      return Object.fromEntries(own);
    }),
  );
  saying.say('auth.refusal', ['headers'], headers, first.where);
  const body = same(some.map(({ response }) => bodyOf(response)));
  // Where no refusal has a body, either word says the same.
  saying.say('auth.refusal', ['body'], othersHaveBodies ? body : 'empty', first.where);
}

/** Returns whether the refusal for want of a token has a body, in a response that may stand for others as well. */
function bodyOf({ bodies, says }: Response): 'error' | 'empty' | undefined {
  if (bodies.length === 0) return 'empty';
  const [, without] = says.split(WITHOUT);
  if (without !== undefined) return words.unauthorised.test(without) ? 'empty' : 'error';
  return /may be empty|without a body|no body/i.test(says) ? undefined : 'error';
}

function fixedHeaders({ headers }: Response): { [name: string]: string } {
  const fixed = [...headers].flatMap(([name, { schema, example }]): [string, string][] => {
    const { const: value, enum: values, example: own } = fieldsOf(schema);
    const only =
      value ??
      (Array.isArray(values) && values.length === 1 ? values[0] : undefined) ??
      (/^www-authenticate$/i.test(name) ? (example ?? own) : undefined);
    return typeof only === 'string' ? [[name, only]] : [];
  });
  return Object.fromEntries(fixed);
}

function sayRate(some: readonly { response: Response; where: string }[], saying: Saying): void {
  const [first] = some;
  if (!first) return;
  const [, requests = '', per = ''] =
    /(?<!\d)(\d+) (?:requests|calls) (?:per|every|in|a) (\d* ?\w+)/i.exec(first.response.says) ?? [];
  const ms = parseSpan(/^\d/.test(per) ? per : `1 ${per}`);
  if (requests === '' || ms === undefined || ms <= 0) return;
  const retryAfter = [...first.response.headers.keys()].some((name) => name.toLowerCase() === 'retry-after');
  saying.say('rate-limit', [], { requests: Number(requests), per: isoDuration(ms), retryAfter }, first.where);
}

/** The body that most refusals have. */
function sayErrorBody(description: Description, some: readonly Refused[], saying: Saying): void {
  const [first] = some;
  if (!first || some.length < 3) return;
  const bodies = some.flatMap(({ response, status }) =>
    response.bodies.flatMap(({ schema, contentType }) =>
      alternativesOf(description, schema).flatMap((branch) =>
        status < 300 && !isRefusal(description, branch) && /json/i.test(contentType)
          ? []
          : [{ branch, contentType }],
      ),
    ),
  );
  if (bodies.length === 0) {
    if (some.every(({ status }) => status >= 300))
      saying.say('errors.body', [], { form: 'empty' }, first.where);
    return;
  }
  const counts = new Map<string, number>();
  const keyOf = (one: (typeof bodies)[number]) => JSON.stringify(one);
  for (const one of bodies) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const best = bodies.find((one) => counts.get(keyOf(one)) === most);
  if (!best) return;
  const isJson = /json/i.test(best.contentType);
  saying.say('errors.body', ['form'], isJson ? 'json' : 'text', first.where);
  saying.say('errors.body', ['contentType'], best.contentType, first.where);
  if (!isJson) return;
  const leaves = leavesOf(description, best.branch);
  const places = new Map(entriesOf(errorNames).map(([fact, names]) => [fact, placeIn(leaves, fact, names)]));
  for (const [fact, leaf] of places) saying.say('errors.body', ['fields', fact], leaf?.pointer, first.where);
  const taken = new Set([...places.values()].flatMap((leaf) => leaf?.pointer ?? []));
  for (const [pointer, value] of Object.entries(constantsIn(leaves)))
    if (!taken.has(pointer)) saying.say('errors.body', ['constants', pointer], value, first.where);
}

function placeIn(leaves: readonly Leaf[], fact: string, names: readonly string[]): Leaf | undefined {
  const told = leaves.filter(({ look }) => textOf(look.says.description) === factSays(fact));
  if (told.length > 0) return told.length === 1 ? told[0] : undefined;
  const isOurs = leaves.some(
    ({ look }) =>
      textOf(look.says.description) === factSays('detail') ||
      textOf(look.says.description) === factSays('title'),
  );
  if (isOurs) return undefined;
  const ranked = leaves.flatMap((leaf) => {
    const [last = '', above = ''] = leaf.names.toReversed().map(plainName);
    const ranks = [names.indexOf(last), names.indexOf(above + last)].filter((rank) => rank >= 0);
    const isFalse = leaf.look.values.length === 1 && leaf.look.values[0]?.value === false;
    const fits =
      fact === 'success'
        ? isFalse
        : fact === 'status'
          ? leaf.look.types.has('integer')
          : leaf.look.types.has('string') || leaf.look.types.size === 0;
    return ranks.length > 0 && fits && (fact === 'success' || leaf.look.values.length !== 1)
      ? [{ leaf, rank: Math.min(...ranks) }]
      : [];
  });
  const least = Math.min(...ranked.map(({ rank }) => rank));
  const best = ranked.filter(({ rank }) => rank === least);
  return best.length === 1 ? best[0]?.leaf : undefined;
}

export function sayToken(description: Description, { described }: Placed, saying: Saying): void {
  const one = described.get('issueToken');
  if (!one) return;
  const success = successOf(description, one);
  if (success) saying.say('token.status', ['issued'], success.status, one.where);
  const failed = one.responses.filter(
    (response) => response.status >= 300 || holdsRefusal(description, response),
  );
  const incomplete = same(failed.filter(isOfMissing).map((response) => response.status));
  const refused = failed.filter((response) => isOfCredentials(response) && !isOfMissingAlone(response));
  const status = same(refused.map((response) => response.status));
  saying.say('token.status', ['refused'], status, one.where);
  if (status !== undefined) saying.say('token.status', ['incomplete'], incomplete, one.where);
  const told = (refusal: Refusal) =>
    same(
      failed.filter((response) => refusalsIn(response).includes(refusal)).map((response) => response.status),
    );
  saying.say('token.malformed', ['notJson'], told('malformed'), one.where);
  const isAnyType = one.request.some(({ contentType }) => contentType === '*/*');
  saying.say('token.malformed', ['contentType'], isAnyType ? 'ignored' : told('content-type'), one.where);
  sayFurther(description, one, success?.schema, saying);
  sayLifetime(one, saying);
}

function isOfCredentials({ says, named }: Response): boolean {
  return (
    named.includes('credentials') ||
    /api.?key|credential|user ?name|sign.?in|log.?in|password|unauthori[sz]ed/i.test(says)
  );
}

/** Credentials that are not all there, where wrong ones are refused apart. */
function isOfMissing({ says, named }: Response): boolean {
  return (
    named.includes('incomplete') ||
    (/(api.?key|credential|user ?name)s?\b.{0,20} (missing|absent|required|not given)/i.test(says) &&
      !/wrong|invalid|incorrect|unknown|bad\b/i.test(says))
  );
}

function isOfMissingAlone(response: Response): boolean {
  return isOfMissing(response) && !response.named.includes('credentials');
}

const ownFields = new Set(['success', 'token', 'expires', 'error']);

/** Fields of the reply that the document does not know, and how `expires` is written. */
function sayFurther(description: Description, one: Described, issued: unknown, saying: Saying): void {
  const say = (part: 'issued' | 'refused', schema: unknown) => {
    for (const [pointer, value] of Object.entries(constantsIn(leavesOf(description, schema))))
      if (!ownFields.has(pointer.slice(1)))
        saying.say('token.status', ['also', part, pointer], value, one.where);
  };
  if (issued !== undefined) say('issued', issued);
  const refusals = one.responses
    .filter(isOfCredentials)
    .flatMap(({ bodies }) => bodies.flatMap(({ schema }) => alternativesOf(description, schema)));
  for (const schema of refusals.filter((branch) => isRefusal(description, branch))) say('refused', schema);
  const expires = leavesOf(description, issued).find(({ pointer }) => pointer === '/expires');
  const [, dot, digits = '0', zone] =
    /(\\\.\[0-9\]\{(\d)\})?(Z|\\\+00:00)\$$/.exec(textOf(expires?.look.says.pattern)) ?? [];
  if (zone === undefined) return;
  const fraction = dot === undefined ? 0 : Number(digits);
  const isUsual = fraction === 3 && zone === 'Z';
  if (!isUsual)
    saying.say('token.status', ['expires'], { fraction, zone: zone.replace('\\', '') }, one.where);
}

/** A lifetime that is told in one sentence about tokens. */
function sayLifetime({ says, where }: Described, saying: Saying): void {
  const [, told = ''] =
    /(?:token|pass|session)(?:s|es)? (?:lives|live|is valid|are valid|expires?|lasts?)(?: for| after)?:? (\d+ \w{1,12}(?:(?:,? and |, | )\d+ \w{1,12}){0,3})/i.exec(
      says.slice(0, 10_000),
    ) ?? [];
  const ms = parseSpan(told.replace(/,| and/g, '').trim());
  if (told !== '' && ms !== undefined && ms > 0) saying.say('token.lifetime', [], isoDuration(ms), where);
}

export function saySecurity(description: Description, { described }: Placed, saying: Saying): void {
  const own = [...described.values()].filter(({ operation }) => operation.guarded);
  const schemes = fieldsOf(fieldsOf(description.root.components).securitySchemes);
  const ways = same(own.map(({ security }) => security?.flat().toSorted()));
  if (!ways || own.length === 0) return;
  const accepts = ways.map((name) => wayOf(description.at(schemes[name])));
  if (!accepts.includes('bearer') || accepts.includes(undefined)) return;
  const others = accepts.flatMap((way) => (way === undefined || way === 'bearer' ? [] : [way]));
  saying.say('auth.other-ways', ['accepts'], others, 'components.securitySchemes');
}

/** The way of a scheme, where a profile has a word for it. */
function wayOf({ type, scheme, in: place, name }: Fields): string | undefined {
  const isScheme = (word: string) => type === 'http' && textOf(scheme).toLowerCase() === word;
  if (isScheme('bearer') || type === 'oauth2' || type === 'openIdConnect') return 'bearer';
  if (isScheme('token')) return 'scheme';
  if (type !== 'apiKey') return undefined;
  if (place === 'header' && textOf(name).toLowerCase() === 'authorization') return 'bearer';
  if ((place === 'query' || place === 'cookie') && name === 'access_token') return place;
  return place === 'header' && textOf(name).toLowerCase() === 'x-access-token' ? 'header' : undefined;
}

/** Headers that every response has with the same value. */
export function sayVersions({ described }: Placed, saying: Saying): void {
  const all = [...described.values()].flatMap(({ responses }) => responses);
  const [first] = all;
  if (!first) return;
  const fixed = Object.entries(fixedHeaders(first)).filter(([name, value]) =>
    all.every((response) => fixedHeaders(response)[name] === value),
  );
  if (fixed.length > 0) saying.say('versioning', ['headers'], Object.fromEntries(fixed), 'every response');
}
