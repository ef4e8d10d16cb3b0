/** A profile whose devices have a place for the ids of all their groups: a device that comes to a group stays where it was. */
import { describe, expect, it } from 'vitest';
import { parseProfile } from '../../contracts/profile/index.ts';
import { parseFixture } from '../../simulator/fixture/parse.ts';
import { createSimulator, type Simulator } from '../../simulator/index.ts';
import { clientOf } from './client.ts';

const profile = parseProfile(
  '{ roadtest: 1, name: several, openings: { records.device: { fields: { id: /id, name: /name, groupIds: /groups } } } }',
);
const several = { devices: 4, groups: 2, seed: 3, profile };

async function groupsOf(simulator: Simulator, id: string): Promise<unknown> {
  return (await clientOf(simulator).authorised('GET', `/api/devices/${id}`)).json.groups;
}

describe('A device of several groups', () => {
  it('is shown with all of them, by itself and by each', async () => {
    const simulator = createSimulator(several);
    const { authorised } = clientOf(simulator);
    const { json: night } = await authorised('POST', '/api/groups', { name: 'Night', deviceIds: ['dev-1'] });
    expect(await groupsOf(simulator, 'dev-1')).toEqual(['grp-1', night.id]);
    for (const group of ['grp-1', night.id]) {
      const { json } = await authorised('GET', `/api/devices?group=${group}`);
      expect(json.map(({ id }: { id: string }) => id)).toContain('dev-1');
    }
    await authorised('PATCH', '/api/groups/grp-1', { deviceIds: [] });
    expect(await groupsOf(simulator, 'dev-1')).toEqual([night.id]);
    await authorised('DELETE', `/api/groups/${night.id}`);
    expect(await groupsOf(simulator, 'dev-1')).toEqual([]);
  });

  it('begins in more than one here and there, and leaves all of them when it is removed', () => {
    const { fleet } = createSimulator(several);
    expect(fleet.devices.get(3)).toMatchObject({ groupId: 1, groupIds: [1, 2] });
    fleet.remove(3);
    expect(fleet.groups.list().flatMap(({ deviceIds }) => deviceIds)).not.toContain(3);
  });

  it('has its alerts told to the users of each', () => {
    const { fleet } = createSimulator({ ...several, users: 1 });
    for (const groupId of [1, 2])
      fleet.users.create({ name: 'A', email: 'a@example.com', notify: ['email'], groupIds: [groupId] });
    const { notifications } = fleet.alerts.raise(3, { type: 'sos', channels: ['email'] });
    expect(notifications.map(({ userId }) => userId)).toEqual([1, 2, 3]);
  });

  it('is kept by a snapshot and by a fixture, and added in both', async () => {
    const simulator = createSimulator(several);
    const { control } = clientOf(simulator);
    const { json: added } = await control('POST', '/devices', { name: 'New', groups: ['grp-2', 'grp-1'] });
    expect(added.devices).toMatchObject([{ name: 'New', groupId: 'grp-1', groupIds: ['grp-1', 'grp-2'] }]);
    const shown = simulator.fleet.devices.list().map(({ groupIds }) => groupIds);
    const restored = createSimulator({ profile, snapshot: simulator.snapshot() });
    expect(restored.fleet.devices.list().map(({ groupIds }) => groupIds)).toEqual(shown);
    const { json: fixture } = await control('GET', '/fixture');
    const again = createSimulator({ profile, fixture: parseFixture(JSON.stringify(fixture)) });
    expect(again.fleet.devices.list().map(({ groupIds }) => groupIds)).toEqual(shown);
  });
});

describe('The default profile', () => {
  it('has a device in one group at most, and says so of a fixture and of a call', async () => {
    const groups = [{ name: 'North' }, { name: 'South' }];
    const devices = [{ name: 'Van', groups: ['North', 'South'] }];
    expect(() => createSimulator({ fixture: { groups, devices } })).toThrow(
      expect.objectContaining({
        code: 'FIXTURE_INVALID',
        issues: [expect.objectContaining({ pointer: '/devices/0/groups' })],
      }),
    );
    const simulator = createSimulator({ fixture: { groups, devices: [{ groups: ['South'] }] } });
    expect(simulator.fleet.devices.get(1)).toMatchObject({ groupId: 2, groupIds: [2] });
    const { status, json } = await clientOf(simulator).control('POST', '/devices', devices[0]);
    expect([status, json.code]).toEqual([422, 'RECORD_INVALID']);
    expect(simulator.fleet.devices.count).toBe(1);
  });
});
