/** Values of the fields of bodies: right ones, those at a bound, and wrong ones. */
import { DAY, HOUR } from '../../../contracts/kit/durations.ts';
import { isoUtc } from '../../../contracts/kit/times.ts';
import type { Dice } from './dice.ts';

/** A value, or how it follows from the simulated moment. */
type Value = unknown | ((now: number) => unknown);
type Values = readonly [right: readonly Value[], wrong: readonly Value[]];
type Table = { readonly [field: string]: Values };

/** The moment so many milliseconds from now. */
const timeIn = (ms: number) => (now: number) => isoUtc(now + ms);
/** The date so many days from now. */
const dateIn = (days: number) => (now: number) => isoUtc(now + days * DAY).slice(0, 10);

const text = (length: number): string => 'x'.repeat(length);
const noText = [5, true, null, ['text'], {}] as const;
const noFlag = ['true', 1, null] as const;
const places = {
  latitude: [
    [52.52, -33.9, 0, 90, -90, 0.000001, 51.5],
    [90.000001, -91, '52', null, true, [1]],
  ],
  longitude: [
    [13.4, -70.6, 0, 180, -180, 179.999999, -0.1],
    [180.5, -181, '13', null, {}],
  ],
} as const satisfies Table;

const times = [
  timeIn(0),
  timeIn(-5_000),
  timeIn(-HOUR),
  timeIn(-3 * DAY),
  timeIn(HOUR),
  timeIn(-250),
  '2026-01-05T09:30:00+02:00',
] as const;
const noTimes = [
  'yesterday',
  '2026-02-30T00:00:00Z',
  '2026-01-05',
  12,
  '2100-01-02T00:00:00Z',
  '1969-12-31T23:59:59Z',
];
const measured = (least: number, most: number): Values => [
  [least, most, (least + most) / 2, 1, 0.5, null],
  [least - 1, most + 1, '5', false],
];

const group: Table = {
  name: [
    ['North', 'Süd', '北', text(1), text(200), 'North'],
    [...noText, '', text(201)],
  ],
  description: [
    ['Vans', '', text(2_000)],
    [...noText, text(2_001)],
  ],
  deviceIds: [
    [[], ['dev-1'], ['dev-2', 'dev-3'], ['dev-10', 'dev-1', 'dev-5'], ['dev-4']],
    ['dev-1', [1], ['dev-1', 'dev-1'], ['dev-999'], ['grp-1'], [null], null],
  ],
};

const user: Table = {
  name: [
    ['Ada', 'Zoë', text(1), text(200)],
    [...noText, '', text(201)],
  ],
  email: [
    ['ada@example.org', '', 'a@b', `${text(250)}@b.c`],
    [...noText, 'ada', 'a b@c', '@', `${text(251)}@b.c`],
  ],
  phone: [
    ['+49 30 1234', '', text(40)],
    [...noText, text(41)],
  ],
  country: [
    ['DE', 'GB', '', 'US'],
    [...noText, 'XX', 'de', 'DEU'],
  ],
  timeZone: [
    ['Europe/Berlin', 'UTC', '', 'Asia/Tokyo'],
    [...noText, 'Mars/Base', 'europe'],
  ],
  groupIds: [
    [[], ['grp-1'], ['grp-2', 'grp-1']],
    ['grp-1', [1], ['grp-1', 'grp-1'], ['grp-999'], null],
  ],
  notify: [
    [[], ['email'], ['sms'], ['email', 'sms'], ['sms', 'email']],
    [['post'], ['sms', 'sms'], 'sms', null],
  ],
  disabled: [[true, false, false, false], noFlag],
  password: [
    ['secret words', '', text(200)],
    [7, null, text(201)],
  ],
};

const location: Table = {
  ...places,
  deviceTime: [times, [...noTimes, null]],
  altitude: measured(-12_000, 100_000),
  speed: measured(0, 2_000),
  course: measured(0, 360),
  accuracy: measured(0, 1_000_000),
  satellites: [
    [0, 12, 200, null],
    [-1, 201, 1.5, '8'],
  ],
  ignition: [
    [true, false, null],
    ['on', 1],
  ],
  battery: measured(0, 100),
  fuel: measured(0, 100),
  odometer: measured(0, 100_000_000),
  attributes: [
    [{ door: 'open', load: 3 }, {}, null, { deep: { er: [1] } }],
    ['door', [1], 5],
  ],
};

const alert: Table = {
  type: [
    ['speeding', 'geofence', 'sos', 'low-battery', 'offline', text(100)],
    [...noText, '', text(101)],
  ],
  severity: [
    ['info', 'warning', 'critical', null],
    ['bad', 3],
  ],
  raisedAt: [[...times, null], noTimes],
  latitude: [[...places.latitude[0], null], places.latitude[1]],
  longitude: [[...places.longitude[0], null], places.longitude[1]],
  text: [
    ['Too fast', '', text(1_000), null],
    [5, {}, text(1_001)],
  ],
  channels: [
    [[], ['email'], ['sms'], ['email', 'sms'], null],
    [['post'], ['sms', 'sms'], 'sms'],
  ],
};

const limits: Table = {
  expires: [[true, true, false], noFlag],
  expirationDate: [
    [dateIn(-1), dateIn(0), dateIn(0), dateIn(1), dateIn(1), dateIn(2), dateIn(7), '2031-02-28', null],
    ['soon', '2026-13-01', '2026-1-5', 5, true, '2026-02-30'],
  ],
  dailyEmail: [
    [0, 1, 2, 3, 5, null, 1_000_000],
    [-1, 1.5, '3', true, 1_000_001, {}],
  ],
  dailySms: [
    [0, 1, 2, 3, 5, null],
    [-1, 2.5, 'none', 1_000_001],
  ],
};

const device: Table = {
  name: [['Van 11', 'Lkw', ''], noText],
  model: [['Tracker 3'], [7]],
  licencePlate: [['B-RT 11'], [null]],
  imei: [['490154203237518'], [490154203237518]],
  phone: [['+49 170 1'], [false]],
  count: [
    [1, 2],
    [0, 1.5, '2', -1],
  ],
};

export const tables = { group, user, location, alert, limits, device } as const;
export type BodyKind = keyof typeof tables;

const required: { readonly [K in BodyKind]: readonly string[] } = {
  group: ['name'],
  user: ['name'],
  location: ['latitude', 'longitude'],
  alert: ['type'],
  limits: [],
  device: [],
};

/** When something is drawn, and by which dice. */
export interface Moment {
  dice: Dice;
  /** Simulated, in milliseconds since 1970. */
  now: number;
}

const valueAt = (value: Value, now: number): unknown => (typeof value === 'function' ? value(now) : value);

/** An object that is right: what is required, and some of the rest. */
export function right({ dice, now }: Moment, kind: BodyKind, partial = false): { [field: string]: unknown } {
  const table: Table = tables[kind];
  const share = dice.one([0.15, 0.4, 0.9]);
  const fields = Object.keys(table).filter(
    (field) => (!partial && required[kind].includes(field)) || dice.share() < share,
  );
  return Object.fromEntries(fields.map((field) => [field, valueAt(dice.one(table[field]?.[0] ?? []), now)]));
}

/** The same with one fault: a wrong value, something required left out, or a field that there is not. */
export function wrong(moment: Moment, kind: BodyKind): unknown {
  const { dice, now } = moment;
  const body = right(moment, kind);
  const table: Table = tables[kind];
  const [field, values] = dice.one(Object.entries(table));
  return dice.weighted<unknown>([
    [8, { ...body, [field]: valueAt(dice.one(values[1]), now) }],
    [1, Object.fromEntries(Object.entries(body).filter(([name]) => !required[kind].includes(name)))],
    [1, { ...body, unknown: 1 }],
    [1, dice.one([[], null, 'text', 5, {}, [body], [5], { __proto: 1 }])],
  ]);
}

/** Texts that are no JSON object that can be read. */
export const unreadable = [
  '',
  '{',
  '{"name":',
  '[1,',
  'name=North',
  '{"__proto__":{"name":"x"}}',
  '['.repeat(600),
];
