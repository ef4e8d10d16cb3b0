/** Expiry settings that are ignored, and dates without effect (sections 2, 3 and 8). */
import { DAY } from '../../contracts/kit/durations.ts';
import type { CalendarDate } from '../fleet/types.ts';
import { documentRules } from '../simulator.ts';
import { type DeviationsOf, deviation } from './deviation.ts';

export const expiryDeviations: DeviationsOf<'expiry'> = {
  'expiry/off-by-default': [
    deviation('switches Expires on for new devices', () => ({ expiresByDefault: () => true }), {
      also: ['expiry/on-needs-date'],
    }),
  ],
  'expiry/on-needs-date': [
    deviation('accepts Expires without a date', () => ({ expiryComplete: () => true })),
    deviation('accepts Expires without a date, but for the first devices', () => ({
      expiryComplete: (facts) => facts.deviceId > 10 || documentRules.expiryComplete(facts),
    })),
  ],
  'expiry/off-never-expires': [
    deviation('uses the date alone, whether Expires is on or off', () => ({
      expiryInstant: (facts) => documentRules.expiryInstant({ ...facts, expires: true }),
    })),
    deviation('does not cancel the expiry when Expires is switched off', () => ({
      keepsOldExpiry: ({ next }) => next === null,
    })),
  ],
  'expiry/reached-expires': [
    deviation('lets no device expire', () => ({ expiryInstant: () => null })),
    deviation('changes nothing when the date is reached', () => ({
      licenceAtExpiry: ({ licence }) => licence,
    })),
    deviation('lets a device expire a month late', () => ({
      expiryInstant(facts) {
        const instant = documentRules.expiryInstant(facts);
        return instant === null ? null : instant + 30 * DAY;
      },
    })),
    deviation(
      'lets a device expire as soon as it has a date',
      () => ({ expiryInstant: (facts) => (documentRules.expiryInstant(facts) === null ? null : 0) }),
      { also: ['expiry/', 'licences/'] },
    ),
  ],
  'expiry/change-any-time': [
    deviation('lets a device expire on a date that was postponed', () => ({
      keepsOldExpiry: ({ next }) => next !== null,
    })),
    deviation('uses the first date that a device was given', () => {
      const first = new Map<number, CalendarDate>();
      return {
        expiryInstant(facts) {
          const { deviceId, expirationDate } = facts;
          if (expirationDate !== null && !first.has(deviceId)) first.set(deviceId, expirationDate);
          return documentRules.expiryInstant({ ...facts, expirationDate: first.get(deviceId) ?? null });
        },
      };
    }),
  ],
};
