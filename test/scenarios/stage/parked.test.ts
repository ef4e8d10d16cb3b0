import { expect, it } from 'vitest';
import { createStage } from '../../../scenarios/player/stage/stage.ts';
import { createSimulator } from '../../../simulator/index.ts';

const place = { latitude: 52.5, longitude: 13.4 };

function parked(devices = 3) {
  const stage = createStage({ plain: (added) => createSimulator({ devices, ...added }) });
  const { fleet, companion, clock } = stage.simulator;
  const { drives } = companion ?? {};
  if (drives === undefined) throw new Error('Nothing is said of where vehicles are.');
  return { stage, fleet, drives, clock };
}

it('has a place in the town for each device of a fleet of which no location is known', () => {
  const { stage, fleet, drives } = parked();
  expect([1, 2, 3].map((device) => drives.version(device))).toEqual([1, 1, 1]);
  expect(new Set([1, 2, 3].map((device) => JSON.stringify(drives.of(device)))).size).toBe(3);
  expect(fleet.locations.last(1)).toBeUndefined();
  stage.stop();
});

it('has none for a device that reports, nor for a fleet that is elsewhere', async () => {
  const { stage, fleet, drives, clock } = parked();
  fleet.locations.record(1, { ...place, deviceTime: clock.now() });
  expect(drives.version(1)).toBe(0);
  await clock.advance(clock.now() + 1_000);
  expect(drives.version(2)).toBe(0);
  stage.stop();
});
