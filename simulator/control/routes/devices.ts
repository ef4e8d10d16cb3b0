/** Devices as the service's own user interface knows them (section 2): limits, expiry, activation. */
import type { Device } from '../../fleet/types.ts';
import type { World } from '../../world.ts';
import { ControlError } from '../errors.ts';
import { presentDevice, presentLocation } from '../present.ts';
import { type ControlRoute, deviceOf, fieldsOf, queryNumber } from './route.ts';

const MAX_MESSAGES = 100_000;
const MAX_NEW_DEVICES = 100_000;

export const deviceRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/devices',
    run(world, request) {
      const offset = queryNumber(request, 'offset', 0, Number.MAX_SAFE_INTEGER);
      const limit = queryNumber(request, 'limit', 1_000, 100_000);
      const devices = world.fleet.devices.list({ offset, limit });
      return {
        body: {
          total: world.fleet.devices.count,
          // Which events it holds already: whoever also listens to the stream must not count them twice.
          sequence: world.fleet.log.head,
          devices: devices.map((device) => withLimits(world, device)),
        },
      };
    },
  },
  {
    method: 'POST',
    path: '/devices',
    run(world, { body }) {
      const { count = 1, ...facts } = fieldsOf(body, {
        count: ['number'],
        name: ['string'],
        model: ['string'],
        licencePlate: ['string'],
        imei: ['string'],
        phone: ['string'],
      });
      if (!Number.isInteger(count) || count < 1 || count > MAX_NEW_DEVICES) {
        throw new ControlError('BODY_INVALID', `count must be a whole number from 1 to ${MAX_NEW_DEVICES}.`, {
          field: 'count',
        });
      }
      const created: Device[] = [];
      for (let made = 0; made < count; made++) created.push(world.fleet.devices.create(facts));
      return { status: 201, body: { devices: created.map((device) => withLimits(world, device)) } };
    },
  },
  {
    method: 'GET',
    path: '/devices/{id}',
    run: (world, request) => ({ body: deviceView(world, deviceOf(world, request)) }),
  },
  {
    method: 'GET',
    path: '/devices/{id}/track',
    run(world, request) {
      const limit = queryNumber(request, 'limit', 1_000, 1_000_000);
      const kept = world.fleet.locations.between(deviceOf(world, request), -Infinity, Infinity);
      const newest = limit === 0 ? [] : kept.slice(-limit);
      return { body: { locations: newest.map((location) => presentLocation(location, world.lens)) } };
    },
  },
  {
    method: 'GET',
    path: '/devices/{id}/limits',
    run: (world, request) => ({ body: world.fleet.limits.get(deviceOf(world, request)) }),
  },
  {
    method: 'PUT',
    path: '/devices/{id}/limits',
    run(world, request) {
      const id = deviceOf(world, request);
      // `usage` is let through: the fleet itself refuses to set a counter.
      const change = fieldsOf(request.body, {
        expires: ['boolean'],
        expirationDate: ['string', 'null'],
        dailyEmail: ['number', 'null'],
        dailySms: ['number', 'null'],
        usage: ['object'],
      });
      return { body: world.fleet.limits.set(id, change) };
    },
  },
  {
    method: 'POST',
    path: '/devices/{id}/activate',
    run(world, request) {
      const id = deviceOf(world, request);
      const { expirationDate } = fieldsOf(request.body, { expirationDate: ['string'] });
      world.fleet.licences.activate(id, expirationDate === undefined ? {} : { expirationDate });
      return { body: deviceView(world, id) };
    },
  },
  {
    method: 'POST',
    path: '/devices/{id}/send',
    run(world, request) {
      const id = deviceOf(world, request);
      const { channel, count = 1 } = fieldsOf(request.body, { channel: ['string'], count: ['number'] });
      if (channel !== 'email' && channel !== 'sms') {
        throw new ControlError('BODY_INVALID', 'channel must be "email" or "sms".', { field: 'channel' });
      }
      if (!Number.isInteger(count) || count < 1 || count > MAX_MESSAGES) {
        throw new ControlError('BODY_INVALID', `count must be a whole number from 1 to ${MAX_MESSAGES}.`, {
          field: 'count',
        });
      }
      return { body: world.fleet.limits.send(id, channel, count) };
    },
  },
];

function deviceView(world: World, id: number): object {
  const device = world.fleet.devices.get(id);
  if (!device) throw new ControlError('UNKNOWN_DEVICE', 'There is no such device.');
  return withLimits(world, device);
}

function withLimits(world: World, device: Device): object {
  return { ...presentDevice(device, world.lens), limits: world.fleet.limits.get(device.id) };
}
