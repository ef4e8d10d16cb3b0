/** The drawing of what is known: trails, times, words. */
import { afterEach, describe, expect, it } from 'vitest';
import { placeInWords } from '../../simulator/console/look/format.ts';
import { longitudeOf, worldX, worldY } from '../../simulator/console/map/camera.ts';
import { Motion } from '../../simulator/console/map/motion.ts';
import { type Fix, trailOf } from '../../simulator/console/map/trail.ts';
import { setClock } from '../../simulator/console/state/clock.ts';
import { addDrives } from '../../simulator/console/state/drives.ts';
import { setWorld } from '../../simulator/console/state/world.ts';

const START = Date.UTC(2026, 0, 5, 8);

describe('words', () => {
  it.each([
    [placeInWords('central-station'), 'Central Station'],
    [placeInWords('Gate 4, north'), 'Gate 4, north'],
  ])('of places are as people write them: %s', (written, expected) => {
    expect(written).toBe(expected);
  });
});

describe('a trail', () => {
  const SECOND = 1_000;
  let worlds = 0;
  let ways = 0;
  let motion: Motion;
  function begin(): void {
    setWorld({ world: `trails ${++worlds}`, story: null, seed: 1 });
    motion = new Motion();
    ways = 0;
  }
  afterEach(() => {
    setWorld({ world: `trails ${++worlds}`, story: null, seed: 1 });
  });

  /** Vehicle 1 begins a drive along a degree of longitude, within so many seconds: by an even speed. */
  function drive(after: number, from: number, to: number, lasts: number): void {
    const nowhere = Float64Array.of(Number.NaN);
    const began = START + after * SECOND;
    const way = {
      ...{ times: Float64Array.of(0, lasts * SECOND), speed: null, once: true },
      ...{ latitude: Float64Array.of(48, 48), longitude: Float64Array.of(from, to) },
    };
    addDrives({
      ...{ at: began, ways: [way], numbers: Uint32Array.of(1), way: Int32Array.of(ways++) },
      ...{ latitude: nowhere, longitude: nowhere },
      ...{ began: Float64Array.of(began), lasts: Float64Array.of(lasts * SECOND) },
    });
  }

  /** The longitudes of its lines once the moment so many seconds after the start is shown. */
  function drawn(after: number, reported: readonly Fix[] = []): number[] {
    const view = { now: new Date(START + after * SECOND).toISOString(), speed: 1, frozen: true };
    setClock({ ...view, until: null, advancing: false } as Parameters<typeof setClock>[0], 0);
    for (let real = 0; real < 2_000; real += 50) motion.step(after * 10_000 + real);
    return trailOf(1, motion, reported)
      .flat()
      .map(([x]) => longitudeOf(x));
  }

  it('ends where a vehicle broke its drive off, and goes on from there', () => {
    begin();
    drive(0, 11, 11.1, 100);
    expect(Math.max(...drawn(10))).toBeCloseTo(11.01, 6);
    drive(50, 11.05, 11.06, 30);
    const longitudes = drawn(60);
    expect([longitudes[0], Math.max(...longitudes)]).toEqual(
      [11, 11.05 + 0.01 / 3].map((at) => expect.closeTo(at, 6)),
    );
    expect(longitudes).toEqual(longitudes.toSorted((a, b) => a - b));
  });

  it('crosses no houses where the clock jumped, and goes from report to report before', () => {
    begin();
    drive(0, 11, 11.1, 100);
    drawn(10);
    drive(3_600, 11.2, 11.3, 100);
    const range = (longitudes: number[]) => [Math.min(...longitudes), Math.max(...longitudes)];
    const near = (...at: number[]) => at.map((each) => expect.closeTo(each, 6));
    expect(range(drawn(3_650))).toEqual(near(11.2, 11.25));
    const fix = (after: number, longitude: number) => ({
      at: START + after * SECOND,
      point: [worldX(longitude), worldY(48)] as const,
    });
    expect(range(drawn(3_650, [fix(3_540, 11.19), fix(3_620, 11.4)]))).toEqual(near(11.19, 11.25));
  });
});
