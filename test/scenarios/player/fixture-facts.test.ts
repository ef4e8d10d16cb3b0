/** The fleet of a story says of its devices what a fixture says. */
import { describe, expect, it } from 'vitest';
import { playStory } from '../../../scenarios/index.ts';
import { readStory } from '../../../scenarios/language/read.ts';
import { perform } from '../../../scenarios/player/perform.ts';
import { createSimulator } from '../../../simulator/index.ts';

const storyWith = (van: string) => `
title: Cast
clock: { start: 2026-03-02 08:00, for: 1h }
account: { licences: 2 }
fleet:
  car: { count: 2 }
  van: ${van}
timeline:
  - { at: 10m, do: { alert: van, type: sos, channels: [sms] } }
`;
const van = `
    id: dev-4711
    name: Tow truck
    licencePlate: AB 1
    position: [52.5, 13.4]
    limits: { dailySms: 1 }
    usage: { sms: 1 }
    licence: used
    locations: [{ deviceTime: -PT1H, latitude: 52.4, longitude: 13.3 }]`;

it('its devices have the ids, the history and all else that was said', async () => {
  const simulator = createSimulator({ fixture: { devices: [{ id: 'dev-9' }] } });
  await playStory(storyWith(van), { simulator, until: '20m' });
  const { fleet, lens } = simulator;
  expect([1, 2, 3].map((id) => lens.writeId('device', id))).toEqual(['dev-1', 'dev-2', 'dev-4711']);
  expect(fleet.devices.get(3)).toMatchObject({ name: 'Tow truck', licencePlate: 'AB 1', licence: 'used' });
  expect(fleet.devices.get(2)).toMatchObject({ licence: 'expired' });
  const [before, first] = fleet.locations.between(3, -Infinity, Infinity);
  expect([before?.latitude, first?.latitude]).toEqual([52.4, 52.5]);
  expect(fleet.outbox.list({ deviceId: 3 })).toMatchObject([{ outcome: 'withheld', reason: 'daily-limit' }]);
});

it('goes the same way again after a reset', async () => {
  const story = await readStory(storyWith(van), { file: 'cast.yaml' });
  const { simulator } = perform(story);
  const before = simulator.snapshot();
  await simulator.clock.advance({ by: 'PT30M' });
  simulator.reset();
  expect(simulator.snapshot()).toEqual(before);
});

describe('what is wrong is reported with its line', () => {
  it.each([
    ['{ id: dev-7, count: 2 }', /cast\.yaml:7:14 ID_TWICE/],
    ['{ locations: [{ latitude: 1, longitude: 2, deviceTime: soon }] }', /cast\.yaml:7:\d+ TIME_INVALID/],
    ['{ licence: maybe }', /cast\.yaml:7:\d+ NOT_ONE_OF/],
    ['{ position: [91, 0] }', /cast\.yaml:7:\d+ OUT_OF_RANGE/],
  ])('%s', async (part, message) => {
    await expect(readStory(storyWith(part), { file: 'cast.yaml' })).rejects.toThrow(message);
  });
});
