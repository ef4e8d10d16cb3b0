/** In code, the simulator takes the words of its APIs, and shows what they show. */
import { expect, it } from 'vitest';
import { parseProfile } from '../../contracts/profile/index.ts';
import { createSimulator, FleetError } from '../../simulator/index.ts';

const profile = parseProfile(
  '{ "roadtest": 1, "name": "uuids", "openings": { "records.id": { "form": "uuid" } } }',
  'uuids.json',
);

it.each([
  ['the default profile', {}],
  ['a profile with other ids', { profile }],
])('takes every id as the API writes it, and as a number: %s', (_, options) => {
  const { fleet, lens, outbox } = createSimulator({ devices: 3, ...options });
  const written = (resource: 'device' | 'group' | 'user', id: number) => String(lens.writeId(resource, id));
  const device = written('device', 2);
  expect(fleet.devices.get(device)).toEqual(fleet.devices.get(2));
  expect([fleet.devices.has(device), fleet.devices.has('none')]).toEqual([true, false]);
  fleet.devices.describe(device, { name: 'Two' });
  expect(fleet.limits.set(device, { dailySms: 1 })).toEqual(fleet.limits.get(2));
  expect(fleet.limits.send(device, 'sms', 3)).toMatchObject({ sent: 1, withheld: 2 });
  expect(outbox.list({ deviceId: device })).toEqual(outbox.list({ deviceId: 2 }));
  expect(outbox.list({ deviceId: device })).toHaveLength(3);
  expect(() => outbox.list({ deviceId: 'none' })).toThrow('There is no device none.');

  const report = { latitude: 52, longitude: 13, deviceTime: Date.UTC(2026, 0, 5, 8) };
  fleet.locations.record(device, report);
  fleet.locations.keep(device, report, report.deviceTime);
  expect(fleet.locations.plan(device, [])).toBe(0);
  expect(fleet.locations.last(device)).toEqual(fleet.locations.last(2));
  expect(fleet.locations.between(device, 0, Infinity)).toHaveLength(2);
  fleet.alerts.raise(device, { type: 'sos' });
  fleet.alerts.keep(device, { type: 'sos' });
  expect(fleet.alerts.between(device, 0, Infinity)).toHaveLength(2);
  expect(() => fleet.licences.activate(device)).toThrow(/not expired/);

  for (const [family, records] of [
    ['group', fleet.groups],
    ['user', fleet.users],
  ] as const) {
    const { id } = records.create({ name: 'New' });
    expect(records.update(written(family, id), { name: 'Newer' }).name).toBe('Newer');
    expect(records.replace(written(family, id), { name: 'Newest' }).name).toBe('Newest');
    expect(records.get(written(family, id))?.name).toBe('Newest');
    records.delete(written(family, id));
    expect([records.get(id), records.get('none')]).toEqual([undefined, undefined]);
    expect(() => records.delete('none')).toThrow(`There is no ${family} none.`);
  }
});

it('takes ids that were chosen by a fixture', () => {
  const { fleet } = createSimulator({ fixture: { devices: [{ id: 'dev-4711' }] } });
  expect(fleet.limits.set('dev-4711', { dailySms: 0 }).dailySms).toBe(0);
});

it('refuses an id that names no device', () => {
  const { fleet } = createSimulator({ devices: 1 });
  expect(() => fleet.limits.get('dev-2')).toThrow(FleetError);
  expect(() => fleet.limits.get('dev-2')).toThrow('There is no device dev-2.');
});

it('refuses an option that there is not, with the one that was meant', () => {
  const mistyped = { devices: 3, device: 3 };
  expect(() => createSimulator(mistyped)).toThrow(
    expect.objectContaining({
      code: 'OPTION_INVALID',
      field: 'device',
      hint: expect.stringContaining('devices'),
    }),
  );
  const simulator = createSimulator({ devices: 3 });
  expect(() => simulator.restart(mistyped)).toThrow('Unknown option device');
  expect(simulator.fleet.devices.count).toBe(3);
});

it('shows calls and events, and takes faults, also after a reset', async () => {
  const simulator = createSimulator({ devices: 1 });
  const call = () => simulator.fetch(new Request('http://localhost/api/devices'));
  await call();
  simulator.faults.set([{ operation: 'listDevices', refusal: 'failed' }]);
  expect((await call()).status).toBe(500);
  expect(simulator.journal.list().map(({ reply }) => reply.status)).toEqual([401, 500]);
  expect(simulator.journal.list({ limit: 1 })).toMatchObject([{ operation: 'listDevices' }]);
  simulator.fleet.limits.set('dev-1', { dailySms: 0 });
  expect(simulator.events.counts['limits-set']).toBe(1);
  simulator.reset();
  expect([simulator.faults.rules, simulator.journal.list(), simulator.events.head]).toEqual([[], [], 0]);
  expect(() => simulator.faults.set([{ status: 500, probability: 2 }])).toThrow(/probability/);
});
