/** Each fault of what devices report, on vehicles of a world. */
import { describe, expect, it } from 'vitest';
import { type DeviceFaults, faultKinds } from '../../../scenarios/device-faults/index.ts';
import type { Site } from '../../../scenarios/language/terms.ts';
import type { Location } from '../../../simulator/fleet/types.ts';
import { at, driving, hour, minute, type Played, part, play, second, start, story } from './stories.ts';

const YEAR = 365 * 24 * hour;
const often = { moving: 10 * second, parked: minute, turns: false };
const places = [at('depot'), at('brewery'), at('market-square')];
const depot: Site = { name: 'depot', at: at('depot'), area: { centre: at('depot'), radius: 300 } };

const world = (more: Parameters<typeof play>[1] = {}, seed = 7) =>
  play(
    story({
      fleet: [part({ count: 2, report: often, drives: driving({ dwell: 0 }), sensors: { temperature: 4 } })],
      routes: [{ name: 'round', kind: 'roads', stops: places }],
      sites: [depot],
      clock: { start, end: start + hour, timeZone: 'UTC', seed },
    }),
    more,
  );

const all = ({ simulator }: Played, device = 1): Location[] =>
  simulator.fleet.locations.between(device, -1e14, 1e14).sort((a, b) => a.receivedAt - b.receivedAt);
/** Reports that were received of a device from the fifth minute to the tenth. */
const faulty = (played: Played, device = 1) =>
  all(played, device).filter(
    ({ receivedAt }) => receivedAt > start + 5 * minute && receivedAt <= start + 10 * minute,
  );

/** Five minutes in good order, five with faults, five in good order. */
async function withFaults(faults: DeviceFaults, played = world()): Promise<Played> {
  await played.pass(5 * minute + second);
  played.traffic.setFaults(1, faults, 5 * minute);
  await played.pass(10 * minute);
  return played;
}

const sound = world();
const soundAll = async () => {
  if (all(sound).length < 10) await sound.pass(15 * minute + second);
  return { first: all(sound, 1), others: all(sound, 2) };
};

describe.each<[kind: string, faults: DeviceFaults]>([
  ['clock', { clock: 5 * YEAR }],
  ['position', { position: 'zero' }],
  ['jumps', { jumps: { upTo: 5_000, oneIn: 2 } }],
  ['sensors', { sensors: { temperature: 'stuck', fuel: 9_999 } }],
  ['copies', { copies: 3 }],
  ['uploadOrder', { uploadOrder: 'shuffled' }],
])('%s', (kind, faults) => {
  it('has its time, and leaves the rest and other devices as they are', async () => {
    const { first, others } = await soundAll();
    const played = await withFaults(faults);
    const mine = all(played);
    const isOutside = ({ receivedAt }: Location) =>
      receivedAt <= start + 5 * minute || receivedAt > start + 10 * minute + second;
    expect(mine.filter(isOutside)).toEqual(first.filter(isOutside));
    if (kind !== 'uploadOrder') expect(mine).not.toEqual(first);
    expect(all(played, 2)).toEqual(others);
  });

  it('is the same again at its seed, and after a snapshot', async () => {
    const digest = (await withFaults(faults)).simulator.fleet.log.digest();
    const again = world();
    await again.pass(5 * minute + second);
    again.traffic.setFaults(1, faults, 5 * minute);
    await again.pass(2 * minute);
    const saved = JSON.parse(JSON.stringify(again.simulator.snapshot()));
    await again.pass(8 * minute);
    expect(again.simulator.fleet.log.digest()).toBe(digest);
    const other = world();
    other.simulator.restore(saved);
    await other.pass(8 * minute);
    expect(other.simulator.fleet.log.digest()).toBe(digest);
  });
});

it('there is no other fault', () => {
  expect(faultKinds).toEqual(['clock', 'position', 'jumps', 'sensors', 'copies', 'uploadOrder']);
});

describe('a clock that is wrong', () => {
  it.each([5 * YEAR, 3 * hour, -2 * hour, -7_168 * 24 * hour])(
    'by %i ms shifts report times alone',
    async (ms) => {
      const { first } = await soundAll();
      const played = await withFaults({ clock: ms });
      const shifted = faulty(played).map(({ deviceTime, ...facts }) => ({
        ...facts,
        deviceTime: deviceTime - ms,
      }));
      expect(shifted.length).toBeGreaterThan(20);
      expect(first).toEqual(expect.arrayContaining(shifted));
    },
  );

  it('leaves a fix dated years ahead as the last one for ever', async () => {
    const played = await withFaults({ clock: YEAR });
    await played.pass(hour);
    const last = played.simulator.fleet.locations.last(1);
    expect(last?.deviceTime).toBeGreaterThan(start + YEAR);
    expect(last?.receivedAt).toBeLessThanOrEqual(start + 10 * minute + second);
  });
});

describe('a position', () => {
  it('of none is no report at all, and the vehicle drives on', async () => {
    const played = await withFaults({ position: 'none' });
    expect(faulty(played)).toEqual([]);
    expect(all(played).length).toBeGreaterThan(50);
    expect(played.traffic.drives?.isSilent(1)).toBe(false);
    played.traffic.setFaults(1, { position: 'none' }, null);
    expect([1, 2].map((device) => played.traffic.drives?.isSilent(device))).toEqual([true, false]);
  });

  it('of zero is 0, 0 without a satellite', async () => {
    for (const { latitude, longitude, satellites, speed } of faulty(await withFaults({ position: 'zero' })))
      expect([latitude, longitude, satellites, speed]).toEqual([0, 0, 0, 0]);
  });

  it('that is frozen comes again and again, with the times of now', async () => {
    const reports = faulty(await withFaults({ position: 'frozen' }));
    expect(new Set(reports.map(({ latitude, longitude }) => `${latitude} ${longitude}`)).size).toBe(1);
    expect(new Set(reports.map(({ deviceTime }) => deviceTime)).size).toBe(reports.length);
  });
});

it('jumps are as far as was said, as often as was said, and others at another seed', async () => {
  const { first } = await soundAll();
  const own = new Map(first.map((report) => [report.deviceTime, report]));
  const off = faulty(await withFaults({ jumps: { upTo: 5_000, oneIn: 3 } })).map(
    ({ deviceTime, latitude, longitude }) => {
      const real = own.get(deviceTime);
      const north = (latitude - (real?.latitude ?? 0)) * 111_195;
      const east = (longitude - (real?.longitude ?? 0)) * 111_195 * Math.cos((latitude * Math.PI) / 180);
      return Math.hypot(north, east);
    },
  );
  const far = off.filter((metres) => metres > 1);
  expect(far.length).toBeGreaterThan(3);
  expect(far.length).toBeLessThan(off.length / 2);
  for (const metres of far) expect(metres).toBeGreaterThan(2_450);
  for (const metres of far) expect(metres).toBeLessThan(5_050);
  const other = await withFaults({ jumps: { upTo: 5_000, oneIn: 3 } }, world({}, 8));
  expect(faulty(other)).not.toEqual(faulty(await withFaults({ jumps: { upTo: 5_000, oneIn: 3 } })));
});

it('sensors show what they are told to, beyond any range, or what they showed first', async () => {
  const played = world();
  await played.pass(5 * minute + second);
  played.traffic.setFaults(1, { sensors: { fuel: 9_999, speed: 'stuck', temperature: 'stuck' } }, null);
  await played.pass(30 * second);
  played.traffic.setSensor(1, 'temperature', 21);
  await played.pass(5 * minute - 30 * second);
  const reports = faulty(played);
  const [one] = reports;
  for (const { fuel, speed, attributes } of reports)
    expect([fuel, speed, attributes]).toEqual([9_999, one?.speed, { temperature: 4 }]);
  played.traffic.endFaults(1);
  await played.pass(minute);
  expect(all(played).at(-1)?.attributes).toEqual({ temperature: 21 });
});

it('copies are the same report several times', async () => {
  const { first } = await soundAll();
  const times = faulty(await withFaults({ copies: 3 })).map(({ deviceTime }) => deviceTime);
  const once = first
    .map(({ deviceTime }) => deviceTime)
    .filter((time) => time > start + 5 * minute && time <= start + 10 * minute);
  expect(times).toEqual(once.flatMap((time) => [time, time, time]));
});

describe('what was kept while nothing got through', () => {
  const kept = async (order: DeviceFaults['uploadOrder']) => {
    const played = world();
    await played.pass(5 * minute + second);
    if (order) played.traffic.setFaults(1, { uploadOrder: order }, null);
    played.traffic.loseSignal(1, 3 * minute, true);
    await played.pass(6 * minute);
    return all(played)
      .filter(({ receivedAt, deviceTime }) => receivedAt > deviceTime)
      .map(({ deviceTime }) => deviceTime);
  };

  it('comes oldest first, newest first, or shuffled, each once', async () => {
    const oldest = await kept('oldest-first');
    expect(oldest.length).toBeGreaterThan(15);
    expect(oldest).toEqual([...new Set(oldest)].sort((a, b) => a - b));
    expect(await kept('newest-first')).toEqual(oldest.toReversed());
    const shuffled = await kept('shuffled');
    expect(shuffled).not.toEqual(oldest);
    expect(shuffled.toSorted((a, b) => a - b)).toEqual(oldest);
    expect(await kept(undefined)).not.toEqual(oldest);
  });
});

describe('several faults', () => {
  it('come together; one of the same kind takes the place of the one before, and all can be ended', async () => {
    const played = world();
    await played.pass(5 * minute + second);
    played.traffic.setFaults(1, { copies: 2, clock: hour }, null);
    played.traffic.setFaults(1, { copies: 4 }, minute);
    await played.pass(30 * second);
    expect(new Set(faulty(played).map(({ deviceTime }) => deviceTime)).size).toBe(faulty(played).length / 4);
    await played.pass(minute);
    expect(played.traffic.faultsOf(1)).toMatchObject([{ value: { clock: hour }, until: null }]);
    played.traffic.endFaults(1);
    const before = all(played).length;
    await played.pass(minute);
    for (const { deviceTime, receivedAt } of all(played).slice(before)) expect(deviceTime).toBe(receivedAt);
  });

  it('are kept with the reports while nothing gets through, and come with them', async () => {
    const played = world();
    await played.pass(5 * minute + second);
    played.traffic.setFaults(1, { clock: YEAR, sensors: { fuel: 9_999 }, copies: 2 }, 2 * minute);
    played.traffic.loseSignal(1, 2 * minute, true);
    await played.pass(4 * minute);
    const late = all(played).filter(({ deviceTime }) => deviceTime > start + YEAR);
    expect(late.length).toBeGreaterThan(20);
    for (const { fuel, receivedAt } of late) {
      expect(fuel).toBe(9_999);
      expect(receivedAt).toBeGreaterThan(start + 7 * minute);
    }
  });
});

it('conditions look at what is reported: a place that jumps away leaves an area', async () => {
  const devices = { first: 1, count: 1 };
  const watched = [
    { kind: 'leaves', devices, site: 0 },
    { kind: 'enters', devices, site: 0 },
    { kind: 'sensor', devices, sensor: 'temperature', above: 90 },
  ] as const;
  const parked = play(
    story({
      fleet: [part({ start: at('depot'), drives: null, report: often, sensors: { temperature: 4 } })],
      sites: [depot],
    }),
    { watched },
  );
  await parked.pass(5 * minute + second);
  parked.traffic.setFaults(1, { position: 'zero', sensors: { temperature: 99 } }, 5 * minute);
  await parked.pass(10 * minute);
  expect(parked.fired.map(([condition]) => condition)).toEqual([0, 2, 1]);
});
