/** How vehicles move and what their devices report, by the locations that the service has of them in the end. */
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { playStory } from '../../scenarios/index.ts';
import { createSimulator } from '../../simulator/index.ts';
import { SEED } from '../sample.ts';
import { drawnStories } from './drawn.ts';

const START = Date.UTC(2026, 2, 2, 7);
const METRE = 1 / 111_195.08;
const EAST = METRE / Math.cos((48 * Math.PI) / 180);
const simulator = createSimulator({ historyPerDevice: 5_000 });
afterAll(() => simulator.stop());

interface Told {
  fleet: string;
  routes?: string;
  timeline?: readonly string[];
  length?: string;
  /** The file of a route. */
  track?: string;
}

const ways = 'round: { roads: [depot, brewery, market-square] }';

/** The end of each device, and the captions. Times are seconds since the start. */
async function told({ fleet, routes = ways, timeline = [], length = '1h', track = '' }: Told) {
  const entries = timeline.map((entry) => `  - ${entry}\n`).join('');
  const head = `title: T\nclock: { start: 2026-03-02 07:00, for: ${length}, seed: 7 }\n`;
  const body = `routes: { ${routes} }\nfleet: ${fleet}\n${entries && `timeline:\n${entries}`}`;
  return played(head + body, track);
}

async function played(text: string, track = '') {
  const { events } = await playStory(text, { simulator, readTrack: () => track });
  const { devices, locations } = simulator.fleet;
  const reports = devices.list().map(({ id }) =>
    locations
      .between(id, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)
      .map(({ deviceTime, receivedAt, ...facts }) => ({
        after: (deviceTime - START) / 1_000,
        came: (receivedAt - START) / 1_000,
        ...facts,
      }))
      .sort((a, b) => a.came - b.came),
  );
  return { reports, captions: events.filter(({ kind }) => kind === 'story-caption').length };
}
type Report = Awaited<ReturnType<typeof played>>['reports'][number][number];

const waits = (times: readonly number[]) => times.slice(1).map((time, at) => time - (times[at] ?? 0));
const afterOf = ({ after }: Report) => after;
const speedOf = ({ speed }: Report) => speed ?? 0;
const metresBetween = (a: Report, b: Report) =>
  Math.hypot((b.latitude - a.latitude) / METRE, (b.longitude - a.longitude) / METRE / 1.47);

describe('reports come', () => {
  it('at the interval of one that moves, and that of one that is parked', async () => {
    const { reports } = await told({
      fleet: '{ van: { drives: way, report: { moving: 20s, parked: 7m } } }',
      routes: 'way: { roads: [dairy, water-works] }',
    });
    const all = waits(reports[0]?.map(afterOf) ?? []);
    expect(all.slice(0, 8)).toEqual(Array(8).fill(20));
    expect(all.at(-1)).toBe(420);
  });

  it('spread over the interval: no two of sixty at one moment', async () => {
    const { reports } = await told({
      fleet: '{ van: { count: 60, drives: town, report: { moving: 30s, parked: 30s } } }',
      routes: 'town: roaming',
      length: '6m',
    });
    expect(new Set(reports.map((own) => own.at(-1)?.after)).size).toBe(60);
  });

  it('not from within a tunnel', async () => {
    const { reports } = await told({
      fleet: '{ van: { drives: way, report: { moving: 1s, parked: 1m } } }',
      routes: 'way: { roads: [tunnel-south, tunnel-north] }',
      length: '10m',
    });
    const moving = waits((reports[0] ?? []).filter((one) => speedOf(one) > 0).map(afterOf));
    expect(moving.filter((wait) => wait > 2)).toEqual([expect.toSatisfy((wait: number) => wait > 20)]);
  });

  it('with an error of some metres that comes and goes slowly', async () => {
    const { reports } = await told({
      fleet: '{ van: { drives: way, report: { moving: 5s, parked: 1m } } }',
      routes: 'way: { waypoints: [[48, 11], [48.5, 11]] }',
    });
    const off = (reports[0] ?? []).slice(1).map(({ longitude }) => (longitude - 11) / EAST);
    const deviation = (values: number[]) =>
      Math.sqrt(values.reduce((sum, value) => sum + value ** 2, 0) / values.length);
    expect(deviation(off)).toBeGreaterThan(2);
    expect(deviation(off)).toBeLessThan(5);
    expect(deviation(waits(off))).toBeLessThan(0.7 * deviation(off));
  });
});

it('whatever a story does, no vehicle is faster than limits and driver allow, and none is where it cannot have driven to', async () => {
  await fc.assert(
    fc.asyncProperty(drawnStories({ moving: true }), async (text) => {
      for (const own of (await played(text)).reports)
        own.forEach((report, at) => {
          const before = own[at - 1] ?? report;
          expect(speedOf(report)).toBeLessThanOrEqual(90 + 12 + 0.1);
          expect(report.odometer).toBeGreaterThanOrEqual(before.odometer ?? 0);
          const reach = ((90 + 12) / 3.6) * (report.after - before.after) + 40;
          expect(metresBetween(before, report)).toBeLessThanOrEqual(reach);
        });
    }),
    { numRuns: 4, seed: SEED },
  );
});

/** A recording as CSV: seconds, and metres northwards and eastwards. */
const recorded = (fixes: readonly (readonly [after: number, north: number, east?: number])[]) =>
  `time,latitude,longitude\n${fixes
    .map(([after, north, east = 0]) =>
      [new Date(START + after * 1_000).toISOString(), 48 + north * METRE, 11 + east * EAST].join(),
    )
    .join('\n')}\n`;
const drive = (rhythm: string, fixes: Parameters<typeof recorded>[0], more: Partial<Told> = {}) =>
  told({
    fleet: '{ van: { count: 5, drives: way, report: { moving: 1s, parked: 1m } } }',
    routes: `way: { track: drive.csv, rhythm: ${rhythm} }`,
    length: '20m',
    track: recorded(fixes),
    ...more,
  });

describe('a recorded drive', () => {
  const steady = Array.from({ length: 61 }, (_, at) => [at * 2, Math.min(at, 40) * 20] as const);

  it('is repeated in its rhythm: the same places at the same times, without an error', async () => {
    for (const { after, latitude, longitude } of (await drive('recorded', steady)).reports[0] ?? []) {
      expect(latitude).toBeCloseTo(48 + Math.min(after / 2, 40) * 20 * METRE, 6);
      expect(longitude).toBeCloseTo(11, 6);
    }
  });

  it('is driven in a rhythm of its own within limits, or as fast as it was recorded', async () => {
    const slow = (await drive('own', steady)).reports[0] ?? [];
    expect(Math.max(...slow.map(speedOf))).toBeLessThanOrEqual(50.05);
    expect(Math.abs((slow.at(-1)?.latitude ?? 0) - 48 - 800 * METRE) / METRE).toBeLessThan(20);
    const fast =
      (
        await drive(
          'own',
          steady.map(([after, north]) => [after, north * 2.4]),
        )
      ).reports[0] ?? [];
    expect(Math.max(...fast.map(speedOf))).toBeGreaterThan(60);
    expect(Math.max(...fast.map(speedOf))).toBeLessThanOrEqual(90);
  });

  it('is silent where the recording has a gap', async () => {
    const gap = steady.map(([after, north], at) => [after + (at > 20 ? 600 : 0), north] as const);
    const times = (await drive('recorded', gap)).reports[0]?.map(afterOf) ?? [];
    expect(times.filter((after) => after > 45 && after < 639)).toEqual([]);
    expect(times.some((after) => after > 641)).toBe(true);
  });
});

const often = 'report: { moving: 10s, parked: 10s }';

describe('while nothing gets through', () => {
  const late = (own: readonly Report[] = []) => own.filter(({ came, after }) => came > after);
  const spans = (own: readonly Report[] = []) => own.filter(({ after }) => after > 300 && after < 600);

  it('nothing arrives and the vehicle drives on; what is kept comes late, what is not never', async () => {
    const { reports } = await told({
      fleet: `{ van: { count: 4, drives: { route: round, repeat: loop }, sensors: { temperature: 4 }, ${often} } }`,
      timeline: [
        '{ at: 5m, do: [{ loseSignal: van-1, for: 5m }, { loseSignal: van-2, for: 5m, buffered: off }, { loseSignal: van-3 }] }',
        '{ at: 7m, do: { setSensor: van, sensor: temperature, value: 9 } }',
        '{ at: 10m 12s, do: { loseSignal: van-4, for: 10m } }',
        '{ at: 20m 30s, do: { loseSignal: van-4, for: 5m } }',
        '{ at: 55m, do: { regainSignal: van-3 } }',
      ],
    });
    const [kept, lost, ended, twice] = reports;
    for (const own of reports.slice(0, 3))
      expect(own.filter(({ came }) => came > 300 && came < 600)).toEqual([]);
    expect(new Set(late(kept).map(({ attributes }) => attributes?.temperature))).toEqual(new Set([4, 9]));
    const came = late(kept).map((one) => one.came);
    expect([Math.min(...came) >= 600, Math.max(...came) < 780, new Set(came).size > 5]).toEqual([
      true,
      true,
      true,
    ]);
    expect(new Set(late(kept).map(({ latitude }) => latitude)).size).toBeGreaterThan(10);
    expect([late(lost), spans(lost)]).toEqual([[], []]);
    expect(Math.min(...late(ended).map((one) => one.came))).toBeGreaterThanOrEqual(3_300);
    expect(new Set(late(twice).map(afterOf)).size).toBeGreaterThan(85);
  });

  it('a device keeps so much, and what is oldest gives way', async () => {
    const { reports } = await told({
      fleet: `{ van: { drives: { route: round, repeat: loop }, ${often} } }`,
      timeline: ['{ at: 1m, do: { loseSignal: van, for: 5h } }'],
      length: '6h',
    });
    const times = new Set(late(reports[0]).map(afterOf));
    expect(times.size).toBe(1_000);
    expect(Math.min(...times)).toBeGreaterThan(2 * 3_600);
  });

  it('what was kept comes partly out of order, and now and then twice', async () => {
    const { reports } = await told({
      fleet: `{ van: { count: 20, drives: { route: round, repeat: loop }, ${often} } }`,
      timeline: ['{ at: 1m, do: { loseSignal: van, for: 10m } }'],
      length: '20m',
    });
    const each = reports.map((own) => late(own).map(afterOf));
    expect(each.flatMap((times) => waits(times).filter((wait) => wait < 0)).length).toBeGreaterThan(50);
    expect(
      each.flatMap((times) => waits(times.toSorted((a, b) => a - b)).filter((wait) => wait === 0)).length,
    ).toBeGreaterThan(20);
  });
});

describe('a fault of what a device reports', () => {
  const world: Told = {
    fleet:
      '{ van: { count: 2, drives: { route: round, repeat: loop, dwell: 0s }, report: { moving: 10s, parked: 1m }, sensors: { temperature: 4 } } }',
    length: '15m',
  };
  const within = ({ came }: Report) => came > 300 && came <= 600;
  const apart = (own: readonly Report[] = []) => own.filter(({ came }) => came <= 300 || came > 601);
  const shifted = (seconds: number) => (own: Report[], sound: Report[]) =>
    expect(own.map((one) => ({ ...one, after: one.after - seconds }))).toEqual(sound);
  const DAY = 86_400;

  it.each<[fault: string, check: (own: Report[], sound: Report[]) => void]>([
    ['clock: { ahead: 1826d }', shifted(1_826 * DAY)],
    ['clock: { ahead: 3h }', shifted(3 * 3_600)],
    ['clock: { behind: 2h }', shifted(-2 * 3_600)],
    ['clock: { behind: 7168d }', shifted(-7_168 * DAY)],
    ['position: none', (own) => expect(own).toEqual([])],
    [
      'position: zero',
      (own) => {
        for (const { latitude, longitude, satellites, speed } of own)
          expect([latitude, longitude, satellites, speed]).toEqual([0, 0, 0, 0]);
      },
    ],
    [
      'position: frozen',
      (own, sound) => {
        expect(new Set(own.map(({ latitude, longitude }) => `${latitude} ${longitude}`)).size).toBe(1);
        expect(own.map(afterOf)).toEqual(sound.map(afterOf));
      },
    ],
    [
      'jumps: { upTo: 5km, oneIn: 3 }',
      (own, sound) => {
        const off = own.map((one, at) => metresBetween(sound[at] ?? one, one)).filter((metres) => metres > 1);
        expect([off.length > 3, off.length < own.length / 2]).toEqual([true, true]);
        expect([Math.min(...off) > 2_450, Math.max(...off) < 5_050]).toEqual([true, true]);
      },
    ],
    [
      'sensors: { fuel: 9999, speed: stuck, temperature: stuck }',
      (own) => {
        for (const { fuel, speed, attributes } of own)
          expect([fuel, speed, attributes]).toEqual([9_999, own[0]?.speed, { temperature: 4 }]);
      },
    ],
    [
      'copies: 3',
      (own, sound) =>
        expect(own.map(afterOf)).toEqual(sound.map(afterOf).flatMap((after) => [after, after, after])),
    ],
  ])('%s: has its time, and leaves the rest and other devices as they are', async (fault, check) => {
    const timeline = [
      `{ at: 301s, do: { deviceFaults: van-1, ${fault}, for: 5m } }`,
      '{ at: 7m, do: { setSensor: van-1, sensor: temperature, value: 4 } }',
    ];
    const [sound, faulty] = [await told(world), await told({ ...world, timeline })];
    expect(faulty.reports[1]).toEqual(sound.reports[1]);
    expect(apart(faulty.reports[0])).toEqual(apart(sound.reports[0]));
    const own = (faulty.reports[0] ?? []).filter(within);
    if (!fault.endsWith('none')) expect(own.length).toBeGreaterThan(20);
    check(own, (sound.reports[0] ?? []).filter(within));
  });

  it('what was kept comes oldest first, newest first or shuffled, each once, with the faults of then', async () => {
    const kept = async (order: string, more = '') => {
      const faults = order && `, { deviceFaults: van-1, uploadOrder: ${order}${more} }`;
      const timeline = [`{ at: 5m, do: [{ loseSignal: van-1, for: 3m }${faults}] }`];
      return (
        (await told({ ...world, timeline })).reports[0]?.filter(({ came, after }) => came !== after) ?? []
      );
    };
    const oldest = (await kept('oldest-first')).map(afterOf);
    expect(oldest.length).toBeGreaterThan(15);
    expect(oldest).toEqual([...new Set(oldest)].sort((a, b) => a - b));
    expect((await kept('newest-first')).map(afterOf)).toEqual(oldest.toReversed());
    const shuffled = (await kept('shuffled')).map(afterOf);
    expect(shuffled).not.toEqual(oldest);
    expect(shuffled.toSorted((a, b) => a - b)).toEqual(oldest);
    expect((await kept('')).map(afterOf)).not.toEqual(oldest);
    const ahead = await kept('oldest-first', ', clock: { ahead: 365d }, sensors: { fuel: 9999 }, for: 3m');
    expect(ahead.filter(({ after }) => after > 300 * DAY).length).toBeGreaterThan(15);
    for (const { after, came, fuel } of ahead.filter(({ after }) => after > 300 * DAY))
      expect([came >= 480, after - 365 * DAY < 480, fuel]).toEqual([true, true, 9_999]);
  });
});
