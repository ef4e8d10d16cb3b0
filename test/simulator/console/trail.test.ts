import { afterEach, beforeEach, expect, it } from 'vitest';
import { longitudeOf, type WorldPoint } from '../../../simulator/console/map/camera.ts';
import { Motion } from '../../../simulator/console/map/motion.ts';
import { tails, tailsOf } from '../../../simulator/console/map/tails.ts';
import { Trail } from '../../../simulator/console/map/trail.ts';
import { setClock } from '../../../simulator/console/state/clock.ts';
import { addDrives } from '../../../simulator/console/state/drives.ts';
import { setWorld } from '../../../simulator/console/state/world.ts';

const start = Date.UTC(2026, 0, 5, 8);
const second = 1_000;
let worlds = 0;
let motion: Motion;

const newWorld = () => setWorld({ world: `trails ${++worlds}`, story: null, seed: 1 });
beforeEach(() => {
  newWorld();
  motion = new Motion();
});
afterEach(() => {
  tails.value = false;
  newWorld();
});

/** Vehicle 1 begins a drive along a degree of longitude, within so many seconds: by an even speed. */
function drive(after: number, from: number, to: number, lasts: number): void {
  const way = {
    times: Float64Array.of(0, lasts * second),
    latitude: Float64Array.of(48, 48),
    longitude: Float64Array.of(from, to),
    speed: null,
    once: true,
  };
  addDrives(
    {
      at: start + after * second,
      ways: [way],
      numbers: Uint32Array.of(1),
      way: Int32Array.of(worldWays++),
      latitude: Float64Array.of(Number.NaN),
      longitude: Float64Array.of(Number.NaN),
      began: Float64Array.of(start + after * second),
      lasts: Float64Array.of(lasts * second),
    },
    0,
  );
  trail.drive(Uint32Array.of(1));
}
let worldWays = 0;
let trail: Trail;

/** Shows the moment so many seconds after the start. */
function show(after: number): void {
  const now = new Date(start + after * second).toISOString();
  setClock(
    { now, speed: 1, frozen: true, until: null, advancing: false } as Parameters<typeof setClock>[0],
    0,
  );
  for (let real = 0; real < 2_000; real += 50) motion.step(after * 10_000 + real);
}

const longitudes = (lines: readonly WorldPoint[][]) => lines.flat().map(([x]) => longitudeOf(x));
/** The longitudes of a trail, in the order in which it is drawn. */
const trailDrawn = () => longitudes(trail.linesOf(1));

it('a trail and a tail end where a vehicle broke its drive off, and go on from there', () => {
  worldWays = 0;
  trail = new Trail(motion, () => undefined);
  drive(0, 11, 11.1, 100);
  show(10);
  expect(Math.max(...trailDrawn())).toBeCloseTo(11.01, 6);
  drive(50, 11.05, 11.06, 30);
  show(60);
  const drawn = trailDrawn();
  expect(drawn[0]).toBeCloseTo(11, 6);
  expect(Math.max(...drawn)).toBeCloseTo(11.05 + 0.01 / 3, 6);
  expect([...drawn]).toEqual(drawn.toSorted((a, b) => a - b));

  tails.value = true;
  const reached = longitudes(tailsOf(motion));
  expect(reached.length).toBeGreaterThan(1);
  expect(Math.max(...reached)).toBeCloseTo(11.05 + 0.01 / 3, 6);
  trail.stop();
});

it('a trail crosses no houses where the clock jumped', () => {
  worldWays = 0;
  trail = new Trail(motion, () => undefined);
  drive(0, 11, 11.1, 100);
  show(10);
  expect(Math.max(...trailDrawn())).toBeCloseTo(11.01, 6);
  drive(3_600, 11.2, 11.3, 100);
  show(3_650);
  const drawn = trailDrawn();
  expect(Math.min(...drawn)).toBeCloseTo(11.2, 6);
  expect(Math.max(...drawn)).toBeCloseTo(11.25, 6);
  trail.stop();
});
