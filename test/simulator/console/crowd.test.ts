import { afterAll, expect, it, vi } from 'vitest';
import { Crowd, isCrowd } from '../../../simulator/console/map/crowd.ts';
import { light } from '../../../simulator/console/map/palette.ts';
import { Raster } from '../../../simulator/console/map/raster.ts';

/** As a browser has it. */
class Image {
  readonly width: number;
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  constructor(width: number, height: number) {
    this.width = width;
    this.data = new Uint8ClampedArray(4 * width * height);
  }
}
vi.stubGlobal('ImageData', Image);
afterAll(() => vi.unstubAllGlobals());

const DOT = { number: 0, covering: 2, offsets: Int32Array.of(0, 1), colours: new Uint32Array(2) };
const WIDTH = 20;

/** The picture of a crowd, and how opaque it is at a point. */
function pictured() {
  const raster = new Raster(WIDTH, 20);
  const crowd = new Crowd(raster, light.vehicles);
  const opacityAt = (x: number, y: number) => {
    const putImageData = vi.fn<(image: Image) => void>();
    raster.show({ putImageData } as unknown as CanvasRenderingContext2D);
    return putImageData.mock.calls[0]?.[0].data[4 * raster.placeOf(x, y) + 3] ?? 0;
  };
  return { raster, crowd, opacityAt };
}

it('draws a place the deeper, the more vehicles are about it', () => {
  const { crowd, opacityAt } = pictured();
  crowd.add('moving', 3, 3);
  for (let vehicle = 0; vehicle < 10; vehicle++) crowd.add('moving', 8, 3);
  for (let vehicle = 0; vehicle < 100; vehicle++) crowd.add('parked', 12, 3);
  crowd.draw(DOT);
  expect(opacityAt(3, 3)).toBeGreaterThan(100);
  expect(opacityAt(4, 3)).toBe(opacityAt(3, 3));
  expect(opacityAt(8, 3)).toBeGreaterThan(opacityAt(3, 3));
  expect(opacityAt(12, 3)).toBe(255);
  expect(opacityAt(5, 3)).toBe(0);
});

it('counts anew for each picture', () => {
  const { raster, crowd, opacityAt } = pictured();
  for (let picture = 0; picture < 2; picture++) {
    raster.clear();
    crowd.add('moving', 3 + 5 * picture, 3);
    crowd.draw(DOT);
  }
  expect(opacityAt(3, 3)).toBe(0);
  expect(opacityAt(8, 3)).toBeLessThan(255);
});

it('is as deep as can be however many there are at one place', () => {
  const { crowd, opacityAt } = pictured();
  for (let vehicle = 0; vehicle < 2 ** 16; vehicle++) crowd.add('parked', 3, 3);
  crowd.draw(DOT);
  expect(opacityAt(3, 3)).toBe(255);
});

it('leaves those that are rare to be drawn one by one', () => {
  const { crowd } = pictured();
  expect(
    (['expired', 'offline', 'silent', 'parked', 'moving'] as const).map((it) => crowd.add(it, 1, 1)),
  ).toEqual([false, false, false, true, true]);
});

it('is a crowd from so many on, and stays one until there are far fewer', () => {
  expect([3_500, 4_500].map((seen) => isCrowd(seen, false))).toEqual([false, true]);
  expect([2_500, 3_500].map((seen) => isCrowd(seen, true))).toEqual([false, true]);
});
