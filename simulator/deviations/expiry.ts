/** Expiry settings that are ignored, and dates without effect (sections 2, 3 and 8). */
import { fieldOf } from '../../contracts/kit/json.ts';
import type { CalendarDate } from '../fleet/types.ts';
import { documentRules } from '../options.ts';
import { deviceCall } from './calls.ts';
import { type DeviationsOf, deviation, wrapped } from './deviation.ts';

export const expiryDeviations: DeviationsOf<'expiry'> = {
  'expiry/off-by-default': deviation('switches Expires on for new devices', () => ({
    expiresByDefault: () => true,
  })),
  'expiry/on-needs-date': deviation('accepts Expires without a date', () => ({ expiryComplete: () => true })),
  'expiry/off-never-expires': deviation('uses the date alone, whether Expires is on or off', () => ({
    expiryInstant: (facts) => documentRules.expiryInstant({ ...facts, expires: true }),
  })),
  'expiry/reached-expires': deviation('lets no device expire', () => ({ expiryInstant: () => null })),
  'expiry/change-any-time': deviation('lets a device expire on a date that was postponed', () => ({
    keepsOldExpiry: ({ next }) => next !== null,
  })),
  'expiry/earlier-takes-effect': deviation('keeps the later date when it is moved earlier', () => {
    const kept = new Map<number, CalendarDate>();
    return {
      expiryInstant(facts) {
        const { deviceId, expires, expirationDate: date } = facts;
        if (!expires || date === null) return documentRules.expiryInstant(facts);
        const before = kept.get(deviceId);
        const expirationDate = before !== undefined && date < before ? before : date;
        kept.set(deviceId, expirationDate);
        return documentRules.expiryInstant({ ...facts, expirationDate });
      },
    };
  }),
  'expiry/only-its-own': wrapped(
    'gives the expiry of a device to the one that was made before it, too',
    () => (handle, simulator) => async (call) => {
      const found = deviceCall(call, simulator, 'PUT limits');
      const reply = await handle(call);
      const expirationDate = fieldOf(found?.body, 'expirationDate');
      const before = (found?.device ?? 0) - 1;
      const { devices, limits } = simulator.fleet;
      if (reply.status < 300 && devices.has(before) && typeof expirationDate === 'string')
        limits.set(before, { expires: true, expirationDate });
      return reply;
    },
  ),
};
