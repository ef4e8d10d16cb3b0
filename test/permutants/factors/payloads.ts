/** How records and lists are written: names, ids, times, units, wrapping. */

import { extraFields } from '../../../contracts/profile/differences.ts';
import type { JsonPointer } from '../../../contracts/profile/openings.ts';
import type { GivenOpenings } from '../../../contracts/specification/openings/index.ts';
import { recordFacts } from '../../../contracts/specification/records/index.ts';
import type { ResourceName } from '../../../contracts/specification/records/kinds.ts';
import { type Factors, type Level, unnoticed } from '../level.ts';

/** A fact that stands in the place of another has a level of its own. */
const usual = (resource: ResourceName) =>
  Object.keys(recordFacts[resource]).filter((fact) => resource !== 'device' || fact !== 'groupIds');

const resources = Object.keys(recordFacts) as ResourceName[];

/** Every fact of every record under a name of its own. */
function named(pointer: (fact: string, resource: ResourceName) => JsonPointer | undefined, more = {}): Level {
  const records = resources.map((resource) => {
    const places = usual(resource).map((fact) => [fact, pointer(fact, resource)]);
    const fields = Object.fromEntries(places.filter(([, place]) => place !== undefined));
    return [`records.${resource}`, { fields, ...more }];
  });
  return { openings: Object.fromEntries(records) as GivenOpenings };
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The fields that nobody can do without, and the few by which a change can be seen. */
const few: { [R in ResourceName]: readonly string[] } = {
  device: ['id', 'name'],
  location: ['latitude', 'longitude'],
  alert: ['id', 'type'],
  group: ['id', 'name', 'description'],
  user: ['id', 'name', 'email'],
  country: ['code'],
  timeZone: ['id'],
};

const words: GivenOpenings = {
  'records.device': {
    fields: { id: '/id', name: '/name', groupId: '/group', status: '/state', licence: '/licence' },
    values: {
      status: { online: 1, offline: 0, unknown: -1 },
      licence: { used: 'A', expired: 'X' },
      groupId: { null: 0 },
    },
  },
  'records.alert': {
    fields: { id: '/id', type: '/type', severity: '/level', channels: '/via', text: '/text' },
    values: { severity: { info: 1, warning: 2, critical: 3 }, channels: { email: 'MAIL', sms: 'TEXT' } },
  },
  'records.user': {
    fields: {
      id: '/id',
      name: '/name',
      email: '/mail',
      disabled: '/active',
      notify: '/via',
      country: '/land',
    },
    values: { disabled: { true: 'no', false: 'yes' }, notify: { email: 'MAIL', sms: 'TEXT' } },
  },
};

const plain = (resource: ResourceName) => ({
  fields: Object.fromEntries(usual(resource).map((fact) => [fact, `/${fact}`])),
});
const { groupId: _, ...ofDevice } = plain('device').fields;
/** Devices are in several groups here as well. */
const otherForms = {
  'records.device': {
    fields: { ...ofDevice, groupIds: '/groups' },
    forms: { lastSeenAt: { form: 'epoch-seconds' } },
  },
  'records.location': {
    ...plain('location'),
    forms: {
      latitude: 'text',
      longitude: 'text',
      speed: 'text',
      odometer: 'text',
      receivedAt: { form: 'local', offset: '+02:00' },
    },
  },
  'records.group': { ...plain('group'), forms: { modifiedAt: { form: 'iso', offset: '-07:00' } } },
  'records.user': { ...plain('user'), forms: { createdAt: { form: 'local', offset: 'Z' } } },
} as GivenOpenings;

const places: { [fact: string]: JsonPointer } = {
  longitude: '/position/0',
  latitude: '/position/1',
  altitude: '/position/2',
};

const ids = (form: GivenOpenings['records.id']): Level => ({ openings: { 'records.id': form as never } });
const times = (form: GivenOpenings['records.time']): Level => ({
  openings: { 'records.time': form as never },
});
const units = (given: NonNullable<GivenOpenings['records.units']>): Level => ({
  openings: { 'records.units': given },
});

type Envelope = NonNullable<GivenOpenings['operations.envelope']>;
const envelope = (given: Envelope): Level => ({ openings: { 'operations.envelope': given } });

const wrapped = (wrapping: {
  at: JsonPointer;
  constants?: { [pointer: JsonPointer]: never } | object;
}): Level =>
  envelope({
    records: Object.fromEntries(
      ['device', 'location', 'alert', 'group', 'user'].map((resource) => [resource, wrapping]),
    ) as Envelope['records'] & object,
  });

const listed = (names: readonly string[], wrapping: object): Level =>
  envelope({
    lists: Object.fromEntries(names.map((name) => [name, wrapping])) as Envelope['lists'] & object,
  });
const lists = (wrapping: object): Level => listed(['devices', 'groups', 'users'], wrapping);
const references = (wrapping: object): Level => ({
  openings: {
    'operations.envelope': {
      lists: {
        countries: { ...wrapping, ...('value' in wrapping && { key: 'code' }) },
        timeZones: { ...wrapping, ...('value' in wrapping && { key: 'id' }) },
      } as Envelope['lists'] & object,
    },
  },
});

export const payloadFactors = {
  fields: {
    kinds: [2],
    levels: {
      plain: {},
      renamed: named((fact) => `/${snake(fact)}`),
      nested: named((fact) => (fact === 'id' ? '/meta/key' : `/attributes/${fact}`)),
      'positions as arrays': named((fact) => places[fact] ?? `/${fact}`),
      'with others beside them': named((fact) => `/${fact}`, {
        constants: extraFields,
      }),
      'in other words': { openings: words },
      'numbers as text, and times of several forms': { openings: otherForms },
      few: named((fact, resource) => (few[resource].includes(fact) ? `/${fact}` : undefined)),
    },
  },
  ids: {
    kinds: [2],
    levels: {
      'text with prefixes': {},
      'plain text': ids({ form: 'string', prefixes: {} }),
      numbers: ids({ form: 'number' }),
      UUIDs: unnoticed('ids-uuid'),
      'numbers with a check digit': ids({ form: 'number', check: 'luhn' }),
      'of another kind for groups and users': ids({
        form: 'string',
        prefixes: { device: 'dev-' },
        apart: { group: { form: 'number' }, user: { form: 'uuid' } },
      }),
      'text with check digits': unnoticed('ids-other-text'),
    },
  },
  lists: {
    kinds: [3],
    levels: {
      'a bare array': {},
      'under a key': lists({ form: 'array', at: '/items' }),
      'in an envelope': lists({ form: 'array', at: '/data/items', constants: { '/success': true } }),
      'beside page numbers and a total as text': lists({
        form: 'array',
        at: '/items',
        total: '/total',
        totalAsText: true,
        page: '/page/number',
        pages: '/page/count',
      }),
      'a bare map': lists({ form: 'map', at: '' }),
      'a map under a key': lists({ form: 'map', at: '/byId', constants: { '/success': true } }),
    },
  },
  'countries and time zones': {
    kinds: [3],
    levels: {
      arrays: {},
      'under a key': references({ form: 'array', at: '/data', constants: { '/success': true } }),
      'maps to records': references({ form: 'map', at: '/data' }),
      'maps to names': references({ form: 'map', at: '', value: 'name' }),
      'maps to names in an envelope': references({
        form: 'map',
        at: '/data',
        value: 'name',
        constants: { '/success': true },
      }),
    },
  },
  'a record': {
    kinds: [4],
    levels: {
      bare: {},
      'under a key': wrapped({ at: '/data' }),
      'in an envelope': wrapped({ at: '/data', constants: { '/success': true, '/error': null } }),
      deep: wrapped({ at: '/response/item', constants: { '/response/kind': 'item', '/api/version': 2 } }),
      'spread beside status fields': wrapped({ at: '', constants: { '/success': true, '/took': 3 } }),
    },
  },
  'a body': {
    kinds: [4],
    levels: {
      bare: {},
      'under a key': envelope({ bodies: { group: { at: '/group' }, user: { at: '/user' } } }),
      'beside a constant': envelope({
        bodies: {
          group: { at: '/data', constants: { '/type': 'group' } },
          user: { at: '/data', constants: { '/type': 'user' } },
        },
      }),
    },
  },
  times: {
    kinds: [9],
    levels: {
      'UTC with Z': {},
      'an offset ahead': unnoticed('times-offset'),
      'an offset behind': times({ form: 'iso', offset: '-03:30' }),
      'without a zone': times({ form: 'local', offset: '+01:00' }),
      'epoch seconds': times({ form: 'epoch-seconds' }),
      'epoch milliseconds': times({ form: 'epoch-milliseconds' }),
    },
  },
  units: {
    kinds: [9],
    levels: {
      'km/h': {},
      'm/s': units({ speed: 'm/s', distance: 'm', altitude: 'm', course: 'radians' }),
      mph: units({ speed: 'mph', distance: 'mi', altitude: 'ft', course: 'degrees' }),
      knots: units({ speed: 'knots', distance: 'km', altitude: 'ft', course: 'degrees' }),
    },
  },
  'limits in the API': {
    kinds: [2],
    levels: {
      no: {},
      yes: {
        openings: {
          'limits.names': {
            fields: {
              expires: '/settings/expires',
              expirationDate: '/settings/until',
              dailyEmail: '/settings/mail',
              dailySms: '/settings/sms',
              usageEmail: '/settings/mailToday',
              usageSms: '/settings/smsToday',
            },
          },
        },
      },
    },
  },
} as const satisfies Factors;
