import type { Point } from 'geojson';
import { expect, it } from 'vitest';
import { worldX, worldY } from '../../../simulator/console/map/camera.ts';
import { crowdFeatures, isCrowd } from '../../../simulator/console/map/crowd.ts';
import { Motion } from '../../../simulator/console/map/motion.ts';
import type { VehicleState } from '../../../simulator/console/state/known.ts';

it('begins with 4,000 vehicles in view, and ends below 3,000', () => {
  expect([3_999, 4_000].map((seen) => isCrowd(seen, false))).toEqual([false, true]);
  expect([2_999, 3_000, 3_999].map((seen) => isCrowd(seen, true))).toEqual([false, true, true]);
});

it('has a dot for each vehicle that moves or is parked, where that is', () => {
  const motion = new Motion();
  motion.x = Float64Array.of(Number.NaN, ...[11, 12, 13].map(worldX), Number.NaN);
  motion.y = Float64Array.from(motion.x, () => worldY(48));
  Object.defineProperty(motion, 'length', { value: 5 });
  const states: readonly VehicleState[] = ['parked', 'moving', 'expired', 'parked', 'moving'];
  const dots = crowdFeatures(motion, (number) => states[number] ?? 'parked');
  const [moving, parked] = dots.map(({ geometry }) => geometry as Point);
  expect(dots.map(({ properties }) => properties)).toEqual([{ state: 'moving' }, { state: 'parked' }]);
  expect(moving?.coordinates[0]).toBeCloseTo(11, 6);
  expect(parked?.coordinates).toEqual([expect.closeTo(13, 6), expect.closeTo(48, 6)]);
});
