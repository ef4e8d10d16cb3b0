import { beforeEach, expect, it } from 'vitest';
import { setDevice } from '../../../simulator/console/state/devices.ts';
import { ageOf } from '../../../simulator/console/state/known.ts';
import { addPositions, positionFrames } from '../../../simulator/console/state/positions.ts';
import { setWorld } from '../../../simulator/console/state/world.ts';
import type { DeviceNow } from '../../../simulator/control/schemas/index.ts';

const SECOND = 1_000;

let seed = 41;
/** Another story: nothing of what the page knew holds in it, whatever ran before. */
function anotherWorld(): void {
  seed++;
  setWorld({ world: `known ${seed}`, story: null, seed });
}
beforeEach(anotherWorld);

/** A vehicle that the fleet last heard of at a moment; `null` for never. */
function known(number: number, lastSeenAt: string | null): void {
  setDevice({ id: number, number, name: `Van ${number}`, lastSeenAt, sequence: 0 } as unknown as DeviceNow);
}

/** A frame of the stream that has a vehicle in it. */
function frame(number: number, at: number): void {
  addPositions({
    at,
    count: 1,
    numbers: Uint32Array.of(number),
    latitude: Float64Array.of(48),
    longitude: Float64Array.of(11.5),
    speed: Float32Array.of(0),
    course: Float32Array.of(0),
    flags: Uint8Array.of(0),
  });
}

it('knows how long ago a vehicle reported: by the fleet, by the first frame, by later reports', () => {
  known(1, new Date(10 * SECOND).toISOString());
  known(2, null);
  frame(1, 60 * SECOND);
  frame(2, 60 * SECOND);
  expect([1, 2].map((number) => ageOf(number, 90 * SECOND))).toEqual([80 * SECOND, 30 * SECOND]);
  frame(1, 80 * SECOND);
  expect(ageOf(1, 90 * SECOND)).toBe(10 * SECOND);
});

it('knows of no report before the first, nor of one that it has heard nothing else of', () => {
  known(3, null);
  frame(4, 60 * SECOND);
  expect([3, 4].map((number) => ageOf(number, 90 * SECOND))).toEqual([Number.NaN, Number.NaN]);
});

it('forgets positions with their world, and says so', () => {
  frame(1, 100 * SECOND);
  const before = positionFrames.peek();
  anotherWorld();
  expect(positionFrames.peek()).toBeGreaterThan(before);
  expect(ageOf(1, 100 * SECOND)).toBeNaN();
});
