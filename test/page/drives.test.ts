/** Checks the places of vehicles, picture by picture: the page's own code beside a simulator, its real time moved by hand. */
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { readStory } from '../../scenarios/language/read.ts';
import { distanceBetween } from '../../scenarios/motion/geodesy.ts';
import { createTraffic, type PlayedTraffic } from '../../scenarios/player/traffic/create.ts';
import { FLAGS } from '../../simulator/console/api/positions.ts';
import { longitudeOf } from '../../simulator/console/map/camera.ts';
import { Motion } from '../../simulator/console/map/motion.ts';
import { setClock } from '../../simulator/console/state/clock.ts';
import { forgetDrives } from '../../simulator/console/state/drives.ts';
import { ageOf, stands, stateOf, truthShown } from '../../simulator/console/state/known.ts';
import { addPositions, positions, removePosition } from '../../simulator/console/state/positions.ts';
import { setWorld } from '../../simulator/console/state/world.ts';
import { createSimulator, type SimulatorOptions } from '../../simulator/index.ts';
import { ManualPace } from '../manual-pace.ts';
import { metresOffRoad, type Watcher, watch } from './watcher.ts';

const SECOND = 1_000;
const MINUTE = 60_000;

let page: Watcher | undefined;
afterEach(() => {
  page?.stop();
  page = undefined;
  truthShown.value = false;
});

/** A simulator whose real time is moved by hand. */
function simulated(options: SimulatorOptions) {
  const pace = new ManualPace(Date.UTC(2026, 5, 1));
  const simulator = createSimulator({ pace, ...options });
  onTestFinished(() => simulator.stop());
  return { pace, simulator, start: simulator.clock.now() };
}

/** Vehicles that roam the town: cars, and as many bikes. */
async function town(vehicles: number) {
  const roams = (vehicle: string, dwell: string) =>
    `{ count: ${vehicles / 2}, vehicle: ${vehicle}, drives: { route: town, dwell: ${dwell} }, report: { moving: 30s, parked: 5m } }`;
  const story = await readStory(
    `title: Roaming
clock: { start: 2026-03-02T07:00:00Z, for: 24h, timeZone: UTC, seed: 7 }
routes: { town: roaming }
fleet:
  car: ${roams('car', '2m')}
  bike: ${roams('bike', '1m')}
`,
    { file: 'roaming.yaml' },
  );
  let traffic: PlayedTraffic | undefined;
  const made = simulated({
    at: story.clock.start,
    devices: vehicles,
    companion: (world) => {
      traffic = createTraffic(story, world, [], { fired: () => undefined });
      return traffic;
    },
  } as SimulatorOptions);
  const numbers = Array.from({ length: vehicles }, (_, index) => index + 1);
  return { ...made, numbers, traffic: traffic as unknown as PlayedTraffic };
}

type Town = Awaited<ReturnType<typeof town>>;

/** How far each vehicle is drawn from where the simulation has it, in metres: the most. */
const mostAside = ({ numbers, traffic }: Town, watcher: Watcher) =>
  Math.max(...numbers.map((number) => distanceBetween(watcher.placeOf(number), traffic.at(number))));

describe('vehicles whose ways are known', () => {
  it.each([1, 60, 600])(
    'stay on the road and go on with every picture, at %i times real time',
    async (speed) => {
      const { pace, simulator, numbers } = await town(20);
      await simulator.clock.advance(simulator.clock.now() + 10 * MINUTE);
      const watcher = await watch(simulator, pace);
      page = watcher;
      await simulator.clock.set({ frozen: false, speed });
      await watcher.watch(2 * SECOND);
      let [pictures, looked, onRoad, stepped, advanced] = [0, 0, 0, 0, 0];
      const before = new Map<number, string>();
      await watcher.watch(4 * SECOND, () => {
        const looks = pictures++ % 8 === 0;
        for (const number of numbers) {
          const at = `${watcher.motion.x[number]} ${watcher.motion.y[number]}`;
          if (watcher.motion.moves(number)) {
            if (looks) looked++;
            if (looks && metresOffRoad(watcher.placeOf(number)) <= 15) onRoad++;
            if (before.has(number)) stepped++;
            if (before.has(number) && before.get(number) !== at) advanced++;
          }
          before.set(number, at);
        }
      });
      expect(looked).toBeGreaterThan(50);
      expect(onRoad / looked).toBeGreaterThan(0.99);
      expect(advanced / stepped).toBeGreaterThan(0.95);
    },
  );

  it('are where the simulation has them: once the clock is stopped, after a jump, and back at an earlier moment', async () => {
    const given = await town(20);
    const { pace, simulator } = given;
    const earlier = simulator.snapshot();
    const watcher = await watch(simulator, pace);
    page = watcher;
    const stopped = async () => {
      await simulator.clock.set({ frozen: true });
      await watcher.watch(2 * SECOND);
      expect(watcher.motion.moving).toBe(false);
      return mostAside(given, watcher);
    };
    await simulator.clock.set({ frozen: false, speed: 600 });
    await watcher.watch(5 * SECOND);
    expect(await stopped()).toBeLessThan(2);
    await simulator.clock.set({ frozen: false, speed: 1 });
    await simulator.clock.advance(simulator.clock.now() + 30 * MINUTE);
    await watcher.watch(15 * SECOND);
    expect(simulator.clock.now() - watcher.motion.at).toBeLessThan(SECOND);
    simulator.restore(earlier);
    expect(await stopped()).toBeLessThan(2);
    removePosition(3);
    forgetDrives(3);
    watcher.motion.step(1e9);
    expect(watcher.motion.has(3)).toBe(false);
  });

  it('stand where they parked, though they drove there while no page was open', async () => {
    const given = await town(20);
    for (let look = 0; look < 2; look++) {
      page?.stop();
      page = await watch(given.simulator, given.pace);
      await page.watch(SECOND);
      expect(mostAside(given, page)).toBeLessThan(5);
      await given.simulator.clock.advance(given.simulator.clock.now() + 3 * 60 * MINUTE);
    }
  });
});

describe('a device without signal', () => {
  it.each([1, 600])(
    'is marked, and stands at its last report in every picture, at %i times real time',
    async (speed) => {
      const { pace, simulator, traffic } = await town(10);
      await simulator.clock.advance(simulator.clock.now() + 10 * MINUTE);
      const watcher = await watch(simulator, pace);
      page = watcher;
      await simulator.clock.set({ frozen: false, speed });
      await watcher.watch(2 * SECOND);
      traffic.loseSignal(3, null, true);
      let pictures = 0;
      await watcher.watch(5 * SECOND, () => {
        if (!stands(3)) return;
        pictures++;
        const { latitude = 0, longitude = 0 } = simulator.fleet.locations.last(3) ?? {};
        expect(distanceBetween(watcher.placeOf(3), { latitude, longitude })).toBeLessThan(1);
        expect(watcher.motion.moves(3)).toBe(false);
        // After half an hour the service says offline.
        expect(stateOf(3)).toMatch(/^(silent|offline)$/);
      });
      expect(pictures, 'pictures in which it stood').toBeGreaterThan(50);
      const silent = [...positions.flags].flatMap((bits, number) => (bits & FLAGS.silent ? [number] : []));
      expect(silent).toEqual([3]);

      truthShown.value = true;
      await simulator.clock.set({ frozen: true });
      await watcher.watch(SECOND);
      expect(distanceBetween(watcher.placeOf(3), traffic.at(3))).toBeLessThan(2);
      truthShown.value = false;
      traffic.regainSignal(3);
      await simulator.clock.set({ frozen: false });
      await watcher.watch(3 * SECOND);
      await simulator.clock.set({ frozen: true });
      await watcher.watch(SECOND);
      expect(stands(3)).toBe(false);
      expect(distanceBetween(watcher.placeOf(3), traffic.at(3))).toBeLessThan(2);
    },
  );
});

describe('a vehicle of which only reports are known', () => {
  /** Real milliseconds by which the map is behind a clock that runs in real time. */
  const BEHIND = 450;
  let motion: Motion;
  let worlds = 0;
  function begin(): void {
    motion = new Motion();
    setWorld({ world: `reported ${++worlds}`, story: null, seed: 1 });
  }
  function clock(now: number, real: number, speed: number, frozen = false): void {
    const view = { now: new Date(now).toISOString(), speed, frozen, until: null, advancing: false };
    setClock(view as Parameters<typeof setClock>[0], real);
  }
  /** Takes in where vehicle 1 is reported at a simulated moment. */
  function report(at: number, longitude: number, course = 90): void {
    addPositions({
      ...{ at, count: 1, numbers: Uint32Array.of(1), flags: Uint8Array.of(0) },
      latitude: Float64Array.of(48),
      longitude: Float64Array.of(longitude),
      speed: Float32Array.of(50),
      course: Float32Array.of(course),
    });
  }
  /** Returns its place at a real moment, in degrees of longitude. */
  function shownAt(real: number): number {
    motion.step(real);
    return longitudeOf(motion.x[1] as number);
  }

  it.each([1, 60])('goes to a report in the time between the last two, and stays there, at %i×', (speed) => {
    begin();
    clock(0, 0, speed);
    motion.step(0);
    expect(motion.has(1)).toBe(false);
    report(0, 11.5);
    expect(shownAt(0)).toBeCloseTo(11.5, 9);
    report(2 * SECOND * speed, 11.501);
    shownAt(2 * SECOND);
    expect(shownAt(3 * SECOND + BEHIND)).toBeCloseTo(11.5005, 6);
    expect(motion.moves(1)).toBe(true);
    expect(shownAt(4 * SECOND + BEHIND)).toBeCloseTo(11.501, 9);
    expect(shownAt(6 * SECOND)).toBeCloseTo(11.501, 9);
    expect(motion.moving).toBe(false);
    expect(ageOf(1, 5 * SECOND * speed)).toBe(3 * SECOND * speed);
  });
});
