import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { control } from '../../../simulator/console/api/control.ts';
import { writeStates } from '../../../simulator/console/map/states.ts';
import { atLimit, expired, setDevice } from '../../../simulator/console/state/devices.ts';
import { addEvents, handOnEvents } from '../../../simulator/console/state/events.ts';
import { feed, shownFeed } from '../../../simulator/console/state/feed.ts';
import { STATES } from '../../../simulator/console/state/known.ts';
import { calledBy, loadNames, wordsOf } from '../../../simulator/console/state/people.ts';
import { setWorld } from '../../../simulator/console/state/world.ts';
import type { ShownEvent } from '../../../simulator/control/schemas/index.ts';
import { createSimulator } from '../../../simulator/index.ts';

const at = '2026-01-05T08:00:00.000Z';
let worlds = 0;
// Other files may have left a world of their own.
beforeEach(() => {
  setWorld({ world: `events ${++worlds}`, story: null, seed: 1 });
});
afterEach(() => {
  vi.restoreAllMocks();
});

it('the list of events leaves out checks that are met', () => {
  const check = { kind: 'story-expectation', at, entry: 1, wanted: '', actual: '' } as const;
  addEvents([
    { ...check, sequence: 1, label: 'licences used: 9', met: true },
    { ...check, sequence: 2, label: 'licences used: 8', met: false },
  ]);
  handOnEvents();
  expect(feed.value).toHaveLength(2);
  expect(shownFeed.value.map(({ sequence }) => sequence)).toEqual([2]);
});

it('groups and users are called by their names, and by their ids while those are not known', async () => {
  const simulator = createSimulator({ groups: 2, users: 2 });
  const [group] = simulator.fleet.groups.list();
  const event: ShownEvent = { kind: 'group-created', at, sequence: 1, groupId: group?.id ?? 0 };
  expect(wordsOf(event)).toBe(`Group ${group?.id} created`);
  const reply = await simulator.handle({
    method: 'GET',
    target: '/_control/names',
    headers: {},
    body: undefined,
  });
  vi.spyOn(control, 'names').mockResolvedValue(JSON.parse(reply.body));
  await loadNames();
  expect(wordsOf({ ...event, groupId: simulator.lens.writeId('group', group?.id ?? 0) })).toBe(
    `Group “${group?.name}” created`,
  );
  const [user] = simulator.fleet.users.list();
  expect(calledBy('user', simulator.lens.writeId('user', user?.id ?? 0))).toBe(user?.name);
  simulator.stop();
});

it('a device is marked once a daily limit is reached', async () => {
  const simulator = createSimulator({ devices: 3 });
  simulator.fleet.limits.set(1, { dailySms: 0 });
  simulator.fleet.limits.set(2, { dailyEmail: 5 });
  const reply = await simulator.handle({
    method: 'GET',
    target: '/_control/devices',
    headers: {},
    body: undefined,
  });
  for (const device of JSON.parse(reply.body).devices) setDevice(device);
  expect(atLimit.value).toEqual([1]);
  expect(expired.value).toEqual(new Set());
  const first = JSON.parse(reply.body).devices[0];
  setDevice({ ...first, licence: 'expired' });
  expect(expired.value).toEqual(new Set([1]));
  const states = new Uint8Array(2);
  writeStates(states, [1], () => true);
  expect(STATES[states[1] ?? -1]).toBe('expired');
  simulator.stop();
});
