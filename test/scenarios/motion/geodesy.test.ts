import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  courseBetween,
  distanceBetween,
  distanceToLine,
  longitudeScale,
  metresPerDegree,
  wrapped,
} from '../../../scenarios/motion/geodesy.ts';

const berlin = { latitude: 52.52, longitude: 13.405 };
const munich = { latitude: 48.137, longitude: 11.575 };

describe('positions on earth', () => {
  it('are as far apart as a map says', () => {
    expect(distanceBetween(berlin, munich) / 1000).toBeCloseTo(504, 0);
    expect(courseBetween(berlin, munich)).toBeCloseTo(195.6, 0);
    expect(distanceBetween({ latitude: 10, longitude: 20 }, { latitude: 11, longitude: 20 })).toBeCloseTo(
      metresPerDegree,
      0,
    );
    expect(longitudeScale(60)).toBeCloseTo(0.5);
  });

  it('are compared across the date line the short way', () => {
    expect([wrapped(190), wrapped(-190), wrapped(180)]).toEqual([-170, 170, 180]);
    const line = [
      { latitude: 0, longitude: 179.99 },
      { latitude: 0, longitude: -179.99 },
    ] as const;
    expect(distanceToLine({ latitude: 0.001, longitude: 180 }, ...line)).toBeCloseTo(
      metresPerDegree / 1000,
      0,
    );
  });

  it('are no further from a line than from its ends', () => {
    const position = fc.record({
      latitude: fc.double({ min: 50, max: 50.1, noNaN: true }),
      longitude: fc.double({ min: 8, max: 8.1, noNaN: true }),
    });
    fc.assert(
      fc.property(position, position, position, (at, from, to) => {
        const nearest = Math.min(distanceBetween(at, from), distanceBetween(at, to));
        expect(distanceToLine(at, from, to)).toBeLessThanOrEqual(nearest * 1.01 + 0.01);
      }),
    );
  });
});
