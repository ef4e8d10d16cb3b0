/** Devices, locations and alerts that do not do what the names of the operations say (sections 1 and 4.2). */
import { operationFinder } from './calls.ts';
import { type Deviation, type DeviationsOf, deviation } from './deviation.ts';
import { listsLastTwice } from './lists.ts';

export const deviceDeviations: DeviationsOf<'devices'> = {
  'devices/listed-can-be-read': anotherDeviceAnswers(),
  'devices/last-location-of-device': deviation(
    'reports positions off the earth',
    () => ({ lastLocationShown: (location) => ({ ...location, latitude: location.latitude + 100 }) }),
    { also: ['devices/posted-location-becomes-last'] },
  ),
  'devices/posted-location-becomes-last': deviation(
    'keeps the first location of a device as the last',
    () => ({ becomesLast: () => false }),
  ),
  'devices/posted-alert-is-taken': deviation('refuses alerts', () => ({ takesAlerts: () => false })),
  'devices/location-is-own': recordedForAll('every other device', (other, device) => other !== device),
  'devices/listed-once': listsLastTwice('devices'),
  'devices/unknown-device-not-served': deviation('answers an unknown id with the first device', () => ({
    deviceAnswering: (id, exists) => (exists ? id : 1),
  })),
};

/** A location posted for one device is recorded for others as well. */
export function recordedForAll(which: string, goesTo: (other: number, device: number) => boolean): Deviation {
  return {
    does: `records a location for ${which} as well`,
    around: () => (handle, simulator) => {
      const { fleet, lens } = simulator;
      const operationOf = operationFinder(simulator);
      return async (call) => {
        const reply = await handle(call);
        if (operationOf(call) !== 'postLocations') return reply;
        const segments = call.target.split('/');
        const id = lens.readPathId('device', decodeURIComponent(segments.at(-2) ?? ''));
        const others = fleet.devices.list().filter((other) => id !== undefined && goesTo(other.id, id));
        for (const other of others)
          await handle({ ...call, target: segments.with(-2, lens.pathId('device', other.id)).join('/') });
        return reply;
      };
    },
    also: ['devices/posted-location-becomes-last'],
  };
}

/** A read of one device gets the record of the next. */
function anotherDeviceAnswers(): Deviation {
  return {
    does: 'returns the record of another device',
    around: () => (handle, simulator) => {
      const { fleet, lens } = simulator;
      const operationOf = operationFinder(simulator);
      return (call) => {
        if (operationOf(call) !== 'readDevice') return handle(call);
        const [path = '', ...query] = call.target.split('?');
        const start = path.lastIndexOf('/') + 1;
        const id = lens.readPathId('device', decodeURIComponent(path.slice(start)));
        if (id === undefined || !fleet.devices.has(id)) return handle(call);
        const other = lens.pathId('device', (id % fleet.devices.count) + 1);
        return handle({ ...call, target: [path.slice(0, start) + other, ...query].join('?') });
      };
    },
  };
}
