/** Answers that do not go together: limits, pages, statuses, bodies, lists, postings. */
import { bodilessStatuses } from '../../kit/http.ts';
import { entriesOf, namesOf } from '../../kit/tables.ts';
import { excerpt } from '../../kit/untrusted.ts';
import type { Openings } from '../../specification/openings/index.ts';
import { operation, pathResources, writtenBy } from '../../specification/operations.ts';
import { recordFacts } from '../../specification/records/index.ts';
import { type FactKind, listResource, type ResourceName } from '../../specification/records/kinds.ts';
import type { Say } from '../errors.ts';
import { identifyingFact } from '../lens/resources.ts';
import type { GuardedOperation, ListName, Posting, Shape } from '../openings.ts';

/** The words for each fault, and what to try; `$` stands for what is there. */
const words = {
  RANGE_EMPTY: ['no limit is between $ and $'],
  DEFAULT_OUT_OF_RANGE: ['the default limit $ is not allowed by "limits.range"'],
  PAGE_TOO_LARGE: ['a page has $ records by default, but at most $'],
  PAGE_WITHOUT_PAGING: [
    'without paging, records after the first page cannot be requested',
    'make the size null',
  ],
  CURSOR_NOWHERE: ['the list of $ has no place for the cursor of the next page', 'say where "next" is'],
  QUERY_NAME_TWICE: ['the name "$" is that of another query parameter too'],
  STATUS_WITHOUT_BODY: [
    '$ returns a body, which a reply with status $ cannot have',
    'give it another status, or make the answer of an operation "empty" in "operations.envelope"',
  ],
  ANSWER_WITHOUT_ID: ['a location has no id to answer with', 'answer with "record" or "nothing"'],
  REFUSAL_LOOKS_LIKE_SUCCESS: [
    'a refusal with status $ cannot be distinguished from a success',
    'give the error body a place for "success", or the refusal a status from 400 on',
  ],
  RECORD_EMPTY: ['a $ has no field at all'],
  RECORD_WITHOUT_ID: [
    'a $ has no place for its id, so it cannot be requested',
    'say where the id is, or make the list a map by id',
  ],
  LOCATION_WITHOUT_POSITION: ['locations are posted, but have no place for latitude and longitude'],
  MAP_ONLY: ['"$" is for maps, but the list is an array'],
  MAP_WITHOUT_KEY: ['$ have no id, so that a map of them needs a "key"', 'name a fact, such as "deviceTime"'],
  MAP_KEY_NOT_PLAIN: ['"$" cannot be the name of an entry'],
  RANGE_NOWHERE: ['it asks for a range, and does not say where the ends of the range are'],
  WRAPPER_WITHOUT_PLACE: ['a wrapper needs a place for what is posted'],
  WRAPPER_ONLY: [
    '"at" is the place in a wrapper, but the body is "$"',
    'make the form "wrapper", or "at" empty',
  ],
  FIELDS_WITHOUT_BODY: [
    'more fields need an error body that is JSON',
    'give "errors.body" the form json, or this refusal the form json',
  ],
} as const satisfies { readonly [code: string]: readonly [message: string, hint?: string] };

const ENVELOPE = 'operations.envelope';

/** Tells of a fault at a place among the openings. */
type Tell = (code: keyof typeof words, at: readonly string[], ...details: readonly unknown[]) => void;

export function answersDiffer(openings: Openings, say: Say): void {
  const tell: Tell = (code, at, ...details) => {
    const [message, hint]: readonly [string, string?] = words[code];
    const left = [...details];
    say(
      code,
      at,
      message.replaceAll('$', () => excerpt(String(left.shift()))),
      hint,
    );
  };
  limitsDiffer(openings, tell);
  pagesDiffer(openings, tell);
  successesLackBodies(openings, tell);
  refusalsLookLikeSuccess(openings, tell);
  for (const resource of namesOf(recordFacts)) recordLacks(openings, resource, tell);
  for (const name of namesOf(listResource)) listDiffers(openings, name, tell);
  for (const what of ['locations.purpose', 'alerts.purpose'] as const)
    postingDiffers(what, openings[what], tell);
}

function limitsDiffer({ 'limits.range': range, 'limits.default': limits }: Openings, tell: Tell): void {
  const { min, max, whole } = range;
  const isEmpty = max !== null && min > max;
  if (isEmpty) tell('RANGE_EMPTY', ['limits.range', 'min'], min, max);
  for (const [channel, limit] of isEmpty ? [] : Object.entries(limits))
    if (limit !== null && (limit < min || limit > (max ?? limit) || (whole && !Number.isInteger(limit))))
      tell('DEFAULT_OUT_OF_RANGE', ['limits.default', channel], limit);
}

const none: readonly ('offset' | 'page' | 'cursor')[] = [];
/** The names of parameters that say where a page begins. */
const positions = { none, offset: ['offset'], page: ['page'], cursor: ['cursor'], link: ['cursor'] } as const;

function pagesDiffer(openings: Openings, tell: Tell): void {
  const { by, size = null, max } = openings['operations.paging'];
  const at = ['operations.paging', 'size'];
  if (size !== null && max !== undefined && size > max) tell('PAGE_TOO_LARGE', at, size, max);
  if (by === 'none' && size !== null) tell('PAGE_WITHOUT_PAGING', at);
  const { lists } = openings[ENVELOPE];
  for (const name of ['devices', 'groups', 'users'] as const)
    if (by === 'cursor' && lists[name].next === undefined)
      tell('CURSOR_NOWHERE', [ENVELOPE, 'lists', name], name);
  // Two parameters that are in use at the same time cannot have one name.
  const names = openings['operations.query'];
  const used = ['group' as const, ...positions[by], ...(by === 'none' ? [] : ['limit' as const])];
  for (const [index, parameter] of used.entries())
    if (used.slice(0, index).some((other) => names[other] === names[parameter]))
      tell('QUERY_NAME_TWICE', ['operations.query', parameter], names[parameter]);
}

function successesLackBodies(openings: Openings, tell: Tell): void {
  for (const [id, status] of entriesOf(openings['operations.status']))
    if (bodilessStatuses.has(status) && hasBody(openings, id))
      tell('STATUS_WITHOUT_BODY', ['operations.status', id], id, status);
  // The answer to a token request always has a body (section 2).
  for (const id of ['token.status', 'token.malformed'] as const)
    for (const [name, status] of Object.entries(openings[id]))
      if (bodilessStatuses.has(status)) tell('STATUS_WITHOUT_BODY', [id, name], 'a token request', status);
  if (openings[ENVELOPE].answers.postLocations === 'id')
    tell('ANSWER_WITHOUT_ID', [ENVELOPE, 'answers', 'postLocations']);
}

function hasBody(openings: Openings, id: GuardedOperation): boolean {
  const { answers, families = {}, nothing: usual } = openings[ENVELOPE];
  const asksForRange =
    (id === 'postLocations' && openings['locations.purpose'].does === 'query') ||
    (id === 'postAlerts' && openings['alerts.purpose'].does === 'query');
  if (operation(id).method === 'GET' || asksForRange) return true;
  const answer = new Map<string, string>(entriesOf(answers)).get(id);
  if (answer === 'empty') return false;
  const resource = new Map<string, string>(entriesOf(writtenBy)).get(id);
  const own = Object.entries(families).find(([family]) => family === resource)?.[1];
  return answer !== 'nothing' || Object.keys((own?.nothing ?? usual).constants ?? {}).length > 0;
}

/** A refusal that has the status of a success must say in its body that it is none. */
function refusalsLookLikeSuccess(openings: Openings, tell: Tell): void {
  const { 'errors.body': body, 'errors.status': statuses, 'auth.refusal': auth } = openings;
  const saysSo = body.form === 'json' && body.fields.success !== undefined;
  const apart = Object.entries(body.apart ?? {});
  const look = (at: readonly string[], status: number, isTold: boolean) => {
    if (status < 300 && (!isTold || bodilessStatuses.has(status)))
      tell('REFUSAL_LOOKS_LIKE_SUCCESS', at, status);
  };
  for (const [refusal, status] of Object.entries(statuses)) {
    const form = apart.find(([own]) => own === refusal)?.[1]?.form;
    look(
      ['errors.status', refusal],
      status,
      form === 'json' || form === 'text' || (saysSo && form !== 'empty'),
    );
  }
  look(['auth.refusal', 'status'], auth.status, auth.body === 'error' && saysSo);
  for (const [refusal, own] of apart)
    if (own?.form === 'more' && body.form !== 'json')
      tell('FIELDS_WITHOUT_BODY', ['errors.body', 'apart', refusal]);
}

function recordLacks(openings: Openings, resource: ResourceName, tell: Tell): void {
  const at = [`records.${resource}`, 'fields'];
  const { fields }: Shape = openings[`records.${resource}`];
  if (Object.keys(fields).length === 0) tell('RECORD_EMPTY', at, resource);
  const isInPaths = pathResources.some((one) => one === resource);
  if (isInPaths && fields.id === undefined && !idIsKey(openings, resource))
    tell('RECORD_WITHOUT_ID', at, resource);
  const posts = resource === 'location' && openings['locations.purpose'].does === 'record';
  if (posts && (fields.latitude === undefined || fields.longitude === undefined))
    tell('LOCATION_WITHOUT_POSITION', at);
}

function idIsKey(openings: Openings, resource: ResourceName): boolean {
  const { lists } = openings[ENVELOPE];
  return entriesOf(listResource)
    .filter(([, listed]) => listed === resource)
    .every(([name]) => lists[name].form === 'map' && (lists[name].key ?? 'id') === 'id');
}

function listDiffers(openings: Openings, name: ListName, tell: Tell): void {
  const list = openings[ENVELOPE].lists[name];
  const at = [ENVELOPE, 'lists', name];
  if (list.form === 'array') {
    for (const extra of ['key', 'value'] as const)
      if (list[extra] !== undefined) tell('MAP_ONLY', [...at, extra], extra);
    return;
  }
  const key = list.key ?? identifyingFact[listResource[name]];
  if (key === undefined) tell('MAP_WITHOUT_KEY', at, name);
  const facts: { readonly [fact: string]: FactKind } = recordFacts[listResource[name]];
  if (!/^(text|number|time|date|id:.*)$/.test(facts[key ?? ''] ?? 'text'))
    tell('MAP_KEY_NOT_PLAIN', [...at, 'key'], key);
}

function postingDiffers(what: string, { does, body, query }: Posting, tell: Tell): void {
  const at = [what, 'body', 'at'];
  if (does === 'query' && query === undefined) tell('RANGE_NOWHERE', [what, 'query']);
  if (does === 'query') return;
  if (body.form === 'wrapper' && body.at === '') tell('WRAPPER_WITHOUT_PLACE', at);
  if (body.form !== 'wrapper' && body.at !== '') tell('WRAPPER_ONLY', at, body.form);
}
