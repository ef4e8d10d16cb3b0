/** Expiry settings that are ignored, and dates without effect (sections 2, 3 and 8). */
import { fieldOf } from '../../contracts/kit/json.ts';
import type { CalendarDate } from '../fleet/types.ts';
import { documentRules, type Rules } from '../options.ts';
import { type Deviation, type DeviationsOf, deviation } from './deviation.ts';
import { onDevice } from './device-calls.ts';

export const expiryDeviations: DeviationsOf<'expiry'> = {
  'expiry/off-by-default': deviation(
    'switches Expires on for new devices',
    () => ({ expiresByDefault: () => true }),
    {
      also: ['expiry/on-needs-date'],
    },
  ),
  'expiry/on-needs-date': deviation('accepts Expires without a date', () => ({ expiryComplete: () => true })),
  'expiry/off-never-expires': deviation(
    'uses the date alone, whether Expires is on or off',
    () => ({ expiryInstant: (facts) => documentRules.expiryInstant({ ...facts, expires: true }) }),
    { also: ['expiry/only-its-own'] },
  ),
  'expiry/reached-expires': deviation('lets no device expire', () => ({ expiryInstant: () => null })),
  'expiry/change-any-time': deviation('lets a device expire on a date that was postponed', () => ({
    keepsOldExpiry: ({ next }) => next !== null,
  })),
  'expiry/earlier-takes-effect': deviation(
    'keeps the later date when it is moved earlier',
    () => keepsLaterDate(1),
    {
      also: ['licences/expires-again'],
    },
  ),
  'expiry/only-its-own': deviates('gives the expiry of a device to the one that was made before it, too', -1),
};

/** A date that is moved earlier for that time, or more often, while Expires is on: the one before it is kept. */
export function keepsLaterDate(time: number): Partial<Rules> {
  const kept = new Map<number, { date: CalendarDate; moved: number }>();
  return {
    expiryInstant(facts) {
      const { deviceId, expires, expirationDate } = facts;
      const before = kept.get(deviceId);
      if (!expires || expirationDate === null) return documentRules.expiryInstant(facts);
      const isEarlier = before !== undefined && expirationDate < before.date;
      const moved = (before?.moved ?? 0) + (isEarlier ? 1 : 0);
      const date = isEarlier && moved >= time ? before.date : expirationDate;
      kept.set(deviceId, { date, moved });
      return documentRules.expiryInstant({ ...facts, expirationDate: date });
    },
  };
}

/** An expiry that is set for one device is set for another, too. */
export function deviates(does: string, distance: number): Deviation {
  return {
    does,
    also: ['expiry/', 'licences/', 'limits/'],
    around: () => (handle, simulator) =>
      onDevice(handle, simulator, 'PUT', 'limits', (device, body) => {
        const expirationDate = fieldOf(body, 'expirationDate');
        const { fleet } = simulator;
        if (!fleet.devices.has(device + distance) || typeof expirationDate !== 'string') return;
        fleet.limits.set(device + distance, { expires: true, expirationDate });
      }),
  };
}
