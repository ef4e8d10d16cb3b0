import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepsOf } from '../../simulator/console/panels/account/steps.ts';
import {
  openRange,
  PLACES,
  placeOfSpeed,
  speedAtPlace,
  thinned,
} from '../../simulator/console/panels/time/scale.ts';

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

  it('keeps of marks that lie on each other the one that matters most', () => {
    const marks = [
      { at: 10, weight: 1 },
      { at: 11, weight: 9 },
      { at: 900, weight: 2 },
      { at: 2_000, weight: 9 },
    ];
    expect(thinned(marks, { start: 0, end: 1_000 }, 10)).toEqual([marks[1], marks[2]]);
  });
});

describe('the history of licences', () => {
  it('is drawn in steps: the number stays between two changes', () => {
    const points = [{ at: 50, used: 9, before: 10 }];
    const path = stepsOf({ points, used: 9, total: 10, from: 0, to: 100 });
    expect(path).toBe('M0 4H150V9V9H300');
  });
});
