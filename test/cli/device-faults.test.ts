/** Faults of what devices report: a story file that is checked, played, and played on a served simulator. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { play } from '../../cli/commands/play.ts';
import { scenarios } from '../../cli/commands/scenarios.ts';
import { run } from '../../cli/run.ts';
import { deployed, folder } from './verifying.ts';
import { testIo } from './world.ts';

const story = `title: Faulty trackers
clock: { start: 2026-03-02T08:00:00Z, for: 24m, timeZone: UTC, seed: 3 }
routes: { round: { roads: [depot, market-square, harbour, depot] } }
fleet:
  van: { count: 3, drives: { route: round, repeat: loop }, sensors: { temperature: 4 }, report: { moving: 20s, parked: 1m } }
timeline:
  - at: 5m
    do:
      - { deviceFaults: van-1, clock: { ahead: 1826d }, for: 1m }
      - { deviceFaults: van-2, jumps: { upTo: 5km, oneIn: 2 }, copies: 2, for: 5m }
      - { deviceFaults: van-3, sensors: { temperature: 850, fuel: stuck }, uploadOrder: newest-first }
  - at: 12m
    do: [{ loseSignal: van-3, for: 4m }, { deviceFaults: van-2, position: zero, for: 1m }]
  - at: 20m
    do: [{ endDeviceFaults: van-3 }, { deviceFaults: van-2, position: none }]
expect:
  - { device: van-2, last: { age: { atLeast: 3m } } }
  - { device: van-1, near: depot, within: 5km }
`;
const file = 'faulty.yaml';

async function roadtest(words: readonly string[]) {
  writeFileSync(join(folder, file), story);
  const io = testIo({ cwd: folder, env: { XDG_STATE_HOME: folder } });
  const code = await run({ play: async () => play, scenarios: async () => scenarios }, words, io);
  return { code, ...io.written() };
}

/** Facts of a location that a trace and a fleet both have, in the order in which they were received. */
const told = ({ deviceId, deviceTime, latitude, longitude }: Told) => [
  Number(String(deviceId).replace('dev-', '')),
  new Date(deviceTime).toISOString(),
  Number(latitude).toFixed(6),
  Number(longitude).toFixed(6),
];
interface Told {
  deviceId: unknown;
  deviceTime: string | number;
  latitude: unknown;
  longitude: unknown;
}

it('a story with them is checked, and played with the same digest each time', async () => {
  expect(await roadtest(['scenarios', 'check', file])).toMatchObject({ code: 0 });
  const once = await roadtest(['play', file, '--report', 'json']);
  const again = await roadtest(['play', file, '--report', 'json']);
  expect(once.code).toBe(0);
  expect(JSON.parse(once.out).digest).toBe(JSON.parse(again.out).digest);
  const other = await roadtest(['play', file, '--report', 'json', '--seed', '4']);
  expect(JSON.parse(other.out).digest).not.toBe(JSON.parse(once.out).digest);
});

it('reach a deployment by its public API as they reach the service of the story', async () => {
  await roadtest(['play', file, '--trace', 'trace.jsonl']);
  const traced = readFileSync(join(folder, 'trace.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('"location-recorded"'))
    .map((line) => told(JSON.parse(line)));
  expect(traced.some(([, time]) => String(time).startsWith('2031'))).toBe(true);
  expect(traced.some(([, , latitude]) => latitude === '0.000000')).toBe(true);

  const { url, simulator } = await deployed({
    devices: 3,
    at: '2026-03-02T08:00:00Z',
    historyPerDevice: 1_000,
  });
  const words = ['play', file, '--target', url, '--speed', 'max', '--time', 'story'];
  const { code, out } = await roadtest(words);
  expect(out).toContain('no refusal that the story did not expect');
  expect(code).toBe(0);
  for (const device of [1, 2, 3]) {
    const own = ({ 0: id }: readonly unknown[]) => id === device;
    const kept = simulator.fleet.locations.between(device, -1e14, 1e14);
    const sorted = (list: readonly (readonly unknown[])[]) => list.map((one) => one.join(' ')).sort();
    expect(sorted(kept.map(told))).toEqual(sorted(traced.filter(own)));
  }
  const readings = simulator.fleet.locations.between(3, -1e14, 1e14).map(({ attributes }) => attributes);
  expect(readings).toContainEqual({ temperature: 850 });
  expect(simulator.fleet.locations.last(1)?.deviceTime).toBeGreaterThan(Date.UTC(2031, 0));
});
