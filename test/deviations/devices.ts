/** Devices, locations and alerts that do not do what the names of the operations say (sections 1 and 4.2). */
import { operationFinder } from '../../simulator/deviations/calls.ts';
import { type Deviation, deviation } from '../../simulator/deviations/deviation.ts';
import { recordedForAll } from '../../simulator/deviations/devices.ts';
import type { Location } from '../../simulator/fleet/types.ts';
import { documentRules } from '../../simulator/options.ts';
import type { Further } from './further.ts';
import { listedWrongly } from './lists.ts';

export const deviceDeviations: Further<'devices'> = {
  'devices/listed-can-be-read': [
    deviation('serves no device under the ids of its list', () => ({ deviceAnswering: () => undefined }), {
      also: ['operations/readDevice'],
    }),
    deviation('returns the device after the one requested', () => ({
      deviceAnswering: (id, exists) => (exists ? (id % 10) + 1 : undefined),
    })),
    readsOnlyIds(),
  ],
  'devices/last-location-of-device': [
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
    deviation('accepts alerts only from expired devices', () => ({
      takesAlerts: (licence) => licence === 'expired',
    })),
  ],
  'devices/location-is-own': [
    recordedForAll('the devices after it', (other, device) => other > device),
    recordedForAll('the next device', (other, device) => other === device + 1),
    recordedForAll('the device before it', (other, device) => other === device - 1),
    recordedForAll('the first device', (other, device) => other === 1 && device !== 1),
    nextMoved(),
  ],
  'devices/listed-once': listedWrongly('devices', ['devices/']),
  'devices/unknown-device-not-served': [
    deviation('looks up an unknown id by its last digit', () => ({
      deviceAnswering: (id, exists) => (exists ? id : (id % 10) + 1),
    })),
  ],
};

/** A location posted for one device spoils the last location of the next. */
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

function readsOnlyIds(): Deviation {
  return {
    does: 'shows nothing of a device that is read but its id',
    around: () => (handle, simulator) => {
      const operationOf = operationFinder(simulator);
      return async (call) => {
        const reply = await handle(call);
        if (operationOf(call) !== 'readDevice' || reply.status !== 200) return reply;
        const { id } = JSON.parse(reply.body);
        return { ...reply, body: JSON.stringify({ id }) };
      };
    },
    also: ['operations/readDevice'],
  };
}
