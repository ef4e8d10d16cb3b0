/** Licences that are counted wrongly, or given where none is available (sections 3 and 8). */
import { deviation } from '../../simulator/deviations/deviation.ts';
import { deviceCall } from '../../simulator/deviations/device-calls.ts';
import { documentRules, type Rules } from '../../simulator/options.ts';
import { forgetsCounts, onNeedlessActivation } from './forgotten.ts';
import type { Further } from './further.ts';

export const licenceDeviations: Further<'licences'> = {
  'licences/device-uses-one': [deviation('does not count a new device', () => ({ licencesTaken: () => 0 }))],
  'licences/expiry-releases-one': [
    deviation('releases two licences when a device expires', () => ({
      usedAfterExpiry: ({ used }) => used - 2,
    })),
    deviation('makes no licence available again', () => {
      let most = 0;
      return {
        licencesAvailable({ total, used }) {
          most = Math.max(most, used);
          return Math.max(0, total - most);
        },
      };
    }),
  ],
  'licences/activation-takes-one': [
    deviation('leaves an activated device expired', () => ({ licenceAfterActivation: () => 'expired' }), {
      also: ['licences/released-serves-another'],
    }),
    deviation(
      'takes two licences for an activation',
      () => ({ usedAfterActivation: ({ used }) => used + 2 }),
      {
        also: ['licences/never-over-allotted'],
      },
    ),
  ],
  'licences/activation-refused-when-none': [
    deviation(
      'activates one device more than there are licences',
      () => ({ mayActivate: ({ available }) => available >= 0 }),
      { also: ['licences/never-over-allotted'] },
    ),
    {
      does: 'switches Expires off when it refuses an activation',
      thorough: true,
      around: () => (handle, simulator) => async (call) => {
        const found = deviceCall(call, simulator, 'POST', 'activate');
        const reply = await handle(call);
        const isRefused = found && reply.status >= 400 && simulator.fleet.devices.isExpired(found.device);
        if (isRefused) simulator.fleet.limits.set(found.device, { expires: false });
        return reply;
      },
      also: ['licences/', 'expiry/'],
    },
  ],
  'licences/released-serves-another': [
    deviation('gives a licence back only to the device that released it last', onlyToLastReleaser, {
      also: ['licences/activation-takes-one'],
    }),
    deviation(
      'never gives away the last available licence',
      () => ({ mayActivate: ({ available }) => available > 1 }),
      { breaks: ['licences/released-serves-another', 'licences/activation-takes-one'] },
    ),
  ],
  'licences/active-takes-no-second': [
    {
      does: 'starts the counters of a device in use anew when it is activated',
      thorough: true,
      around: () => forgetsCounts(onNeedlessActivation),
      also: ['limits/'],
    },
  ],
  'licences/expires-again': [
    deviation(
      'activates each device twice at most',
      () => {
        const times = new Map<number, number>();
        return {
          mayActivate: (facts) => (times.get(facts.deviceId) ?? 0) < 2 && documentRules.mayActivate(facts),
          usedAfterActivation(facts) {
            times.set(facts.deviceId, (times.get(facts.deviceId) ?? 0) + 1);
            return documentRules.usedAfterActivation(facts);
          },
        };
      },
      { also: ['licences/'] },
    ),
    deviation(
      'does not let a device expire that was activated',
      () => {
        const activated = new Set<number>();
        return {
          licenceAfterActivation(facts) {
            activated.add(facts.deviceId);
            return documentRules.licenceAfterActivation(facts);
          },
          licenceAtExpiry: (facts) =>
            activated.has(facts.deviceId) ? facts.licence : documentRules.licenceAtExpiry(facts),
        };
      },
      { also: ['expiry/', 'licences/'] },
    ),
    deviation(
      'lets no device expire on a leap day',
      () => ({ expiryInstant: (facts) => (isLeapDay(facts) ? null : documentRules.expiryInstant(facts)) }),
      { also: ['expiry/', 'licences/'] },
    ),
  ],
  'licences/never-over-allotted': [
    deviation('does not see another activation at the same instant', oneInstantApart, {
      also: ['licences/activation-refused-when-none'],
    }),
  ],
};

function onlyToLastReleaser(): Partial<Rules> {
  let last = 0;
  return {
    usedAfterExpiry(facts) {
      last = facts.deviceId;
      return documentRules.usedAfterExpiry(facts);
    },
    mayActivate: (facts) => facts.deviceId === last && documentRules.mayActivate(facts),
  };
}

function oneInstantApart(): Partial<Rules> {
  let earlier = { at: Number.NaN, free: false };
  return {
    mayActivate({ at, available }) {
      if (earlier.at !== at || !earlier.free) earlier = { at, free: available > 0 };
      return earlier.free;
    },
  };
}

type Instant = Parameters<Rules['expiryInstant']>[0];

function isLeapDay({ expirationDate }: Instant): boolean {
  return expirationDate?.endsWith('-02-29') === true;
}
