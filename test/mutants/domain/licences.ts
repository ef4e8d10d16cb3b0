/** Licences that are counted wrongly, or given where there are none. */
import { fleetRules } from '../../../simulator/fleet/rules/index.ts';
import type { Mutant } from '../mutant.ts';

export const licenceMutants: readonly Mutant[] = [
  {
    breaks: ['licences/device-uses-one'],
    what: 'a device counts as two licences',
    rules: () => ({ licencesTaken: ({ licence }) => (licence === 'used' ? 2 : 0) }),
  },
  {
    breaks: ['licences/device-uses-one'],
    what: 'a new device counts as no licence',
    rules: () => ({ licencesTaken: () => 0 }),
  },
  {
    breaks: ['licences/expiry-releases-one'],
    what: 'an expiry releases no licence',
    rules: () => ({ usedAfterExpiry: ({ used }) => used }),
  },
  {
    breaks: ['licences/expiry-releases-one'],
    what: 'an expiry releases two licences',
    rules: () => ({ usedAfterExpiry: ({ used }) => used - 2 }),
  },
  {
    breaks: ['licences/expiry-releases-one'],
    what: 'a licence that was once used never becomes available again',
    rules: () => {
      let most = 0;
      return {
        licencesAvailable({ total, used }) {
          most = Math.max(most, used);
          return Math.max(0, total - most);
        },
      };
    },
  },
  {
    breaks: ['licences/activation-takes-one'],
    what: 'an activated device stays expired',
    rules: () => ({ licenceAfterActivation: () => 'expired' }),
    also: ['licences/released-serves-another'],
  },
  {
    breaks: ['licences/activation-takes-one'],
    what: 'an activation takes no licence',
    rules: () => ({ usedAfterActivation: ({ used }) => used }),
    also: ['licences/never-over-allotted'],
  },
  {
    breaks: ['licences/activation-takes-one'],
    what: 'an activation takes two licences',
    rules: () => ({ usedAfterActivation: ({ used }) => used + 2 }),
  },
  {
    breaks: ['licences/activation-refused-when-none', 'licences/never-over-allotted'],
    what: 'a device can be activated whether there is a licence or not',
    rules: () => ({ mayActivate: () => true }),
  },
  {
    breaks: ['licences/activation-refused-when-none'],
    what: 'one device more can be activated than there are licences',
    rules: () => ({ mayActivate: ({ available }) => available >= 0 }),
    also: ['licences/never-over-allotted'],
  },
  {
    breaks: ['licences/released-serves-another'],
    what: 'a licence can only go back to the device that released it last',
    rules: () => {
      let last = 0;
      return {
        usedAfterExpiry(facts) {
          last = facts.deviceId;
          return fleetRules.usedAfterExpiry(facts);
        },
        mayActivate: (facts) => facts.deviceId === last && fleetRules.mayActivate(facts),
      };
    },
  },
  {
    breaks: ['licences/released-serves-another', 'licences/activation-takes-one'],
    what: 'the last licence that is available is never given away',
    rules: () => ({ mayActivate: ({ available }) => available > 1 }),
  },
  {
    breaks: ['licences/never-over-allotted'],
    what: 'two activations at the same instant do not know of each other',
    rules: () => {
      let earlier = { at: Number.NaN, free: false };
      return {
        mayActivate(facts) {
          if (earlier.at !== facts.at || !earlier.free) earlier = { at: facts.at, free: facts.available > 0 };
          return earlier.free;
        },
      };
    },
    also: ['licences/activation-refused-when-none'],
  },
];
