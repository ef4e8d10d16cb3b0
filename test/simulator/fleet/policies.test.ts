/** Openings of the document that a profile decides, where the fleet acts differently by them. */
import { describe, expect, it } from 'vitest';
import type { Policy } from '../../../simulator/fleet/policy.ts';
import { DAY, world } from './world.ts';

describe('an expired device', () => {
  /** New settings: switch Expires off, move the date ahead, or move it to another day that has passed. */
  const changes = {
    off: { expires: false },
    ahead: { expirationDate: '2026-01-07' },
    passed: { expirationDate: '2026-01-04' },
    other: { dailySms: 5 },
  } as const;

  it.each([
    ['activation', []],
    ['switching-off', ['off']],
    ['date-ahead', ['ahead']],
    ['either', ['off', 'ahead']],
  ] as const)('is used again by %s: by these settings alone, %j', (by, reviving) => {
    const revived = Object.entries(changes).filter(([, change]) => {
      const { fleet } = world({ policy: { 'expired.leaves-by': by } });
      fleet.limits.set(1, { expires: true, expirationDate: '2026-01-05' });
      fleet.limits.set(1, change);
      return fleet.devices.get(1)?.licence === 'used';
    });
    expect(revived.map(([name]) => name)).toEqual(reviving);
  });

  it('that is used again by its new date expires at that date', () => {
    const { fleet, pass } = world({ policy: { 'expired.leaves-by': 'either' } });
    fleet.limits.set(1, { expires: true, expirationDate: '2026-01-05' });
    fleet.limits.set(1, changes.ahead);
    expect(fleet.account.view().licences.used).toBe(4);
    pass(3 * DAY);
    expect(fleet.devices.isExpired(1)).toBe(true);
    expect(fleet.account.view().licences.used).toBe(3);
  });

  it('stays expired where no licence is free', () => {
    const { fleet } = world({ licences: 3, policy: { 'expired.leaves-by': 'either' } });
    fleet.limits.set(4, { expires: true, expirationDate: '2026-01-07' });
    fleet.limits.set(4, { expires: false });
    expect([fleet.devices.isExpired(3), fleet.devices.isExpired(4)]).toEqual([false, true]);
  });
});

describe('the id of a new record', () => {
  const created = (reuse: Policy['records.id-reuse']) => {
    const { groups } = world({ groups: 4, policy: { 'records.id-reuse': reuse } }).fleet;
    for (const id of [2, 3]) groups.delete(id);
    return ['a', 'b', 'c', 'd'].map((name) => groups.create({ name }).id);
  };

  it('is one that no record had', () => {
    expect(created('never')).toEqual([5, 6, 7, 8]);
  });

  it('is the lowest that is free, where ids are used again', () => {
    expect(created('reused')).toEqual([2, 3, 5, 6]);
  });
});

describe('the users who are notified', () => {
  it.each([
    ['none', []],
    ['group-users', [1, 3]],
    ['all-users', [1, 2, 3]],
  ] as const)('are %s of a device in a group: %j', (recipients, expected) => {
    const { fleet } = world({ groups: 2, users: 1, policy: { 'alerts.recipients': recipients } });
    for (const groupId of [2, 1])
      fleet.users.create({ name: 'A', email: 'a@example.com', notify: ['email'], groupIds: [groupId] });
    const notified = (device: number) =>
      fleet.alerts
        .raise(device, { type: 'sos', channels: ['email'] })
        .notifications.map(({ userId }) => userId);
    expect(notified(1)).toEqual(expected);
    fleet.groups.update(1, { deviceIds: [] });
    expect(notified(1)).toEqual(recipients === 'all-users' ? [1, 2, 3] : []);
  });
});
