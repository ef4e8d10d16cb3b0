/** Devices and their account as the service's own user interface knows them (section 2): limits, expiry, activation, licences. */
import { excerpt } from '../../../contracts/kit/untrusted.ts';
import type { Device } from '../../fleet/types.ts';
import type { World } from '../../world.ts';
import { ControlError } from '../errors.ts';
import { presentAccount, presentDevice, presentFacts } from '../present.ts';
import type { DeviceNow, Device as ShownDevice } from '../schemas/index.ts';
import { addDevices } from './new-devices.ts';
import { deviceIn, type Routes } from './route.ts';

export const deviceRoutes = {
  'GET /account': ({ world }) => presentAccount(world.fleet),
  'PUT /account'({ world: { fleet }, body: { apiEnabled, apiKey, licences } }) {
    // The one change that can be refused comes first, so that nothing is half-done.
    if (licences?.total !== undefined) fleet.account.setLicenceTotal(licences.total);
    if (apiEnabled !== undefined) fleet.account.setApiEnabled(apiEnabled);
    if (apiKey !== undefined) fleet.account.setApiKey(apiKey);
    return presentAccount(fleet);
  },

  'GET /devices': ({ world, query }) => ({
    total: world.fleet.devices.count,
    // The newest event that is in the list: a reader of the stream must not count those events twice.
    sequence: world.fleet.log.head,
    devices: world.fleet.devices.list(query).map((device) => withLimits(world, device)),
  }),
  'POST /devices': ({ world, body: { count = 1, ...device } }) => ({
    devices: addDevices(world, device, count).map((one) => withLimits(world, one)),
  }),
  'GET /devices/{id}': ({ world, id }) => deviceView(world, deviceIn(world, id)),
  'DELETE /devices/{id}'({ world, id: written }) {
    const id = deviceIn(world, written);
    // Its drive goes by its number, and would go on.
    const { drives } = world.companion ?? {};
    if (drives && !drives.areParked && id <= drives.count) {
      throw new ControlError('DEVICE_DRIVES', `The device ${excerpt(written)} drives by itself.`, {
        hint: 'Only added devices can be removed while vehicles drive by themselves; start with --still to remove any.',
      });
    }
    world.fleet.remove(id);
    return { id: world.lens.writeId('device', id), status: 'deleted' };
  },
  'GET /devices/{id}/track'({ world, id, query: { limit } }) {
    const kept = world.fleet.locations.between(deviceIn(world, id), -Infinity, Infinity);
    const newest = limit === 0 ? [] : kept.slice(-limit);
    return { locations: newest.map((location) => presentFacts(location, world.lens)) };
  },
  'GET /devices/{id}/limits': ({ world, id }) => world.fleet.limits.get(deviceIn(world, id)),
  'PUT /devices/{id}/limits': ({ world, id, body }) => world.fleet.limits.set(deviceIn(world, id), body),
  'POST /devices/{id}/activate'({ world, id: written, body }) {
    const id = deviceIn(world, written);
    world.fleet.licences.activate(id, body);
    return deviceView(world, id);
  },
  'POST /devices/{id}/send': ({ world, id, body: { channel, count = 1 } }) =>
    world.fleet.limits.send(deviceIn(world, id), channel, count),
} satisfies Routes;

function deviceView(world: World, id: number): DeviceNow {
  const device = world.fleet.devices.get(id);
  if (!device) throw new ControlError('UNKNOWN_DEVICE', 'There is no such device.');
  return { ...withLimits(world, device), sequence: world.fleet.log.head };
}

function withLimits(world: World, device: Device): ShownDevice {
  return { ...presentDevice(device, world.lens), limits: world.fleet.limits.of(device.id) };
}
