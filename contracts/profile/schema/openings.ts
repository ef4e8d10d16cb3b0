/** The answers to each opening, as JSON Schema. That none is forgotten and none is too many, the types see to. */
import { guardedOperations, opening } from '../../specification/index.ts';
import type { ErrorFact, Openings, Refusal } from '../openings.ts';
import { limitFacts, recordFacts } from '../records.ts';
import { constants, envelope, posting } from './envelope.ts';
import {
  definitions,
  describe,
  each,
  map,
  object,
  oneOf,
  orNull,
  partial,
  ref,
  type Schema,
  scalar,
  tagged,
  text,
  yesNo,
} from './parts.ts';

const refusals: { [R in Refusal]: string } = {
  malformed: 'the body is no JSON',
  invalid: 'the body is JSON, but not what the operation takes',
  'content-type': 'the body is of another content type',
  'too-large': 'the body is longer than the service reads',
  'unknown-id': 'no such device, group or user',
  'deleted-id': 'an id that was once in use',
  'unknown-path': 'no such path',
  'method-not-allowed': 'a path that does not take the method',
  conflict: 'the state of the fleet forbids it',
  forbidden: 'this token may not',
  'rate-limited': 'too many requests',
  failed: 'the service itself failed',
};

const errorFacts: { [F in ErrorFact]: string } = {
  type: 'a URI for the kind of refusal',
  title: 'the kind of refusal in words',
  status: 'the HTTP status again',
  code: 'a code that programs go by',
  detail: 'what happened this time',
  field: 'the place in the request that is at fault',
  success: 'always false',
};

/** The fields of a shape, for facts with a line on each. */
function shapeParts(facts: { [fact: string]: Schema }): { [name: string]: Schema } {
  const names = Object.keys(facts);
  return {
    fields: describe('Where each fact stands. A fact that is not named does not appear.', partial(facts)),
    constants,
    values: describe(
      'Other words for the values of a fact, by canonical value.',
      partial(each(names, map(scalar))),
    ),
  };
}

function shape(facts: { [fact: string]: string }): Schema {
  const places = Object.entries(facts).map(([fact, kind]) => [
    fact,
    { ...ref('pointer'), description: kind },
  ]);
  return object(shapeParts(Object.fromEntries(places)), ['constants', 'values']);
}

const headers = map(ref('headerValue'), 'headerName');
const zoneOrAccount = describe('An IANA time zone, or `account` for that of the account.', text);
const limit: Schema = { type: 'number', minimum: 0 };
const orIgnored = {
  description: 'a status from 200 to 599, or `ignored`',
  type: ['integer', 'string'],
  pattern: '^ignored$',
};
const operationIds = guardedOperations.map((operation) => operation.id);

const answers: { [O in keyof Openings]: Schema } = {
  'token.lifetime': ref('duration'),
  'token.status': object({ issued: ref('successStatus'), refused: ref('anyStatus') }),
  'token.malformed': object({
    notJson: ref('anyStatus'),
    contentType: { ...definitions.anyStatus, ...orIgnored },
  }),
  'token.live-when-disabled': oneOf('refused', 'works'),
  'auth.refusal': object({ status: ref('anyStatus'), headers, body: oneOf('error', 'empty') }),
  'auth.roles': object({ mayNotCall: { type: 'array', items: oneOf(...operationIds), uniqueItems: true } }),
  'errors.body': tagged('form', {
    json: object({ contentType: ref('mediaType'), ...shapeParts(places(errorFacts)) }, [
      'constants',
      'values',
    ]),
    text: object({ contentType: ref('mediaType') }),
    empty: object({}),
  }),
  'errors.status': partial(places(refusals, 'anyStatus')),
  'operations.status': partial(each(operationIds, ref('successStatus'))),
  'operations.query': partial(each(['limit', 'offset', 'page', 'cursor', 'group'], text)),
  'operations.paging': object({
    by: oneOf('none', 'offset', 'page', 'cursor', 'link'),
    size: describe('Records on a page when no size is asked for; null for all.', {
      type: ['integer', 'null'],
      minimum: 1,
    }),
    max: describe('The largest size that can be asked for.', { type: 'integer', minimum: 1 }),
    firstPage: oneOf(0, 1),
    totalHeader: {
      ...orNull(definitions.headerName),
      description: 'the name of a header for the number of all records, or null',
    },
  }),
  'operations.envelope': envelope,
  'records.device': shape(recordFacts.device),
  'records.location': shape(recordFacts.location),
  'records.alert': shape(recordFacts.alert),
  'records.group': shape(recordFacts.group),
  'records.user': shape(recordFacts.user),
  'records.country': shape(recordFacts.country),
  'records.timeZone': shape(recordFacts.timeZone),
  'records.id': tagged('form', {
    string: object({
      prefixes: describe(
        'What each kind of id begins with.',
        partial(each(['device', 'alert', 'group', 'user'], { type: 'string' })),
      ),
    }),
    number: object({}),
    uuid: object({}),
  }),
  'records.time': tagged('form', {
    iso: object({ offset: ref('offset') }),
    'epoch-seconds': object({}),
    'epoch-milliseconds': object({}),
  }),
  'records.units': object({
    speed: oneOf('km/h', 'm/s', 'mph', 'knots'),
    distance: oneOf('km', 'm', 'mi'),
    altitude: oneOf('m', 'ft'),
    course: oneOf('degrees', 'radians'),
  }),
  'limits.names': orNull(shape(limitFacts)),
  'limits.range': object({ min: limit, max: limit, whole: yesNo }),
  'limits.default': partial(each(['email', 'sms'], orNull(limit))),
  'locations.purpose': posting,
  'alerts.purpose': posting,
  'alerts.recipients': oneOf('group-users', 'all-users', 'none'),
  'locations.order': oneOf('device-time', 'received'),
  'patch.format': object({
    form: oneOf('partial', 'merge-patch', 'json-patch'),
    contentType: ref('mediaType'),
  }),
  'day.ends': ref('timeOfDay'),
  'day.time-zone': zoneOrAccount,
  'expiry.instant': object({ at: oneOf('start', 'end'), timeZone: zoneOrAccount }),
  'expiry.limits': oneOf('sends-nothing', 'limits-lift'),
  'expired.may': object({ postLocations: yesNo, postAlerts: yesNo }),
  'activation.also': oneOf('nothing', 'switches-expiry-off'),
  'groups.delete-devices': oneOf('stay', 'refused'),
  'users.delete-self': oneOf('refused', 'allowed'),
  'states.other': oneOf('none'),
  events: oneOf('none'),
  'rate-limit': orNull(
    object({ requests: { type: 'integer', minimum: 1 }, per: ref('duration'), retryAfter: yesNo }),
  ),
  versioning: orNull(object({ headers })),
  consistency: object({ readableAfter: ref('duration') }),
};

function places(
  words: { [name: string]: string },
  form: 'pointer' | 'anyStatus' = 'pointer',
): { [name: string]: Schema } {
  return Object.fromEntries(Object.entries(words).map(([name, word]) => [name, describe(word, ref(form))]));
}

/** All openings, each with what is open and what the default is. */
export const openingsSchema: Schema = partial(
  Object.fromEntries(
    Object.entries(answers).map(([id, answer]) => {
      const { open, sections, default: usual } = opening(id as keyof Openings);
      return [id, describe(`Open: ${open} (section ${sections.join(', ')}). Default: ${usual}.`, answer)];
    }),
  ),
);
