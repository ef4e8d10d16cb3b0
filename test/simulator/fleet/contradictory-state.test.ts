/** A saved fleet that contradicts itself is refused with the place and the problem; a lawful one is accepted. */
import { describe, expect, it } from 'vitest';
import { DAY as DAY_MS } from '../../../contracts/kit/durations.ts';
import { formOf } from '../../../contracts/kit/form.ts';
import { fleetState } from '../../../simulator/fleet/state/index.ts';
import { Claims } from '../../../simulator/time/claims.ts';
import { HOUR, START, type World, world } from './world.ts';

const options = { devices: 4, groups: 2, users: 3 };

/** Everything that is saved has something in it, and much of it is of this very moment. */
function eventful(): World {
  const made = world(options);
  const { fleet } = made;
  fleet.limits.set(2, { expires: true, expirationDate: '2026-01-09', dailySms: 1 });
  fleet.limits.send(1, 'sms', 1);
  fleet.limits.send(2, 'sms', 2);
  fleet.alerts.raise(1, { type: 'sos' });
  fleet.tokens.issued('token-1', START + 40 * HOUR);
  fleet.groups.update(1, { name: 'One' });
  fleet.users.update(1, { name: 'Ann' });
  const report = { deviceTime: START + HOUR, latitude: 1, longitude: 2 };
  fleet.locations.plan(3, [report, { ...report }]);
  fleet.devices.create({ name: 'Fifth', groupId: 2 });
  return made;
}

type Saved = ReturnType<typeof savedOf>;
type Damage = (saved: Saved) => unknown;

/** Device 1 has three locations that are kept, each with more than fits into a row, of four. */
function located(): World {
  const made = world({ ...options, historyPerDevice: 3 });
  for (let turn = 0; turn < 4; turn++)
    made.fleet.locations.record(1, { deviceTime: START + turn, latitude: 90, longitude: 180, speed: 900 });
  return made;
}

function savedOf({ fleet, timeline }: World) {
  return structuredClone({ fleet: fleet.save(), timeline: timeline.save() });
}

/** Restores what was saved, changed a little, in another world. */
function revive(original: World, damage: Damage, into: World = world(options)): World {
  const saved = savedOf(original);
  damage(saved);
  into.timeline.restore(saved.timeline);
  into.fleet.restore(saved.fleet);
  into.fleet.check(saved.fleet, new Claims(saved.timeline.deadlines));
  return into;
}

type Columns = Saved['fleet']['columns']['columns'];
type Numbers = Int32Array | Uint32Array | Float64Array | Uint8Array;

/** Writes the value of a device into a column. */
function put(
  { fleet }: Saved,
  name: keyof Columns,
  of: new (from: ArrayBuffer) => Numbers,
  id: number,
  value: number,
): void {
  const { columns } = fleet.columns;
  const column = new of(new Uint8Array(Buffer.from(columns[name], 'base64')).buffer);
  column[id - 1] = value;
  columns[name] = Buffer.from(column.buffer).toString('base64');
}

function eventOf({ timeline }: Saved, kind: string) {
  const event = timeline.deadlines.find((one) => one.kind === kind);
  if (event === undefined) throw new Error(`No ${kind} is awaited.`);
  return event;
}

function withoutEvent({ timeline }: Saved, kind: string): void {
  timeline.deadlines = timeline.deadlines.filter((one) => one.kind !== kind);
}

/** The record of a family that was saved. */
function recordOf<R>(state: { records: R[] } | null, place: number): R {
  const record = state?.records[place];
  if (record === undefined) throw new Error('The records were not read.');
  return record;
}

const kept = <T>(list: readonly T[], place: number): T => {
  const item = list[place];
  if (item === undefined) throw new Error(`There is no item ${place}.`);
  return item;
};

const NO_DAY = -(2 ** 31);
const dayOf = (date: string): number => Date.parse(date) / DAY_MS;
const FURTHEST = 8_640_000_000_000_000;

const refused: readonly (readonly [message: string, damage: Damage])[] = [
  ['/account/timeZone is not a time zone.', ({ fleet }) => (fleet.account.timeZone = 'Mars/Base')],
  [
    '/account/licencesUsed is 3, and 4 devices use a licence.',
    ({ fleet }) => (fleet.account.licencesUsed = 3),
  ],
  ['/seed/timeZone is not a time zone.', ({ fleet }) => (fleet.seed.timeZone = 'Mars/Base')],
  ['/seed/start is in the future.', ({ fleet }) => (fleet.seed.start = START + 1)],
  ['/seed/devices is more than the 5 devices that there are.', ({ fleet }) => (fleet.seed.devices = 6)],
  ['/devices/seed differs from the 1 of the fleet.', ({ fleet }) => (fleet.devices.seed = 2)],
  [
    '/devices/described/0/0 is not a device, or is listed twice.',
    ({ fleet }) => (fleet.devices.described = [[6, {}]]),
  ],
  [
    '/devices/described/1/0 is not a device, or is listed twice.',
    ({ fleet }) => fleet.devices.described.push([5, {}]),
  ],

  ['/columns/columns/group has -1 for device 1.', (saved) => put(saved, 'group', Int32Array, 1, -1)],
  ['/columns/columns/licence has 2 for device 1.', (saved) => put(saved, 'licence', Uint8Array, 1, 2)],
  ['/columns/columns/expires has 2 for device 5.', (saved) => put(saved, 'expires', Uint8Array, 5, 2)],
  [
    '/columns/columns/expirationDay has 2932897 for device 4.',
    (saved) => put(saved, 'expirationDay', Int32Array, 4, dayOf('9999-12-31') + 1),
  ],
  [
    '/columns/columns/expirationDay has -719529 for device 4.',
    (saved) => put(saved, 'expirationDay', Int32Array, 4, dayOf('0000-01-01') - 1),
  ],
  [
    '/columns/columns/lastSeenAt has 8640000000000002 for device 4.',
    (saved) => put(saved, 'lastSeenAt', Float64Array, 4, FURTHEST + 2),
  ],
  [
    '/columns/columns/emailLimit has Infinity for device 3.',
    (saved) => put(saved, 'emailLimit', Float64Array, 3, Number.POSITIVE_INFINITY),
  ],
  ['/columns/columns/limitsTold has 4 for device 3.', (saved) => put(saved, 'limitsTold', Uint8Array, 3, 4)],
  [
    '/columns/columns/emailLimit gives device 2 an invalid daily limit.',
    (saved) => put(saved, 'emailLimit', Float64Array, 2, 0.5),
  ],
  [
    '/columns/columns/smsLimit gives device 5 an invalid daily limit.',
    (saved) => put(saved, 'smsInForce', Float64Array, 5, -1),
  ],

  ['/expiry/0/0 is not a device, or is listed twice.', ({ fleet }) => (fleet.expiry = [[6, 2]])],
  ['/expiry/1/0 is not a device, or is listed twice.', ({ fleet }) => fleet.expiry.push([2, 2])],
  [
    '/expiry/0/1 refers to event 1, and the timeline has no such device-expiry.',
    ({ fleet }) => (fleet.expiry = [[2, 1]]),
  ],
  [
    '/expiry/0 awaits an expiry of device 2 that its settings do not cause.',
    (saved) => eventOf(saved, 'device-expiry').at++,
  ],
  [
    '/expiry/0 awaits an expiry of device 2 that its settings do not cause.',
    (saved) => {
      put(saved, 'licence', Uint8Array, 2, 1);
      saved.fleet.account.licencesUsed--;
    },
  ],
  [
    '/columns/columns/expirationDay has no date for device 2, which expires.',
    (saved) => put(saved, 'expirationDay', Int32Array, 2, NO_DAY),
  ],
  [
    '/columns/columns/expiresAt expires device 2 at another moment than its date says.',
    (saved) => put(saved, 'expirationDay', Int32Array, 2, dayOf('2026-01-10')),
  ],
  [
    '/columns/columns/expiresAt expires device 5 at another moment than its date says.',
    (saved) => put(saved, 'expiresAt', Float64Array, 5, START),
  ],
  [
    '/expiry leaves out device 2, which is to expire.',
    (saved) => {
      saved.fleet.expiry = [];
      withoutEvent(saved, 'device-expiry');
    },
  ],

  [
    '/locations/itinerary/0/id is not a device, or is listed twice.',
    ({ fleet }) => (kept(fleet.locations.itinerary, 0).id = 6),
  ],
  [
    '/locations/itinerary/1/id is not a device, or is listed twice.',
    ({ fleet }) => fleet.locations.itinerary.push(kept(fleet.locations.itinerary, 0)),
  ],
  [
    '/locations/itinerary/0/sequence refers to event 1, and the timeline has no such planned-report.',
    ({ fleet }) => (kept(fleet.locations.itinerary, 0).sequence = 1),
  ],
  [
    '/locations/itinerary/0/reports/1/deviceTime is before the one before it.',
    ({ fleet }) => kept(kept(fleet.locations.itinerary, 0).reports, 1).deviceTime--,
  ],
  [
    '/locations/itinerary/0/reports/0/deviceTime is after its event.',
    ({ fleet }) => {
      for (const report of kept(fleet.locations.itinerary, 0).reports) report.deviceTime++;
    },
  ],
  [
    'The saved state has a planned-report, event 4, that no part awaits.',
    ({ fleet }) => (fleet.locations.itinerary = []),
  ],

  ['/alerts/kept/0/id is not the next number.', ({ fleet }) => fleet.alerts.nextId++],
  ['/alerts/kept/0/deviceId is not a device.', ({ fleet }) => (kept(fleet.alerts.kept, 0).deviceId = 6)],
  [
    '/alerts/kept/0/notifications/1/reason does not fit the outcome.',
    ({ fleet }) => (kept(kept(fleet.alerts.kept, 0).notifications, 1).reason = 'daily-limit'),
  ],
  [
    '/outbox/sent is less than the 5 messages of today.',
    ({ fleet }) => Object.assign(fleet.outbox, { sent: 4, withheld: 2 }),
  ],
  ['/outbox/nextId does not follow from how many messages there were.', ({ fleet }) => fleet.outbox.nextId++],
  ['/outbox/kept/2/id is not the next number.', ({ fleet }) => kept(fleet.outbox.kept, 2).id++],
  [
    '/outbox/kept/5/at is not between the message before and now.',
    ({ fleet }) => kept(fleet.outbox.kept, 5).at++,
  ],
  [
    '/outbox/kept/5/at is not between the message before and now.',
    ({ fleet }) => kept(fleet.outbox.kept, 5).at--,
  ],
  ['/outbox/kept/0/deviceId is not a device.', ({ fleet }) => (kept(fleet.outbox.kept, 0).deviceId = 0)],
  ['/outbox/kept/3/alertId is not an alert.', ({ fleet }) => (kept(fleet.outbox.kept, 3).alertId = 2)],
  [
    '/outbox/kept/2/reason does not fit the outcome.',
    ({ fleet }) => (kept(fleet.outbox.kept, 2).reason = null),
  ],
  [
    '/outbox/sent is less than the number kept.',
    (saved) => {
      for (const id of [1, 2]) put(saved, 'smsUsage', Uint32Array, id, 0);
      Object.assign(saved.fleet.outbox, { sent: 4, withheld: 2 });
    },
  ],
  [
    '/outbox/withheld is less than the number kept.',
    ({ fleet }) => Object.assign(fleet.outbox, { sent: 6, withheld: 0 }),
  ],

  [
    '/groups/records/1/id is not greater than the one before.',
    ({ fleet }) => (recordOf(fleet.groups, 1).id = 1),
  ],
  ['/users/records/2/id has not been issued yet.', ({ fleet }) => (recordOf(fleet.users, 2).id = 4)],
  [
    '/groups/records/0/modifiedAt is before its creation.',
    ({ fleet }) => recordOf(fleet.groups, 0).modifiedAt--,
  ],
  ['/users/records/0/modifiedAt is in the future.', ({ fleet }) => recordOf(fleet.users, 0).modifiedAt++],
  [
    '/users/records/1/country must be an ISO 3166-1 alpha-2 code, or empty.',
    ({ fleet }) => (recordOf(fleet.users, 1).country = 'GBR'),
  ],
  [
    '/users/records/1/timeZone must be a time zone of the IANA database, or empty.',
    ({ fleet }) => (recordOf(fleet.users, 1).timeZone = 'Mars/Base'),
  ],
  [
    '/users/records/1/groupIds must be a list without repetition.',
    ({ fleet }) => (recordOf(fleet.users, 1).groupIds = [1, 1]),
  ],
  ['/users/records/1/groupIds/1 is not a group.', ({ fleet }) => recordOf(fleet.users, 1).groupIds.push(3)],
  [
    '/groups/records/0/deviceIds/2 is not a device.',
    ({ fleet }) => recordOf(fleet.groups, 0).deviceIds.push(6),
  ],
  [
    '/groups/records/1/deviceIds/3 is in two groups.',
    ({ fleet }) => recordOf(fleet.groups, 1).deviceIds.push(1),
  ],
  [
    '/columns/columns/group disagrees with the groups about device 1.',
    (saved) => put(saved, 'group', Int32Array, 1, 2),
  ],
  [
    '/columns/columns/group disagrees with the groups about device 5.',
    (saved) => put(saved, 'group', Int32Array, 5, 0),
  ],
  [
    '/columns/columns/group disagrees with the groups about device 4.',
    (saved) => {
      saved.fleet.groups = null;
      put(saved, 'group', Int32Array, 5, 0);
      put(saved, 'group', Int32Array, 4, 1);
    },
  ],
  [
    '/users comes from the seed, whose group 2 is missing.',
    (saved) => {
      saved.fleet.groups?.records.pop();
      saved.fleet.users = null;
      for (const id of [2, 4, 5]) put(saved, 'group', Int32Array, id, 0);
    },
  ],

  [
    '/tokens/0 refers to event 1, and the timeline has no such token-expiry.',
    ({ fleet }) => (fleet.tokens = [1]),
  ],
  [
    '/tokens/0 awaits an event that names no token.',
    (saved) => (eventOf(saved, 'token-expiry').payload = {}),
  ],
  ['The saved state has a token-expiry, event 3, that no part awaits.', ({ fleet }) => (fleet.tokens = [])],
  ['/log/digest/chain must be 32 bytes as base64.', ({ fleet }) => (fleet.log.digest.chain = 'AAAA')],
  ['/log/head is not the 14 that the counts add up to.', ({ fleet }) => fleet.log.head++],
  ['/log/kept/2/sequence is not the next number.', ({ fleet }) => kept(fleet.log.kept, 2).sequence++],
  ['/log/kept/13/at is not between the one before and now.', ({ fleet }) => kept(fleet.log.kept, 13).at++],
  ['/log/kept/13/at is not between the one before and now.', ({ fleet }) => kept(fleet.log.kept, 13).at--],
  [
    '/log/counts/group-updated is less than the number kept.',
    ({ fleet }) => Object.assign(fleet.log.counts, { 'group-updated': 0, 'user-updated': 3 }),
  ],
  [
    'The saved state has 2 events that end the day, where there must be one.',
    (saved) =>
      saved.timeline.deadlines.push({
        ...eventOf(saved, 'day-end'),
        sequence: saved.timeline.nextSequence++,
      }),
  ],
  [
    'The saved state has 0 events that end the day, where there must be one.',
    (saved) => withoutEvent(saved, 'day-end'),
  ],
  [
    'The saved state has a day-end, event 1, that no part awaits.',
    (saved) => (eventOf(saved, 'day-end').payload = { of: 'another' }),
  ],
  [
    'The saved state ends the day at another moment than the profile says.',
    (saved) => eventOf(saved, 'day-end').at++,
  ],
];

type Store = Saved['fleet']['locations']['store'];

const NO_PLACE = Buffer.alloc(32).fill(Buffer.from(Int32Array.of(900_000_001).buffer), 0, 4);

/** Damage to the locations of device 1, below `/locations/store`. */
const misplaced: readonly (readonly [message: string, damage: (store: Store) => unknown])[] = [
  [
    '/devices/0/id is not a device, or is not greater than the one before.',
    ({ devices }) => (kept(devices, 0).id = 5),
  ],
  ['/devices/0/rows must be 96 bytes as base64.', ({ devices }) => (kept(devices, 0).rows = 'AAAA')],
  ['/devices/0/last must be 32 bytes as base64.', ({ devices }) => (kept(devices, 0).last = 'AAAA')],
  [
    '/devices/0/rows has a place in row 1 that is not on earth.',
    ({ devices }) => {
      const device = kept(devices, 0);
      const rows = Buffer.from(device.rows, 'base64');
      NO_PLACE.copy(rows, 32, 0, 4);
      device.rows = rows.toString('base64');
    },
  ],
  [
    '/devices/0/last is not on earth.',
    ({ devices }) => (kept(devices, 0).last = NO_PLACE.toString('base64')),
  ],
  [
    '/devices/0/lastWritten is more than the number written.',
    ({ devices }) => (kept(devices, 0).lastWritten = 5),
  ],
  [
    '/devices/0/last differs from the location in row 1.',
    ({ devices }) => (kept(devices, 0).lastWritten = 3),
  ],
  ['/extras/0 belongs to no row that has one.', ({ extras }) => (kept(extras, 0)[1] = 3)],
  ['/extras/1 belongs to no row that has one.', ({ extras }) => (kept(extras, 1)[1] = 0)],
  ['/extras/3 belongs to no row that has one.', ({ extras }) => extras.push([2, 0, {}])],
  ['/lastExtras/0 belongs to no row that has one.', ({ lastExtras }) => (kept(lastExtras, 0)[0] = 2)],
  ['/lastExtras/1 belongs to no row that has one.', ({ lastExtras }) => lastExtras.push([1, {}])],
];

/** Whether what was saved has the form of a fleet, and where it does not. */
const read = formOf(fleetState);
const deformed: readonly (readonly [pointer: string, damage: (fleet: Saved['fleet']) => unknown])[] = [
  ['/locations/store/extras/0/1', ({ locations }) => (kept(locations.store.extras, 0)[1] = -1)],
  ['/locations/store/extras/0/1', ({ locations }) => (kept(locations.store.extras, 0)[1] = 1_000_000)],
  ['/locations/store/perDevice', ({ locations }) => (locations.store.perDevice = 0)],
  ['/locations/store/devices/0/written', ({ locations }) => (kept(locations.store.devices, 0).written = 0)],
  ...['altitude', 'speed', 'course', 'odometer', 'satellites', 'battery', 'fuel', 'accuracy'].map(
    (fact): [string, (fleet: Saved['fleet']) => unknown] => [
      `/locations/store/lastExtras/0/1/exact/${fact}`,
      ({ locations }) => Object.assign(kept(locations.store.lastExtras, 0)[1], { exact: { [fact]: 'much' } }),
    ],
  ),
  ['/account/licencesUsed', ({ account }) => (account.licencesUsed = 0.5)],
  ['/seed/users', ({ seed }) => (seed.users = 0)],
  ['/seed/devices', ({ seed }) => (seed.devices = 1_000_001)],
  ['/columns/columns/group', ({ columns }) => Object.assign(columns.columns, { group: 5 })],
  ['/devices/described', ({ devices }) => Object.assign(devices, { described: {} })],
  ['/outbox/kept', ({ outbox }) => Object.assign(outbox, { kept: null })],
  ['/log/digest/lanes', ({ log }) => Object.assign(log.digest, { lanes: [1] })],
];

const taken: readonly (readonly [what: string, damage: Damage])[] = [
  ['as it was saved', () => {}],
  ['that keeps no event and no message', ({ fleet }) => (fleet.log.kept = fleet.outbox.kept = [])],
  ['whose last device is described', ({ fleet }) => (fleet.devices.described = [[5, {}]])],
  [
    'whose groups were not read',
    (saved) => {
      saved.fleet.groups = null;
      put(saved, 'group', Int32Array, 5, 0);
    },
  ],
  ['whose users were not read', ({ fleet }) => (fleet.users = null)],
  ...['0000-01-01', '9999-12-31'].map((date): [string, Damage] => [
    `with the spent date ${date}`,
    (saved) => put(saved, 'expirationDay', Int32Array, 4, dayOf(date)),
  ]),
  ...[-FURTHEST, FURTHEST].map((at): [string, Damage] => [
    `with a device that was seen at ${at}`,
    (saved) => put(saved, 'lastSeenAt', Float64Array, 4, at),
  ]),
  ['whose limits were all told', (saved) => put(saved, 'limitsTold', Uint8Array, 3, 3)],
  [
    'with messages of other days',
    ({ fleet }) => Object.assign(fleet.outbox, { sent: 6, nextId: 8 }, { kept: [] }),
  ],
];

describe('a saved fleet', () => {
  it.each(refused)('is refused: %s', (message, damage) => {
    expect(() => revive(eventful(), damage)).toThrowError(
      expect.objectContaining({ name: 'StateError', message }),
    );
  });

  it.each(taken)('%s is taken', (_what, damage) => {
    expect(() => revive(eventful(), damage)).not.toThrow();
  });

  it.each(misplaced)('is refused with its locations: /locations/store%s', (message, damage) => {
    const attempt = () =>
      revive(
        located(),
        ({ fleet }) => damage(fleet.locations.store),
        world({ ...options, historyPerDevice: 3 }),
      );
    expect(attempt).toThrowError(expect.objectContaining({ message: `/locations/store${message}` }));
  });

  it('has the form that is written down, with groups and users that hold fields of their own', () => {
    const made = located();
    made.fleet.groups.create({ name: 'Depot', unknownFields: { '/note': 'x' } });
    const { fleet } = savedOf(made);
    expect(read(fleet)).toEqual({ value: fleet });
    expect(() => revive(made, () => {}, world({ ...options, historyPerDevice: 3 }))).not.toThrow();
  });

  it.each(deformed)('is of another form with something else at %s', (pointer, damage) => {
    const { fleet } = savedOf(located());
    damage(fleet);
    expect(read(fleet)).toEqual({ problem: expect.objectContaining({ pointer }) });
  });

  it('awaits the date that it had, and none once that is changed', () => {
    const { fleet, timeline } = revive(eventful(), () => {});
    fleet.limits.set(2, { expires: false });
    expect(timeline.upcoming(9, ['device-expiry'])).toEqual([]);
    timeline.runUntil(Date.parse('2026-01-10T00:00:00Z'));
    expect(fleet.devices.get(2)?.licence).toBe('used');
  });

  it('whose devices are those of the beginning is taken, and at the instant of the day’s end as well', () => {
    const { timeline } = revive(world(options), (saved) => {
      saved.timeline.now = eventOf(saved, 'day-end').at;
    });
    expect(timeline.runUntil(timeline.now)).toMatchObject({ events: 1 });
  });

  it('of devices that expired at this very moment, or were activated again then, is taken', () => {
    const made = world({ ...options, policy: { 'expiry.instant': { at: '08:00', timeZone: 'UTC' } } });
    for (const id of [1, 2]) made.fleet.limits.set(id, { expires: true, expirationDate: '2026-01-05' });
    made.fleet.licences.activate(1);
    const into = world({ ...options, policy: { 'expiry.instant': { at: '08:00', timeZone: 'UTC' } } });
    expect(
      revive(made, () => {}, into)
        .fleet.devices.list()
        .map(({ licence }) => licence),
    ).toEqual(['used', 'expired', 'used', 'used']);
  });

  it('of a service that breaks its rules may say what these rules bring about', () => {
    const broken = { ...options, rules: { usedAfterExpiry: ({ used }: { used: number }) => used } };
    const made = world(broken);
    made.fleet.limits.set(1, { expires: true, expirationDate: '2026-01-05' });
    expect(() => revive(made, () => {}, world(broken))).not.toThrow();
    expect(() => revive(made, () => {})).toThrow('/account/licencesUsed is 4, and 3 devices use a licence.');
  });
});
