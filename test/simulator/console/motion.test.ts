import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { longitudeOf, worldX, worldY } from '../../../simulator/console/map/camera.ts';
import { Motion } from '../../../simulator/console/map/motion.ts';
import { setClock, simulatedAt } from '../../../simulator/console/state/clock.ts';
import { driveOf, forgetDrives } from '../../../simulator/console/state/drives.ts';
import { addPositions, removePosition } from '../../../simulator/console/state/positions.ts';
import { setWorld } from '../../../simulator/console/state/world.ts';

const SECOND = 1_000;
/** Real milliseconds by which the map is behind a clock that runs in real time. */
const BEHIND = 300;
let worlds = 0;
let motion: Motion;
beforeEach(() => {
  motion = new Motion();
  setWorld({ world: `motion ${++worlds}`, story: null, seed: 1 });
});
afterEach(() => {
  setWorld({ world: `another ${++worlds}`, story: null, seed: 1 });
});

/** Sets a clock that is so many simulated seconds on at a real moment. */
function clock(now: number, real: number, speed: number, frozen = false): void {
  const view = { now: new Date(now).toISOString(), speed, frozen, until: null, advancing: false };
  setClock(view as Parameters<typeof setClock>[0], real);
}

/** Takes in where vehicle 1 is reported at a simulated moment. */
function report(at: number, longitude: number, course = 90): void {
  addPositions({
    at,
    count: 1,
    numbers: Uint32Array.of(1),
    latitude: Float64Array.of(48),
    longitude: Float64Array.of(longitude),
    speed: Float32Array.of(50),
    course: Float32Array.of(course),
    flags: Uint8Array.of(0),
  });
}

/** Where vehicle 1 is shown at a real moment, in degrees of longitude. */
function shownAt(real: number): number {
  motion.step(real);
  return (motion.x[1] as number) * 360 - 180;
}

describe('where a vehicle is shown of which only reports are known', () => {
  it('is nowhere before its first report, and at once at that', () => {
    clock(0, 0, 1);
    motion.step(0);
    expect(motion.has(1)).toBe(false);
    report(0, 11.5);
    expect(shownAt(0)).toBeCloseTo(11.5, 9);
    expect(shownAt(SECOND)).toBeCloseTo(11.5, 9);
    expect(motion.moving).toBe(false);
  });

  it.each([1, 60])('goes to a report in the time between the last two, and stays there, at %i×', (speed) => {
    const at = (seconds: number) => seconds * SECOND * speed;
    clock(0, 0, speed);
    report(at(0), 11.5);
    report(at(2), 11.501);
    shownAt(2 * SECOND);
    expect(shownAt(3 * SECOND + BEHIND)).toBeCloseTo(11.5005, 6);
    expect(motion.moving).toBe(true);
    expect(motion.moves(1)).toBe(true);
    expect(shownAt(4 * SECOND + BEHIND)).toBeCloseTo(11.501, 9);
    expect(shownAt(6 * SECOND)).toBeCloseTo(11.501, 9);
    expect(motion.moving).toBe(false);
  });

  it('goes on from where it is when a report comes before it arrived', () => {
    clock(0, 0, 1);
    report(0, 11.5);
    report(10 * SECOND, 11.501);
    report(15 * SECOND, 11.502);
    const { x = [] } = driveOf(1, 0)?.line ?? {};
    expect([...x].map(longitudeOf)).toEqual([expect.closeTo(11.5005, 9), expect.closeTo(11.502, 9)]);
  });

  it('leaps where no vehicle could have driven', () => {
    clock(0, 0, 1);
    report(0, 11.5);
    report(SECOND, 12.5);
    expect(shownAt(SECOND + BEHIND)).toBeCloseTo(12.5, 9);
  });

  it('arrives soon once the clock is frozen', () => {
    clock(0, 0, 1);
    report(0, 11.5);
    report(10 * SECOND, 11.501);
    const before = shownAt(11 * SECOND);
    clock(11 * SECOND, 11 * SECOND, 1, true);
    motion.settle(simulatedAt(11 * SECOND));
    expect(shownAt(11 * SECOND)).toBeCloseTo(before, 6);
    expect(shownAt(11.5 * SECOND)).toBeCloseTo(11.501, 9);
    expect(motion.moving).toBe(false);
  });

  it('is where it was reported while the clock stands', () => {
    clock(0, 0, 1, true);
    report(0, 11.5);
    report(0, 11.501);
    expect(shownAt(0)).toBeCloseTo(11.501, 9);
  });

  it('turns the shorter way round', () => {
    clock(0, 0, 1);
    report(0, 11.5, 350);
    shownAt(SECOND);
    report(10 * SECOND, 11.501, 10);
    shownAt(10 * SECOND + BEHIND - 10);
    shownAt(10 * SECOND + BEHIND + 10);
    expect(motion.heading[1]).toBeGreaterThan(350);
    motion.step(11 * SECOND);
    expect(motion.heading[1]).toBeCloseTo(10, 0);
  });

  it('is forgotten with its world, and with its device', () => {
    clock(0, 0, 1);
    report(0, 11.5);
    shownAt(0);
    removePosition(1);
    forgetDrives(1);
    motion.step(SECOND);
    expect(motion.has(1)).toBe(false);
    report(SECOND, 11.5);
    shownAt(SECOND);
    expect(motion.has(1)).toBe(true);
    setWorld({ world: `another ${++worlds}`, story: null, seed: 1 });
    motion.forget();
    motion.step(SECOND);
    expect(motion.has(1)).toBe(false);
  });
});

describe('world coordinates', () => {
  it('go from 0 to 1 from the north-west', () => {
    expect([worldX(-180), worldX(0), worldX(180)]).toEqual([0, 0.5, 1]);
    expect(worldY(0)).toBeCloseTo(0.5, 12);
    expect(worldY(90)).toBeCloseTo(0, 6);
    expect(worldY(-90)).toBeCloseTo(1, 6);
  });
});
