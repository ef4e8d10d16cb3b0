/** Faults of what devices report: a story file that is checked, played, and played on a served simulator. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { play } from '../../cli/commands/play.ts';
import { scenarios } from '../../cli/commands/scenarios.ts';
import { run } from '../../cli/run.ts';
import { folder } from '../command/verifying.ts';
import { testIo } from '../command/world.ts';

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
const _told = ({ deviceId, deviceTime, latitude, longitude }: Told) => [
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
