/** Devices as the service's own user interface knows them (section 2): limits, expiry, activation. */
import { excerpt } from '../../../contracts/kit/untrusted.ts';
import type { Device } from '../../fleet/types.ts';
import type { World } from '../../world.ts';
import { ControlError } from '../errors.ts';
import { presentDevice, presentLocation } from '../present.ts';
import type { DeviceNow, Device as ShownDevice } from '../schemas/index.ts';
import { addDevices } from './new-devices.ts';
import { type ControlRoute, deviceOf, queryNumber, route } from './route.ts';

export const deviceRoutes: readonly ControlRoute[] = [
  route('GET /devices', (request) => {
    const { world } = request;
    const offset = queryNumber(request, 'offset', 0, Number.MAX_SAFE_INTEGER);
    const limit = queryNumber(request, 'limit', 1_000, 100_000);
    const devices = world.fleet.devices.list({ offset, limit });
    return {
      body: {
        total: world.fleet.devices.count,
        // The newest event that is in the list: a reader of the stream must not count those events twice.
        sequence: world.fleet.log.head,
        devices: devices.map((device) => withLimits(world, device)),
      },
    };
  }),
  route('POST /devices', ({ world, body }) => {
    const { count = 1, ...device } = body;
    const created = addDevices(world, device, count);
    return { body: { devices: created.map((one) => withLimits(world, one)) } };
  }),
  route('GET /devices/{id}', (request) => ({ body: deviceView(request.world, deviceOf(request)) })),
  route('DELETE /devices/{id}', (request) => {
    const { world } = request;
    const id = deviceOf(request);
    // Its drive goes by its number, and would go on.
    const { drives } = world.companion ?? {};
    if (drives && !drives.areParked && id <= drives.count) {
      throw new ControlError('DEVICE_DRIVES', `The device ${excerpt(request.id)} drives by itself.`, {
        hint: 'A device that was added can be removed; so can any where nothing drives by itself, as with --still.',
      });
    }
    world.fleet.remove(id);
    return { body: { id: world.lens.writeId('device', id), status: 'deleted' } };
  }),
  route('GET /devices/{id}/track', (request) => {
    const { fleet, lens } = request.world;
    const limit = queryNumber(request, 'limit', 1_000, 1_000_000);
    const kept = fleet.locations.between(deviceOf(request), -Infinity, Infinity);
    const newest = limit === 0 ? [] : kept.slice(-limit);
    return { body: { locations: newest.map((location) => presentLocation(location, lens)) } };
  }),
  route('GET /devices/{id}/limits', (request) => ({
    body: request.world.fleet.limits.get(deviceOf(request)),
  })),
  route('PUT /devices/{id}/limits', (request) => ({
    body: request.world.fleet.limits.set(deviceOf(request), request.body),
  })),
  route('POST /devices/{id}/activate', (request) => {
    const { world } = request;
    const id = deviceOf(request);
    const { expirationDate } = request.body;
    world.fleet.licences.activate(id, expirationDate === undefined ? {} : { expirationDate });
    return { body: deviceView(world, id) };
  }),
  route('POST /devices/{id}/send', (request) => {
    const { channel, count = 1 } = request.body;
    return { body: request.world.fleet.limits.send(deviceOf(request), channel, count) };
  }),
];

function deviceView(world: World, id: number): DeviceNow {
  const device = world.fleet.devices.get(id);
  if (!device) throw new ControlError('UNKNOWN_DEVICE', 'There is no such device.');
  return { ...withLimits(world, device), sequence: world.fleet.log.head };
}

function withLimits(world: World, device: Device): ShownDevice {
  return { ...presentDevice(device, world.lens), limits: world.fleet.limits.of(device.id) };
}
