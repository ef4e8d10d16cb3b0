import { describe, expect, it } from 'vitest';
import { usualAlerts } from '../../../scenarios/language/resolve/alert-types.ts';
import { expectConstant } from '../../growth.ts';
import { DAY, MINUTE, refusal, START, world } from './world.ts';

/** One device in one group; the account's own user and two others, all in it. */
function watched(options: Parameters<typeof world>[0] = {}) {
  const made = world({ devices: 2, groups: 1, users: 1, ...options });
  const { users } = made.fleet;
  users.create({
    name: 'Ann',
    email: 'ann@example.com',
    phone: '+12015550111',
    groupIds: [1],
    notify: ['email'],
  });
  users.create({
    name: 'Bob',
    email: 'bob@example.com',
    phone: '+12015550112',
    groupIds: [1],
    notify: ['sms'],
  });
  return made;
}

describe('an alert', () => {
  it('fills in what the report leaves out', () => {
    const { fleet } = watched({ devices: 1 });
    fleet.locations.record(1, { deviceTime: START, latitude: 52.5, longitude: 13.4 });
    expect(fleet.alerts.raise(1, { type: 'sos' })).toMatchObject({
      id: 1,
      deviceId: 1,
      type: 'sos',
      severity: 'critical',
      raisedAt: START,
      latitude: 52.5,
      longitude: 13.4,
      channels: ['email', 'sms'],
      text: `sos: ${fleet.devices.get(1)?.name}`,
    });
    expect(fleet.alerts.raise(1, { type: 'speeding' })).toMatchObject({
      id: 2,
      severity: 'warning',
      channels: ['email'],
    });
    expect(fleet.alerts.raise(1, { type: 'ignition-on' })).toMatchObject({ severity: 'info' });
    expect(fleet.alerts.raise(1, { type: 'constructor' })).toMatchObject({ severity: 'warning' });
  });

  it.each(usualAlerts)('of the type %s is graver or less grave, and goes out', (type) => {
    const { severity, channels } = watched().fleet.alerts.raise(1, { type });
    expect(['info', 'warning', 'critical']).toContain(severity);
    expect(channels).toEqual(severity === 'critical' ? ['email', 'sms'] : ['email']);
  });

  it.each([
    { latitude: 90, longitude: 180 },
    { latitude: -90, longitude: -180 },
    { latitude: 0, longitude: 0 },
  ])('may be at the edge of the map: %o', (place) => {
    expect(watched().fleet.alerts.raise(1, { type: 'sos', ...place })).toMatchObject(place);
  });

  it('is read in the order of time, and of two at once the first that was raised', () => {
    const { fleet } = watched();
    for (const raisedAt of [START + 2, START + 1, START + 2, START + 1])
      fleet.alerts.raise(1, { type: 'sos', raisedAt });
    expect(fleet.alerts.between(1, START + 1, START + 2).map(({ id }) => id)).toEqual([2, 4, 1, 3]);
    expect(fleet.alerts.between(1, START + 2, START + 2).map(({ id }) => id)).toEqual([1, 3]);
  });

  it('keeps what the report says', () => {
    const report = {
      type: 'temperature',
      severity: 'critical',
      raisedAt: START - MINUTE,
      latitude: 1,
      longitude: 2,
      text: 'Too warm',
      channels: ['sms'],
    } as const;
    expect(watched().fleet.alerts.raise(1, { ...report, channels: ['sms'] })).toMatchObject(report);
  });

  it("notifies the users of the device's groups, by those of its channels that each wants", () => {
    const { fleet } = watched();
    const reported = fleet.alerts.raise(1, { type: 'sos' }).notifications;
    expect(reported.map(({ userId, channel }) => `${userId} by ${channel}`)).toEqual([
      '1 by email',
      '1 by sms',
      '2 by email',
      '3 by sms',
    ]);
    expect(fleet.outbox.list().map(({ recipient }) => recipient)).toEqual([
      'demo@example.com',
      '+12015550100',
      'ann@example.com',
      '+12015550112',
    ]);
    expect(fleet.outbox.list()[0]).toMatchObject({
      alertId: 1,
      subject: `critical: sos: ${fleet.devices.get(1)?.name}`,
    });
  });

  it('notifies no user of another group, no disabled user and no user without an address', () => {
    const { fleet } = watched();
    fleet.groups.create({ name: 'Other', deviceIds: [1] });
    expect(fleet.alerts.raise(1, { type: 'sos' }).notifications).toEqual([]);
    fleet.users.update(2, { disabled: true });
    fleet.users.update(3, { phone: '' });
    expect(fleet.alerts.raise(2, { type: 'sos' }).notifications.map(({ userId }) => userId)).toEqual([1, 1]);
  });

  it.each([
    ['all-users', [1, 1, 2, 3]],
    ['none', []],
    ['group-users-or-all', [1, 1, 2, 3]],
    ['group-users-by-email', []],
    ['all-users-by-email', [1, 2]],
    ['all-users-by-own-channels', [1, 1, 2, 3]],
  ] as const)('tells %s where the policy says so', (recipients, expected) => {
    const { fleet } = watched({ policy: { 'alerts.recipients': recipients } });
    fleet.groups.update(1, { deviceIds: [] });
    expect(fleet.alerts.raise(1, { type: 'sos' }).notifications.map(({ userId }) => userId)).toEqual(
      expected,
    );
  });

  it('goes through the limits of its device, and says which messages were withheld and why', () => {
    const { fleet } = watched();
    fleet.limits.set(1, { dailyEmail: 1, dailySms: 0 });
    expect(fleet.alerts.raise(1, { type: 'sos' }).notifications).toEqual([
      { channel: 'email', userId: 1, outcome: 'sent', reason: null },
      { channel: 'sms', userId: 1, outcome: 'withheld', reason: 'daily-limit' },
      { channel: 'email', userId: 2, outcome: 'withheld', reason: 'daily-limit' },
      { channel: 'sms', userId: 3, outcome: 'withheld', reason: 'daily-limit' },
    ]);
    expect(fleet.limits.get(1).usage).toEqual({ email: 1, sms: 0 });
  });

  it('of an expired device is refused, or taken and withheld, by policy', () => {
    const { fleet } = watched();
    fleet.limits.set(1, { expires: true, expirationDate: '2026-01-05' });
    expect(() => fleet.alerts.raise(1, { type: 'sos' })).toThrowError(
      expect.objectContaining(refusal('DEVICE_EXPIRED')),
    );
    expect(fleet.alerts.recent(5)).toEqual([]);
    const lenient = watched({
      policy: { 'expired.may': { read: true, list: true, postLocations: false, postAlerts: true } },
    }).fleet;
    lenient.limits.set(1, { expires: true, expirationDate: '2026-01-05' });
    expect(lenient.alerts.raise(1, { type: 'idling' }).notifications).toMatchObject([
      { outcome: 'withheld', reason: 'device-expired' },
      { outcome: 'withheld', reason: 'device-expired' },
    ]);
  });

  it.each([
    [{ type: '' }, 'type'],
    [{ type: 'sos', severity: 'mild' }, 'severity'],
    [{ type: 'sos', severity: '__proto__' }, 'severity'],
    [{ type: 'sos', channels: ['fax'] }, 'channels'],
    [{ type: 'sos', latitude: 100, longitude: 0 }, 'latitude'],
    [{ type: 'sos', raisedAt: 1.5 }, 'raisedAt'],
    [{ type: 'sos', text: 5 }, 'text'],
  ])('is refused as %o', (report, field) => {
    const { fleet } = watched();
    const attempt = () => fleet.alerts.raise(1, report as never);
    expect(attempt).toThrowError(expect.objectContaining(refusal('ALERT_INVALID', { field })));
    expect([fleet.alerts.recent(5), fleet.outbox.list()]).toEqual([[], []]);
  });

  it('can be found again, by device and time, or among the newest', () => {
    const { fleet, pass } = watched();
    for (const id of [1, 2, 1]) {
      fleet.alerts.raise(id, { type: 'idling' });
      pass(MINUTE);
    }
    expect(fleet.alerts.between(1, START, START + MINUTE).map(({ id }) => id)).toEqual([1]);
    expect(fleet.alerts.between(1, START - DAY, START + DAY).map(({ id }) => id)).toEqual([1, 3]);
    expect(fleet.alerts.recent(2).map(({ id }) => id)).toEqual([3, 2]);
    expect(() => fleet.alerts.between(9, 0, 1)).toThrowError(
      expect.objectContaining(refusal('UNKNOWN_DEVICE')),
    );
  });
});

describe('what is kept', () => {
  it('of alerts, messages and events is the newest, up to a bound', () => {
    const { fleet } = watched({ alertsSize: 3, outboxSize: 4, logSize: 5 });
    for (let turn = 0; turn < 10; turn++) fleet.alerts.raise(1, { type: 'idling' });
    expect(fleet.alerts.recent(99).map(({ id }) => id)).toEqual([10, 9, 8]);
    expect(fleet.outbox.list().map(({ id }) => id)).toEqual([17, 18, 19, 20]);
    expect(fleet.outbox.sent).toBe(20);
    expect(fleet.log.since(0, 99)).toHaveLength(5);
    expect(fleet.log.since(0, 99).at(-1)?.sequence).toBe(fleet.log.head);
  });

  it('can be nothing', () => {
    const { fleet } = watched({ alertsSize: 0, outboxSize: 0, logSize: 0 });
    fleet.alerts.raise(1, { type: 'idling' });
    expect([fleet.alerts.recent(9), fleet.outbox.list(), fleet.log.since(0, 9)]).toEqual([[], [], []]);
    expect(fleet.outbox.sent).toBe(2);
  });
});

describe('the outbox', () => {
  it('lists the messages of one device, and the newest of all', () => {
    const { fleet } = watched();
    fleet.limits.send(1, 'sms', 2);
    fleet.limits.send(2, 'email', 1, { recipient: 'a@example.com', subject: 'Hello', alertId: null });
    fleet.limits.send(1, 'sms', 1);
    expect(fleet.outbox.list({ deviceId: 1 }).map(({ id }) => id)).toEqual([1, 2, 4]);
    expect(fleet.outbox.list({ limit: 2 }).map(({ id }) => id)).toEqual([3, 4]);
    expect(fleet.outbox.list({ deviceId: 2 })).toMatchObject([
      { recipient: 'a@example.com', subject: 'Hello' },
    ]);
    expect(fleet.outbox.list({ deviceId: 1 })[0]?.recipient).toBe('+12015550100');
  });

  it('keeps the newest of messages that are sent by the thousand, also over a snapshot', () => {
    const { fleet } = watched({ outboxSize: 5 });
    fleet.limits.send(1, 'sms', 3);
    fleet.limits.send(2, 'sms', 4);
    expect(fleet.outbox.list().map(({ id, deviceId }) => [id, deviceId])).toEqual([
      [3, 1],
      [4, 2],
      [5, 2],
      [6, 2],
      [7, 2],
    ]);
    expect(fleet.outbox.kept).toBe(5);
    const saved = fleet.outbox.save();
    const { outbox } = watched({ outboxSize: 5 }).fleet;
    outbox.restore(saved);
    expect([outbox.list(), outbox.kept, outbox.save()]).toEqual([fleet.outbox.list(), 5, saved]);
  });

  it('takes no longer for many messages than for few', () => {
    const { fleet } = watched();
    expectConstant((count) => {
      for (let times = 0; times < 300; times++) fleet.limits.send(1, 'email', count);
    }, 1_000);
  });
});
