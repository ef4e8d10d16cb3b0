import { describe, expect, it } from 'vitest';
import { worldX, worldY } from '../../../simulator/console/map/camera.ts';
import { pointAt } from '../../../simulator/console/map/lines.ts';
import { drawnAt, reachedAt, recordedLine, UNKNOWN } from '../../../simulator/console/map/recordedLine.ts';

const start = Date.UTC(2026, 0, 5, 8);
/** Eastwards at 54 km/h and a bit faster from fix to fix; then ten minutes without one. */
const fixes = {
  seconds: [...Array.from({ length: 101 }, (_, index) => index), 700],
  latitude: Array<number>(102).fill(48),
  longitude: [...Array.from({ length: 101 }, (_, index) => 11 + index / 5_000), 11.1],
  speed: [...Array.from({ length: 101 }, (_, index) => index), null],
};
const line = recordedLine(fixes, start);
const at = (longitude: number) => [worldX(longitude), worldY(48)] as const;

describe('a recorded drive on the map', () => {
  it('is coloured by speed, and where nothing was recorded that can be seen', () => {
    expect([...line.colour].filter((colour) => colour !== UNKNOWN).join('')).toBe(
      `${'0'.repeat(20)}${'1'.repeat(30)}${'2'.repeat(40)}${'3'.repeat(11)}`,
    );
    expect(line.colour.at(-1)).toBe(UNKNOWN);
  });

  it('is drawn with no more points than can be told apart, its ends among them', () => {
    const far = drawnAt(line, 512 * 2 ** 4);
    const near = drawnAt(line, 512 * 2 ** 18);
    expect([...far]).toEqual([0, 100, 101]);
    expect(near.length).toBe(102);
  });

  it('lies behind the vehicle up to the moment of the clock', () => {
    const moment = start + 50_500;
    const place = pointAt(line, moment);
    expect(place[0]).toBeCloseTo(worldX(11 + 50.5 / 5_000), 10);
    expect(reachedAt(line, moment, place)).toBe(moment);
    expect(pointAt(line, start - 1)).toEqual(pointAt(line, start));
  });

  it('lies behind a vehicle that is elsewhere by then up to where that is', () => {
    expect(reachedAt(line, start + 10_000, at(11 + 80 / 5_000))).toBe(start + 80_000);
    expect(reachedAt(line, start + 10_000, [Number.NaN, Number.NaN])).toBe(start + 10_000);
  });
});
