/** The account with everything in it, in code: `simulator.fleet`. What the API shows of it is in `behaviour/` and `openings.test.ts`. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSimulator, type FleetError, type SimulatorOptions } from '../../simulator/index.ts';
import { open } from './client.ts';

const START = Date.UTC(2026, 0, 5, 8);
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;
const BERLIN = { deviceTime: START, latitude: 52.5200066, longitude: 13.404954 };

/** The fleet of a simulator whose time passes in one word. */
function world(options: SimulatorOptions = {}, openings: object = {}) {
  const profile = { roadtest: 1, name: 'ours', openings } as const;
  const { served: simulator } = open({ devices: 4, profile, ...options });
  const { fleet, clock } = simulator;
  return { simulator, fleet, clock, pass: (ms: number) => clock.advance(clock.now() + ms) };
}

describe('devices', () => {
  it('are described by the seed, alike in whatever order they are looked at', () => {
    const list = (seed: number) => world({ seed, devices: 30 }).fleet.devices.list();
    expect(list(7)).toEqual(list(7));
    expect(list(8)).not.toEqual(list(7));
    const { devices } = world({ seed: 7, devices: 30 }).fleet;
    expect(Array.from({ length: 30 }, (_, place) => devices.get(30 - place)).reverse()).toEqual(list(7));
  });

  it('carry serial and phone numbers that no real thing has, and users addresses that none has', () => {
    const { devices, users } = world({ devices: 50, users: 20 }).fleet;
    for (const { imei, phone, licencePlate } of devices.list())
      expect({ imei, phone, licencePlate }).toEqual({
        imei: expect.stringMatching(/^00\d{13}$/),
        phone: expect.stringMatching(/^\+1\d{3}55501\d\d$/),
        licencePlate: expect.stringMatching(/^[A-HJ-NPR-Z]{3} [1-9]\d{3}$/),
      });
    for (const { email, phone } of users.list())
      expect({ email, phone }).toEqual({
        email: expect.stringMatching(/^[a-z0-9.-]+@example\.com$/),
        phone: expect.stringMatching(/^\+1\d{3}55501\d\d$/),
      });
  });
});

describe('an expiry', () => {
  it('needs a date, unless one is there; comes at once where that is reached; never with Expires off', async () => {
    const { fleet, pass } = world();
    expect(() => fleet.limits.set(1, { expires: true, dailySms: 3 })).toThrow('without an expiration date');
    expect(fleet.limits.get(1)).toMatchObject({ expires: false, dailySms: null });
    fleet.limits.set(1, { expirationDate: '2026-01-10' });
    fleet.limits.set(1, { expires: true });
    expect(() => fleet.limits.set(1, { expirationDate: null })).toThrow('without an expiration date');
    fleet.limits.set(1, { expires: false });
    fleet.limits.set(2, { expires: true, expirationDate: '2026-01-05' });
    await pass(30 * DAY);
    expect([1, 2].map((id) => fleet.devices.get(id)?.licence)).toEqual(['used', 'expired']);
  });

  it('leaves used licences those of devices that are not expired, whatever happens', async () => {
    const id = fc.integer({ min: 1, max: 5 });
    const date = fc
      .integer({ min: -2, max: 12 })
      .map((days) => new Date(START + days * DAY).toISOString().slice(0, 10));
    const step = fc.oneof(
      fc.tuple(fc.constant('expire' as const), id, date),
      fc.tuple(fc.constantFrom('off', 'activate', 'remove', 'create'), id, fc.constant('')),
      fc.tuple(fc.constantFrom('total', 'wait'), fc.nat(7), fc.constant('')),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const { fleet, pass } = world({ devices: 5 });
        for (const [what, number, expirationDate] of steps) {
          const before = fleet.account.view().licences;
          try {
            if (what === 'expire') fleet.limits.set(number, { expires: true, expirationDate });
            if (what === 'off') fleet.limits.set(number, { expires: false });
            if (what === 'activate') fleet.licences.activate(number);
            if (what === 'remove') fleet.remove(number);
            if (what === 'create') fleet.devices.create({});
            if (what === 'total') fleet.account.setLicenceTotal(number);
          } catch (error) {
            expect(error).toMatchObject({ name: 'FleetError' });
          }
          if (what === 'wait') await pass(number * 6 * HOUR);
          const { total, used, available } = fleet.account.view().licences;
          const inUse = fleet.devices.list().filter(({ licence }) => licence === 'used').length;
          expect({ used, available }).toEqual({ used: inUse, available: Math.max(0, total - inUse) });
          if (used > before.used) expect(used).toBeLessThanOrEqual(total);
        }
      }),
      { numRuns: 15 },
    );
  });
});

describe('limits', () => {
  it('are never passed at the time of sending, and count every message of the day', async () => {
    const channel = fc.constantFrom('email' as const, 'sms' as const);
    const step = fc.tuple(fc.constantFrom('send', 'limit', 'none', 'wait'), channel, fc.nat(8));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { fleet, pass, clock } = world({ devices: 1 });
        const sent = { email: 0, sms: 0 };
        for (const [what, channel, count] of steps) {
          const setting = channel === 'email' ? 'dailyEmail' : 'dailySms';
          const day = Math.floor(clock.now() / DAY);
          if (what === 'wait') await pass(count * 4 * HOUR);
          if (Math.floor(clock.now() / DAY) !== day) Object.assign(sent, { email: 0, sms: 0 });
          if (what === 'limit') fleet.limits.set(1, { [setting]: count });
          if (what === 'none') fleet.limits.set(1, { [setting]: null });
          if (what === 'send') {
            const limit = fleet.limits.get(1)[setting] ?? Number.POSITIVE_INFINITY;
            const expected = Math.min(count, Math.max(0, limit - sent[channel]));
            expect(fleet.limits.send(1, channel, count)).toMatchObject({
              sent: expected,
              withheld: count - expected,
            });
            sent[channel] += expected;
          }
          expect(fleet.limits.get(1).usage).toEqual(sent);
        }
      }),
      { numRuns: 15 },
    );
  });

  it('are told once a day when they are reached, and again when they were changed', async () => {
    const { fleet, pass } = world();
    const reported = (limit: number, times: number) => {
      fleet.limits.set(1, { dailySms: limit });
      for (let time = 0; time < times; time++) fleet.limits.send(1, 'sms', 1);
      return fleet.log.counts['limit-reached'];
    };
    expect([reported(1, 1), reported(1, 3), reported(0, 2)]).toEqual([0, 1, 2]);
    await pass(DAY);
    fleet.limits.send(1, 'sms', 1);
    expect(fleet.log.counts['limit-reached']).toBe(3);
  });
});

describe('alerts', () => {
  it('fill in what a report leaves out, keep what it says, and go out to users by the channels that they want', () => {
    const { fleet } = world({ devices: 1, groups: 1, users: 1 });
    fleet.users.create({ name: 'Ann', email: 'ann@example.com', groupIds: [1], notify: ['email'] });
    fleet.users.create({ name: 'Bob', phone: '+12015550112', groupIds: [1], notify: ['sms'] });
    fleet.users.create({
      name: 'Off',
      email: 'off@example.com',
      groupIds: [1],
      notify: ['email'],
      disabled: true,
    });
    fleet.locations.record(1, BERLIN);
    const alert = fleet.alerts.raise(1, { type: 'sos' });
    const { latitude, longitude } = BERLIN;
    expect(alert).toMatchObject({ id: 1, severity: 'critical', raisedAt: START, latitude, longitude });
    expect(alert.notifications.map(({ userId, channel }) => `${userId} by ${channel}`)).toEqual([
      '1 by email',
      '1 by sms',
      '2 by email',
      '3 by sms',
    ]);
    expect(fleet.outbox.list().at(-1)).toMatchObject({ recipient: '+12015550112', alertId: 1 });
  });
});

describe('locations', () => {
  it('come back as they went in, to the documented resolution, and exactly where they do not fit', () => {
    const number = (min: number, max: number) => fc.option(fc.double({ min, max, noNaN: true }));
    const report = fc.record({
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
      speed: number(0, 1_900),
      course: number(0, 360),
      altitude: number(-500, 9_000),
      fuel: number(0, 100),
      satellites: fc.option(fc.nat(90)),
      ignition: fc.option(fc.boolean()),
      attributes: fc.option(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 })),
    });
    const off: { [fact: string]: number } = { speed: 0.005, course: 0.005, altitude: 0.05, fuel: 0.05 };
    const { fleet } = world({ historyPerDevice: 5 });
    fc.assert(
      fc.property(report, (sent) => {
        const recorded = fleet.locations.record(1, { deviceTime: START, ...sent }) as {
          [fact: string]: unknown;
        };
        expect(fleet.locations.last(1)).toEqual(recorded);
        for (const [fact, value] of Object.entries(sent)) {
          const shown = { [fact]: recorded[fact] };
          if (typeof value !== 'number') expect(shown).toEqual({ [fact]: value });
          else
            expect(Math.abs(Number(recorded[fact]) - value), fact).toBeLessThanOrEqual(off[fact] ?? 0.6e-7);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('groups and users', () => {
  it('show alike which group a device is in, whatever is done', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 6 });
    const step = fc.tuple(
      fc.constantFrom('create', 'replace', 'update', 'delete'),
      fc.integer({ min: 1, max: 6 }),
      ids,
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const { groups, devices, users } = createSimulator({ devices: 6, groups: 3, users: 2 }).fleet;
        for (const [what, id, deviceIds] of steps) {
          if (what === 'create') groups.create({ name: 'New', deviceIds });
          else if (groups.get(id) === undefined) continue;
          else if (what === 'delete') groups.delete(id);
          else groups[what as 'update'](id, { name: 'Changed', deviceIds });
          for (const device of devices.list())
            expect(
              groups
                .list()
                .filter((group) => group.deviceIds.includes(device.id))
                .map((group) => group.id),
            ).toEqual(device.groupIds);
          const known = groups.list().map((group) => group.id);
          for (const user of users.list()) expect(known).toEqual(expect.arrayContaining([...user.groupIds]));
        }
      }),
      { numRuns: 15 },
    );
  });
});

type Fleet = ReturnType<typeof world>['fleet'];
/** Facts that are refused, with the field that is to blame. */
const refused: readonly (readonly [
  code: string,
  field: string | undefined,
  attempt: (fleet: Fleet) => unknown,
])[] = [
  ['UNKNOWN_DEVICE', undefined, ({ limits }) => limits.get(5)],
  ['SETTING_INVALID', 'dailyFax', ({ limits }) => limits.set(1, { dailyFax: 1 } as object)],
  ['SETTING_INVALID', 'dailySms', ({ limits }) => limits.set(1, { dailySms: '5' } as object)],
  ['COUNT_OUT_OF_RANGE', 'count', ({ limits }) => limits.send(1, 'sms', 1_000_001)],
  [
    'LOCATION_INVALID',
    'latitude',
    ({ locations }) => locations.record(2, { ...BERLIN, latitude: Number.NaN }),
  ],
  ['UNKNOWN_REFERENCE', 'groupId', ({ devices }) => devices.create({ groupId: 9 })],
  ['UNKNOWN_REFERENCE', 'deviceIds', ({ groups }) => groups.update(1, { deviceIds: [1, 5] })],
  ['OWN_USER', undefined, ({ users }) => users.delete(1)],
  ['UNKNOWN_USER', undefined, ({ users }) => users.update(99, {})],
  ['RECORD_INVALID', 'country', ({ users }) => users.update(1, { country: 'UK' })],
  ['RECORD_INVALID', 'timeZone', ({ users }) => users.update(1, { timeZone: 'Mars' })],
  ['RECORD_INVALID', 'notify', ({ users }) => users.update(1, { notify: ['fax'] as never })],
  ['ALERT_INVALID', 'type', ({ alerts }) => alerts.raise(1, { type: '' })],
];

it.each(refused)('%s of %s: nothing is changed', (code, field, attempt) => {
  const { simulator, fleet } = world();
  fleet.users.list();
  fleet.groups.list();
  const before = JSON.stringify(simulator.snapshot());
  const error = (() => {
    try {
      attempt(fleet);
      return undefined;
    } catch (thrown) {
      return thrown as FleetError;
    }
  })();
  expect({ name: error?.name, code: error?.code, field: error?.field }).toEqual({
    name: 'FleetError',
    code,
    field,
  });
  expect(JSON.stringify(simulator.snapshot())).toBe(before);
});

it.each<[options: SimulatorOptions, code: string, field?: string]>([
  [{ devices: -1 }, 'OPTION_INVALID', 'devices'],
  [{ devices: 1_000_001 }, 'OPTION_INVALID', 'devices'],
  [{ users: 0 }, 'OPTION_INVALID', 'users'],
  [{ seed: Number.NaN }, 'OPTION_INVALID', 'seed'],
  [{ historyPerDevice: 0 }, 'OPTION_INVALID', 'historyPerDevice'],
  [{ journalSize: -1 }, 'OPTION_INVALID', 'journalSize'],
  [{ bodyLimit: 1.5 }, 'OPTION_INVALID', 'bodyLimit'],
  [{ timeZone: 'Mars/Olympus' }, 'OPTION_INVALID', 'timeZone'],
  [{ userName: '' }, 'OPTION_INVALID', 'userName'],
  [{ device: 3 } as object, 'OPTION_INVALID', 'device'],
  [{ at: 'yesterday' }, 'TIME_INVALID'],
  [{ speed: 0, frozen: false }, 'SPEED_INVALID', 'speed'],
])('createSimulator(%j) throws %s', (options, code, field) => {
  expect(() => createSimulator(options)).toThrow(expect.objectContaining({ code, ...(field && { field }) }));
});
