import { afterEach, describe, expect, it } from 'vitest';
import type { PositionFrame } from '../../../simulator/console/api/positions.ts';
import { worldX, worldY } from '../../../simulator/console/map/camera.ts';
import { Motion } from '../../../simulator/console/map/motion.ts';
import { addPositions } from '../../../simulator/console/state/positions.ts';
import { setWorld } from '../../../simulator/console/state/world.ts';

const SECOND = 1_000;
let worlds = 0;
afterEach(() => {
  setWorld({ world: `another ${++worlds}`, story: null, seed: 1 });
});

/** Takes in where vehicle 1 is at a simulated and a real moment. */
function report(motion: Motion, at: number, real: number, longitude: number, course = 90): void {
  const frame: PositionFrame = {
    at,
    count: 1,
    numbers: Uint32Array.of(1),
    latitude: Float64Array.of(48),
    longitude: Float64Array.of(longitude),
    speed: Float32Array.of(50),
    course: Float32Array.of(course),
    flags: Uint8Array.of(0),
  };
  addPositions(frame, real);
  motion.take(frame, real, true);
}

/** Where vehicle 1 is shown at a real moment, in degrees of longitude. */
function shownAt(motion: Motion, real: number): number {
  motion.step(real);
  return (motion.x[1] as number) * 360 - 180;
}

describe('where a vehicle is shown', () => {
  it('is nowhere before its first fix, and at once at that', () => {
    const motion = new Motion();
    motion.step(0);
    expect(motion.has(1)).toBe(false);
    report(motion, 0, 0, 11.5);
    expect(shownAt(motion, 0)).toBeCloseTo(11.5, 9);
    expect(motion.moving).toBe(false);
  });

  it('goes to a fix in the time between the last two, and stays there', () => {
    const motion = new Motion();
    report(motion, 0, 0, 11.5);
    report(motion, 10 * SECOND, 2 * SECOND, 11.501);
    expect(shownAt(motion, 3 * SECOND)).toBeCloseTo(11.5005, 9);
    expect(motion.moving).toBe(true);
    expect(shownAt(motion, 4 * SECOND)).toBeCloseTo(11.501, 9);
    expect(shownAt(motion, 60 * SECOND)).toBeCloseTo(11.501, 9);
    expect(motion.moving).toBe(false);
  });

  it('turns from where it is shown when a fix comes before it arrived', () => {
    const motion = new Motion();
    report(motion, 0, 0, 11.5);
    report(motion, 10 * SECOND, 2 * SECOND, 11.501);
    const before = shownAt(motion, 3 * SECOND);
    report(motion, 20 * SECOND, 3 * SECOND, 11.502);
    expect(shownAt(motion, 3 * SECOND)).toBeCloseTo(before, 9);
  });

  it('leaps where no vehicle could have driven', () => {
    const motion = new Motion();
    report(motion, 0, 0, 11.5);
    report(motion, SECOND, SECOND, 12.5);
    expect(shownAt(motion, SECOND)).toBeCloseTo(12.5, 9);
  });

  it('glides as far as the simulated time allows, at any speed of the clock', () => {
    const motion = new Motion();
    report(motion, 0, 0, 11.5);
    report(motion, 600 * SECOND, SECOND, 11.6);
    expect(shownAt(motion, 1.5 * SECOND)).toBeCloseTo(11.55, 6);
  });

  it('arrives soon once the clock is frozen', () => {
    const motion = new Motion();
    report(motion, 0, 0, 11.5);
    report(motion, 10 * SECOND, 10 * SECOND, 11.501);
    shownAt(motion, 11 * SECOND);
    motion.settle(11 * SECOND);
    expect(shownAt(motion, 11.5 * SECOND)).toBeCloseTo(11.501, 9);
  });

  it('turns the shorter way round', () => {
    const motion = new Motion();
    report(motion, 0, 0, 11.5, 350);
    report(motion, 10 * SECOND, 3 * SECOND, 11.501, 10);
    motion.step(3.5 * SECOND);
    expect(motion.heading[1]).toBeCloseTo(360, 5);
  });

  it('is forgotten with its world', () => {
    const motion = new Motion();
    report(motion, 0, 0, 11.5);
    motion.take(null, 0, true);
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
