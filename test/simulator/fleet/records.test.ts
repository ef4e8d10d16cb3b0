import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MINUTE, refusal, START, world } from './world.ts';

describe.each(['groups', 'users'] as const)('%s', (family) => {
  const NAME = family === 'groups' ? 'GROUP' : 'USER';
  const defaults =
    family === 'groups'
      ? { description: '', deviceIds: [] }
      : { email: '', phone: '', country: '', timeZone: '', groupIds: [], notify: [], disabled: false };
  const records = () => {
    const made = world();
    return { ...made, records: made.fleet[family] as typeof made.fleet.groups };
  };

  it('that were created can be read and are listed, with what was sent', () => {
    const { records: all, pass } = records();
    pass(MINUTE);
    const created = all.create({ name: 'North' });
    const now = START + MINUTE;
    expect(created).toEqual({ id: created.id, name: 'North', ...defaults, createdAt: now, modifiedAt: now });
    expect(all.get(created.id)).toEqual(created);
    expect(all.list()).toContainEqual(created);
    expect(all.size).toBe(all.list().length);
  });

  it('are replaced whole: what is not sent is gone', () => {
    const { records: all, pass } = records();
    const before = all.get(1);
    pass(MINUTE);
    const replaced = all.replace(1, { name: 'South' });
    expect(replaced).toEqual({
      id: 1,
      name: 'South',
      ...defaults,
      createdAt: before?.createdAt,
      modifiedAt: START + MINUTE,
    });
    expect(all.get(1)).toEqual(replaced);
  });

  it('are updated in part: what is not sent stays', () => {
    const { records: all, pass } = records();
    const before = all.get(1);
    pass(MINUTE);
    expect(all.update(1, { name: 'West' })).toEqual({ ...before, name: 'West', modifiedAt: START + MINUTE });
  });

  it('that were deleted are gone, and their neighbours are not', () => {
    const { records: all, fleet } = records();
    const gone = all.create({ name: 'Gone' });
    const neighbour = all.create({ name: 'Neighbour' });
    all.delete(gone.id);
    expect(all.get(gone.id)).toBeUndefined();
    expect(all.list().map(({ id }) => id)).not.toContain(gone.id);
    expect(all.get(neighbour.id)).toEqual(neighbour);
    expect(all.wasDeleted(gone.id)).toBe(true);
    expect(all.wasDeleted(neighbour.id)).toBe(false);
    expect(all.wasDeleted(999)).toBe(false);
    expect(all.create({ name: 'Next' }).id).toBe(neighbour.id + 1);
    expect(fleet.log.counts[family === 'groups' ? 'group-deleted' : 'user-deleted']).toBe(1);
  });

  it.each(['replace', 'update'] as const)('that do not exist cannot be changed by %s, or deleted', (how) => {
    const { records: all } = records();
    const { id } = all.create({ name: 'Gone' });
    all.delete(id);
    expect(() => all[how](999, { name: '' })).toThrowError(
      expect.objectContaining(refusal(`UNKNOWN_${NAME}`)),
    );
    expect(() => all[how](id, { name: '' })).toThrowError(
      expect.objectContaining(refusal(`DELETED_${NAME}`)),
    );
    expect(() => all.delete(id)).toThrowError(expect.objectContaining(refusal(`DELETED_${NAME}`)));
    expect(() => all.delete(Number.NaN)).toThrowError(expect.objectContaining(refusal(`UNKNOWN_${NAME}`)));
  });

  it('take known fields only, of the right type', () => {
    const { records: all } = records();
    const sneaky = JSON.parse('{"name":"A","id":77,"createdAt":0}');
    const created = all.create(sneaky);
    expect(created.id).not.toBe(77);
    expect(created.createdAt).toBe(START);
    expect(Object.keys(created)).toEqual(['id', 'name', ...Object.keys(defaults), 'createdAt', 'modifiedAt']);
    for (const wrong of [
      { name: 5 },
      { name: {} },
      { nmae: 'A' },
      JSON.parse('{"name":"A","__proto__":{"x":1}}'),
      { name: 'A', constructor: 1 },
      { [Object.keys(defaults).find((key) => key.endsWith('Ids')) ?? '']: 'x' },
    ]) {
      expect(() => all.create(wrong as object)).toThrowError(
        expect.objectContaining(refusal('RECORD_INVALID')),
      );
    }
  });

  it("cannot be changed behind the fleet's back", () => {
    const { records: all } = records();
    const record = all.get(1) as { name: string };
    expect(() => {
      record.name = 'Hacked';
    }).toThrow(TypeError);
    expect(() => (all.list() as unknown[]).push({})).toThrow(TypeError);
    expect(all.get(1)?.name).not.toBe('Hacked');
  });

  it('report what was done to them', () => {
    const { records: all, fleet } = records();
    const before = fleet.log.head;
    const { id } = all.create({ name: 'A' });
    all.update(id, { name: 'B' });
    all.replace(id, { name: 'C' });
    const kind = family === 'groups' ? 'group' : 'user';
    expect(fleet.log.since(before, 9)).toMatchObject([
      { kind: `${kind}-created`, [`${kind}Id`]: id },
      { kind: `${kind}-updated`, [`${kind}Id`]: id, fields: ['name'] },
      { kind: `${kind}-replaced`, [`${kind}Id`]: id, fields: ['name'] },
    ]);
  });
});

const fields = { id: '/id', groupIds: '/groups' } as const;

describe('which group a device is in', () => {
  it.each([
    ['one', {}],
    ['several', { 'records.device': { fields } }],
  ])(
    'is shown alike by the device and by its groups, of which there can be %s, whatever is done',
    (most, policy) => {
      const ids = fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 6 });
      const groupId = fc.integer({ min: 1, max: 6 });
      const step = fc.oneof(
        fc.record({ do: fc.constant('create' as const), deviceIds: ids }),
        fc.record({ do: fc.constant('replace' as const), id: groupId, deviceIds: ids }),
        fc.record({ do: fc.constant('update' as const), id: groupId, deviceIds: ids }),
        fc.record({ do: fc.constant('delete' as const), id: groupId }),
        fc.record({ do: fc.constant('device' as const), id: groupId }),
      );
      fc.assert(
        fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
          const { groups, devices, users } = world({ devices: 6, groups: 3, users: 2, policy }).fleet;
          for (const next of steps) {
            const exists = next.do === 'create' || groups.get(next.id) !== undefined;
            if (next.do === 'create') groups.create({ name: 'New', deviceIds: next.deviceIds });
            else if (!exists) continue;
            else if (next.do === 'device') devices.create({ groupId: next.id });
            else if (next.do === 'delete') groups.delete(next.id);
            else groups[next.do](next.id, { name: 'Changed', deviceIds: next.deviceIds });

            for (const device of devices.list()) {
              const members = groups.list().filter((group) => group.deviceIds.includes(device.id));
              expect(members.map(({ id }) => id)).toEqual(device.groupIds);
              expect(device.groupId).toBe(device.groupIds[0] ?? null);
              if (most === 'one') expect(members.length).toBeLessThan(2);
            }
            const known = groups.list().map(({ id }) => id);
            for (const user of users.list()) expect(known).toEqual(expect.arrayContaining(user.groupIds));
          }
        }),
      );
    },
  );

  it('keeps the order in which the devices were sent, each once', () => {
    const { groups } = world().fleet;
    expect(groups.create({ deviceIds: [3, 1, 3, 2] }).deviceIds).toEqual([3, 1, 2]);
  });

  it('is not changed by a reference to a device that does not exist', () => {
    const { groups, log } = world().fleet;
    const before = [groups.list(), log.head];
    for (const attempt of [
      () => groups.create({ deviceIds: [1, 99] }),
      () => groups.update(1, { deviceIds: [99] }),
    ]) {
      expect(attempt).toThrowError(
        expect.objectContaining(refusal('UNKNOWN_REFERENCE', { field: 'deviceIds' })),
      );
    }
    expect([groups.list(), log.head]).toEqual(before);
  });

  it('keeps a group from being deleted where the policy says so', () => {
    const { groups, devices } = world({ policy: { 'groups.delete-devices': 'refused' } }).fleet;
    expect(() => groups.delete(1)).toThrowError(expect.objectContaining(refusal('GROUP_HAS_DEVICES')));
    groups.update(1, { deviceIds: [] });
    groups.delete(1);
    expect(devices.get(1)?.groupId).toBeNull();
  });
});

describe('users', () => {
  it("begin with the account's own, reachable in every way, in reserved domains and phone ranges", () => {
    const { users, groups, account } = world({ devices: 40, users: 30, timeZone: 'Europe/Berlin' }).fleet;
    expect(users.size).toBe(30);
    expect(users.get(account.ownUserId)).toMatchObject({
      name: 'demo',
      email: 'demo@example.com',
      timeZone: 'Europe/Berlin',
      country: 'DE',
      groupIds: groups.list().map(({ id }) => id),
      notify: ['email', 'sms'],
    });
    for (const user of users.list()) {
      expect(user.email).toMatch(/^[a-z0-9.-]+@example\.com$/);
      expect(user.phone).toMatch(/^\+1\d{3}55501\d\d$/);
      expect(user.groupIds.length).toBeGreaterThan(0);
    }
    expect(new Set(users.list().map(({ email }) => email)).size).toBe(30);
  });

  it('cannot delete the one whose key is in use, unless the policy lets them', () => {
    const { users } = world().fleet;
    expect(() => users.delete(1)).toThrowError(expect.objectContaining(refusal('OWN_USER')));
    const lenient = world({ policy: { 'users.delete-self': 'allowed' } }).fleet;
    lenient.users.delete(1);
    expect(lenient.users.get(1)).toBeUndefined();
    expect(lenient.limits.send(1, 'sms', 1).sent).toBe(1);
  });

  it.each([
    [{ country: 'XX' }, 'RECORD_INVALID', 'country'],
    [{ timeZone: 'Mars/Olympus' }, 'RECORD_INVALID', 'timeZone'],
    [{ notify: ['fax'] }, 'RECORD_INVALID', 'notify'],
    [{ disabled: 'no' }, 'RECORD_INVALID', 'disabled'],
    [{ groupIds: [99] }, 'UNKNOWN_REFERENCE', 'groupIds'],
    [{ groupIds: [0.5] }, 'RECORD_INVALID', 'groupIds'],
  ])('are refused with %o', (wrong, code, field) => {
    const { users } = world().fleet;
    expect(() => users.create({ name: 'A', ...(wrong as object) })).toThrowError(
      expect.objectContaining(refusal(code, { field })),
    );
  });

  it('leave a group that is deleted', () => {
    const { users, groups } = world({ groups: 2 }).fleet;
    const { id } = users.create({ name: 'Ann', groupIds: [2, 1] });
    groups.delete(1);
    expect(users.get(id)?.groupIds).toEqual([2]);
  });
});

describe('countries and time zones', () => {
  it('are those of the platform', () => {
    const { reference } = world().fleet;
    const countries = reference.countries();
    expect(countries).toHaveLength(249);
    expect(countries).toContainEqual({ code: 'DE', name: 'Germany' });
    expect(countries.map(({ code }) => code)).not.toEqual(expect.arrayContaining(['EU']));
    const zones = reference.timeZones(Date.UTC(2026, 0, 1));
    expect(zones.length).toBeGreaterThan(300);
    expect(zones[0]).toEqual({ id: 'UTC', name: 'Coordinated Universal Time', offset: '+00:00' });
    expect(zones).toContainEqual({ id: 'Europe/Berlin', name: 'Central European Time', offset: '+01:00' });
  });

  it('show the offset of the moment', () => {
    const { reference } = world().fleet;
    const offset = (at: number) => reference.timeZones(at).find(({ id }) => id === 'Europe/Berlin')?.offset;
    const change = Date.UTC(2026, 2, 29, 1);
    expect([offset(change - 1), offset(change)]).toEqual(['+01:00', '+02:00']);
    expect(offset(Date.UTC(2026, 6, 1, 12, 7))).toBe('+02:00');
  });
});
