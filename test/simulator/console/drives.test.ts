import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { distanceBetween } from '../../../scenarios/motion/geodesy.ts';
import { createTraffic } from '../../../scenarios/player/traffic/create.ts';
import type { Traffic } from '../../../scenarios/player/traffic/traffic.ts';
import { FLAGS } from '../../../simulator/console/api/positions.ts';
import { forgetDrives, isReported } from '../../../simulator/console/state/drives.ts';
import { stands, stateOf, truthShown } from '../../../simulator/console/state/known.ts';
import { positions, removePosition } from '../../../simulator/console/state/positions.ts';
import { PendingDrives } from '../../../simulator/control/positions/pending-drives.ts';
import { createSimulator } from '../../../simulator/index.ts';
import { ManualPace } from '../../manual-pace.ts';
import { turns } from '../../sample.ts';
import { driving, minute, part, second, story } from '../../scenarios/traffic/stories.ts';
import { metresOffRoad, type Watcher, watch } from './watcher.ts';

const inTurn = turns(2);

const reported = (count: number) =>
  story({
    fleet: [
      part({ count }),
      part({ name: 'bike', first: count + 1, count, vehicle: 'bike', drives: driving({ dwell: minute }) }),
    ],
  });

/** Vehicles that roam the town, at a speed of the clock. */
function town(vehicles: number) {
  const pace = new ManualPace(Date.UTC(2026, 5, 1));
  const given = reported(vehicles / 2);
  let traffic: Traffic | undefined;
  const simulator = createSimulator({
    pace,
    at: given.clock.start,
    devices: given.devices,
    companion: (world) => {
      traffic = createTraffic(given, world, [], { fired: () => undefined });
      return traffic;
    },
  });
  onTestFinished(() => simulator.stop());
  return { pace, simulator, traffic: traffic as Traffic };
}

let page: Watcher | undefined;
afterEach(() => page?.stop());

/** The shares of moving vehicles that are on the road, and that move with each picture. */
async function measure(watcher: Watcher, vehicles: number, ms: number) {
  let [pictures, looked, onRoad, advancing, stepping] = [0, 0, 0, 0, 0];
  const before = new Map<number, readonly [number, number]>();
  await watcher.watch(ms, () => {
    const looks = pictures++ % 8 === 0;
    for (let number = 1; number <= vehicles; number++) {
      const at = [watcher.motion.x[number] ?? 0, watcher.motion.y[number] ?? 0] as const;
      const last = before.get(number);
      if (watcher.motion.moves(number)) {
        if (looks) looked++;
        if (looks && metresOffRoad(watcher.placeOf(number)) <= 15) onRoad++;
        if (last !== undefined) stepping++;
        if (last !== undefined && (last[0] !== at[0] || last[1] !== at[1])) advancing++;
      }
      before.set(number, at);
    }
  });
  return { looked, onRoad: onRoad / looked, advancing: advancing / stepping };
}

describe('vehicles whose ways are known', () => {
  it.each([1, 60, 600])(
    'stay on the road and go on with every picture, at %i times real time',
    async (speed) => {
      const { pace, simulator } = town(20);
      await simulator.clock.advance(simulator.clock.now() + 10 * minute);
      page = await watch(simulator, pace);
      await simulator.clock.set({ frozen: false, speed });
      await page.watch(2 * second);
      const { looked, onRoad, advancing } = await measure(page, 20, 4 * second);
      expect(looked).toBeGreaterThan(50);
      expect(onRoad).toBeGreaterThan(0.99);
      expect(advancing).toBeGreaterThan(0.95);
    },
  );

  it.runIf(inTurn())('go on where the service is so busy that drives come late', async () => {
    const moving = async (stall: number) => {
      const { pace, simulator } = town(40);
      await simulator.clock.advance(simulator.clock.now() + 10 * minute);
      page = await watch(simulator, pace, stall);
      await simulator.clock.set({ frozen: false, speed: 600 });
      await page.watch(6 * second);
      let seen = 0;
      await page.watch(6 * second, () => {
        for (let number = 1; number <= 40; number++) if (page?.motion.moves(number)) seen++;
      });
      page.stop();
      return seen;
    };
    const idle = await moving(50);
    expect(await moving(1_200)).toBeGreaterThan(0.9 * idle);
  });

  it('go on soon after the clock was advanced while it ran: what began long before did not come late', async () => {
    const { pace, simulator } = town(20);
    page = await watch(simulator, pace);
    await simulator.clock.set({ frozen: false, speed: 1 });
    await page.watch(5 * second);
    await simulator.clock.advance(simulator.clock.now() + 30 * minute);
    await page.watch(15 * second);
    expect(simulator.clock.now() - page.motion.at).toBeLessThan(1_000);
  });

  it('are where the simulation has them once the clock is stopped', async () => {
    const { pace, simulator, traffic } = town(20);
    page = await watch(simulator, pace);
    await simulator.clock.set({ frozen: false, speed: 600 });
    await page.watch(5 * second);
    await simulator.clock.set({ frozen: true });
    await page.watch(2 * second);
    expect(page.motion.moving).toBe(false);
    for (let number = 1; number <= 20; number++)
      expect(distanceBetween(page.placeOf(number), traffic.at(number))).toBeLessThan(2);
  });

  it('stand where they parked, though they drove there while no page was open', async () => {
    const { pace, simulator, traffic } = town(20);
    for (let look = 0; look < 3; look++) {
      page?.stop();
      page = await watch(simulator, pace);
      await page.watch(second);
      for (let number = 1; number <= 20; number++)
        expect(distanceBetween(page.placeOf(number), traffic.at(number))).toBeLessThan(5);
      page.stop();
      await simulator.clock.advance(simulator.clock.now() + 3 * 60 * minute);
    }
  });

  it('brake, stand and drive on where a story has them do so', async () => {
    const { pace, simulator, traffic } = town(10);
    await simulator.clock.advance(simulator.clock.now() + 5 * minute);
    page = await watch(simulator, pace);
    await simulator.clock.set({ frozen: false, speed: 10 });
    await page.watch(second);
    for (let number = 1; number <= 10; number++) traffic.stop(number, 30 * second);
    for (let look = 0; look < 12; look++) {
      await simulator.clock.set({ frozen: false });
      await page.watch(second);
      await simulator.clock.set({ frozen: true });
      await page.watch(second);
      for (let number = 1; number <= 10; number++)
        expect(distanceBetween(page.placeOf(number), traffic.at(number))).toBeLessThan(3);
    }
  });

  it('are where they were once the world went back to an earlier moment', async () => {
    const { pace, simulator, traffic } = town(20);
    const earlier = simulator.snapshot();
    page = await watch(simulator, pace);
    await simulator.clock.set({ frozen: false, speed: 600 });
    await page.watch(2 * second);
    simulator.restore(earlier);
    await simulator.clock.set({ frozen: true });
    await page.watch(second);
    for (let number = 1; number <= 20; number++)
      expect(distanceBetween(page.placeOf(number), traffic.at(number))).toBeLessThan(2);
  });

  it('are gone once their devices are', async () => {
    const { pace, simulator } = town(10);
    await simulator.clock.advance(simulator.clock.now() + 10 * minute);
    page = await watch(simulator, pace);
    await simulator.clock.set({ frozen: false, speed: 600 });
    await page.watch(second);
    expect(page.motion.has(3)).toBe(true);
    simulator.fleet.devices.remove(3);
    removePosition(3);
    forgetDrives(3);
    await page.watch(4 * second);
    expect(page.motion.has(3)).toBe(false);
    expect(page.motion.has(4)).toBe(true);
  });

  it('report what they would have without a page', async () => {
    const digests = [];
    for (const isWatched of [true, false]) {
      const { pace, simulator } = town(20);
      if (isWatched) page = await watch(simulator, pace);
      await simulator.clock.set({ frozen: false, speed: 600 });
      for (let frame = 0; frame < 50; frame++) pace.elapse(97);
      await simulator.clock.set({ frozen: true });
      await simulator.clock.advance(Date.UTC(2026, 2, 2, 9));
      digests.push(simulator.fleet.log.digest());
    }
    expect(digests[0]).toBe(digests[1]);
  });
});

describe('a device without signal', () => {
  afterEach(() => {
    truthShown.value = false;
  });

  it.each([1, 60, 600])(
    'is marked, and stands at its last report in every picture, at %i times real time',
    async (speed) => {
      const { pace, simulator, traffic } = town(10);
      await simulator.clock.advance(simulator.clock.now() + 10 * minute);
      const watcher = await watch(simulator, pace);
      page = watcher;
      await simulator.clock.set({ frozen: false, speed });
      await watcher.watch(2 * second);
      traffic.loseSignal(3, null, true);
      let pictures = 0;
      const look = () => {
        if (!stands(3)) return;
        pictures++;
        const { latitude = 0, longitude = 0 } = simulator.fleet.locations.last(3) ?? {};
        expect(distanceBetween(watcher.placeOf(3), { latitude, longitude })).toBeLessThan(1);
        expect(watcher.motion.moves(3)).toBe(false);
        // After half an hour the service says offline.
        expect(stateOf(3)).toMatch(/^(silent|offline)$/);
      };
      await watcher.watch(5 * second, look);
      expect(pictures).toBeGreaterThan(50);
      const silent = positions.flags.map((bits) => bits & FLAGS.silent);
      expect([...silent].flatMap((bit, number) => (bit ? [number] : []))).toEqual([3]);

      traffic.regainSignal(3);
      await watcher.watch(3 * second);
      await simulator.clock.set({ frozen: true });
      await watcher.watch(second);
      expect(stands(3)).toBe(false);
      expect(distanceBetween(watcher.placeOf(3), traffic.at(3))).toBeLessThan(2);
    },
  );

  it('is shown where its vehicle is, once the truth is asked for', async () => {
    const { pace, simulator, traffic } = town(10);
    page = await watch(simulator, pace);
    truthShown.value = true;
    await simulator.clock.set({ frozen: false, speed: 60 });
    await page.watch(2 * second);
    traffic.loseSignal(3, null, false);
    await page.watch(5 * second);
    await simulator.clock.set({ frozen: true });
    await page.watch(second);
    expect(stateOf(3)).toBe('silent');
    expect(distanceBetween(page.placeOf(3), traffic.at(3))).toBeLessThan(2);
  });
});

describe('devices on a track of their own', () => {
  it('go along it, however few pictures there are', async () => {
    const pace = new ManualPace(Date.UTC(2026, 5, 1));
    const simulator = createSimulator({ pace, devices: 1 });
    onTestFinished(() => simulator.stop());
    const start = simulator.clock.now();
    // Round the corners of squares, a fix every ten seconds, for longer than a part of a way.
    const fixes = Array.from({ length: 1_200 }, (_, index) => ({
      deviceTime: start + index * 10 * second,
      latitude: 48 + (index % 4 < 2 ? 0 : 0.001) + index * 1e-6,
      longitude: 11 + (index % 4 === 1 || index % 4 === 2 ? 0.001 : 0),
    }));
    simulator.fleet.locations.plan(1, fixes);
    page = await watch(simulator, pace);
    await simulator.clock.set({ frozen: false, speed: 600 });
    await page.watch(second);
    await page.watch(12 * second, () => {
      const at = page?.motion.at ?? 0;
      const index = (at - start) / (10 * second);
      const [from, to] = [fixes[Math.floor(index)], fixes[Math.floor(index) + 1]];
      if (from === undefined || to === undefined || page === undefined)
        throw new Error('The track has ended.');
      const share = index % 1;
      const expected = {
        latitude: from.latitude + (to.latitude - from.latitude) * share,
        longitude: from.longitude + (to.longitude - from.longitude) * share,
      };
      expect(distanceBetween(page.placeOf(1), expected)).toBeLessThan(1);
    });
  });

  it('are shown alike on pages that were opened at different moments', async () => {
    const pace = new ManualPace(Date.UTC(2026, 5, 1));
    const simulator = createSimulator({ pace, devices: 1 });
    onTestFinished(() => simulator.stop());
    const start = simulator.clock.now();
    // Round a circle, so that the vehicle turns at each fix.
    const fixes = Array.from({ length: 600 }, (_, index) => ({
      deviceTime: start + index * 5 * second,
      latitude: 48 + 0.002 * Math.cos(index / 2),
      longitude: 11 + 0.003 * Math.sin(index / 2),
    }));
    simulator.fleet.locations.plan(1, fixes);
    const shown = async () => {
      const { motion, watch, stop } = page as Watcher;
      await watch(2 * second);
      expect(motion.moving).toBe(false);
      stop();
      return [motion.x[1], motion.y[1], motion.heading[1]];
    };
    for (const ms of [1, 2, 4, 5, 7, 9]) {
      await simulator.clock.advance(simulator.clock.now() + 50 * second + ms);
      page = await watch(simulator, pace);
      // Not by whole hundredths of a second, in which the stream counts.
      await simulator.clock.set({ frozen: false, speed: 3.38 });
      await page.watch(7.05 * second);
      await simulator.clock.set({ frozen: true });
      const before = await shown();
      page = await watch(simulator, pace);
      expect(await shown()).toEqual(before);
    }
  });

  it('are not sent on it once the world has begun anew', async () => {
    const pace = new ManualPace(Date.UTC(2026, 5, 1));
    const simulator = createSimulator({ pace, devices: 1 });
    onTestFinished(() => simulator.stop());
    const start = simulator.clock.now();
    const fixes = [0, 10, 20].map((after) => ({
      deviceTime: start + after * second,
      latitude: 48 + after / 1e4,
      longitude: 11,
    }));
    simulator.fleet.locations.plan(1, fixes);
    page = await watch(simulator, pace);
    await simulator.clock.advance(start + 15 * second);
    await page.watch(second);
    expect(isReported(1)).toBe(false);
    simulator.reset();
    await page.watch(second);
    expect(isReported(1)).toBe(true);
  });
});

describe('the stream', () => {
  it.each([
    ['with room for all', 1_000_000],
    ['that fills up', 100],
  ])('looks at each vehicle once for a frame %s', (_, room) => {
    const looks = new Map<number, number>();
    const pending = new PendingDrives(
      {
        count: 50,
        version(device) {
          looks.set(device, (looks.get(device) ?? 0) + 1);
          return 1;
        },
        isSilent: () => false,
        of: (device) => ({ latitude: device, longitude: 11 }),
      },
      room,
    );
    expect(pending.take(0).drives < 50).toBe(room === 100);
    expect([...looks.values()]).toEqual(Array(50).fill(1));
  });

  it.runIf(inTurn())('keeps within 300 kB a second with thousands of vehicles', async () => {
    const { pace, simulator } = town(800);
    page = await watch(simulator, pace);
    await simulator.clock.set({ frozen: false, speed: 600 });
    for (let round = 0; round < 4; round++) {
      const before = page.bytes();
      await page.watch(second);
      expect(page.bytes() - before).toBeLessThanOrEqual(300_000);
    }
    expect((await measure(page, 300, 500)).onRoad).toBeGreaterThan(0.99);
  });
});
