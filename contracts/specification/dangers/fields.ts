/**
 * Writes of one field of a group or a user, the other fields of which stay (sections 1 and 4.2): each field by itself,
 * lists with more than one entry, flags both ways, and values that are emptied.
 */
import type { Json } from '../../kit/json.ts';
import type { Dangers } from './row.ts';

/** A value of the run's own making: another one each time, or the one that is there. */
export interface OwnValue {
  readonly own: 'name' | 'email' | 'description' | 'phone' | 'country' | 'timeZone' | 'same';
}

/** Records that the run made, by their places among those for this. */
export interface OwnRecords {
  readonly records: readonly (0 | 1)[];
}

export interface FieldWrite {
  readonly of: 'group' | 'user';
  readonly fact: string;
  readonly value: OwnValue | OwnRecords | { readonly plain: Json };
}

const LOST = 'Fields are written one by one, and one of them was forgotten.';
const EMPTY = 'An empty value is false to the code that looks whether one was sent.';
const LIST = 'A list is kept in a column for one value.';

/** In the order in which they are sent. A PATCH each. Names are read after "a PATCH of". */
export const fieldWrites = {
  'the name of a group alone': { of: 'group', fact: 'name', value: { own: 'name' }, why: LOST },
  'the description of a group alone': {
    of: 'group',
    fact: 'description',
    value: { own: 'description' },
    why: LOST,
  },
  'two devices of a group': { of: 'group', fact: 'deviceIds', value: { records: [0, 1] }, why: LIST },
  'no device of a group': { of: 'group', fact: 'deviceIds', value: { records: [] }, why: EMPTY },
  'an empty description of a group': { of: 'group', fact: 'description', value: { plain: '' }, why: EMPTY },
  'the name that a group has': {
    of: 'group',
    fact: 'name',
    value: { own: 'same' },
    why: 'A name that must be unique is compared with the record itself.',
  },
  'the name of a user alone': { of: 'user', fact: 'name', value: { own: 'name' }, why: LOST },
  'the e-mail address of a user alone': { of: 'user', fact: 'email', value: { own: 'email' }, why: LOST },
  'the phone of a user alone': { of: 'user', fact: 'phone', value: { own: 'phone' }, why: LOST },
  'the country of a user alone': { of: 'user', fact: 'country', value: { own: 'country' }, why: LOST },
  'the time zone of a user alone': { of: 'user', fact: 'timeZone', value: { own: 'timeZone' }, why: LOST },
  'two channels of a user': { of: 'user', fact: 'notify', value: { plain: ['email', 'sms'] }, why: LIST },
  'no channel of a user': { of: 'user', fact: 'notify', value: { plain: [] }, why: EMPTY },
  'two groups of a user': { of: 'user', fact: 'groupIds', value: { records: [0, 1] }, why: LIST },
  'no group of a user': { of: 'user', fact: 'groupIds', value: { records: [] }, why: EMPTY },
  'the name that a user has': {
    of: 'user',
    fact: 'name',
    value: { own: 'same' },
    why: 'A name that must be unique is compared with the record itself.',
  },
  'a user that is enabled again': { of: 'user', fact: 'disabled', value: { plain: false }, why: EMPTY },
  'a user that is disabled': {
    of: 'user',
    fact: 'disabled',
    value: { plain: true },
    why: 'A flag has an operation of its own elsewhere, and is left out here.',
  },
  'a user that is enabled once more': { of: 'user', fact: 'disabled', value: { plain: false }, why: EMPTY },
} as const satisfies Dangers<FieldWrite>;

/**
 * What the record is created with, and then put in its place by a PUT that keeps the name: with the values of the rows,
 * two different ones of each field, so that it is known which fields a deployment keeps.
 */
export const wholeWrites: readonly (Omit<FieldWrite, 'value'> & {
  readonly created: FieldWrite['value'];
  readonly replaced: FieldWrite['value'];
})[] = [
  { of: 'group', fact: 'description', created: { own: 'description' }, replaced: { own: 'description' } },
  { of: 'group', fact: 'deviceIds', created: { records: [0] }, replaced: { records: [1] } },
  { of: 'user', fact: 'email', created: { own: 'email' }, replaced: { own: 'email' } },
  { of: 'user', fact: 'phone', created: { own: 'phone' }, replaced: { own: 'phone' } },
  { of: 'user', fact: 'country', created: { own: 'country' }, replaced: { own: 'country' } },
  { of: 'user', fact: 'timeZone', created: { own: 'timeZone' }, replaced: { own: 'timeZone' } },
  { of: 'user', fact: 'notify', created: { plain: ['email'] }, replaced: { plain: ['sms'] } },
  { of: 'user', fact: 'groupIds', created: { records: [0] }, replaced: { records: [1] } },
  { of: 'user', fact: 'disabled', created: { plain: false }, replaced: { plain: true } },
];
