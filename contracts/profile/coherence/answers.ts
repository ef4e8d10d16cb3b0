/** Answers that do not go together: pages, statuses, bodies, lists, postings. */
import { bodilessStatuses } from '../../kit/http.ts';
import { entriesOf, namesOf } from '../../kit/tables.ts';
import type { Openings } from '../../specification/openings/index.ts';
import {
  type GuardedOperationId,
  operation,
  pathResources,
  writtenBy,
} from '../../specification/operations.ts';
import { recordFacts } from '../../specification/records/index.ts';
import { listResource } from '../../specification/records/kinds.ts';
import type { Say } from '../errors.ts';
import { identifyingFact } from '../lens/record.ts';
import type { Shape } from '../openings.ts';

const ENVELOPE = 'operations.envelope';

export function answersDiffer(openings: Openings, say: Say): void {
  pagesDiffer(openings, say);
  successesLackBodies(openings, say);
  refusalsLookLikeSuccess(openings, say);
  recordsLack(openings, say);
  listsDiffer(openings, say);
  for (const what of ['locations.purpose', 'alerts.purpose'] as const) {
    const { does, body, query } = openings[what];
    if (does === 'query' && query === undefined)
      say('RANGE_NOWHERE', [what, 'query'], 'it asks for a range, and does not say where its ends are');
    if (does === 'record' && body.form === 'wrapper' && body.at === '')
      say('WRAPPER_WITHOUT_PLACE', [what, 'body', 'at'], 'a wrapper needs a place for what is posted');
  }
}

function pagesDiffer(openings: Openings, say: Say): void {
  const { by, size = null } = openings['operations.paging'];
  const unreachable = 'without paging, records after the first page cannot be requested';
  if (by === 'none' && size !== null)
    say('PAGE_WITHOUT_PAGING', ['operations.paging', 'size'], unreachable, 'make the size null');
  for (const name of ['devices', 'groups', 'users'] as const)
    if (by === 'cursor' && openings[ENVELOPE].lists[name].next === undefined) {
      const message = `the list of ${name} has no place for the cursor of the next page`;
      say('CURSOR_NOWHERE', [ENVELOPE, 'lists', name], message, 'say where "next" is');
    }
}

function successesLackBodies(openings: Openings, say: Say): void {
  const bodiless = (what: string, at: readonly string[], status: number) =>
    say(
      'STATUS_WITHOUT_BODY',
      at,
      `${what} returns a body, which a reply with status ${status} cannot have`,
      'give it another status, or make the answer of an operation "empty" in "operations.envelope"',
    );
  for (const [id, status] of entriesOf(openings['operations.status']))
    if (bodilessStatuses.has(status) && hasBody(openings, id))
      bodiless(id, ['operations.status', id], status);
  // The answer to a token request always has a body (section 2).
  for (const id of ['token.status', 'token.malformed'] as const)
    for (const [name, status] of Object.entries(openings[id]))
      if (bodilessStatuses.has(status)) bodiless('a token request', [id, name], status);
  const at = [ENVELOPE, 'answers', 'postLocations'];
  if (openings[ENVELOPE].answers.postLocations === 'id')
    say('ANSWER_WITHOUT_ID', at, 'a location has no id to answer with', 'answer with "record" or "nothing"');
}

function hasBody(openings: Openings, id: GuardedOperationId): boolean {
  const { answers, families = {}, nothing } = openings[ENVELOPE];
  const asksForRange =
    (id === 'postLocations' && openings['locations.purpose'].does === 'query') ||
    (id === 'postAlerts' && openings['alerts.purpose'].does === 'query');
  if (operation(id).method === 'GET' || asksForRange) return true;
  const write = id as keyof typeof answers;
  const own = families[writtenBy[write] as keyof typeof families]?.nothing ?? nothing;
  return answers[write] === 'nothing'
    ? Object.keys(own.constants ?? {}).length > 0
    : answers[write] !== 'empty';
}

/** A refusal that has the status of a success must say in its body that it is none. */
function refusalsLookLikeSuccess(openings: Openings, say: Say): void {
  const { 'errors.body': body, 'errors.status': statuses, 'auth.refusal': auth } = openings;
  const saysSo = body.form === 'json' && body.fields.success !== undefined;
  const look = (at: readonly string[], status: number, isTold: boolean) => {
    if (status < 300 && (!isTold || bodilessStatuses.has(status)))
      say(
        'REFUSAL_LOOKS_LIKE_SUCCESS',
        at,
        `a refusal with status ${status} cannot be distinguished from a success`,
        'give the error body a place for "success", or the refusal a status from 400 on',
      );
  };
  for (const [refusal, status] of entriesOf(statuses)) {
    const form = body.apart?.[refusal]?.form;
    const isTold = form === 'json' || form === 'text' || (saysSo && form !== 'empty');
    look(['errors.status', refusal], status, isTold);
  }
  look(['auth.refusal', 'status'], auth.status, auth.body === 'error' && saysSo);
}

function recordsLack(openings: Openings, say: Say): void {
  const { lists } = openings[ENVELOPE];
  for (const resource of namesOf(recordFacts)) {
    const at = [`records.${resource}`, 'fields'];
    const { fields }: Shape = openings[`records.${resource}`];
    if (Object.keys(fields).length === 0) say('RECORD_EMPTY', at, `a ${resource} has no field at all`);
    const isInPaths = pathResources.some((one) => one === resource);
    const isKeyed = namesOf(listResource)
      .filter((name) => listResource[name] === resource)
      .every((name) => lists[name].form === 'map' && (lists[name].key ?? 'id') === 'id');
    if (isInPaths && fields.id === undefined && !isKeyed)
      say(
        'RECORD_WITHOUT_ID',
        at,
        `a ${resource} has no place for its id, so it cannot be requested`,
        'say where the id is, or make the list a map by id',
      );
    const isPosted = resource === 'location' && openings['locations.purpose'].does === 'record';
    if (isPosted && (fields.latitude === undefined || fields.longitude === undefined))
      say(
        'LOCATION_WITHOUT_POSITION',
        at,
        'locations are posted, but have no place for latitude and longitude',
      );
  }
}

function listsDiffer({ [ENVELOPE]: { lists } }: Openings, say: Say): void {
  for (const name of namesOf(listResource)) {
    const { form, key = identifyingFact(listResource[name]) } = lists[name];
    if (form !== 'map' || key !== undefined) continue;
    const message = `${name} have no id, so that a map of them needs a "key"`;
    say('MAP_WITHOUT_KEY', [ENVELOPE, 'lists', name], message, 'name a fact, such as "deviceTime"');
  }
}
