import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Digest } from '../../../simulator/fleet/log/digest.ts';
import type { FleetEvent } from '../../../simulator/fleet/types.ts';
import { DAY, HOUR, START, world } from './world.ts';

describe('the log', () => {
  it('numbers what happens, and gives what came after a number', () => {
    const { fleet } = world();
    fleet.limits.send(1, 'sms', 1);
    fleet.account.setApiEnabled(false);
    expect(fleet.log.since(0, 10)).toEqual([
      { at: START, sequence: 1, kind: 'message-sent', deviceId: 1, channel: 'sms', count: 1, alertId: null },
      { at: START, sequence: 2, kind: 'account-changed', apiEnabled: false },
    ]);
    expect(fleet.log.since(1, 10).map(({ sequence }) => sequence)).toEqual([2]);
    expect(fleet.log.since(0, 1).map(({ sequence }) => sequence)).toEqual([1]);
    expect(fleet.log.since(2, 10)).toEqual([]);
    expect(fleet.log.head).toBe(2);
  });

  it('notifies listeners as it happens, until they have heard enough', () => {
    const { fleet } = world();
    const heard: FleetEvent[] = [];
    const stop = fleet.log.onEvent((event) => heard.push(event), { locations: true });
    fleet.limits.send(1, 'sms', 1);
    fleet.locations.record(2, { deviceTime: START, latitude: 1, longitude: 2, speed: 3 });
    stop();
    fleet.limits.send(1, 'sms', 1);
    expect(heard).toEqual([
      expect.objectContaining({ kind: 'message-sent', sequence: 1 }),
      expect.objectContaining({
        kind: 'location-recorded',
        deviceId: 2,
        latitude: 1,
        longitude: 2,
        speed: 3,
      }),
    ]);
  });

  it('counts locations, but does not keep them', () => {
    const { fleet } = world({ logSize: 2 });
    fleet.limits.send(1, 'sms', 1);
    for (let turn = 0; turn < 10; turn++)
      fleet.locations.record(2, { deviceTime: START + turn, latitude: 1, longitude: 2 });
    expect(fleet.log.counts).toMatchObject({ 'location-recorded': 10, 'message-sent': 1 });
    expect(fleet.log.since(0, 10).map(({ kind }) => kind)).toEqual(['message-sent']);
  });
});

describe('the digest', () => {
  const events = fc.array(fc.oneof(fc.string(), fc.array(fc.integer(), { minLength: 8, maxLength: 8 })), {
    minLength: 1,
    maxLength: 20,
  });
  const digestOf = (all: (string | number[])[]) => {
    const digest = new Digest();
    for (const one of all) {
      if (typeof one === 'string') digest.add(one);
      else digest.fold(1, Int32Array.from(one), 0, 8);
    }
    return digest.hex();
  };

  it('is another one for another history: a changed, missing or exchanged event', () => {
    fc.assert(
      fc.property(events, fc.nat(), fc.nat(), (all, first, second) => {
        const [a, b] = [first % all.length, second % all.length];
        expect(digestOf(all)).toMatch(/^[0-9a-f]{64}$/);
        expect(digestOf(all.toSpliced(a, 1))).not.toBe(digestOf(all));
        const changed = all.map((one, index) =>
          index !== a ? one : typeof one === 'string' ? `${one}!` : [...one.slice(0, 7), ~(one[7] ?? 0)],
        );
        expect(digestOf(changed)).not.toBe(digestOf(all));
        const exchanged = all.with(a, all[b] as string).with(b, all[a] as string);
        if (JSON.stringify(all[a]) !== JSON.stringify(all[b]))
          expect(digestOf(exchanged)).not.toBe(digestOf(all));
      }),
    );
  });

  it('is the same in each release: a saved history goes on in the next', () => {
    expect(digestOf(['a', [1, 2, 3, 4, 5, 6, 7, 8], 'b'])).toBe(
      '1ca8ef6cece3c86434b8faa182a1c8de263cef52130336bf28433942f9ff9c49',
    );
  });

  it('says whose a location is', () => {
    const [one, two] = [new Digest(), new Digest()];
    one.fold(1, new Int32Array(8), 0, 8);
    two.fold(2, new Int32Array(8), 0, 8);
    expect(one.hex()).not.toBe(two.hex());
  });

  it('can be asked for at any time without changing what comes after', () => {
    const [one, two] = [new Digest(), new Digest()];
    for (const digest of [one, two]) digest.add('a');
    one.hex();
    for (const digest of [one, two]) digest.add('b');
    expect(one.hex()).toBe(two.hex());
  });

  it('is the same for a jump as for many steps', () => {
    const plan = Array.from({ length: 50 }, (_, turn) => ({
      deviceTime: START + turn * HOUR,
      latitude: turn,
      longitude: 2,
    }));
    const jump = world();
    const walk = world();
    for (const { fleet } of [jump, walk]) {
      fleet.locations.plan(1, plan);
      fleet.limits.set(2, { expires: true, expirationDate: '2026-01-07' });
    }
    jump.pass(3 * DAY);
    for (let step = 0; step < 300; step++) walk.pass((3 * DAY) / 300);
    expect(walk.fleet.log.digest()).toBe(jump.fleet.log.digest());
    expect(walk.fleet.log.since(0, 100)).toEqual(jump.fleet.log.since(0, 100));
  });

  it('sees a fact of a location that does not fit into its row', () => {
    const digests = ['a', 'b'].map((note) => {
      const { fleet } = world();
      fleet.locations.record(1, { deviceTime: START, latitude: 1, longitude: 2, attributes: { note } });
      return fleet.log.digest();
    });
    expect(digests[0]).not.toBe(digests[1]);
  });
});
