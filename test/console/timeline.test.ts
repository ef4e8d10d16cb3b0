import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepsOf } from '../../simulator/console/panels/account/History.tsx';
import {
  grouped,
  openRange,
  PLACES,
  placeOfSpeed,
  speedAtPlace,
} from '../../simulator/console/panels/time/scale.ts';
import { speedPath } from '../../simulator/console/panels/time/strip.ts';
import { following, timeScale, WHOLE, zoomed } from '../../simulator/console/panels/time/timeScale.ts';

describe('the speed slider', () => {
  it('reaches from 1 to 3600, with half its way at 60', () => {
    expect(speedAtPlace(0, 1, 3_600)).toBe(1);
    expect(speedAtPlace(PLACES / 2, 1, 3_600)).toBe(60);
    expect(speedAtPlace(PLACES, 1, 3_600)).toBe(3_600);
  });

  it('never falls when it is pushed to the right', () => {
    const places = fc.integer({ min: 0, max: PLACES - 1 });
    fc.assert(
      fc.property(places, (place) => {
        expect(speedAtPlace(place + 1, 1, 3_600)).toBeGreaterThanOrEqual(speedAtPlace(place, 1, 3_600));
      }),
    );
  });

  it('is at the place of a speed that another user has set', () => {
    expect(placeOfSpeed(60, 1, 3_600)).toBe(PLACES / 2);
    expect(placeOfSpeed(0.5, 1, 3_600)).toBe(0);
    expect(placeOfSpeed(1_000_000, 1, 3_600)).toBe(PLACES);
  });
});

describe('the timeline', () => {
  const DAY = 86_400_000;

  it('shows whole days of a fleet without a story, and always some way ahead', () => {
    expect(openRange(0, 0)).toEqual({ start: 0, end: DAY });
    expect(openRange(0, 0.95 * DAY)).toEqual({ start: 0, end: 2 * DAY });
  });

  it('groups marks that lie on each other, under the one that matters most', () => {
    const marks = [
      { at: 10, weight: 1 },
      { at: 11, weight: 9 },
      { at: 900, weight: 2 },
      { at: 2_000, weight: 9 },
    ];
    expect(grouped(marks, (at) => at / 1_000, 10)).toEqual([
      { first: marks[1], marks: [marks[0], marks[1]] },
      { first: marks[2], marks: [marks[2]] },
    ]);
  });

  const range = { start: 0, end: 100 };
  it('draws a stretch without anything narrower, and the others in proportion', () => {
    const scale = timeScale(range, [0, 10, 90, 100]);
    expect(scale.quiet).toEqual([{ start: 10, end: 90 }]);
    expect(scale.placeOf(90) - scale.placeOf(10)).toBeLessThan(0.15);
    expect(scale.placeOf(10)).toBeCloseTo(1 - scale.placeOf(90));
    expect([scale.placeOf(0), scale.placeOf(100)]).toEqual([0, 1]);
  });

  it('is even where nothing is known, and where there is nothing but one stretch', () => {
    for (const moments of [[], [0, 100]]) expect(timeScale(range, moments).placeOf(30)).toBeCloseTo(0.3);
  });

  it('finds the moment of each place again, whatever is known and whatever part is drawn', () => {
    const part = fc
      .tuple(fc.double({ min: 0, max: 0.9, noNaN: true }), fc.double({ min: 0.01, max: 0.1, noNaN: true }))
      .map(([from, span]) => ({ from, to: from + span }));
    const moments = fc.array(fc.integer({ min: -20, max: 120 }), { maxLength: 12 });
    fc.assert(
      fc.property(moments, part, fc.double({ min: 0, max: 100, noNaN: true }), (known, drawn, at) => {
        const scale = timeScale(range, known, drawn);
        expect(scale.momentAt(scale.placeOf(at))).toBeCloseTo(at, 5);
        expect(scale.placeOf(at + 1)).toBeGreaterThan(scale.placeOf(at));
      }),
    );
  });

  it('is drawn larger around the pointer, never beyond its ends, and follows what leaves the part', () => {
    const part = zoomed(WHOLE, 0.25, 0.5);
    expect(part).toEqual({ from: 0.125, to: 0.625 });
    expect(zoomed(part, 0.9, 100)).toEqual(WHOLE);
    expect(zoomed(WHOLE, 1, 0.5)).toEqual({ from: 0.5, to: 1 });
    expect(following(part, 0.3)).toBe(part);
    expect(following(part, 0.99)).toEqual({ from: 0.5, to: 1 });
    expect(following(part, 0.01)).toEqual({ from: 0, to: 0.5 });
  });
});

describe('the speed of the chosen vehicle', () => {
  const placeOf = (at: number) => at / (100 * MINUTE);
  const MINUTE = 60_000;
  const point = (minute: number, speed: number | null) => ({ at: minute * MINUTE, speed });

  it('is a line, broken where the vehicle was silent', () => {
    const points = [point(0, 0), point(10, 50), point(60, 25), point(70, null), point(80, 0)];
    expect(speedPath(points, placeOf)).toBe('M0 20L100 0M600 10L800 20');
  });

  it('is drawn within the timeline alone, the fastest of what falls on one place, with a crawl near the ground', () => {
    const points = [point(-1, 90), point(10, 4), point(10.01, 5), point(10.02, 3), point(101, 90)];
    expect(speedPath(points, placeOf)).toBe('M100 18');
    expect(speedPath([], placeOf)).toBe('');
  });
});

describe('the history of licences', () => {
  it('is drawn in steps: the number stays between two changes', () => {
    const points = [{ at: 50, used: 9, before: 10 }];
    const path = stepsOf({ points, used: 9, total: 10, from: 0, to: 100 });
    expect(path).toBe('M0 4H150V9V9H300');
  });
});
