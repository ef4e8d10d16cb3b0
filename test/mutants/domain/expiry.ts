/** Expiry settings that are not heeded, and dates that do nothing. */
import { fleetRules } from '../../../simulator/fleet/rules/index.ts';
import type { Mutant } from '../mutant.ts';

const DAY = 86_400_000;

export const expiryMutants: readonly Mutant[] = [
  {
    breaks: ['expiry/off-by-default'],
    what: 'Expires is on from the beginning',
    rules: () => ({ expiresByDefault: () => true, expiryComplete: () => true }),
    also: ['expiry/on-needs-date'],
  },
  {
    breaks: ['expiry/on-needs-date'],
    what: 'Expires can be on without a date',
    rules: () => ({ expiryComplete: () => true }),
  },
  {
    breaks: ['expiry/on-needs-date'],
    what: 'Expires can be on without a date on every device but the first ten',
    rules: () => ({ expiryComplete: (facts) => facts.deviceId > 10 || fleetRules.expiryComplete(facts) }),
  },
  {
    breaks: ['expiry/off-never-expires'],
    what: 'a date counts whether Expires is on or off',
    rules: () => ({ expiryInstant: (facts) => fleetRules.expiryInstant({ ...facts, expires: true }) }),
  },
  {
    breaks: ['expiry/off-never-expires'],
    what: 'switching Expires off does not call off the expiry',
    rules: () => ({ keepsOldExpiry: ({ next }) => next === null }),
  },
  {
    breaks: ['expiry/reached-expires'],
    what: 'no date is ever reached',
    rules: () => ({ expiryInstant: () => null }),
  },
  {
    breaks: ['expiry/reached-expires'],
    what: 'a device stays what it is when its date is reached',
    rules: () => ({ licenceAtExpiry: ({ licence }) => licence }),
  },
  {
    breaks: ['expiry/reached-expires'],
    what: 'a date is reached a month late',
    rules: () => ({
      expiryInstant(facts) {
        const instant = fleetRules.expiryInstant(facts);
        return instant === null ? null : instant + 30 * DAY;
      },
    }),
  },
  {
    breaks: ['expiry/reached-expires'],
    what: 'a device expires as soon as it is given a date',
    rules: () => ({
      expiryInstant: (facts) => (fleetRules.expiryInstant(facts) === null ? null : 0),
    }),
    also: ['expiry/', 'licences/'],
  },
  {
    breaks: ['expiry/change-any-time'],
    what: 'a date that is put off still counts as it was',
    rules: () => ({ keepsOldExpiry: ({ next }) => next !== null }),
  },
  {
    breaks: ['expiry/change-any-time'],
    what: 'the first date that a device is given is the one that counts',
    rules: () => {
      const first = new Map<number, string>();
      return {
        expiryInstant(facts) {
          const { deviceId, expirationDate } = facts;
          if (expirationDate !== null && !first.has(deviceId)) first.set(deviceId, expirationDate);
          return fleetRules.expiryInstant({ ...facts, expirationDate: first.get(deviceId) ?? null });
        },
      };
    },
  },
];
