/**
 * Fleets with one rule broken, by replacing functions of the fleet's rules. A mutant breaks its own
 * rule and no other, unless the rules cannot be told apart by what is broken; then it says which.
 */

import { type FleetRules, fleetRules } from '../../../../simulator/fleet/rules/index.ts';
import { type Channel, channels } from '../../../../simulator/fleet/types.ts';
import { DAY } from '../world.ts';
import type { Family } from './checks.ts';

export interface Mutant {
  rule: string;
  what: string;
  rules: () => Partial<FleetRules>;
  /** Other rules that this cannot leave whole. */
  also?: string[];
}

export const mutants: Mutant[] = [
  ...channels.flatMap((channel) => limitMutants(channel)),
  {
    rule: 'expiry/off-by-default',
    what: 'is on by default',
    rules: () => ({ expiresByDefault: () => true }),
    also: ['expiry/on-needs-date'],
  },
  {
    rule: 'expiry/on-needs-date',
    what: 'is accepted without a date',
    rules: () => ({ expiryComplete: () => true }),
  },
  {
    rule: 'expiry/off-never-expires',
    what: 'comes although it is off',
    rules: () => ({ expiryInstant: (facts) => fleetRules.expiryInstant({ ...facts, expires: true }) }),
  },
  {
    rule: 'expiry/off-never-expires',
    what: 'is not taken back when it is switched off',
    rules: () => ({ keepsOldExpiry: ({ next }) => next === null }),
  },
  {
    rule: 'expiry/reached-expires',
    what: 'never comes',
    rules: () => ({ expiryInstant: () => null }),
    also: licencesNeedExpiry(),
  },
  {
    rule: 'expiry/reached-expires',
    what: 'changes nothing',
    rules: () => ({ licenceAtExpiry: ({ licence }) => licence }),
    also: licencesNeedExpiry(),
  },
  {
    rule: 'expiry/change-any-time',
    what: 'comes at the old date',
    rules: () => ({ keepsOldExpiry: ({ next }) => next !== null }),
  },
  {
    rule: 'licences/device-uses-one',
    what: 'counts a device twice',
    rules: () => ({ licencesTaken: ({ licence }) => (licence === 'used' ? 2 : 0) }),
    // More licences are in use than there are, so that none is free when one is released.
    also: ['licences/expiry-releases-one', 'licences/activation-takes-one'],
  },
  {
    rule: 'licences/device-uses-one',
    what: 'does not count a device',
    rules: () => ({ licencesTaken: () => 0 }),
    // Fewer than none are in use after an expiry.
    also: ['activation-refused-when-none', 'never-over-allotted', 'released-serves-another'].map(
      (rule) => `licences/${rule}`,
    ),
  },
  {
    rule: 'licences/expiry-releases-one',
    what: 'releases none',
    rules: () => ({ usedAfterExpiry: ({ used }) => used }),
    also: ['licences/activation-takes-one', 'licences/released-serves-another'],
  },
  {
    rule: 'licences/expiry-releases-one',
    what: 'releases two',
    rules: () => ({ usedAfterExpiry: ({ used }) => used - 2 }),
  },
  {
    rule: 'licences/activation-takes-one',
    what: 'leaves the device expired',
    rules: () => ({ licenceAfterActivation: () => 'expired' }),
    also: ['licences/released-serves-another', 'licences/never-over-allotted'],
  },
  {
    rule: 'licences/activation-takes-one',
    what: 'does not count',
    rules: () => ({ usedAfterActivation: ({ used }) => used }),
    also: ['licences/never-over-allotted'],
  },
  {
    rule: 'licences/activation-refused-when-none',
    what: 'succeeds without a licence',
    rules: () => ({ mayActivate: () => true }),
    also: ['licences/never-over-allotted'],
  },
  {
    rule: 'licences/released-serves-another',
    what: 'is kept for the one that released it',
    rules: keptForItsOwner,
  },
  {
    rule: 'licences/never-over-allotted',
    what: 'is given to both of two that ask at once',
    rules: givenTwice,
  },
  {
    rule: 'devices/listed-can-be-read',
    what: 'one that is listed is not found',
    rules: () => ({ deviceAnswering: (id, exists) => (exists && id !== 3 ? id : undefined) }),
  },
  {
    rule: 'devices/listed-can-be-read',
    what: 'another one answers',
    rules: () => ({ deviceAnswering: (id, exists) => (exists ? (id % 4) + 1 : undefined) }),
    // Every other rule is asked of the wrong device.
    also: ['*'],
  },
  {
    rule: 'devices/unknown-device-not-served',
    what: 'an unknown one is answered as known',
    rules: () => ({ deviceAnswering: (id, exists) => (exists ? id : 1) }),
  },
  {
    rule: 'devices/last-location-of-device',
    what: 'lies off the earth',
    rules: () => ({ lastLocationShown: (location) => ({ ...location, latitude: location.latitude + 100 }) }),
  },
  {
    rule: 'devices/last-location-of-device',
    what: 'is not there',
    rules: () => ({ lastLocationShown: () => undefined }),
    also: ['devices/posted-location-becomes-last'],
  },
  {
    rule: 'devices/posted-location-becomes-last',
    what: 'a late one replaces it',
    rules: () => ({ becomesLast: () => true }),
  },
  {
    rule: 'devices/posted-location-becomes-last',
    what: 'the first one stays',
    rules: () => ({ becomesLast: () => false }),
  },
  { rule: 'devices/posted-alert-is-taken', what: 'is refused', rules: () => ({ takesAlerts: () => false }) },
  ...(['groups', 'users'] as const).flatMap((family) => recordMutants(family)),
  { rule: 'users/countries-listed', what: 'none', rules: () => ({ countriesListed: () => [] }) },
  { rule: 'users/time-zones-listed', what: 'none', rules: () => ({ timeZonesListed: () => [] }) },
];

function limitMutants(channel: Channel): Mutant[] {
  const { allowance, limitAccepted, limitInForce, usageAfterSending, usageNextDay, usageShown } = fleetRules;
  const of = (rule: string) => `limits/${rule}/${channel}`;
  const mine = (facts: { channel: Channel }) => facts.channel === channel;
  return [
    {
      rule: of('sends-below-limit'),
      what: 'sends one fewer than the limit allows',
      rules: () => ({
        allowance: (facts) => Math.max(0, allowance(facts) - (mine(facts) && facts.limit === 3 ? 2 : 0)),
      }),
    },
    {
      rule: of('stops-at-limit'),
      what: 'is off by one',
      rules: () => ({
        allowance: (facts) =>
          mine(facts) && facts.limit ? allowance({ ...facts, limit: facts.limit + 1 }) : allowance(facts),
      }),
      also: [of('lower-takes-effect')],
    },
    {
      rule: of('zero-sends-none'),
      what: 'takes zero for no limit',
      rules: () => ({
        allowance: (facts) => (mine(facts) && facts.limit === 0 ? facts.requested : allowance(facts)),
      }),
    },
    {
      rule: of('next-day-restores'),
      what: 'counts on through the night',
      rules: () => ({
        usageNextDay: ({ usage }) => ({ ...usageNextDay({ deviceId: 1, usage }), [channel]: usage[channel] }),
      }),
      also: [of('usage-restarts')],
    },
    {
      rule: of('next-day-restores'),
      what: 'ends the day at noon',
      rules: () => ({
        dayEnd: (facts) => fleetRules.dayEnd({ ...facts, dayEnds: '12:00', after: facts.after + DAY }),
      }),
      also: channels.flatMap((each) => [`limits/next-day-restores/${each}`, `limits/usage-restarts/${each}`]),
    },
    {
      rule: of('per-device'),
      what: 'counts all devices together',
      rules: () => ({ usageCounter: () => 4 }),
      also: channels.map((each) => `limits/per-device/${each}`),
    },
    {
      rule: of('channels-apart'),
      what: 'counts both channels together',
      rules: () => ({
        countedTowardsLimit: (facts) =>
          mine(facts) ? facts.usage.email + facts.usage.sms : facts.usage[facts.channel],
      }),
    },
    {
      rule: of('raise-takes-effect'),
      what: 'ignores a raise until tomorrow',
      rules: () => ({
        limitInForce: (facts) =>
          mine(facts) && facts.before !== null && facts.set !== null
            ? Math.min(facts.set, facts.before)
            : limitInForce(facts),
      }),
    },
    {
      rule: of('lower-takes-effect'),
      what: 'ignores a lowering until tomorrow',
      rules: () => ({
        limitInForce: (facts) =>
          mine(facts) && facts.before !== null && facts.set !== null
            ? Math.max(facts.set, facts.before)
            : limitInForce(facts),
      }),
    },
    {
      rule: of('usage-counts'),
      what: 'shows one message too few',
      rules: () => ({
        usageShown: (facts) => {
          const usage = usageShown(facts);
          return { ...usage, [channel]: Math.max(0, usage[channel] - 1) };
        },
      }),
      also: [of('usage-read-only')],
    },
    {
      rule: of('usage-counts'),
      what: 'counts a batch as one',
      rules: () => ({
        usageAfterSending: (facts) => usageAfterSending(mine(facts) ? { ...facts, sent: 1 } : facts),
      }),
      also: [of('usage-read-only')],
    },
    {
      rule: of('usage-read-only'),
      what: 'can be written',
      rules: () => ({
        usageAfterWrite: ({ usage, written }) => ({
          ...usage,
          [channel]: (written as { [c in Channel]: number })[channel],
        }),
      }),
    },
    {
      rule: of('usage-restarts'),
      what: 'begins the day with what was sent',
      rules: () => ({
        usageNextDay: ({ usage }) => ({ ...usageNextDay({ deviceId: 1, usage }), [channel]: usage[channel] }),
      }),
      also: [of('next-day-restores')],
    },
    {
      rule: of('negative-refused'),
      what: 'can be negative',
      rules: () => ({ limitAccepted: (facts) => mine(facts) || limitAccepted(facts) }),
    },
  ];
}

function recordMutants(family: Family): Mutant[] {
  const one = family === 'groups' ? 'group' : 'user';
  const mine = (facts: { family: string }) => facts.family === one;
  const of = (rule: string) => `${family}/${rule}`;
  return [
    {
      rule: of('created-can-be-read'),
      what: 'loses what was sent',
      rules: () => ({ recordCreated: (facts) => (mine(facts) ? {} : facts.content) }),
      also: [of('updated-keeps-rest')],
    },
    {
      rule: of('created-can-be-read'),
      what: 'is not found',
      rules: () => ({
        recordRead: (family, id, record) =>
          family === one && id > (one === 'group' ? 1 : 5) ? undefined : record,
      }),
      also: ['replaced', 'updated-keeps-rest', 'deleted-spares-others'].map(of),
    },
    {
      rule: of('created-is-listed'),
      what: 'is not listed',
      rules: () => ({ recordListed: (facts) => !(mine(facts) && facts.record.name === 'North') }),
    },
    {
      rule: of('replaced'),
      what: 'keeps what was there',
      rules: () => ({
        recordReplaced: (facts) => (mine(facts) ? { ...facts.before, ...facts.content } : facts.content),
      }),
    },
    {
      rule: of('updated-keeps-rest'),
      what: 'wipes what was not sent',
      rules: () => ({
        recordUpdated: (facts) => (mine(facts) ? facts.change : fleetRules.recordUpdated(facts)),
      }),
    },
    {
      rule: of('deleted-is-gone'),
      what: 'is only hidden from the list',
      rules: () => hiddenOnly(one),
    },
    {
      rule: of('deleted-spares-others'),
      what: 'takes its neighbour along',
      rules: () => ({ recordsRemoved: (facts) => (mine(facts) ? [facts.id, facts.id + 1] : [facts.id]) }),
    },
    {
      rule: of('deleted-spares-others'),
      what: 'deletes the neighbour instead',
      rules: () => ({ recordsRemoved: (facts) => (mine(facts) ? [facts.id + 1] : [facts.id]) }),
      also: [of('deleted-is-gone')],
    },
  ];
}

function hiddenOnly(one: string): Partial<FleetRules> {
  const hidden = new Set<number>();
  return {
    recordsRemoved: ({ family, id }) => {
      if (family !== one) return [id];
      hidden.add(id);
      return [];
    },
    recordListed: ({ family, id }) => family !== one || !hidden.has(id),
  };
}

/** A licence that a device released can only be taken by that device again. */
function keptForItsOwner(): Partial<FleetRules> {
  const owners = new Set<number>();
  let lastOwner = 0;
  return {
    usedAfterExpiry: (facts) => {
      owners.add(facts.deviceId);
      lastOwner = facts.deviceId;
      return fleetRules.usedAfterExpiry(facts);
    },
    mayActivate: (facts) =>
      fleetRules.mayActivate(facts) &&
      (owners.size < 2 || facts.deviceId === lastOwner || facts.available > 1 || facts.deviceId === 1),
  };
}

/** Whoever asks in the same instant sees the licences that were free at its beginning. */
function givenTwice(): Partial<FleetRules> {
  let instant = { at: Number.NaN, available: 0 };
  return {
    mayActivate: ({ at, available }) => {
      if (at !== instant.at) instant = { at, available };
      return instant.available > 0;
    },
  };
}

/** Without an expiry no licence is ever released. */
function licencesNeedExpiry(): string[] {
  return [
    'expiry-releases-one',
    'activation-takes-one',
    'activation-refused-when-none',
    'released-serves-another',
    'never-over-allotted',
  ].map((rule) => `licences/${rule}`);
}
