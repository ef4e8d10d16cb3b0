/** Devices, locations and alerts that do not do what the names of the operations say (sections 1 and 4.2). */
import type { Location } from '../fleet/types.ts';
import { documentRules } from '../options.ts';
import { operationFinder } from './calls.ts';
import { type Deviation, type DeviationsOf, deviation } from './deviation.ts';
import { listedOnceDeviations } from './lists.ts';

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
    deviation('loses the location that follows a late one', () => {
      let isLate = false;
      return {
        becomesLast(...times) {
          const [, time, , lastTime] = times;
          const wasLate = isLate;
          isLate = time < lastTime;
          return !wasLate && documentRules.becomesLast(...times);
        },
      };
    }),
    deviation('loses the location that follows an alert', () => {
      let wasRaised = false;
      return {
        takesAlerts(...licence) {
          wasRaised = true;
          return documentRules.takesAlerts(...licence);
        },
        becomesLast(...times) {
          const isFirst = wasRaised;
          wasRaised = false;
          return !isFirst && documentRules.becomesLast(...times);
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
  'devices/location-is-own': [
    recordedForAll('every other device', (other, device) => other !== device),
    recordedForAll('the devices after it', (other, device) => other > device),
    recordedForAll('the next device', (other, device) => other === device + 1),
    recordedForAll('the device before it', (other, device) => other === device - 1),
    recordedForAll('the first device', (other, device) => other === 1 && device !== 1),
    nextMoved(),
  ],
  'devices/listed-once': listedOnceDeviations('devices', ['devices/']),
  'devices/unknown-device-not-served': [
    deviation('answers an unknown id with the first device', () => ({
      deviceAnswering: (id, exists) => (exists ? id : 1),
    })),
    deviation('looks up an unknown id by its last digit', () => ({
      deviceAnswering: (id, exists) => (exists ? id : (id % 10) + 1),
    })),
  ],
};

/** What is posted for one device is recorded for others as well. */
function recordedForAll(which: string, goesTo: (other: number, device: number) => boolean): Deviation {
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

/** What is posted for one device spoils what was recorded for the next. */
function nextMoved(): Deviation {
  return {
    does: 'moves the last location of the next device to the equator',
    around: () => (handle, simulator) => {
      const { lens } = simulator;
      const operationOf = operationFinder(simulator);
      const moved = new Set<number>();
      return async (call) => {
        const operation = operationOf(call);
        const id = lens.readPathId('device', decodeURIComponent(call.target.split('/').at(-2) ?? ''));
        const reply = await handle(call);
        if (id === undefined || reply.status >= 300) return reply;
        if (operation === 'postLocations') {
          moved.add(id + 1);
          moved.delete(id);
        }
        if (operation !== 'lastLocation' || !moved.has(id)) return reply;
        return { ...reply, body: reply.body.replace(/"latitude":[-\d.]+/, '"latitude":0') };
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
