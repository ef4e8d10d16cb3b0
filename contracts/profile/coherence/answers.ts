/** Answers that do not go together: limits, pages, statuses, bodies, lists, postings. */
import { bodilessStatuses } from '../../kit/http.ts';
import { entriesOf, namesOf } from '../../kit/tables.ts';
import { quoted } from '../../kit/untrusted.ts';
import type { Openings } from '../../specification/openings/index.ts';
import { operation, pathResources, writtenBy } from '../../specification/operations.ts';
import { recordFacts } from '../../specification/records/index.ts';
import { type FactKind, listResource, type ResourceName } from '../../specification/records/kinds.ts';
import type { Say } from '../errors.ts';
import { identifyingFact } from '../lens/resources.ts';
import type { GuardedOperation, ListName, Posting, Shape } from '../openings.ts';

const parts: readonly ((openings: Openings, say: Say) => void)[] = [
  limitsDiffer,
  pagesDiffer,
  successesLackBodies,
  refusalsLookLikeSuccess,
  (openings, say) => {
    for (const resource of namesOf(recordFacts)) recordLacks(openings, resource, say);
    for (const name of namesOf(listResource)) listDiffers(openings, name, say);
    for (const what of ['locations', 'alerts'] as const) postingDiffers(openings, what, say);
  },
  errorsLackBody,
];

export function answersDiffer(openings: Openings, say: Say): void {
  for (const part of parts) part(openings, say);
}

function limitsDiffer({ 'limits.range': range, 'limits.default': limits }: Openings, say: Say): void {
  const { min, max, whole } = range;
  const isEmpty = max !== null && min > max;
  if (isEmpty) say('RANGE_EMPTY', ['limits.range', 'min'], `no limit is between ${min} and ${max}`);
  for (const [channel, limit] of isEmpty ? [] : Object.entries(limits))
    if (limit !== null && (limit < min || limit > (max ?? limit) || (whole && !Number.isInteger(limit))))
      say(
        'DEFAULT_OUT_OF_RANGE',
        ['limits.default', channel],
        `the default limit ${limit} is not allowed by "limits.range"`,
      );
}

/** The names of parameters that say where a page begins. */
const positions = {
  none: [],
  offset: ['offset'],
  page: ['page'],
  cursor: ['cursor'],
  link: ['cursor'],
} as const;

function pagesDiffer(openings: Openings, say: Say): void {
  const { by, size = null, max } = openings['operations.paging'];
  const at = ['operations.paging', 'size'];
  if (size !== null && max !== undefined && size > max)
    say('PAGE_TOO_LARGE', at, `a page has ${size} records by default, but at most ${max}`);
  if (by === 'none' && size !== null)
    say(
      'PAGE_WITHOUT_PAGING',
      at,
      'without paging, records after the first page cannot be requested',
      'make the size null',
    );
  const { lists } = openings['operations.envelope'];
  for (const name of ['devices', 'groups', 'users'] as const)
    if (by === 'cursor' && lists[name].next === undefined)
      say(
        'CURSOR_NOWHERE',
        ['operations.envelope', 'lists', name],
        `the list of ${name} has no place for the cursor of the next page`,
        'say where "next" is',
      );
  // Two parameters that are in use at the same time cannot have one name.
  const names = openings['operations.query'];
  const used = ['group' as const, ...positions[by], ...(by === 'none' ? [] : ['limit' as const])];
  for (const [index, parameter] of used.entries())
    if (used.slice(0, index).some((other) => names[other] === names[parameter]))
      say(
        'QUERY_NAME_TWICE',
        ['operations.query', parameter],
        `the name ${quoted(names[parameter])} is that of another query parameter too`,
      );
}

function successesLackBodies(openings: Openings, say: Say): void {
  for (const [id, status] of entriesOf(openings['operations.status']))
    if (bodilessStatuses.has(status) && hasBody(openings, id))
      say(
        'STATUS_WITHOUT_BODY',
        ['operations.status', id],
        `${id} returns a body, which a reply with status ${status} cannot have`,
        `give it another status in "operations.status", or make its answer "empty" in "operations.envelope"`,
      );
  // The answer to a token request always has a body (section 2).
  for (const id of ['token.status', 'token.malformed'] as const)
    for (const [name, status] of Object.entries(openings[id]))
      if (typeof status === 'number' && bodilessStatuses.has(status))
        say(
          'STATUS_WITHOUT_BODY',
          [id, name],
          `a token request is always answered with a body, which a reply with status ${status} cannot have`,
        );
  if (openings['operations.envelope'].answers.postLocations === 'id')
    say(
      'ANSWER_WITHOUT_ID',
      ['operations.envelope', 'answers', 'postLocations'],
      'a location has no id to answer with',
      'answer with "record" or "nothing"',
    );
}

function hasBody(openings: Openings, id: GuardedOperation): boolean {
  const { answers, families = {}, nothing: usual } = openings['operations.envelope'];
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
function refusalsLookLikeSuccess(openings: Openings, say: Say): void {
  const body = openings['errors.body'];
  const saysSo = body.form === 'json' && body.fields.success !== undefined;
  const own: { [refusal: string]: { form: string } | undefined } = body.apart ?? {};
  const auth = openings['auth.refusal'];
  const refusals: [path: string[], status: number, isTold: boolean][] = [
    ...Object.entries(openings['errors.status']).map(([refusal, status]): [string[], number, boolean] => {
      const form = own[refusal]?.form;
      const isTold = form === 'json' || form === 'text' || (saysSo && form !== 'empty');
      return [['errors.status', refusal], status, isTold];
    }),
    [['auth.refusal', 'status'], auth.status, auth.body === 'error' && saysSo],
  ];
  for (const [path, status, isTold] of refusals)
    if (status < 300 && (!isTold || bodilessStatuses.has(status)))
      say(
        'REFUSAL_LOOKS_LIKE_SUCCESS',
        path,
        `a refusal with status ${status} cannot be distinguished from a success`,
        'give the error body a place for "success", or the refusal a status from 400 on',
      );
}

function recordLacks(openings: Openings, resource: ResourceName, say: Say): void {
  const at = [`records.${resource}`, 'fields'];
  const { fields }: Shape = openings[`records.${resource}`];
  if (Object.keys(fields).length === 0) say('RECORD_EMPTY', at, `a ${resource} has no field at all`);
  const isInPaths = pathResources.some((one) => one === resource);
  if (isInPaths && fields.id === undefined && !idIsKey(openings, resource))
    say(
      'RECORD_WITHOUT_ID',
      at,
      `a ${resource} has no place for its id, so it cannot be requested`,
      'say where the id is, or make the list a map by id',
    );
  const posts = resource === 'location' && openings['locations.purpose'].does === 'record';
  if (posts && (fields.latitude === undefined || fields.longitude === undefined))
    say(
      'LOCATION_WITHOUT_POSITION',
      at,
      'locations are posted, but have no place for latitude and longitude',
    );
}

function idIsKey(openings: Openings, resource: ResourceName): boolean {
  const { lists } = openings['operations.envelope'];
  return entriesOf(listResource)
    .filter(([, listed]) => listed === resource)
    .every(([name]) => lists[name].form === 'map' && (lists[name].key ?? 'id') === 'id');
}

function listDiffers(openings: Openings, name: ListName, say: Say): void {
  const list = openings['operations.envelope'].lists[name];
  const where = ['operations.envelope', 'lists', name];
  if (list.form === 'array') {
    const extra = list.key === undefined ? (list.value === undefined ? undefined : 'value') : 'key';
    if (extra) say('MAP_ONLY', [...where, extra], `${quoted(extra)} is for maps, but the list is an array`);
    return;
  }
  const key = list.key ?? identifyingFact[listResource[name]];
  if (key === undefined) {
    const message = `${name} have no id, so that a map of them needs a "key"`;
    say('MAP_WITHOUT_KEY', where, message, 'name a fact, such as "deviceTime"');
  }
  const facts: { [fact: string]: FactKind } = recordFacts[listResource[name]];
  for (const [field, fact] of Object.entries({ key, value: list.value })) {
    if (fact === undefined) continue;
    const kind = facts[fact];
    if (kind === undefined) say('FACT_UNKNOWN', [...where, field], `${name} have no fact ${quoted(fact)}`);
    else if (field === 'key' && !/^(text|number|time|date|id:.*)$/.test(kind))
      say('MAP_KEY_NOT_PLAIN', [...where, field], `${quoted(fact)} cannot be the name of an entry`);
  }
}

function postingDiffers(openings: Openings, what: 'locations' | 'alerts', say: Say): void {
  const { does, body, query }: Posting = openings[`${what}.purpose`];
  const at = [`${what}.purpose`, 'body', 'at'];
  if (does === 'query' && query === undefined)
    say(
      'RANGE_NOWHERE',
      [`${what}.purpose`, 'query'],
      'it asks for a range, and does not say where the ends of the range are',
    );
  if (does === 'query') return;
  if (body.form === 'wrapper' && body.at === '')
    say('WRAPPER_WITHOUT_PLACE', at, 'a wrapper needs a place for what is posted');
  if (body.form !== 'wrapper' && body.at !== '')
    say(
      'WRAPPER_ONLY',
      at,
      `"at" is the place in a wrapper, but the body is ${quoted(body.form)}`,
      'make the form "wrapper", or "at" empty',
    );
}

function errorsLackBody({ 'errors.body': body }: Openings, say: Say): void {
  for (const [refusal, own] of Object.entries(body.apart ?? {}))
    if (own?.form === 'more' && body.form !== 'json')
      say(
        'FIELDS_WITHOUT_BODY',
        ['errors.body', 'apart', refusal],
        'more fields need an error body that is JSON',
        'give "errors.body" the form json, or this refusal the form json',
      );
}
