/** Devices, locations and alerts that do not do what the names of the operations say (sections 1 and 4.2). */
import type { Location } from '../fleet/types.ts';
import { operationFinder } from './calls.ts';
import { type Deviation, type DeviationsOf, deviation } from './deviation.ts';

export const deviceDeviations: DeviationsOf<'devices'> = {
  'devices/listed-can-be-read': [
    anotherDeviceAnswers(),
    deviation('serves no device under the ids of its list', () => ({ deviceAnswering: () => undefined }), {
      also: ['operations/readDevice'],
    }),
    deviation('returns the device after the one requested', () => ({
      deviceAnswering: (id, exists) => (exists ? (id % 10) + 1 : undefined),
    })),
  ],
  'devices/last-location-of-device': [
    deviation(
      'reports positions off the earth',
      () => ({ lastLocationShown: (location) => ({ ...location, latitude: location.latitude + 100 }) }),
      { also: ['devices/posted-location-becomes-last'] },
    ),
    deviation('reports no last location', () => ({ lastLocationShown: () => undefined }), {
      also: ['devices/posted-location-becomes-last', 'operations/lastLocation'],
    }),
    deviation(
      'reports the latitude in hundredths of a degree',
      () => ({ lastLocationShown: (location) => ({ ...location, latitude: location.latitude * 100 }) }),
      { also: ['devices/posted-location-becomes-last'] },
    ),
  ],
  'devices/posted-location-becomes-last': [
    deviation('keeps the first location of a device as the last', () => ({ becomesLast: () => false })),
    deviation('takes the oldest location as the last', () => ({
      becomesLast: (_order, time, _received, lastTime) => time < lastTime,
    })),
    deviation('reads the last location from a cache that is never refreshed', () => {
      const cache = new Map<number, Location>();
      return {
        lastLocationShown(location) {
          const cached = cache.get(location.deviceId) ?? location;
          cache.set(location.deviceId, cached);
          return cached;
        },
      };
    }),
  ],
  'devices/posted-alert-is-taken': [
    deviation('refuses alerts', () => ({ takesAlerts: () => false })),
    deviation('accepts alerts only from expired devices', () => ({
      takesAlerts: (licence) => licence === 'expired',
    })),
  ],
  'devices/unknown-device-not-served': [
    deviation('answers an unknown id with the first device', () => ({
      deviceAnswering: (id, exists) => (exists ? id : 1),
    })),
    deviation('looks up an unknown id by its last digit', () => ({
      deviceAnswering: (id, exists) => (exists ? id : (id % 10) + 1),
    })),
  ],
};

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
