/** Harsh driving, as stories watch it: by one who drives so, and on recorded drives. */
import { describe, expect, it } from 'vitest';
import type { Condition } from '../../../scenarios/conditions/condition.ts';
import { readStory } from '../../../scenarios/language/read.ts';
import type { Route } from '../../../scenarios/language/terms.ts';
import { noneLeftOut } from '../../../scenarios/motion/left-out.ts';
import { manoeuvres } from '../../../scenarios/motion/vehicles.ts';
import { perform } from '../../../scenarios/player/perform.ts';
import { play as playStory } from '../../../scenarios/player/play.ts';
import { driving, hour, minute, part, play, second, story } from './stories.ts';

const all = { first: 1, count: 5 };
const watched = manoeuvres.map(
  (manoeuvre): Condition => ({ kind: 'drives-harshly', devices: all, manoeuvre }),
);
const often = { moving: 15 * second, parked: 5 * minute, turns: false };

/** How often each manoeuvre was harsh. */
async function seen(facts: Parameters<typeof part>[0], ms: number, route?: Route) {
  const fleet = [part({ report: often, count: 5, ...facts })];
  const played = play(story({ fleet, ...(route && { routes: [route], inTown: false }) }), { watched });
  await played.pass(ms);
  return manoeuvres.map((_, number) => played.fired.filter(([which]) => which === number).length);
}

describe('harsh driving', () => {
  it.each(['car', 'truck', 'bike'] as const)(
    'is that of a harsh driver of a %s, and of no other',
    async (vehicle) => {
      for (const count of await seen({ vehicle, drives: driving({ harsh: true }) }, 2 * hour))
        expect(count).toBeGreaterThan(5);
      expect(await seen({ vehicle, drives: driving({ above: 30 }) }, 4 * hour)).toEqual([0, 0, 0]);
    },
  );

  /** Northwards at 20 m/s, and then slower by so much each second; a fix in so many seconds. */
  function braking(by: number, every = 1): Route {
    const fixes = [];
    for (let after = 0, metres = 0, speed = 20; after <= 60; after++) {
      if (after % every === 0)
        fixes.push({ after: after * second, latitude: 48 + metres / 111_195.08, longitude: 11 });
      if (after > 20) speed = Math.max(0, speed - by);
      metres += speed;
    }
    return { name: 'recorded', kind: 'track', rhythm: 'recorded', fixes, leftOut: noneLeftOut };
  }

  /** The same at an even speed, with one fix that is so many metres elsewhere. */
  function strayed(north: number, east: number): Route {
    const route = braking(0);
    if (route.kind !== 'track') return route;
    const fixes = route.fixes.map((fix, index) =>
      index === 30
        ? { ...fix, latitude: fix.latitude + north / 111_195.08, longitude: fix.longitude + east / 74_404 }
        : fix,
    );
    return { ...route, fixes };
  }

  it.each([
    ['ahead of where it was', 12, 0],
    ['behind', -12, 0],
    ['beside the road', 0, 12],
  ])('is not seen where one fix of a recorded drive is %s', async (_, north, east) => {
    const drives = driving({ repeat: 'once', dwell: 0 });
    expect(await seen({ drives, start: null }, 10 * minute, strayed(north, east))).toEqual([0, 0, 0]);
  });

  it.each([
    ['5 m/s² is, once for each vehicle', braking(5), 5],
    ['3 m/s² is not', braking(3), 0],
    ['more than fixes ten seconds apart can show is not', braking(7, 10), 0],
  ])('on a recorded drive: braking by %s', async (_, route, times) => {
    const drives = driving({ repeat: 'once', dwell: 0 });
    expect(await seen({ drives, start: null }, 10 * minute, route)).toEqual([times, 0, 0]);
  });

  it('is seen again by a world that goes on from a snapshot', async () => {
    const fleet = [part({ report: often, count: 5, drives: driving({ harsh: true }) })];
    const [one, other] = [play(story({ fleet }), { watched }), play(story({ fleet }), { watched })];
    await one.pass(20 * minute + 7 * second);
    const before = one.fired.length;
    other.simulator.restore(one.simulator.snapshot());
    await Promise.all([one.pass(hour), other.pass(hour)]);
    expect(other.fired).toEqual(one.fired.slice(before));
    expect(other.fired.length).toBeGreaterThan(20);
  });

  it('is what a story says it is: an alert of it', async () => {
    const text = `title: T
clock: { start: 2026-03-02 08:00, for: 30m }
fleet: { van: { drives: { route: rounds, harsh: on } } }
routes: { rounds: roaming }
timeline:
  - when: { device: van, harsh: braking }
    most: 3
    do: { alert: it, type: harsh-braking }
expect:
  - { alerts: 3, type: harsh-braking, from: van }
`;
    const played = await playStory(perform(await readStory(text, { file: 'harsh.yaml' })));
    expect(played.standing.failed).toBe(0);
  });
});
