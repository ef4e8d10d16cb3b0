import { expect, it } from 'vitest';
import { advanceInSlices } from '../../../simulator/time/advance.ts';
import { Timeline } from '../../../simulator/time/timeline.ts';
import { ManualPace } from '../../manual-pace.ts';

/** The longest real time between two breaths of an advance through events that take so many ms each. */
async function longestBreathless(events: number, each: number): Promise<number> {
  const pace = new ManualPace();
  const timeline = new Timeline(0);
  timeline.on('work', () => pace.elapse(each));
  for (let at = 1; at <= events; at++) timeline.schedule(at, 'work', null);
  let [longest, breathed] = [0, 0];
  const breathe = pace.breathe.bind(pace);
  pace.breathe = () => {
    longest = Math.max(longest, pace.monotonic() - breathed);
    breathed = pace.monotonic();
    return breathe();
  };
  await advanceInSlices(timeline, pace, { interrupted: false }, events, { patience: 1e9 });
  return longest;
}

it('a waiting caller is served soon, however long the events of an advance take', async () => {
  expect(await longestBreathless(5_000, 0.01)).toBeLessThan(15);
  expect(await longestBreathless(2_000, 0.4)).toBeLessThan(25);
  expect(await longestBreathless(300, 5)).toBeLessThan(25);
});
