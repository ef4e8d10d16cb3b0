/** Devices, locations and alerts that are not what the names of the operations say. */
import type { fleetRules } from '../../../simulator/fleet/rules/index.ts';
import type { Mutant } from '../mutant.ts';

export const deviceMutants: readonly Mutant[] = [
  {
    breaks: ['devices/listed-can-be-read'],
    what: 'no device answers to the id that it has in the list',
    rules: () => ({ deviceAnswering: () => undefined }),
    also: ['operations/readDevice'],
  },
  {
    breaks: ['devices/listed-can-be-read'],
    what: 'the device after the one that was asked for answers',
    rules: () => ({ deviceAnswering: (id, exists) => (exists ? (id % 10) + 1 : undefined) }),
  },
  {
    breaks: ['devices/unknown-device-not-served'],
    what: 'the first device answers to every id that nobody has',
    rules: () => ({ deviceAnswering: (id, exists) => (exists ? id : 1) }),
  },
  {
    breaks: ['devices/unknown-device-not-served'],
    what: 'an id is looked up by its last digit',
    rules: () => ({ deviceAnswering: (id, exists) => (exists ? id : (id % 10) + 1) }),
  },
  {
    breaks: ['devices/last-location-of-device'],
    what: 'nothing is told of where a device was',
    rules: () => ({ lastLocationShown: () => undefined }),
    also: ['devices/posted-location-becomes-last', 'operations/lastLocation'],
  },
  {
    breaks: ['devices/last-location-of-device'],
    what: 'a latitude is told in hundredths of a degree',
    rules: () => ({ lastLocationShown: (location) => ({ ...location, latitude: location.latitude * 100 }) }),
    also: ['devices/posted-location-becomes-last'],
  },
  {
    breaks: ['devices/posted-location-becomes-last'],
    what: 'the first location of a device is its last for ever',
    rules: () => ({ becomesLast: () => false }),
  },
  {
    breaks: ['devices/posted-location-becomes-last'],
    what: 'the oldest location is taken for the last',
    rules: () => ({ becomesLast: (_order, time, _received, lastTime) => time < lastTime }),
  },
  {
    breaks: ['devices/posted-location-becomes-last'],
    what: 'where a device was is told from a cache that is never refreshed',
    rules: () => {
      const cache = new Map<number, ReturnType<typeof fleetRules.lastLocationShown>>();
      return {
        lastLocationShown(location) {
          if (!cache.has(location.deviceId)) cache.set(location.deviceId, location);
          return cache.get(location.deviceId);
        },
      };
    },
  },
  {
    breaks: ['devices/posted-alert-is-taken'],
    what: 'no alert is ever taken',
    rules: () => ({ takesAlerts: () => false }),
  },
  {
    breaks: ['devices/posted-alert-is-taken'],
    what: 'alerts are taken from expired devices, and from no others',
    rules: () => ({ takesAlerts: (licence) => licence === 'expired' }),
  },
];
