/** Expiry settings that are ignored, and dates without effect (sections 2, 3 and 8). */
import { DAY } from '../../contracts/kit/durations.ts';
import { type Deviation, deviation } from '../../simulator/deviations/deviation.ts';
import { deviates, keepsLaterDate } from '../../simulator/deviations/expiry.ts';
import type { CalendarDate } from '../../simulator/fleet/types.ts';
import { documentRules, type Rules } from '../../simulator/options.ts';
import { onReport } from './forgotten.ts';
import type { Further } from './further.ts';

export const expiryDeviations: Further<'expiry'> = {
  'expiry/on-needs-date': [
    deviation('accepts Expires without a date, but for the first devices', () => ({
      expiryComplete: (facts) => facts.deviceId > 10 || documentRules.expiryComplete(facts),
    })),
  ],
  'expiry/off-never-expires': [
    deviation('does not cancel the expiry when Expires is switched off', () => ({
      keepsOldExpiry: ({ next }) => next === null,
    })),
  ],
  'expiry/reached-expires': [
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
      { also: ['expiry/', 'licences/', 'limits/'] },
    ),
    ...(['postLocations', 'postAlerts'] as const).map(
      (report): Deviation => ({
        does: `activates an expired device at its ${report === 'postAlerts' ? 'alerts' : 'locations'}`,
        around: () => (handle, simulator) => {
          const deviceOf = onReport(report)(simulator);
          const { devices, licences } = simulator.fleet;
          return async (call) => {
            const reply = await handle(call);
            const device = deviceOf(call);
            if (device !== undefined && devices.has(device) && devices.isExpired(device))
              licences.revive(device);
            return reply;
          };
        },
        also: ['expiry/', 'licences/'],
      }),
    ),
  ],
  'expiry/change-any-time': [
    deviation(
      'uses the first date that a device was given',
      () => {
        const first = new Map<number, CalendarDate>();
        return {
          expiryInstant(facts) {
            const { deviceId, expirationDate } = facts;
            if (expirationDate !== null && !first.has(deviceId)) first.set(deviceId, expirationDate);
            return documentRules.expiryInstant({ ...facts, expirationDate: first.get(deviceId) ?? null });
          },
        };
      },
      { also: ['expiry/earlier-takes-effect'] },
    ),
    deviation('takes two dates for a device, and no third one', twoDates, {
      also: ['expiry/earlier-takes-effect', 'licences/'],
    }),
  ],
  'expiry/earlier-takes-effect': [
    deviation('takes an earlier date only the first time', () => keepsLaterDate(2), {
      also: ['licences/expires-again'],
    }),
  ],
  'expiry/only-its-own': [
    deviates('gives the expiry of a device to the one that was made after it, too', 1),
    forgetsLimits('takes the limits of the device before it away when a device expires', -1),
    forgetsLimits('takes the limits of the device after it away when a device expires', 1),
  ],
};

function twoDates(): Partial<Rules> {
  const taken = new Map<number, CalendarDate[]>();
  return {
    expiryInstant(facts) {
      const { deviceId, expirationDate } = facts;
      if (expirationDate === null) return documentRules.expiryInstant(facts);
      const dates = taken.get(deviceId) ?? [];
      const isNew = dates.at(-1) !== expirationDate;
      if (isNew && dates.length < 2) taken.set(deviceId, [...dates, expirationDate]);
      const date = isNew && dates.length === 2 ? dates.at(-1) : expirationDate;
      return documentRules.expiryInstant({ ...facts, expirationDate: date ?? expirationDate });
    },
  };
}

/** With a device that expires the limits of another are gone. */
function forgetsLimits(does: string, distance: number): Deviation {
  return {
    does,
    also: ['limits/', 'licences/'],
    around:
      () =>
      (handle, { fleet: { devices, limits } }) => {
        const expired = new Set<number>();
        return async (call) => {
          const reply = await handle(call);
          for (const { id, licence } of devices.list()) {
            const isNew = licence === 'expired' && !expired.has(id);
            if (licence === 'used') expired.delete(id);
            else expired.add(id);
            if (isNew && devices.has(id + distance))
              limits.set(id + distance, { dailyEmail: null, dailySms: null });
          }
          return reply;
        };
      },
  };
}
