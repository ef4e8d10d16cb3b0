/** Devices, locations, alerts and lists that do not do what the names of the operations say (sections 1 and 4.2). */

import type { OperationId } from '../../contracts/specification/operations.ts';
import { type ListedName, listOperation } from '../../contracts/specification/operations.ts';
import type { Call, Handle, Reply } from '../http/call.ts';
import type { Simulator } from '../simulator.ts';
import { operationFinder } from './calls.ts';
import { type Around, type Deviation, type DeviationsOf, deviation, wrapped } from './deviation.ts';

export const deviceDeviations: DeviationsOf<'devices'> = {
  'devices/listed-can-be-read': wrapped('returns the record of another device', () =>
    aroundOperation('readDevice', ({ fleet, lens }, handle, call) => {
      const [path = '', ...query] = call.target.split('?');
      const start = path.lastIndexOf('/') + 1;
      const id = lens.readPathId('device', decodeURIComponent(path.slice(start)));
      if (id === undefined || !fleet.devices.has(id)) return handle(call);
      const other = lens.pathId('device', (id % fleet.devices.count) + 1);
      return handle({ ...call, target: [path.slice(0, start) + other, ...query].join('?') });
    }),
  ),
  'devices/last-location-of-device': deviation('reports positions off the earth', () => ({
    lastLocationShown: (location) => ({ ...location, latitude: location.latitude + 100 }),
  })),
  'devices/posted-location-becomes-last': deviation(
    'keeps the first location of a device as the last',
    () => ({ becomesLast: () => false }),
  ),
  'devices/posted-alert-is-taken': deviation('refuses alerts', () => ({ takesAlerts: () => false })),
  'devices/location-is-own': wrapped('records a location for every other device as well', () =>
    aroundOperation('postLocations', async ({ fleet, lens }, handle, call) => {
      const reply = await handle(call);
      const segments = call.target.split('/');
      const id = lens.readPathId('device', decodeURIComponent(segments.at(-2) ?? ''));
      for (const other of id === undefined ? [] : fleet.devices.list())
        if (other.id !== id)
          await handle({ ...call, target: segments.with(-2, lens.pathId('device', other.id)).join('/') });
      return reply;
    }),
  ),
  'devices/listed-once': listsLastTwice('devices'),
  'devices/unknown-device-not-served': deviation('answers an unknown id with the first device', () => ({
    deviceAnswering: (id, exists) => (exists ? id : 1),
  })),
};

/** A list that is a bare array has its last record twice. */
export function listsLastTwice(name: ListedName): Deviation {
  return wrapped('lists its last record twice', () =>
    aroundOperation(listOperation[name], async (_, handle, call) => {
      const reply = await handle(call);
      if (!reply.body.startsWith('[')) return reply;
      const records: readonly unknown[] = JSON.parse(reply.body);
      return { ...reply, body: JSON.stringify([...records, ...records.slice(-1)]) };
    }),
  );
}

type Answer = (simulator: Simulator, handle: Handle, call: Call) => Reply | Promise<Reply>;

/** Answers the calls to one operation otherwise. */
function aroundOperation(operation: OperationId, answer: Answer): Around {
  return (handle, simulator) => {
    const operationOf = operationFinder(simulator);
    return (call) => (operationOf(call) === operation ? answer(simulator, handle, call) : handle(call));
  };
}
