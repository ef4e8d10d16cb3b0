/** The moments that are kept, and what becomes of them when there are too many. */
import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../../contracts/kit/durations.ts';
import { Keyframes } from '../../../scenarios/player/keyframes.ts';
import { createSimulator, type Simulator } from '../../../simulator/index.ts';

const room = { count: 8, bytes: 64 * 1024 * 1024, each: 1024 * 1024 };

async function driveTo(simulator: Simulator, minutes: number): Promise<number> {
  const at = begins + minutes * MINUTE;
  await simulator.clock.advance(at);
  for (let device = 1; device <= 50; device++)
    simulator.fleet.locations.record(device, {
      deviceTime: at,
      latitude: (device * minutes) % 80,
      longitude: (device * device * minutes) % 170,
      speed: (device * minutes) % 100,
    });
  return at;
}
const begins = createSimulator().clock.now();

async function filled(
  minutes: readonly number[],
  budget = room,
): Promise<{ keyframes: Keyframes; simulator: Simulator }> {
  const simulator = createSimulator({ devices: 50 });
  const keyframes = new Keyframes(8 * HOUR, budget);
  for (const minute of minutes) {
    const at = await driveTo(simulator, minute);
    keyframes.add({ world: simulator.checkpoint(keyframes.before(at)?.world), pinned: false });
  }
  return { keyframes, simulator };
}
const minutesOf = (keyframes: Keyframes, upTo = 1_000) =>
  [...Array(upTo).keys()].filter(
    (minute) => keyframes.before(begins + minute * MINUTE)?.world.at === begins + minute * MINUTE,
  );

describe('keyframes', () => {
  it('are due where none is near, before or after', async () => {
    const { keyframes } = await filled([60, 300]);
    const due = (minutes: number) => keyframes.isDue(begins + minutes * MINUTE);
    expect([0, 120, 240, 360].map(due)).toEqual([true, true, true, true]);
    expect([1, 60, 119, 241, 300, 359].map(due)).toEqual([false, false, false, false, false, false]);
  });

  it('are thinned where there are too many, pinned ones last', async () => {
    const { keyframes, simulator } = await filled([0, 60, 120, 180, 240, 300, 360]);
    await driveTo(simulator, 420);
    keyframes.add({ world: simulator.checkpoint(), pinned: true });
    expect(keyframes.count).toBe(8);
    await driveTo(simulator, 430);
    keyframes.add({ world: simulator.checkpoint(), pinned: false });
    expect(minutesOf(keyframes)).toEqual([0, 120, 240, 360, 420]);
  });

  it('give the oldest moments up where locations take too much', async () => {
    const minutes = [...Array(40).keys()].map((turn) => turn * 10);
    const { keyframes: all } = await filled(minutes, { ...room, count: 100 });
    expect(all.count).toBe(40);
    const { keyframes, simulator } = await filled(minutes, {
      ...room,
      count: 100,
      bytes: Math.round(all.bytes * 0.6),
    });
    expect(keyframes.bytes).toBeLessThanOrEqual(all.bytes * 0.6);
    expect(keyframes.count).toBeGreaterThan(2);
    // Each frame that is left is whole.
    for (const minute of minutesOf(keyframes)) {
      const at = begins + minute * MINUTE;
      const frame = keyframes.before(at);
      if (frame) simulator.goTo(frame.world);
      expect(simulator.fleet.locations.between(9, begins, at).map(({ deviceTime }) => deviceTime)).toEqual(
        minutes.filter((one) => one <= minute).map((one) => begins + one * MINUTE),
      );
    }
  });

  it('are none where the budget has room for none', async () => {
    const { keyframes } = await filled([0, 10, 20], { ...room, bytes: 1_000 });
    expect([keyframes.count, keyframes.bytes]).toEqual([0, 0]);
  });

  it('reach to the first one before which something was done from outside', async () => {
    const { keyframes, simulator } = await filled([0, 60, 120]);
    await driveTo(simulator, 180);
    keyframes.add({ world: simulator.checkpoint(), pinned: true });
    await driveTo(simulator, 240);
    keyframes.add({ world: simulator.checkpoint(), pinned: false });
    keyframes.forgetUnreached(begins + 180 * MINUTE);
    expect(minutesOf(keyframes)).toEqual([0, 60, 120, 180, 240]);
    keyframes.forgetUnreached(begins + 70 * MINUTE);
    expect(minutesOf(keyframes)).toEqual([0, 60, 120]);
    keyframes.forgetAfter(begins + 60 * MINUTE);
    expect(minutesOf(keyframes)).toEqual([0, 60]);
  });
});
