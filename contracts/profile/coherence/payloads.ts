/** Every payload that a profile describes: whether its places can all be had at once. */

import { formatPointer, splitPointer } from '../../kit/json-pointer.ts';
import { entriesOf, namesOf } from '../../kit/tables.ts';
import { quoted } from '../../kit/untrusted.ts';
import type { Openings } from '../../specification/openings/index.ts';
import { pathResources } from '../../specification/operations.ts';
import { recordFacts } from '../../specification/records/index.ts';
import { type FactKind, listResource, type ResourceName } from '../../specification/records/kinds.ts';
import type { ProfileIssue } from '../errors.ts';
import { identifyingFact } from '../lens/resources.ts';
import type { JsonPointer, ListName, Posting, Shape, Wrapping } from '../openings.ts';
import { issue } from './issue.ts';
import { collisions, gaps, type Named, named } from './places.ts';

const resources = namesOf(recordFacts);

/** The pointers must be good: what is none has no place to compare. */
export function checkPayloads(openings: Openings): ProfileIssue[] {
  return [
    ...resources.flatMap((resource) => recordIssues(openings, resource)),
    ...wrappingIssues(openings),
    ...namesOf(listResource).flatMap((name) => listIssues(openings, name)),
    ...(['locations', 'alerts'] as const).flatMap((what) => postingIssues(openings, what)),
    ...errorBodyIssues(openings),
  ];
}

function shapePlaces(shape: Shape, where: readonly string[], at: readonly string[] = []): Named[] {
  const fields = Object.entries(shape.fields);
  return [
    ...fields.map(([fact, pointer]) =>
      named(pointer, `the fact ${quoted(fact)}`, formatPointer([...where, 'fields', fact]), at),
    ),
    ...constantPlaces(shape.constants, where, at),
  ];
}

function constantPlaces(
  constants: Wrapping['constants'],
  where: readonly string[],
  at: readonly string[] = [],
): Named[] {
  return Object.keys(constants ?? {}).map((pointer) =>
    named(pointer, 'a constant', formatPointer([...where, 'constants', pointer]), at),
  );
}

function recordPlaces(openings: Openings, resource: ResourceName, at: readonly string[] = []): Named[] {
  const places = shapePlaces(openings[`records.${resource}`], ['openings', `records.${resource}`], at);
  const limits = resource === 'device' ? openings['limits.names'] : null;
  return limits ? [...places, ...shapePlaces(limits, ['openings', 'limits.names'], at)] : places;
}

function recordIssues(openings: Openings, resource: ResourceName): ProfileIssue[] {
  const where = formatPointer(['openings', `records.${resource}`, 'fields']);
  const places = recordPlaces(openings, resource);
  const { fields }: Shape = openings[`records.${resource}`];
  const issues = [...collisions(places), ...gaps(places)];
  if (Object.keys(fields).length === 0)
    issues.push(issue('RECORD_EMPTY', where, `a ${resource} has no field at all`));
  if (
    pathResources.some((one) => one === resource) &&
    fields.id === undefined &&
    !idIsKey(openings, resource)
  ) {
    issues.push(
      issue(
        'RECORD_WITHOUT_ID',
        where,
        `a ${resource} has no place for its id, so it cannot be requested`,
        'say where the id is, or make the list a map by id',
      ),
    );
  }
  const posts = resource === 'location' && openings['locations.purpose'].does === 'record';
  if (posts && (fields.latitude === undefined || fields.longitude === undefined)) {
    issues.push(
      issue(
        'LOCATION_WITHOUT_POSITION',
        where,
        'locations are posted, but have no place for latitude and longitude',
      ),
    );
  }
  return issues;
}

function idIsKey(openings: Openings, resource: ResourceName): boolean {
  const { lists } = openings['operations.envelope'];
  return entriesOf(listResource)
    .filter(([, listed]) => listed === resource)
    .every(([name]) => lists[name].form === 'map' && (lists[name].key ?? 'id') === 'id');
}

function wrappingIssues(openings: Openings): ProfileIssue[] {
  const { records, bodies, id, nothing } = openings['operations.envelope'];
  const envelope = ['openings', 'operations.envelope'];
  const around = <Resource extends ResourceName>(
    part: 'records' | 'bodies',
    given: { readonly [R in Resource]: Wrapping },
  ): ProfileIssue[] =>
    entriesOf<Resource, Wrapping>(given).flatMap(([name, wrapping]) =>
      collisions(
        constantPlaces(wrapping.constants, [...envelope, part, name]),
        recordPlaces(openings, name, splitPointer(wrapping.at)),
      ),
    );
  return [
    ...around('records', records),
    ...around('bodies', bodies),
    ...collisions([
      named(id.at, 'the id', formatPointer([...envelope, 'id', 'at'])),
      ...constantPlaces(id.constants, [...envelope, 'id']),
    ]),
    ...collisions(constantPlaces(nothing.constants, [...envelope, 'nothing'])),
  ];
}

/** Kinds of facts that can be the name of an entry. */
function isPlain(kind: FactKind): boolean {
  return ['text', 'number', 'time', 'date'].includes(kind) || kind.startsWith('id:');
}

function listIssues(openings: Openings, name: ListName): ProfileIssue[] {
  const list = openings['operations.envelope'].lists[name];
  const where = ['openings', 'operations.envelope', 'lists', name];
  const at = (field: string): JsonPointer => formatPointer([...where, field]);
  const issues = collisions([
    { ...named(list.at, 'the records', at('at')), open: list.form === 'map' },
    ...(['total', 'next', 'page', 'pages'] as const).flatMap((field) => {
      const pointer = list[field];
      return pointer === undefined ? [] : [named(pointer, `${quoted(field)}`, at(field))];
    }),
    ...constantPlaces(list.constants, where),
  ]);
  if (list.form === 'array') {
    const extra = list.key === undefined ? (list.value === undefined ? undefined : 'value') : 'key';
    if (extra)
      issues.push(issue('MAP_ONLY', at(extra), `${quoted(extra)} is for maps, but the list is an array`));
    return issues;
  }
  const key = list.key ?? identifyingFact[listResource[name]];
  if (key === undefined) {
    const message = `${name} have no id, so that a map of them needs a "key"`;
    issues.push(issue('MAP_WITHOUT_KEY', formatPointer(where), message, 'name a fact, such as "deviceTime"'));
    return issues;
  }
  const facts: { [fact: string]: FactKind } = recordFacts[listResource[name]];
  for (const [field, fact] of Object.entries({ key, value: list.value })) {
    if (fact === undefined) continue;
    const kind = facts[fact];
    if (kind === undefined)
      issues.push(issue('FACT_UNKNOWN', at(field), `${name} have no fact ${quoted(fact)}`));
    else if (field === 'key' && !isPlain(kind))
      issues.push(issue('MAP_KEY_NOT_PLAIN', at(field), `${quoted(fact)} cannot be the name of an entry`));
  }
  return issues;
}

function postingIssues(openings: Openings, what: 'locations' | 'alerts'): ProfileIssue[] {
  const posting: Posting = openings[`${what}.purpose`];
  const where = ['openings', `${what}.purpose`];
  const required = Object.keys(posting.body.required).map((pointer) =>
    named(pointer, 'a required field', formatPointer([...where, 'body', 'required', pointer])),
  );
  const at = formatPointer([...where, 'body', 'at']);
  if (posting.does === 'query') {
    const { query } = posting;
    if (query === undefined) {
      const message = 'it asks for a range, and does not say where the ends of the range are';
      return [issue('RANGE_NOWHERE', formatPointer([...where, 'query']), message)];
    }
    const ends = (['from', 'to'] as const).map((end) =>
      named(query[end], `${quoted(end)}`, formatPointer([...where, 'query', end])),
    );
    return collisions([...ends, ...required]);
  }
  if (posting.body.form !== 'wrapper') {
    const issues = collisions(required, recordPlaces(openings, listResource[what]));
    if (posting.body.at !== '') {
      const message = `"at" is the place in a wrapper, but the body is ${quoted(posting.body.form)}`;
      issues.push(issue('WRAPPER_ONLY', at, message, 'make the form "wrapper", or "at" empty'));
    }
    return issues;
  }
  if (posting.body.at === '')
    return [issue('WRAPPER_WITHOUT_PLACE', at, 'a wrapper needs a place for what is posted')];
  return collisions([named(posting.body.at, 'what is posted', at), ...required]);
}

function errorBodyIssues(openings: Openings): ProfileIssue[] {
  const body = openings['errors.body'];
  const at = ['openings', 'errors.body'];
  const usual = body.form === 'json' ? shapePlaces(body, at) : [];
  const own = Object.entries(body.apart ?? {}).flatMap(([refusal, one]) => {
    if (one?.form !== 'more' && one?.form !== 'json') return [];
    const where = [...at, 'apart', refusal];
    const added = constantPlaces(one.constants, where);
    if (one.form === 'json') return collisions(added);
    if (body.form === 'json') return collisions(added, usual);
    return [
      issue(
        'FIELDS_WITHOUT_BODY',
        formatPointer(where),
        'more fields need an error body that is JSON',
        'give "errors.body" the form json, or this refusal the form json',
      ),
    ];
  });
  return [...collisions(usual), ...own];
}
