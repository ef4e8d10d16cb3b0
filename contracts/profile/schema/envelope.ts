/** How payloads are wrapped, as JSON Schema: `operations.envelope`, and the bodies of the two POSTs. */
import type { Envelope, ListName } from '../openings.ts';
import { type ResourceName, recordFacts } from '../records.ts';
import { anything, describe, each, map, object, oneOf, partial, ref, type Schema, yesNo } from './parts.ts';

export const constants = describe('Further fields with a fixed value.', map(anything, 'pointer'));

const wrapping = object({ at: ref('pointer'), constants }, ['constants']);

function listWrapping(resource: ResourceName): Schema {
  const fact = oneOf(...Object.keys(recordFacts[resource]));
  return object(
    {
      form: describe(
        'An array of records, or a map from one fact to the record or to another fact.',
        oneOf('array', 'map'),
      ),
      at: ref('pointer'),
      constants,
      key: describe('For a map: the fact that is the key. By default the id or code.', fact),
      value: describe('For a map: the one fact that is the value. By default the whole record.', fact),
      total: describe('Where the number of all records stands.', ref('pointer')),
      next: describe('Where the cursor of the next page stands.', ref('pointer')),
    },
    ['constants', 'key', 'value', 'total', 'next'],
  );
}

const lists: { [L in ListName]: Schema } = {
  devices: listWrapping('device'),
  groups: listWrapping('group'),
  users: listWrapping('user'),
  countries: listWrapping('country'),
  timeZones: listWrapping('timeZone'),
  locations: listWrapping('location'),
  alerts: listWrapping('alert'),
};

const writes: (keyof Envelope['answers'])[] = [
  'postLocations',
  'postAlerts',
  'createGroup',
  'replaceGroup',
  'updateGroup',
  'deleteGroup',
  'createUser',
  'replaceUser',
  'updateUser',
  'deleteUser',
];

const envelopeParts: { [P in keyof Envelope]: Schema } = {
  records: describe(
    'Replies that carry one record.',
    partial(each(['device', 'location', 'alert', 'group', 'user'], wrapping)),
  ),
  lists: describe('Replies that carry many records.', partial(lists)),
  bodies: describe('Requests that carry a group or a user.', partial(each(['group', 'user'], wrapping))),
  answers: describe('What each write answers with.', partial(each(writes, oneOf('record', 'id', 'nothing')))),
  id: describe('Where the id stands in an answer that is the id alone.', wrapping),
  nothing: describe(
    'Constants of an answer with nothing in it; without any, the body is empty.',
    partial({ constants }),
  ),
  locationHeader: describe('Whether a create answers with a Location header.', yesNo),
};

export const envelope: Schema = partial(envelopeParts);

export const posting = object({
  does: oneOf('record', 'query'),
  body: object({
    form: describe(
      'One object, a list, either, or a wrapper around one of them.',
      oneOf('bare', 'array', 'either', 'wrapper'),
    ),
    at: describe('Where a wrapper holds what is posted.', ref('pointer')),
    many: describe('For a wrapper: whether it holds a list.', yesNo),
    required: describe(
      'Fields that must stand in every body, with a value that is good.',
      map(anything, 'pointer'),
    ),
  }),
  query: describe(
    'For a query: where the ends of its range stand.',
    object({ from: ref('pointer'), to: ref('pointer') }),
  ),
});
