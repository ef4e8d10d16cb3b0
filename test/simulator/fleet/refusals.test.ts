/** The text of a refusal: which field is to blame, and what to try instead. The error holds all of it. */
import { describe, expect, it } from 'vitest';
import type { FleetError } from '../../../simulator/fleet/errors.ts';
import { START, type World, world } from './world.ts';

type Said = Pick<FleetError, 'code' | 'message'> & Partial<Pick<FleetError, 'field' | 'hint' | 'missing'>>;
type Try = (made: World) => unknown;

const activating = 'Activate the device.';
const settings = 'The settings are expires, expirationDate, dailyEmail, dailySms.';
const placing = 'A location has a device time in ms since 1970, and a position on earth in degrees.';

/** Device 1 is expired; its date is that of the beginning. */
function expiredDevice(options: Parameters<typeof world>[0] = {}): World {
  const made = world({ groups: 2, users: 2, ...options });
  made.fleet.limits.set(1, { expires: true, expirationDate: '2026-01-05' });
  return made;
}

const here = { deviceTime: START, latitude: 1, longitude: 2 };

/** The requirements on fields of a user, each with a change that breaks it. */
const wrongUsers: { readonly [must: string]: object } = {
  'a string': { name: 5 },
  'true or false': { disabled: 'no' },
  'a list of email and sms': { notify: ['fax'] },
  'a list of ids, which are whole numbers from 1': { groupIds: [0] },
  'an ISO 3166-1 alpha-2 code, or empty': { country: 'UK' },
  'a time zone of the IANA database, or empty': { timeZone: 'Mars' },
};

/** The same of alerts. */
const wrongAlerts: { readonly [must: string]: object } = {
  'type must be a text': { type: '' },
  'severity must be info, warning or critical': { severity: 'grave' },
  'raisedAt must be a time in whole ms since 1970': { raisedAt: 0.5 },
  'latitude must be from -90 to 90': { latitude: 90.5 },
  'longitude must be from -180 to 180': { longitude: -181 },
  'text must be a text': { text: 5 },
  'channels must be a list of email and sms': { channels: ['fax'] },
};

const refusals: readonly (readonly [Said, Try])[] = [
  [
    { code: 'UNKNOWN_DEVICE', message: 'There is no device 5.', hint: 'Devices are numbered from 1 to 4.' },
    ({ fleet }) => fleet.limits.get(5),
  ],
  [
    {
      code: 'LICENCES_BELOW_ZERO',
      message: '-1 is not a number of licences.',
      field: 'licences.total',
      hint: 'A whole number from 0.',
    },
    ({ fleet }) => fleet.account.setLicenceTotal(-1),
  ],
  [
    { code: 'DEVICE_EXPIRED', message: 'The device is expired; its alerts are refused.', hint: activating },
    ({ fleet }) => fleet.alerts.raise(1, { type: 'sos' }),
  ],
  [
    {
      code: 'DEVICE_EXPIRED',
      message: 'The device is expired; its locations are refused.',
      hint: activating,
    },
    ({ fleet }) => fleet.locations.record(1, here),
  ],
  [
    {
      code: 'EXPIRY_DATE_INVALID',
      message: '"2026-02-30" is not a date.',
      field: 'expirationDate',
      hint: 'Write it as YYYY-MM-DD.',
    },
    ({ fleet }) => fleet.limits.set(2, { expirationDate: '2026-02-30' }),
  ],
  [
    {
      code: 'EXPIRY_NEEDS_DATE',
      message: 'Expires cannot be on without an expiration date.',
      field: 'expirationDate',
      hint: 'Give expirationDate along with expires.',
    },
    ({ fleet }) => fleet.limits.set(2, { expires: true }),
  ],
  [
    { code: 'DEVICE_NOT_EXPIRED', message: 'The device is not expired.' },
    ({ fleet }) => fleet.licences.activate(2),
  ],
  [
    {
      code: 'EXPIRY_DATE_INVALID',
      message: 'The date 2026-01-05 has been reached already.',
      field: 'expirationDate',
      hint: 'Give a later date, or none.',
    },
    ({ fleet }) => fleet.licences.activate(1, { expirationDate: '2026-01-05' }),
  ],
  [
    {
      code: 'NO_LICENCE_AVAILABLE',
      message: 'All licences are in use.',
      hint: 'Let another device expire, or raise the number of licences.',
    },
    ({ fleet }) => {
      fleet.account.setLicenceTotal(3);
      fleet.licences.activate(1);
    },
  ],
  [
    {
      code: 'SETTING_INVALID',
      message: 'There is no setting "dailyFax".',
      field: 'dailyFax',
      hint: settings,
    },
    ({ fleet }) => fleet.limits.set(1, { dailyFax: 1 } as object),
  ],
  [
    {
      code: 'SETTING_INVALID',
      message: 'dailySms must be number or null.',
      field: 'dailySms',
      hint: settings,
    },
    ({ fleet }) => fleet.limits.set(1, { dailySms: '5' } as object),
  ],
  [
    {
      code: 'COUNT_OUT_OF_RANGE',
      message: '-1 messages by sms cannot be sent.',
      field: 'count',
      hint: 'A whole number from 0 to 1000000, by email or sms.',
    },
    ({ fleet }) => fleet.limits.send(1, 'sms', -1),
  ],
  [
    {
      code: 'USAGE_READ_ONLY',
      message: 'The usage counters can only be read.',
      field: 'usage',
      hint: 'Leave usage out.',
    },
    ({ fleet }) => fleet.limits.set(1, { usage: { sms: 0 } } as object),
  ],
  [
    {
      code: 'LIMIT_OUT_OF_RANGE',
      message: '0.5 is not a valid daily limit.',
      field: 'dailyEmail',
      hint: 'A whole number from 0 to 1000000, or null for no limit.',
    },
    ({ fleet }) => fleet.limits.set(1, { dailyEmail: 0.5 }),
  ],
  [
    {
      code: 'LOCATION_INVALID',
      message: 'NaN is not a valid latitude.',
      field: 'latitude',
      hint: placing,
    },
    ({ fleet }) => fleet.locations.record(2, { ...here, latitude: Number.NaN }),
  ],
  [
    {
      code: 'LOCATION_INVALID',
      message: '180.5 is not a valid longitude.',
      field: 'longitude',
      hint: placing,
    },
    ({ fleet }) => fleet.locations.record(2, { ...here, longitude: 180.5 }),
  ],
  [
    {
      code: 'UNKNOWN_REFERENCE',
      message: 'There is no group 3 for a device to be in.',
      field: 'groupId',
      missing: { resource: 'group', id: 3 },
    },
    ({ fleet }) => fleet.devices.create({ groupId: 3 }),
  ],
  [
    { code: 'RECORD_INVALID', message: 'The name of a device must be a string.', field: 'name' },
    ({ fleet }) => fleet.devices.create({ name: 5 } as object),
  ],
  [
    {
      code: 'UNKNOWN_REFERENCE',
      message: 'There is no device 5 to be in a group.',
      field: 'deviceIds',
      missing: { resource: 'device', id: 5 },
    },
    ({ fleet }) => fleet.groups.update(1, { deviceIds: [1, 5] }),
  ],
  [
    {
      code: 'UNKNOWN_REFERENCE',
      message: 'There is no group 3 for a user to be in.',
      field: 'groupIds',
      missing: { resource: 'group', id: 3 },
    },
    ({ fleet }) => fleet.users.update(1, { groupIds: [1, 3] }),
  ],
  [
    { code: 'OWN_USER', message: 'The user whose key is in use cannot be deleted.' },
    ({ fleet }) => fleet.users.delete(1),
  ],
  [{ code: 'UNKNOWN_USER', message: 'There is no user 3.' }, ({ fleet }) => fleet.users.update(3, {})],
  [{ code: 'UNKNOWN_GROUP', message: 'There is no group 0.' }, ({ fleet }) => fleet.groups.delete(0)],
  [
    { code: 'DELETED_USER', message: 'The user 2 was deleted.' },
    ({ fleet }) => {
      fleet.users.delete(2);
      fleet.users.delete(2);
    },
  ],
  [
    { code: 'DELETED_GROUP', message: 'The group 2 was deleted.' },
    ({ fleet }) => {
      fleet.groups.delete(2);
      fleet.groups.delete(2);
    },
  ],
  ...Object.entries(wrongUsers).map(([what, content]): readonly [Said, Try] => {
    const [field = ''] = Object.keys(content);
    return [
      { code: 'RECORD_INVALID', message: `The ${field} of a user must be ${what}.`, field },
      ({ fleet }) => fleet.users.update(1, content),
    ];
  }),
  ...Object.entries(wrongAlerts).map(([what, report]): readonly [Said, Try] => {
    const [field = ''] = Object.keys(report);
    const message = `The ${what.replace(' must', ' of an alert must')}.`;
    return [
      { code: 'ALERT_INVALID', message, field },
      ({ fleet }) => fleet.alerts.raise(2, { type: 'sos', ...report }),
    ];
  }),
];

const ofOptions: readonly (readonly [object, Said])[] = [
  [{ devices: 1_000_001 }, said('1000001', 'devices', 'A whole number from 0 to 1000000.')],
  [{ groups: 100_001 }, said('100001', 'groups', 'A whole number from 0 to 100000.')],
  [{ users: 0 }, said('0', 'users', 'A whole number from 1 to 100000.')],
  [{ licences: -1 }, said('-1', 'licences', 'A whole number from 0 to 9007199254740991.')],
  [{ historyPerDevice: 0 }, said('0', 'historyPerDevice', 'A whole number from 1 to 1000000.')],
  [{ outboxSize: -1 }, said('-1', 'outboxSize', 'A whole number from 0 to 10000000.')],
  [{ alertsSize: 1e8 }, said('100000000', 'alertsSize', 'A whole number from 0 to 10000000.')],
  [{ logSize: '5' }, said('"5"', 'logSize', 'A whole number from 0 to 10000000.')],
  [{ seed: 0.5 }, said('0.5', 'seed', 'A whole number from -9007199254740991 to 9007199254740991.')],
  [{ userName: '' }, said('""', 'userName', 'A string that is not empty.')],
  [{ apiKey: 5 }, said('5', 'apiKey', 'A string that is not empty.')],
  [{ timeZone: 'Mars' }, said('"Mars"', 'timeZone', 'A name of the IANA database, such as Europe/Berlin.')],
  [{ timeZone: 5 }, said('5', 'timeZone', 'A name of the IANA database, such as Europe/Berlin.')],
];

function said(value: string, field: string, hint: string): Said {
  return { code: 'OPTION_INVALID', message: `${value} is not a valid value for ${field}.`, field, hint };
}

/** The facts of the refusal of an attempt; `undefined` where it is not refused. */
function refusalOf(attempt: () => unknown): object | undefined {
  try {
    attempt();
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'FleetError') throw error;
    const { name: _, ...facts } = { ...error };
    return { ...facts, message: error.message };
  }
  return undefined;
}

describe('a refusal', () => {
  it.each(refusals)('says what is wrong and what to try: $code, $message', (expected, attempt) => {
    const made = expiredDevice();
    expect(refusalOf(() => attempt(made))).toEqual(expected);
  });

  it.each(ofOptions)('of a fleet of %o names the option and what it may be', (options, expected) => {
    expect(refusalOf(() => world(options))).toEqual(expected);
  });

  it('follows what the profile says of limits, groups and activations', () => {
    const made = expiredDevice({
      policy: {
        'limits.range': { min: 1, max: 9, whole: false },
        'activation.also': 'needs-date',
        'groups.delete-devices': 'refused',
      },
    });
    expect(refusalOf(() => made.fleet.limits.set(1, { dailySms: 10 }))).toMatchObject({
      hint: 'A number from 1 to 9, or null for no limit.',
    });
    expect(refusalOf(() => made.fleet.licences.activate(1))).toEqual({
      code: 'EXPIRY_NEEDS_DATE',
      message: 'An activation needs a new expiration date.',
      field: 'expirationDate',
      hint: 'Give expirationDate, a date that is still ahead.',
    });
    expect(refusalOf(() => made.fleet.groups.delete(1))).toEqual({
      code: 'GROUP_HAS_DEVICES',
      message: 'The group has 2 devices.',
      hint: 'Take the devices out of the group first.',
    });
  });
});
