/** Records in payloads: their fields, and how ids, times and quantities are written. */
import { checkDigits } from '../../kit/check-digits.ts';
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
} from '../../kit/schema.ts';
import { mapTable, namesOf } from '../../kit/tables.ts';
import { ref } from '../forms.ts';
import type { OperationId } from '../operations.ts';
import { byDefault, reportedOf } from '../records/field.ts';
import { records } from '../records/fields.ts';
import { neverAnswered, recordFacts } from '../records/index.ts';
import { choice, defineOpening } from './define.ts';
import { recordShape, timeForms } from './payloads.ts';

const oneGroup = ['createGroup', 'readGroup', 'replaceGroup', 'updateGroup'] as const;
const oneUser = ['createUser', 'readUser', 'replaceUser', 'updateUser'] as const;
const oneRecord: readonly OperationId[] = ['readDevice', ...oneGroup, ...oneUser];

const check = optional(
  describe('The algorithm of the check digits at the end of ids.', oneOf(...checkDigits)),
);

const ownForms = optional(
  describe(
    'Resources whose ids are of another form.',
    object(
      each(
        ['device', 'alert', 'group', 'user'],
        optional(
          discriminated('form', {
            string: object({ prefix: optional(string()), check }),
            number: object({ check }),
            uuid: object({}),
          }),
        ),
      ),
    ),
  ),
);

export const recordOpenings = [
  defineOpening({
    id: 'records.device',
    sections: ['2'],
    open: 'the fields of a device',
    decides: 'exchange',
    shapes: ['listDevices', 'readDevice'],
    schema: () => object(recordShape(recordFacts.device)),
    default: { fields: sameNames(byDefault(records.device)) },
    words: fieldNames,
  }),
  defineOpening({
    id: 'records.location',
    sections: ['2'],
    open: 'the fields of a location',
    decides: 'exchange',
    shapes: ['lastLocation', 'postLocations'],
    schema: () => object(recordShape(recordFacts.location)),
    default: { fields: sameNames(recordFacts.location) },
    words: fieldNames,
  }),
  defineOpening({
    id: 'records.alert',
    sections: ['2'],
    open: 'the fields of an alert',
    decides: 'exchange',
    shapes: ['postAlerts'],
    schema: () => object(recordShape(recordFacts.alert)),
    default: { fields: sameNames(recordFacts.alert) },
    words: fieldNames,
  }),
  defineOpening({
    id: 'records.group',
    sections: ['2'],
    open: 'the fields of a group',
    decides: 'exchange',
    shapes: ['listGroups', ...oneGroup],
    schema: () => object(recordShape(recordFacts.group)),
    default: { fields: sameNames(recordFacts.group) },
    words: fieldNames,
  }),
  defineOpening({
    id: 'records.user',
    sections: ['2'],
    open: 'the fields of a user',
    decides: 'exchange',
    shapes: ['listUsers', ...oneUser],
    schema: () => object(recordShape(recordFacts.user)),
    default: { fields: sameNames(recordFacts.user) },
    words: fieldNames,
  }),
  defineOpening({
    id: 'records.country',
    sections: ['2'],
    open: 'the fields of a country',
    decides: 'exchange',
    shapes: ['listCountries'],
    schema: () => object(recordShape(recordFacts.country)),
    default: { fields: sameNames(recordFacts.country) },
    words: (record) => `${fieldNames(record)}; codes are those of ISO 3166-1 alpha-2`,
  }),
  defineOpening({
    id: 'records.timeZone',
    sections: ['2'],
    open: 'the fields of a time zone',
    decides: 'exchange',
    shapes: ['listTimeZones'],
    schema: () => object(recordShape(recordFacts.timeZone)),
    default: { fields: sameNames(recordFacts.timeZone) },
    words: (record) => `${fieldNames(record)}; ids are those of IANA`,
  }),
  defineOpening({
    id: 'records.id',
    sections: ['2', '4.2'],
    open: 'type and form of ids',
    decides: 'exchange',
    shapes: oneRecord,
    schema: () =>
      discriminated('form', {
        // A prefix by resource, and a number.
        string: object({
          prefixes: describe(
            'What each kind of id begins with.',
            object(each(['device', 'alert', 'group', 'user'], optional(string()))),
          ),
          check,
          apart: ownForms,
        }),
        number: object({ check, apart: ownForms }),
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
    shapes: [],
    ...choice({ never: 'never', reused: 'yes: a new record gets the lowest free id' }),
    default: 'never',
  }),
  defineOpening({
    id: 'records.volatile',
    sections: ['2', '4.2'],
    open: 'the fields of replies that change on each call: usage counters, request ids',
    decides: 'exchange',
    shapes: [],
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
    decides: 'exchange',
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
    shapes: [],
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
    decides: 'exchange',
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
    decides: 'exchange',
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

/** Each fact at the top level, under its own name. */
function sameNames<Fact extends string>(facts: { readonly [F in Fact]: string }): { [F in Fact]: string } {
  return mapTable(facts, (_, name) => `/${name}`);
}

function fieldNames({ fields }: { fields: { readonly [fact: string]: string } }): string {
  const names = Object.keys(fields);
  const answered = names.filter((name) => !neverAnswered.has(name)).join(', ');
  const taken = names.filter((name) => neverAnswered.has(name));
  return taken.length === 0 ? answered : `${answered}; a ${taken.join(', ')} is taken, never shown`;
}
