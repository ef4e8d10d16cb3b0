import { afterEach, describe, expect, it } from 'vitest';
import { readStory } from '../../../scenarios/language/read.ts';
import { createStage, type Stage } from '../../../scenarios/player/stage/stage.ts';
import type { Staging } from '../../../scenarios/player/stage/staging.ts';
import { createSimulator } from '../../../simulator/index.ts';
import { ManualPace } from '../../manual-pace.ts';

const MINUTE = 60_000;
const start = Date.UTC(2026, 2, 2, 6);
const text = `
title: A short hour
clock: { start: 2026-03-02T06:00:00Z, for: 1h }
fleet: { van: }
timeline:
  - { at: 10m, caption: Slowly., speed: 60 }
  - { at: 20m, caption: Look., pause: on }
`;

let stage: Stage;
afterEach(() => stage.stop());

async function played(mode: Staging) {
  const pace = new ManualPace(Date.UTC(2026, 5, 1));
  stage = createStage({
    plain: (added) => createSimulator({ devices: 1, pace, ...added }),
    playing: { pace },
  });
  await stage.load(await readStory(text, { file: 'short.yaml' }), { frozen: false, ...mode });
  return {
    pace,
    /** Minutes since the start, and how the clock goes. */
    clock() {
      const { now, speed, frozen } = stage.simulator.clock.view();
      return { minutes: (now - start) / MINUTE, speed, frozen };
    },
  };
}

describe('a story that says how its clock goes', () => {
  it('changes the speed at one moment and stops at another', async () => {
    const { pace, clock } = await played({ speed: 3_600, ownSpeeds: true });
    pace.elapse(200);
    // Ten minutes at one speed, and a thirtieth of a second at the other.
    expect(clock()).toEqual({ minutes: 10 + 1 / 30, speed: 60, frozen: false });
    pace.elapse(20_000);
    expect(clock()).toEqual({ minutes: 20, speed: 60, frozen: true });
    await stage.simulator.clock.set({ frozen: false });
    pace.elapse(10_000);
    expect(clock()).toEqual({ minutes: 30, speed: 60, frozen: false });
  });

  it('keeps the speed that was asked for, and stops all the same', async () => {
    const { pace, clock } = await played({ speed: 600 });
    pace.elapse(20_000);
    expect(clock()).toEqual({ minutes: 20, speed: 600, frozen: true });
  });

  it('stops no one who goes past that moment', async () => {
    const { clock } = await played({ frozen: true });
    await stage.seek(start + 30 * MINUTE);
    expect(clock()).toEqual({ minutes: 30, speed: 1, frozen: true });
    await stage.seek(start + 15 * MINUTE);
    expect(clock()).toEqual({ minutes: 15, speed: 1, frozen: true });
  });

  it('is not stopped where it is played as fast as possible', async () => {
    const { clock } = await played({ frozen: true });
    const until = start + 40 * MINUTE;
    await stage.simulator.clock.set({ speed: 'max', until, frozen: false });
    while (stage.simulator.clock.view().advancing) await new Promise((resolve) => setImmediate(resolve));
    expect(clock()).toMatchObject({ minutes: 40 });
  });
});
