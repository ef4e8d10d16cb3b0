import { describe, expect, it } from 'vitest';
import {
  curvesOf,
  depthOf,
  latenessOf,
  latePath,
  pathOf,
  pointAt,
} from '../../simulator/console/panels/vehicles/curves.ts';
import type { Reading } from '../../simulator/console/state/readings.ts';

const minute = 60_000;
const reading = (at: number, values: { readonly [fact: string]: number }): Reading => ({
  at: at * minute,
  late: at === 1 ? 4 * minute : 0,
  values: new Map(Object.entries(values)),
});
const READINGS = [
  reading(0, { speed: 0, fuel: 80, battery: 96, temperature: -20 }),
  reading(1, { speed: 50, fuel: 79, battery: 96, temperature: -20 }),
  reading(2, { speed: 0, fuel: 78, battery: 96, temperature: -12 }),
];
const limit = { fact: 'temperature', above: -15, first: 1, count: 1 };

describe('the curves of a vehicle', () => {
  it('are of what changes, sensors first', () => {
    expect(curvesOf(READINGS, []).map(({ fact }) => fact)).toEqual(['temperature', 'fuel', 'speed']);
    expect(curvesOf(READINGS.slice(0, 1), [])).toEqual([]);
  });

  it('are of what a story watches, too, with the limit in view', () => {
    const still = [0, 1].map((at) => reading(at, { temperature: -20 }));
    expect(curvesOf(still, [])).toEqual([]);
    const [curve] = curvesOf(still, [limit]);
    expect(curve?.limits).toEqual([limit]);
    expect(curve?.low).toBeLessThan(-20);
    expect(curve?.high).toBeGreaterThan(-15);
  });

  it('are lines from the left to the right, higher for more, and broken while nothing is known', () => {
    const [curve] = curvesOf(READINGS, [limit]);
    if (curve === undefined) throw new Error('There is no curve.');
    expect(depthOf(curve, curve.high)).toBe(0);
    expect(depthOf(curve, curve.low)).toBe(1);
    expect(pathOf(curve, 0, 2 * minute)).toMatch(/^M0 [\d.]+L50 [\d.]+L100 [\d.]+$/);
    const [gap] = curvesOf([...READINGS, reading(60, { temperature: 0 })], []);
    expect(gap && pathOf(gap, 0, 60 * minute)).toMatch(/^M.*L.*L.*M100 /);
  });

  it('are read at the nearest report', () => {
    const [curve] = curvesOf(READINGS, []);
    expect(curve && pointAt(curve, 1.4 * minute)).toEqual({ at: minute, value: -20, isLate: true });
  });

  it('mark what came late, and by how much', () => {
    expect(latenessOf(READINGS)).toEqual({ count: 1, most: 4 * minute });
    const [curve] = curvesOf(READINGS, []);
    expect(curve && latePath(curve, 0, 2 * minute)).toMatch(/^M50 [\d.]+h0$/);
  });
});
