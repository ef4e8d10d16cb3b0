/** Statuses and bodies: of successes, of refusals by what is said of them, and of the token request. */

import { isoDuration, parseSpan } from '../../kit/durations.ts';
import { type Fields, fieldsOf } from '../../kit/fields.ts';
import { namesOf } from '../../kit/tables.ts';
import { assigned, rankOf } from '../../learning/facts.ts';
import { type Drafts, same } from '../../learning/finding.ts';
import { errorNames } from '../../learning/names.ts';
import { guardedOperations } from '../../specification/operations.ts';
import { type AnyRefusal, factSays } from '../refusals.ts';
import { WITHOUT } from '../replies.ts';
import { type Description, textOf } from './document.ts';
import { constantsIn, leavesOf } from './facts.ts';
import type { Placed, Response } from './operations.ts';
import { alternativesOf, isRefusal, successOf } from './records.ts';

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
  readonly refusal: AnyRefusal;
  readonly response: Response;
  readonly where: string;
}

/** Refusals that have nothing to do with the operation. */
const ofEveryCall: ReadonlySet<AnyRefusal> = new Set(['too-large', 'rate-limited', 'failed']);

/** Responses of operations behind a token that are refusals, or hold some beside a success. */
export function sayStatuses(description: Description, { described }: Placed, drafts: Drafts): void {
  const found: Refused[] = [];
  const forbidden: string[] = [];
  const all = guardedOperations.flatMap(({ id }) => described.get(id) ?? []);
  for (const one of all) {
    const { responses, where, operation } = one;
    const success = successOf(description, one);
    drafts.say('operations.status', [operation.id], success?.status, where);
    const refusing = responses.filter((each) => !each.isSuccess || holdsRefusal(description, each));
    const own = refusing.flatMap((response) =>
      refusalsIn(response).map((refusal) => ({ refusal, response, where })),
    );
    if (!success && own.some(({ refusal }) => refusal === 'forbidden')) forbidden.push(operation.id);
    found.push(...own);
  }
  // A failed token request has a body of its own, and the status of any refusal of these kinds.
  const token = described.get('issueToken');
  for (const response of token?.responses ?? [])
    for (const refusal of refusalsIn(response))
      if (ofEveryCall.has(refusal) && !found.some((one) => one.refusal === refusal))
        drafts.say('errors.status', [refusal], response.status, token?.where ?? '');
  if (forbidden.length > 0)
    drafts.say('auth.roles', ['mayNotCall'], forbidden, 'operations without a response of success');
  const others = found.filter(({ refusal }) => refusal !== 'unauthorised');
  for (const refusal of new Set(others.map((one) => one.refusal))) {
    const some = others.filter((one) => one.refusal === refusal);
    const status = statusOf(some);
    if (status === undefined && some.some(({ response }) => response.status !== undefined))
      drafts.note(`Several statuses are described for ${refusal}.`);
    drafts.say('errors.status', [refusal], status, `${some.length} responses: ${some[0]?.where}`);
  }
  const successes = all.flatMap(({ responses }) => responses.filter(({ isSuccess }) => isSuccess));
  const unauthorised = found.filter(({ refusal }) => refusal === 'unauthorised');
  sayAuth(unauthorised, successes, others, drafts);
  sayErrorBody(description, others, drafts);
}

/** The one status of these; one that stands for several says none. */
function statusOf(some: readonly Refused[]): number | undefined {
  return same(some.flatMap(({ response }) => response.status ?? []));
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
  successes: readonly Response[],
  others: readonly Refused[],
  drafts: Drafts,
): void {
  const where = some[0]?.where ?? '';
  const status = statusOf(some);
  if (status === undefined) return;
  const usual = successes.map(fixedHeaders);
  const headers = some.map(({ response }) => {
    const own = Object.entries(fixedHeaders(response));
    return Object.fromEntries(own.filter(([name, value]) => !usual.some((good) => good[name] === value)));
  });
  drafts.say('auth.refusal', ['status'], status, where);
  drafts.say('auth.refusal', ['headers'], same(headers), where);
  // Where no refusal has a body, either word says the same.
  const haveBodies = others.some(({ response }) => response.bodies.length > 0);
  const body = haveBodies ? same(some.map(({ response }) => bodyOf(response))) : 'empty';
  drafts.say('auth.refusal', ['body'], body, where);
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
    const only = value ?? (Array.isArray(values) && values.length === 1 ? values[0] : undefined);
    const shown = only ?? (/^www-authenticate$/i.test(name) ? (example ?? own) : undefined);
    return typeof shown === 'string' ? [[name, shown]] : [];
  });
  return Object.fromEntries(fixed);
}

/** The body that most refusals have. */
function sayErrorBody(description: Description, some: readonly Refused[], drafts: Drafts): void {
  const where = some[0]?.where ?? '';
  if (some.length < 3) return;
  const say = (part: readonly string[], value: string | undefined) =>
    drafts.say('errors.body', part, value, where);
  const bodies = some.flatMap(({ response: { bodies: own, isSuccess } }) =>
    own.flatMap(({ schema, contentType }) => {
      const branches = alternativesOf(description, schema);
      const isMixed = isSuccess && /json/i.test(contentType);
      const kept = isMixed ? branches.filter((branch) => isRefusal(description, branch)) : branches;
      return kept.map((branch) => ({ branch, contentType }));
    }),
  );
  if (bodies.length === 0 && some.every(({ response }) => !response.isSuccess))
    drafts.say('errors.body', [], { form: 'empty' }, where);
  const keys = bodies.map((one) => JSON.stringify(one));
  const count = (key: string | undefined) => keys.filter((one) => one === key).length;
  const most = Math.max(...keys.map(count));
  const best = bodies.find((_, place) => count(keys[place]) === most);
  if (!best) return;
  const isJson = /json/i.test(best.contentType);
  say(['form'], isJson ? 'json' : 'text');
  say(['contentType'], best.contentType);
  if (!isJson) return;
  const leaves = leavesOf(description, best.branch);
  const told = (fact: string) => leaves.filter(({ look }) => look.told === factSays(fact));
  const isOurs = told('detail').length + told('title').length > 0;
  const places = assigned(namesOf(errorNames), leaves, (fact, leaf) => {
    if (told(fact).includes(leaf)) return -1;
    const { values, types } = leaf.look;
    const isFlag = values.length === 1 && values[0]?.value === false;
    const isOfType = fact === 'status' ? types.has('integer') : types.has('string') || types.size === 0;
    const fits = fact === 'success' ? isFlag : isOfType && values.length !== 1;
    return fits && !isOurs ? rankOf(leaf, errorNames[fact as 'code']) : undefined;
  });
  for (const [fact, leaf] of Object.entries(places)) say(['fields', fact], leaf.pointer);
  const taken = Object.values(places);
  const free = leaves.filter((leaf) => !taken.includes(leaf));
  drafts.sayConstants('errors.body', [], constantsIn(free), where);
}

export function sayToken(description: Description, { described }: Placed, drafts: Drafts): void {
  const one = described.get('issueToken');
  if (!one) return;
  const { where, says, request, responses } = one;
  const success = successOf(description, one);
  const failed = responses.filter((response) => !response.isSuccess || holdsRefusal(description, response));
  const statusIn = (some: readonly Response[]) => same(some.flatMap(({ status }) => status ?? []));
  const told = (refusal: AnyRefusal) =>
    statusIn(failed.filter((response) => refusalsIn(response).includes(refusal)));
  const refused = failed.filter((response) => isOfCredentials(response) && !isOfMissingAlone(response));
  const status = statusIn(refused);
  const incomplete = status === undefined ? undefined : statusIn(failed.filter(isOfMissing));
  const isAnyType = request.some(({ contentType }) => contentType === '*/*');
  drafts.say('token.status', ['issued'], success?.status, where);
  drafts.say('token.status', ['refused'], status, where);
  drafts.say('token.status', ['incomplete'], incomplete, where);
  drafts.say('token.malformed', ['notJson'], told('malformed'), where);
  drafts.say('token.malformed', ['contentType'], isAnyType ? 'ignored' : told('content-type'), where);
  const branches = responses
    .filter(isOfCredentials)
    .flatMap(({ bodies }) => bodies.flatMap(({ schema }) => alternativesOf(description, schema)));
  const also = [
    ...(success?.schema === undefined ? [] : [['issued', success.schema] as const]),
    ...branches.filter((branch) => isRefusal(description, branch)).map((one) => ['refused', one] as const),
  ];
  for (const [part, schema] of also)
    for (const [pointer, value] of Object.entries(constantsIn(leavesOf(description, schema))))
      if (!ownFields.has(pointer)) drafts.say('token.status', ['also', part, pointer], value, where);
  const expires = leavesOf(description, success?.schema).find(({ pointer }) => pointer === '/expires');
  const [, dot, digits = '0', zone] =
    /(\\\.\[0-9\]\{(\d)\})?(Z|\\\+00:00)\$$/.exec(textOf(expires?.look.says.pattern)) ?? [];
  const fraction = dot === undefined ? 0 : Number(digits);
  if (zone !== undefined && !(fraction === 3 && zone === 'Z'))
    drafts.say('token.status', ['expires'], { fraction, zone: zone.replace('\\', '') }, where);
  sayLifetime(says, where, drafts);
}

/** Fields of the replies that the document knows. */
const ownFields = new Set(['/success', '/token', '/expires', '/error']);

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

/** A lifetime that is told in one sentence about tokens. */
function sayLifetime(says: string, where: string, drafts: Drafts): void {
  const [, told = ''] =
    /(?:token|pass|session)(?:s|es)? (?:lives|live|is valid|are valid|expires?|lasts?)(?: for| after)?:? (\d+ \w{1,12}(?:(?:,? and |, | )\d+ \w{1,12}){0,3})/i.exec(
      says.slice(0, 10_000),
    ) ?? [];
  const ms = parseSpan(told.replace(/,| and/g, '').trim());
  if (told !== '' && ms !== undefined && ms > 0) drafts.say('token.lifetime', [], isoDuration(ms), where);
}

export function saySecurity(description: Description, { described }: Placed, drafts: Drafts): void {
  const own = [...described.values()].filter(({ operation }) => operation.guarded);
  const schemes = fieldsOf(fieldsOf(description.root.components).securitySchemes);
  const ways = same(own.map(({ security }) => security?.flat().toSorted()));
  const accepts = ways?.map((name) => wayOf(description.at(schemes[name]))) ?? [];
  if (!accepts.includes('bearer') || accepts.includes(undefined)) return;
  const others = accepts.flatMap((way) => (way === undefined || way === 'bearer' ? [] : [way]));
  drafts.say('auth.other-ways', ['accepts'], others, 'components.securitySchemes');
}

/** The way of a scheme, where a profile has a word for it. */
function wayOf({ type, scheme, in: place, name }: Fields): string | undefined {
  const isScheme = (word: string) => type === 'http' && textOf(scheme).toLowerCase() === word;
  if (isScheme('bearer') || type === 'oauth2' || type === 'openIdConnect') return 'bearer';
  if (isScheme('token')) return 'scheme';
  if (type !== 'apiKey') return undefined;
  const key = `${place} ${textOf(name).toLowerCase()}`;
  if (key === 'header authorization') return 'bearer';
  if (key === 'header x-access-token') return 'header';
  return key === 'query access_token' || key === 'cookie access_token' ? textOf(place) : undefined;
}

/** Headers that every response has with the same value. */
export function sayVersions({ described }: Placed, drafts: Drafts): void {
  const [first = {}, ...others] = [...described.values()].flatMap(({ responses }) =>
    responses.map(fixedHeaders),
  );
  const fixed = Object.entries(first).filter(([name, value]) => others.every((one) => one[name] === value));
  if (fixed.length > 0) drafts.say('versioning', ['headers'], Object.fromEntries(fixed), 'every response');
}
