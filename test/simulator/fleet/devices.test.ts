import { describe, expect, it } from 'vitest';
import { cpuMs, cpuMsOf } from '../../cpu.ts';
import { expectLinear } from '../../growth.ts';
import { refusal, START, world } from './world.ts';

describe('devices', () => {
  it('are described by the seed: the same for the same, others for another', () => {
    const [first, again, other] = [world({ seed: 7 }), world({ seed: 7 }), world({ seed: 8 })];
    expect(again.fleet.devices.list()).toEqual(first.fleet.devices.list());
    expect(other.fleet.devices.list()).not.toEqual(first.fleet.devices.list());
  });

  it('are described alike in whatever order they are looked at', () => {
    const forwards = world({ seed: 3, devices: 50 }).fleet.devices;
    const backwards = world({ seed: 3, devices: 50 }).fleet.devices;
    const seen = Array.from({ length: 50 }, (_, index) => backwards.get(50 - index)).reverse();
    expect(seen).toEqual(forwards.list());
  });

  it('carry serial numbers and phone numbers that no real thing has', () => {
    for (const device of world({ devices: 300 }).fleet.devices.list()) {
      expect(device.imei).toMatch(/^00\d{13}$/);
      expect(luhnSum(device.imei) % 10).toBe(0);
      expect(device.phone).toMatch(/^\+1\d{3}55501\d\d$/);
      for (const field of ['name', 'model', 'licencePlate'] as const) expect(device[field]).not.toBe('');
    }
  });

  it('are listed by id, in pages and by group', () => {
    const { devices, groups } = world({ devices: 10, groups: 3 }).fleet;
    expect(devices.list().map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(devices.list({ offset: 3, limit: 2 }).map(({ id }) => id)).toEqual([4, 5]);
    expect(devices.list({ offset: 10 })).toEqual([]);
    expect(devices.list({ groupId: 2 }).map(({ id }) => id)).toEqual(groups.get(2)?.deviceIds);
    expect(devices.list({ groupId: 2, offset: 1, limit: 1 }).map(({ id }) => id)).toEqual([5]);
    expect([devices.total(), devices.total({ groupId: 2 }), devices.total({ groupId: 99 })]).toEqual([
      10, 3, 0,
    ]);
  });

  it('that do not exist are not there', () => {
    const { devices } = world().fleet;
    for (const id of [0, 5, -1, 1.5, Number.NaN]) {
      expect(devices.has(id)).toBe(false);
      expect(devices.get(id)).toBeUndefined();
    }
  });

  it('can be added, with or without facts', () => {
    const { fleet } = world({ licences: 9 });
    const device = fleet.devices.create({ name: 'Milk float', groupId: 1 });
    expect(device).toMatchObject({
      id: 5,
      name: 'Milk float',
      groupId: 1,
      licence: 'used',
      status: 'unknown',
    });
    expect(device.model).not.toBe('');
    expect(fleet.devices.get(5)).toEqual(device);
    expect(fleet.groups.get(1)?.deviceIds).toContain(5);
    expect(fleet.devices.create({})).toMatchObject({ id: 6, groupId: null });
    expect(fleet.log.counts['device-created']).toBe(2);
  });

  it('are saved by what was said of them alone', () => {
    const { fleet } = world({ licences: 9 });
    fleet.devices.create({ groupId: 1 });
    fleet.devices.create({ name: 'Milk float' });
    expect(fleet.save().devices.described).toEqual([[6, { name: 'Milk float' }]]);
  });

  it('have number plates that can be read aloud', () => {
    for (const { licencePlate } of world({ devices: 50 }).fleet.devices.list())
      expect(licencePlate).toMatch(/^[A-HJ-NPR-Z]{3} [1-9]\d{3}$/);
  });

  it.each([
    ['a group that does not exist', { groupId: 99 }, 'UNKNOWN_REFERENCE'],
    ['a name that is not text', { name: 5 as unknown as string }, 'RECORD_INVALID'],
  ])('are not added with %s', (_what, facts, code) => {
    const { fleet } = world();
    expect(() => fleet.devices.create(facts)).toThrowError(expect.objectContaining(refusal(code)));
    expect(fleet.devices.count).toBe(4);
  });
});

describe('a fleet', () => {
  it('of a hundred thousand devices lets an idle day pass for a part of what it took to make it', () => {
    const before = cpuMs();
    const { fleet, timeline } = world({ devices: 100_000 });
    const making = cpuMs() - before;
    expect(cpuMsOf(() => timeline.runUntil(START + 86_400_000))).toBeLessThan(making);
    expect(fleet.account.view().licences.used).toBe(100_000);
  });

  it('is made in a time in proportion to its devices', () => {
    expectLinear((devices) => void world({ devices }), 10_000);
  });

  it.each([
    [{ devices: -1 }, 'devices'],
    [{ devices: 1.5 }, 'devices'],
    [{ users: 0 }, 'users'],
    [{ historyPerDevice: 0 }, 'historyPerDevice'],
    [{ seed: Number.NaN }, 'seed'],
  ])('cannot be made with %o', (options, field) => {
    expect(() => world(options)).toThrowError(expect.objectContaining(refusal('OPTION_INVALID', { field })));
  });

  it('can do without groups: nothing is in any', () => {
    const { fleet } = world({ groups: 0, users: 3 });
    expect(fleet.groups.list()).toEqual([]);
    expect(fleet.users.list().map(({ groupIds }) => groupIds)).toEqual([[], [], []]);
    expect(fleet.devices.list().map(({ groupId }) => groupId)).toEqual([null, null, null, null]);
  });

  it('can be empty', () => {
    const { fleet, pass } = world({ devices: 0 });
    pass(86_400_000);
    expect(fleet.devices.list()).toEqual([]);
    expect(fleet.account.view().licences).toEqual({ total: 0, used: 0, available: 0 });
    expect(fleet.groups.list()[0]?.deviceIds).toEqual([]);
  });
});

describe('the account', () => {
  it('shows what it is, and reports what changes of it, but never its key', () => {
    const { fleet } = world();
    fleet.account.setApiEnabled(false);
    fleet.account.setApiEnabled(false);
    fleet.account.setApiKey('another-key');
    fleet.account.setLicenceTotal(6);
    expect(fleet.account.view()).toEqual({
      userName: 'demo',
      apiKey: 'another-key',
      apiEnabled: false,
      timeZone: 'UTC',
      licences: { total: 6, used: 4, available: 2 },
    });
    expect(fleet.log.counts['account-changed']).toBe(3);
    expect(JSON.stringify(fleet.log.since(0, 10))).not.toContain('another-key');
  });

  it('sees its tokens expire', () => {
    const { fleet, pass, timeline } = world();
    fleet.tokens.issued('token-1', START + 3_600_000);
    expect(timeline.upcoming(5, ['token-expiry'])).toMatchObject([
      { at: START + 3_600_000, payload: { tokenId: 'token-1' } },
    ]);
    pass(3_600_000);
    expect(fleet.log.since(0, 10)).toMatchObject([
      { kind: 'token-issued', tokenId: 'token-1' },
      { kind: 'token-expired', tokenId: 'token-1', at: START + 3_600_000 },
    ]);
  });

  it('knows when the token that ends last does', () => {
    const { fleet, pass } = world();
    expect(fleet.tokens.latestEnd).toBeUndefined();
    for (const hours of [3, 5, 4]) fleet.tokens.issued(`token-${hours}`, START + hours * 3_600_000);
    expect(fleet.tokens.latestEnd).toBe(START + 5 * 3_600_000);
    pass(5 * 3_600_000);
    expect(fleet.tokens.latestEnd).toBeUndefined();
  });

  it.each([
    ['demo', 'demo@example.com'],
    ['Fleet Office!', 'fleet-office-@example.com'],
    ['a.b-9', 'a.b-9@example.com'],
  ])('has a user of its own with an address that can be written: %s', (userName, email) => {
    expect(world({ userName }).fleet.users.get(1)).toMatchObject({ name: userName, email });
  });

  it('reports which part of it changed', () => {
    const { fleet } = world();
    fleet.account.setApiKey('another-key');
    expect(fleet.log.since(0, 1)).toMatchObject([{ kind: 'account-changed', fields: ['apiKey'] }]);
  });

  it('awaits the expiry of a bounded number of tokens', () => {
    const { fleet, timeline } = world();
    for (let token = 0; token < 10_500; token++) fleet.tokens.issued(`token-${token}`, START + 3_600_000);
    expect(timeline.size).toBe(10_000 + 1);
  });
});

function luhnSum(digits: string): number {
  return [...digits].reverse().reduce((sum, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);
}
