import { expect, it } from 'vitest';
import type { View } from '../../simulator/console/map/camera.ts';
import { worldX, worldY } from '../../simulator/console/map/camera.ts';
import { Kerbs } from '../../simulator/console/map/kerbs.ts';
import { mainRoadWidthAt } from '../../simulator/console/map/roadWidths.ts';
import { spreadOut } from '../../simulator/console/map/spread.ts';

const RADIUS = 10;
const LATITUDE = 47.5;

/** A road from west to east, some 1.5 km long. */
function roadOf(properties: { class: string; tunnel: boolean }) {
  const coordinates = [
    [19, LATITUDE],
    [19.02, LATITUDE],
  ];
  return {
    features: [
      { type: 'Feature' as const, properties, geometry: { type: 'LineString' as const, coordinates } },
    ],
  };
}
const street = new Kerbs(roadOf({ class: 'street', tunnel: false }));

/** Where vehicles at these longitudes on the road are drawn, in CSS pixels from the middle of the road. */
function drawn(
  longitudes: readonly number[],
  {
    kerbs = street,
    latitude = LATITUDE,
    zoom = 16,
    shift = 0,
    moves = (_number: number): boolean => false,
  } = {},
): { x: number; y: number }[] {
  const scale = 512 * 2 ** zoom;
  const [left, top] = [worldX(19) * scale - 100 - shift, worldY(LATITUDE) * scale - 300 - shift];
  const view: View = { scale, left, top, width: 1400, height: 600, zoom };
  const numbers = longitudes.map((_, index) => index + 1);
  const y = worldY(latitude);
  const places = {
    x: Float32Array.from([0, ...longitudes.map((longitude) => worldX(longitude) * scale - left)]),
    y: Float32Array.from([0, ...longitudes.map(() => y * scale - top)]),
  };
  const kerbOf = (number: number) => kerbs.of(number, worldX(longitudes[number - 1] ?? 0), y);
  spreadOut(numbers, places, view, { radius: RADIUS, moves, kerbOf });
  return numbers.map((number) => ({
    x: (places.x[number] ?? 0) - 100 - shift,
    y: (places.y[number] ?? 0) - 300 - shift,
  }));
}

const same = (count: number) => Array.from({ length: count }, () => 19.01);
const closest = (places: readonly { x: number; y: number }[]) =>
  Math.min(
    ...places.flatMap((one, index) =>
      places.slice(index + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y)),
    ),
  );

it('parks vehicles beside the road, on both sides, each on a spot of its own', () => {
  for (const zoom of [12, 14, 16, 18]) {
    const parked = drawn(same(40), { zoom });
    for (const { y } of parked) expect(Math.abs(y), `${zoom}`).toBeGreaterThan(mainRoadWidthAt(zoom) / 2);
    expect(parked.some(({ y }) => y < 0) && parked.some(({ y }) => y > 0)).toBe(true);
    expect(closest(parked)).toBeGreaterThan(RADIUS);
  }
});

it('parks vehicles that stand at different points of one road on spots of their own', () => {
  const parked = drawn(Array.from({ length: 60 }, (_, index) => 19.008 + index * 0.000_05));
  expect(closest(parked)).toBeGreaterThan(RADIUS);
});

it('keeps the crossings at the ends of a road free', () => {
  const [one, other] = drawn([19, 19.02]);
  const road = (worldX(19.02) - worldX(19)) * 512 * 2 ** 16;
  expect(one?.x).toBeGreaterThan(mainRoadWidthAt(16));
  expect(other?.x).toBeLessThan(road - mainRoadWidthAt(16));
});

it('draws the same vehicles on the same spots of the ground wherever the camera is', () => {
  const [here, there] = [drawn(same(20)), drawn(same(20), { shift: 37 })];
  for (const [index, { x, y }] of here.entries()) {
    expect(there[index]?.x).toBeCloseTo(x, 1);
    expect(there[index]?.y).toBeCloseTo(y, 1);
  }
});

it('leaves those that drive on the road', () => {
  const [driving, parked] = drawn(same(2), { moves: (number) => number === 1 });
  expect(driving?.y).toBeCloseTo(0, 1);
  expect(Math.abs(parked?.y ?? 0)).toBeGreaterThan(RADIUS / 2);
});

it('leaves a vehicle where it is in a tunnel, beside the road, and away from the town', () => {
  const tunnel = new Kerbs(roadOf({ class: 'ring', tunnel: true }));
  expect(drawn([19.01], { kerbs: tunnel })[0]?.y).toBeCloseTo(0, 1);
  expect(drawn([19.01], { kerbs: new Kerbs(null) })[0]?.y).toBeCloseTo(0, 1);
  const beside = LATITUDE - 0.0005;
  expect(drawn([19.01], { latitude: beside })[0]?.y).toBeCloseTo(
    (worldY(beside) - worldY(LATITUDE)) * 512 * 2 ** 16,
    1,
  );
  expect(closest(drawn(same(40), { kerbs: new Kerbs(null) }))).toBeGreaterThan(RADIUS);
});

it('knows the width of a main road at any zoom', () => {
  expect([5, 10, 13, 16, 19, 22].map(mainRoadWidthAt)).toEqual([1.5, 1.5, 4, 14, 60, 60]);
  expect(mainRoadWidthAt(14.5)).toBeGreaterThan(4);
  expect(mainRoadWidthAt(14.5)).toBeLessThan(9);
});
