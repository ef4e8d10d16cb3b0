import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packRow, unpackRow, WORDS } from '../../../simulator/fleet/locations/row.ts';
import type { Location, LocationReport } from '../../../simulator/fleet/types.ts';
import { runs, turns } from '../../sample.ts';
import { DAY, HOUR, MINUTE, refusal, SECOND, START, world } from './world.ts';

const inTurn = turns(2);

const BERLIN: LocationReport = { deviceTime: START, latitude: 52.5200066, longitude: 13.404954 };

const FOREVER = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] as const;

/** Numbers of a range, absent, and now and then far out of it. */
function fact(min: number, max: number) {
  const inside = fc.double({ min, max, noNaN: true });
  const outside = fc.double({ min: -1e9, max: 1e9, noNaN: true });
  return fc.oneof({ weight: 6, arbitrary: inside }, { weight: 1, arbitrary: outside }, fc.constant(null));
}

const report = fc.record({
  deviceTime: fc.oneof(
    fc.integer({ min: START - DAY, max: START + DAY }),
    fc.integer({ min: -(2 ** 47) + 1, max: 2 ** 47 - 1 }),
  ),
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  altitude: fact(-500, 6_053),
  speed: fact(0, 655),
  course: fact(0, 360),
  accuracy: fact(0, 409),
  satellites: fc.oneof(fc.nat(62), fc.nat(500), fc.constant(null)),
  ignition: fc.option(fc.boolean()),
  battery: fact(0, 100),
  fuel: fact(0, 100),
  odometer: fact(0, 1_600_000),
  attributes: fc.option(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 })),
});

/** By how much a stored fact may differ from the reported one. */
const resolution: { [F in keyof LocationReport]?: number } = {
  latitude: 0.5e-7,
  longitude: 0.5e-7,
  altitude: 0.05,
  speed: 0.005,
  course: 0.005,
  accuracy: 0.05,
  battery: 0.05,
  fuel: 0.05,
  odometer: 0.05,
};

function expectAlike(stored: Location, sent: Required<LocationReport>): void {
  for (const name of Object.keys(sent) as (keyof LocationReport)[]) {
    const [is, was] = [stored[name], sent[name]];
    if (typeof was !== 'number') expect(is, name).toEqual(was);
    else expect(Math.abs((is as number) - was), name).toBeLessThanOrEqual((resolution[name] ?? 0) * 1.000001);
  }
}

describe('a location', () => {
  it('takes 32 bytes', () => {
    expect(WORDS * Int32Array.BYTES_PER_ELEMENT).toBe(32);
  });

  it('comes out of its row as it went in, to the documented resolution, and exactly where it does not fit', () => {
    fc.assert(
      fc.property(report, fc.integer({ min: -DAY, max: 400 * DAY }), (sent, delay) => {
        const words = new Int32Array(WORDS);
        const receivedAt = sent.deviceTime + delay;
        const stored = unpackRow(7, words, 0, packRow(sent, receivedAt, words, 0));
        expect(stored).toMatchObject({ deviceId: 7, receivedAt });
        expectAlike(stored, sent);
      }),
      { numRuns: runs(500) },
    );
  });

  it('is read as it was answered when it was recorded', () => {
    const { fleet, pass } = world();
    pass(MINUTE);
    const recorded = fleet.locations.record(1, { ...BERLIN, speed: 33.333, attributes: { driver: 'Ann' } });
    expect(recorded).toEqual({
      deviceId: 1,
      deviceTime: START,
      receivedAt: START + MINUTE,
      latitude: 52.5200066,
      longitude: 13.404954,
      altitude: null,
      speed: 33.33,
      course: null,
      accuracy: null,
      satellites: null,
      ignition: null,
      battery: null,
      fuel: null,
      odometer: null,
      attributes: { driver: 'Ann' },
    });
    expect(fleet.locations.last(1)).toEqual(recorded);
    expect(fleet.locations.between(1, START, START)).toEqual([recorded]);
  });

  it.each([
    ['north of the pole', { latitude: 90.1 }, 'latitude'],
    ['nowhere', { longitude: Number.NaN }, 'longitude'],
    ['at no time', { deviceTime: Number.POSITIVE_INFINITY }, 'deviceTime'],
    ['without a latitude', { latitude: undefined as unknown as number }, 'latitude'],
  ])('%s is refused', (_what, wrong, field) => {
    const { fleet } = world();
    const attempt = () => fleet.locations.record(1, { ...BERLIN, ...wrong });
    expect(attempt).toThrowError(expect.objectContaining(refusal('LOCATION_INVALID', { field })));
    expect(fleet.locations.last(1)).toBeUndefined();
    expect(fleet.log.counts['location-recorded']).toBe(0);
  });

  it('of an unknown or an expired device is refused', () => {
    const { fleet } = world();
    fleet.limits.set(1, { expires: true, expirationDate: '2026-01-05' });
    expect(() => fleet.locations.record(1, BERLIN)).toThrowError(
      expect.objectContaining(refusal('DEVICE_EXPIRED')),
    );
    expect(() => fleet.locations.record(9, BERLIN)).toThrowError(
      expect.objectContaining(refusal('UNKNOWN_DEVICE')),
    );
    const lenient = world({
      policy: { 'expired.may': { read: true, list: true, postLocations: true, postAlerts: false } },
    });
    lenient.fleet.limits.set(1, { expires: true, expirationDate: '2026-01-05' });
    expect(lenient.fleet.locations.record(1, BERLIN)).toMatchObject({ deviceId: 1 });
  });
});

describe('the last location', () => {
  it("is the newest by the device's own time, also when an older one arrives late", () => {
    const { fleet, pass } = world();
    fleet.locations.record(1, { ...BERLIN, deviceTime: START });
    pass(HOUR);
    fleet.locations.record(1, { ...BERLIN, deviceTime: START - HOUR, latitude: 1 });
    expect(fleet.locations.last(1)?.latitude).toBe(52.5200066);
    fleet.locations.record(1, { ...BERLIN, deviceTime: START + HOUR, latitude: 2 });
    expect(fleet.locations.last(1)?.latitude).toBe(2);
  });

  it('is the one received last where the policy says so', () => {
    const { fleet } = world({ policy: { 'locations.order': 'received' } });
    fleet.locations.record(1, { ...BERLIN, deviceTime: START });
    fleet.locations.record(1, { ...BERLIN, deviceTime: START - 400 * DAY, latitude: 1 });
    expect(fleet.locations.last(1)?.latitude).toBe(1);
  });

  it('stays when later arrivals push it out of the history', () => {
    const { fleet } = world({ historyPerDevice: 5 });
    fleet.locations.record(1, { ...BERLIN, deviceTime: START + DAY, attributes: { note: 'newest' } });
    for (let late = 0; late < 50; late++) fleet.locations.record(1, { ...BERLIN, deviceTime: START + late });
    expect(fleet.locations.last(1)).toMatchObject({
      deviceTime: START + DAY,
      attributes: { note: 'newest' },
    });
    expect(fleet.locations.between(1, ...FOREVER).map(({ deviceTime }) => deviceTime - START)).toEqual([
      45,
      46,
      47,
      48,
      49,
      DAY,
    ]);
  });

  it('says when the device was heard of, and whether it is online', () => {
    const { fleet, pass } = world();
    expect(fleet.devices.get(1)).toMatchObject({ status: 'unknown', lastSeenAt: null });
    fleet.locations.record(1, { ...BERLIN, deviceTime: START - DAY });
    expect(fleet.devices.get(1)).toMatchObject({ status: 'online', lastSeenAt: START });
    pass(15 * MINUTE);
    expect(fleet.devices.get(1)?.status).toBe('online');
    pass(1);
    expect(fleet.devices.get(1)?.status).toBe('offline');
  });
});

describe('the history', () => {
  it.runIf(inTurn())('keeps the latest reports of each device, as a plain list would', () => {
    const reports = fc.array(fc.record({ id: fc.integer({ min: 1, max: 3 }), report }), { maxLength: 60 });
    fc.assert(
      fc.property(reports, fc.integer({ min: 1, max: 20 }), (all, historyPerDevice) => {
        const { fleet } = world({ historyPerDevice });
        const model = new Map<number, Location[]>([1, 2, 3].map((id) => [id, []]));
        for (const { id, report } of all) model.get(id)?.push(fleet.locations.record(id, report));
        for (const [id, recorded] of model) {
          const last = recorded.reduce<Location | undefined>(
            (newest, one) => (newest === undefined || one.deviceTime >= newest.deviceTime ? one : newest),
            undefined,
          );
          expect(fleet.locations.last(id)).toEqual(last);
          const kept = recorded.slice(-historyPerDevice);
          if (last !== undefined && !kept.includes(last)) kept.unshift(last);
          kept.sort((a, b) => a.deviceTime - b.deviceTime);
          expect(fleet.locations.between(id, ...FOREVER)).toEqual(kept);
        }
      }),
    );
  });

  it('answers for a range of device times, both ends included', () => {
    const { fleet } = world();
    for (const minute of [3, 1, 2, 5, 4])
      fleet.locations.record(1, { ...BERLIN, deviceTime: START + minute * MINUTE });
    const between = fleet.locations.between(1, START + 2 * MINUTE, START + 4 * MINUTE);
    expect(between.map(({ deviceTime }) => (deviceTime - START) / MINUTE)).toEqual([2, 3, 4]);
    expect(fleet.locations.between(2, ...FOREVER)).toEqual([]);
  });

  it('costs 32 bytes a row, and nothing for devices that do not report', () => {
    const { fleet } = world({ devices: 2_000, historyPerDevice: 64 });
    expect(fleet.locations.bytes).toBe(0);
    for (let turn = 0; turn < 64; turn++) {
      for (let id = 1; id <= 1_000; id++) fleet.locations.record(id, { ...BERLIN, deviceTime: START + turn });
    }
    const rows = 64_000;
    expect(fleet.locations.bytes / rows).toBeLessThanOrEqual(32.5);
    const full = fleet.locations.bytes;
    for (let id = 1; id <= 1_000; id++) fleet.locations.record(id, BERLIN);
    expect(fleet.locations.bytes).toBe(full);
  });

  it.runIf(inTurn())(
    'keeps a bounded number of facts that do not fit into rows; of older ones the nearest that fits',
    () => {
      const { fleet } = world({ devices: 1, historyPerDevice: 20_001 });
      for (let turn = 0; turn <= 20_000; turn++) {
        fleet.locations.record(1, { ...BERLIN, deviceTime: START + turn, speed: 900, attributes: { turn } });
      }
      const [first, second] = fleet.locations.between(1, START, START + 1);
      expect(first).toMatchObject({ speed: 655.34, attributes: null, latitude: 52.5200066 });
      expect(second).toMatchObject({ speed: 900, attributes: { turn: 1 } });
    },
  );

  it('is in memory as packed rows of the last locations', () => {
    const { fleet } = world();
    fleet.locations.record(2, { ...BERLIN, speed: 50 });
    const { written, words } = fleet.locations.lastRows;
    expect([...written.subarray(0, 2)]).toEqual([0, 1]);
    expect(unpackRow(2, words, WORDS)).toEqual(fleet.locations.last(2));
  });

  it('takes packed rows too', () => {
    const { fleet } = world();
    const words = new Int32Array(WORDS);
    packRow({ ...BERLIN, speed: 50 }, START, words, 0);
    expect(fleet.locations.appendPacked(2, words, 0)).toBe(true);
    expect(fleet.locations.last(2)).toMatchObject({ deviceId: 2, latitude: 52.5200066, speed: 50 });
    fleet.limits.set(2, { expires: true, expirationDate: '2026-01-05' });
    expect(fleet.locations.appendPacked(2, words, 0)).toBe(false);
  });
});

describe('a plan', () => {
  const reports = [30, 10, 20].map((seconds) => ({
    ...BERLIN,
    deviceTime: START + seconds * SECOND,
    speed: seconds,
  }));

  it('lets a device report by itself, each report at its time', () => {
    const { fleet, pass } = world();
    expect(fleet.locations.plan(1, reports)).toBe(3);
    pass(15 * SECOND);
    expect(fleet.locations.last(1)).toMatchObject({ speed: 10, receivedAt: START + 10 * SECOND });
    pass(15 * SECOND);
    expect(fleet.locations.last(1)?.speed).toBe(30);
    expect(fleet.log.counts['location-recorded']).toBe(3);
  });

  it('is on the timeline as one event, however long it is', () => {
    const { fleet, timeline } = world();
    fleet.locations.plan(1, reports);
    expect(timeline.upcoming(10, ['planned-report'])).toHaveLength(1);
  });

  it('can be added to, and comes at once for what has passed', () => {
    const { fleet, pass } = world();
    fleet.locations.plan(1, reports);
    pass(12 * SECOND);
    fleet.locations.plan(
      1,
      [15, 5, 40].map((seconds) => ({ ...BERLIN, deviceTime: START + seconds * SECOND })),
    );
    pass(MINUTE);
    const times = fleet.locations
      .between(1, ...FOREVER)
      .map(({ deviceTime }) => (deviceTime - START) / SECOND);
    expect(times).toEqual([5, 10, 15, 20, 30, 40]);
    expect(fleet.locations.between(1, START + 5 * SECOND, START + 5 * SECOND)[0]?.receivedAt).toBe(
      START + 12 * SECOND,
    );
  });

  it('can be looked at as far as it is left, of one device and of all', () => {
    const { fleet, pass } = world();
    fleet.locations.plan(1, reports);
    pass(15 * SECOND);
    const { reports: all = [], next = 0 } = fleet.locations.planned(1) ?? {};
    expect(all.slice(next).map(({ speed }) => speed)).toEqual([20, 30]);
    expect([...fleet.locations.plans()].map(([id]) => id)).toEqual([1]);
    pass(MINUTE);
    expect([...fleet.locations.plans()]).toEqual([]);
    expect(fleet.locations.planned(1)).toBeUndefined();
  });

  it('is silent while the device is expired', () => {
    const { fleet, pass } = world();
    fleet.locations.plan(1, reports);
    fleet.limits.set(1, { expires: true, expirationDate: '2026-01-05' });
    pass(MINUTE);
    expect(fleet.locations.last(1)).toBeUndefined();
  });

  it('is refused whole when one report is wrong', () => {
    const { fleet, timeline } = world();
    const attempt = () => fleet.locations.plan(1, [...reports, { ...BERLIN, latitude: 91 }]);
    expect(attempt).toThrowError(expect.objectContaining(refusal('LOCATION_INVALID')));
    expect(timeline.upcoming(10, ['planned-report'])).toEqual([]);
  });
});
