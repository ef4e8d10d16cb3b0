/** Records: their fields in payloads, how ids, times and quantities are written, and their life. */
import {
  describe,
  discriminated,
  each,
  integer,
  list,
  object,
  oneOf,
  optional,
  orNull,
  partial,
  string,
  typed,
} from '../../kit/schema.ts';
import { namesOf, tableFrom } from '../../kit/tables.ts';
import { ref } from '../forms.ts';
import type { OperationId } from '../operations.ts';
import { byDefault, reportedOf } from '../records/field.ts';
import { records } from '../records/fields.ts';
import { neverAnswered, recordFacts } from '../records/index.ts';
import type { FactKind, ResourceName } from '../records/kinds.ts';
import { choice, defineOpening } from './define.ts';
import { type RecordShape, recordShape, timeForms } from './payloads.ts';

const oneGroup = ['createGroup', 'readGroup', 'replaceGroup', 'updateGroup'] as const;
const oneUser = ['createUser', 'readUser', 'replaceUser', 'updateUser'] as const;
const oneRecord: readonly OperationId[] = ['readDevice', ...oneGroup, ...oneUser];

const ownForms = optional(
  describe(
    'Resources whose ids are of another form.',
    object(
      each(
        ['device', 'alert', 'group', 'user'],
        optional(
          discriminated('form', {
            string: object({ prefix: optional(string()) }),
            number: object({}),
            uuid: object({}),
          }),
        ),
      ),
    ),
  ),
);

/** The fields of a record, each at first at the top level under its own name. */
function recordOpening<const Resource extends ResourceName, Fact extends string>(
  resource: Resource,
  shapes: readonly OperationId[],
  kinds: { readonly [F in Fact]: FactKind },
  { shown = kinds, note = '' }: { shown?: { readonly [F in Fact]?: FactKind }; note?: string } = {},
) {
  return defineOpening({
    id: `records.${resource}`,
    sections: ['2'],
    open: `the fields of ${resource === 'alert' ? 'an' : 'a'} ${resource === 'timeZone' ? 'time zone' : resource}`,
    shapes,
    schema: () => typed<RecordShape<Fact>>(object(recordShape(kinds))),
    default: { fields: tableFrom(namesOf(shown).map((name) => [name, `/${name}`])) },
    words: (answer) => fieldNames(answer.fields) + note,
  });
}

export const recordOpenings = [
  recordOpening('device', ['listDevices', 'readDevice'], recordFacts.device, {
    shown: byDefault(records.device),
  }),
  recordOpening('location', ['lastLocation', 'postLocations'], recordFacts.location),
  recordOpening('alert', ['postAlerts'], recordFacts.alert),
  recordOpening('group', ['listGroups', ...oneGroup], recordFacts.group),
  recordOpening('user', ['listUsers', ...oneUser], recordFacts.user),
  recordOpening('country', ['listCountries'], recordFacts.country, {
    note: '; codes are those of ISO 3166-1 alpha-2',
  }),
  recordOpening('timeZone', ['listTimeZones'], recordFacts.timeZone, { note: '; ids are those of IANA' }),
  defineOpening({
    id: 'records.id',
    sections: ['2', '4.2'],
    open: 'type and form of ids',
    shapes: oneRecord,
    schema: () =>
      discriminated('form', {
        // A prefix by resource, and a number.
        string: object({
          prefixes: describe(
            'What each kind of id begins with.',
            object(each(['device', 'alert', 'group', 'user'], optional(string()))),
          ),
          apart: ownForms,
        }),
        number: object({ apart: ownForms }),
        uuid: object({ apart: ownForms }),
      }),
    // Prefixes distinguish the ids of different resources, so that a mix-up in a client shows at once.
    default: { form: 'string', prefixes: { device: 'dev-', alert: 'alr-', group: 'grp-', user: 'usr-' } },
    words: ({ form, apart = {} }) => {
      const plain = { string: 'text', number: 'numbers', uuid: 'UUIDs' };
      const own = Object.entries(apart).map(([resource, one]) => `, of a ${resource} ${plain[one.form]}`);
      return plain[form] + own.join('');
    },
  }),
  defineOpening({
    id: 'records.id-reuse',
    sections: ['2', '4.2'],
    open: 'whether the id of a deleted record is given again',
    decides: 'state',
    ...choice({ never: 'never', reused: 'yes: a new record gets the lowest free id' }),
    default: 'never',
  }),
  defineOpening({
    id: 'records.volatile',
    sections: ['2', '4.2'],
    open: 'the fields of replies that change on each call: usage counters, request ids',
    schema: () =>
      describe(
        'Where they are in the JSON objects that operations return.',
        list(ref('pointer'), { uniqueItems: true }),
      ),
    default: [],
    words: (places) => places.join(', ') || 'none',
  }),
  defineOpening({
    id: 'records.required',
    sections: ['2', '4.2'],
    open: 'which fields a create asks for',
    shapes: ['refused'],
    schema: () =>
      object({
        group: list(oneOf(...namesOf(reportedOf(records.group))), { uniqueItems: true }),
        user: list(oneOf(...namesOf(reportedOf(records.user))), { uniqueItems: true }),
      }),
    default: { group: ['name'], user: ['name'] },
    words: ({ group, user }) => `groups: ${group.join(', ') || 'none'}; users: ${user.join(', ') || 'none'}`,
  }),
  defineOpening({
    id: 'records.text',
    sections: ['2', '4.2'],
    open: 'what becomes of markup, control characters, long texts and exact coordinates',
    decides: 'state',
    schema: () =>
      partial({
        markup: describe('HTML tags in a text.', oneOf('kept', 'removed', 'escaped', 'refused')),
        otherPlanes: describe('Characters above U+FFFF, such as emoji.', oneOf('kept', 'lost', 'refused')),
        controls: describe(
          'Control characters other than tabs and line ends.',
          oneOf('kept', 'lost', 'refused'),
        ),
        spaces: describe('Spaces at both ends of a text.', oneOf('kept', 'trimmed')),
        longest: describe(
          'The most characters of a text; `null` where no limit is known.',
          orNull(integer({ minimum: 50, maximum: 1_000 })),
        ),
        overlong: describe('A text that is longer.', oneOf('cut', 'refused')),
        decimals: describe(
          'Digits after the point of a coordinate; `null` for all.',
          orNull(integer({ minimum: 4, maximum: 12 })),
        ),
      }),
    default: {
      markup: 'kept',
      otherPlanes: 'kept',
      controls: 'kept',
      spaces: 'kept',
      longest: null,
      overlong: 'cut',
      decimals: null,
    },
    words: ({ markup, otherPlanes, controls, spaces, longest, overlong, decimals }) =>
      [
        `markup ${markup}, emoji ${otherPlanes}, control characters ${controls}, outer spaces ${spaces}`,
        longest === null ? 'texts of any length' : `texts over ${longest} characters ${overlong}`,
        decimals === null ? 'coordinates as sent' : `${decimals} decimals of a coordinate`,
      ].join('; '),
  }),
  defineOpening({
    id: 'records.unknown-fields',
    sections: ['2', '4.2'],
    open: 'what becomes of fields of a group or user that the service does not know',
    decides: 'state',
    shapes: ['refused'],
    ...choice({
      dropped: 'dropped',
      kept: 'kept, and returned with the record',
      refused: 'a body that has one is refused',
    }),
    default: 'dropped',
  }),
  defineOpening({
    id: 'records.time',
    sections: ['2'],
    open: 'how times are written outside the token',
    shapes: oneRecord,
    schema: () => timeForms,
    default: { form: 'iso', offset: 'Z' },
    words: (time) => {
      if (time.form === 'iso' || time.form === 'local') {
        const zone = time.form === 'local' ? ' without a zone,' : '';
        return `ISO 8601${zone} ${time.offset === 'Z' ? 'in UTC' : `at ${time.offset}`}`;
      }
      return `${time.form === 'epoch-seconds' ? 'seconds' : 'milliseconds'} since 1970`;
    },
  }),
  defineOpening({
    id: 'records.units',
    sections: ['2'],
    open: 'units of speed, course, distance and altitude',
    shapes: ['lastLocation'],
    schema: () =>
      object({
        speed: oneOf('km/h', 'm/s', 'mph', 'knots'),
        distance: oneOf('km', 'm', 'mi'),
        altitude: oneOf('m', 'ft'),
        course: oneOf('degrees', 'radians'),
      }),
    default: { speed: 'km/h', distance: 'km', altitude: 'm', course: 'degrees' },
    words: ({ speed, course, distance, altitude }) =>
      `${speed}, ${course} from north, ${distance}, ${altitude}`,
  }),
] as const;

/** The life of records, and the states that they can have. */
export const lifeOpenings = [
  defineOpening({
    id: 'groups.delete-devices',
    sections: ['4.2'],
    open: 'what becomes of the devices of a deleted group',
    decides: 'state',
    shapes: ['deleteGroup'],
    ...choice({
      stay: 'they stay, and lose that group',
      refused: 'a group with devices is not deleted: refused',
    }),
    default: 'stay',
  }),
  defineOpening({
    id: 'users.delete-self',
    sections: ['4.2'],
    open: 'whether the user whose key is in use can be deleted',
    decides: 'state',
    shapes: ['deleteUser'],
    ...choice({ refused: 'no: refused', allowed: 'yes' }),
    default: 'refused',
  }),
  defineOpening({
    id: 'states.other',
    sections: ['3'],
    open: 'further states of devices, groups and users',
    decides: 'state',
    ...choice({ none: 'none' }),
    default: 'none',
  }),
] as const;

function fieldNames(fields: { readonly [fact: string]: string | undefined }): string {
  const names = Object.keys(fields);
  const answered = names.filter((name) => !neverAnswered.has(name)).join(', ');
  const taken = names.filter((name) => neverAnswered.has(name));
  return taken.length === 0 ? answered : `${answered}; a ${taken.join(', ')} is taken, never shown`;
}
