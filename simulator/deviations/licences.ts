/** Licences that are counted wrongly, or given where none is available (sections 3 and 8). */
import { documentRules, type Rules } from '../options.ts';
import { type DeviationsOf, deviation } from './deviation.ts';
import { deviceCall } from './device-calls.ts';
import { forgetsCounts, onNeedlessActivation } from './forgotten.ts';

export const licenceDeviations: DeviationsOf<'licences'> = {
  'licences/device-uses-one': [
    deviation(
      'counts a device twice',
      () => ({ licencesTaken: ({ licence }) => (licence === 'used' ? 2 : 0) }),
      { also: ['licences/expiry-releases-one'] },
    ),
    deviation('does not count a new device', () => ({ licencesTaken: () => 0 })),
  ],
  'licences/expiry-releases-one': [
    deviation('releases no licence when a device expires', () => ({ usedAfterExpiry: ({ used }) => used })),
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
    deviation(
      'does not count a device that is activated',
      () => ({ usedAfterActivation: ({ used }) => used }),
      { also: ['licences/never-over-allotted'] },
    ),
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
    deviation('activates without a licence', () => ({ mayActivate: () => true }), {
      breaks: ['licences/activation-refused-when-none', 'licences/never-over-allotted'],
    }),
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
    deviation('reserves a released licence for the device that had it', reservedForLastHolder, {
      also: ['licences/activation-takes-one'],
    }),
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
      does: 'takes another licence when a device in use is activated',
      around: () => (handle, simulator) => {
        const { account, devices } = simulator.fleet;
        return async (call) => {
          const found = deviceCall(call, simulator, 'POST', 'activate');
          const isUsed = found && !devices.isExpired(found.device);
          if (isUsed) account.setLicencesUsed(account.licencesUsed + 1);
          return handle(call);
        };
      },
      also: ['licences/never-over-allotted'],
    },
    {
      does: 'starts the counters of a device in use anew when it is activated',
      thorough: true,
      around: () => forgetsCounts(onNeedlessActivation),
      also: ['limits/'],
    },
  ],
  'licences/expires-again': [
    deviation(
      'releases a licence only when a device expires for the first time',
      () => {
        const released = new Set<number>();
        return {
          usedAfterExpiry(facts) {
            if (released.has(facts.deviceId)) return facts.used;
            released.add(facts.deviceId);
            return documentRules.usedAfterExpiry(facts);
          },
        };
      },
      { also: ['expiry/', 'licences/'] },
    ),
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
    deviation('gives one licence to two devices that ask at once', givenTwice, {
      also: ['licences/activation-refused-when-none'],
    }),
    deviation('does not see another activation at the same instant', oneInstantApart, {
      also: ['licences/activation-refused-when-none'],
    }),
  ],
};

function reservedForLastHolder(): Partial<Rules> {
  const owners = new Set<number>();
  return {
    usedAfterExpiry(facts) {
      owners.add(facts.deviceId);
      return documentRules.usedAfterExpiry(facts);
    },
    usedAfterActivation(facts) {
      owners.delete(facts.deviceId);
      return documentRules.usedAfterActivation(facts);
    },
    mayActivate(facts) {
      const others = owners.has(facts.deviceId) ? owners.size - 1 : owners.size;
      return documentRules.mayActivate({ ...facts, available: facts.available - others });
    },
  };
}

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

/** Activations at the same instant all see the licences that were available at its beginning. */
function givenTwice(): Partial<Rules> {
  let instant = { at: Number.NaN, available: 0 };
  return {
    mayActivate({ at, available }) {
      if (at !== instant.at) instant = { at, available };
      return instant.available > 0;
    },
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
