/** Daily limits that do not hold, and counters that do not count. Each defect for e-mail and for SMS. */
import type { Channel, JudgedId } from '../../../contracts/specification/index.ts';
import { fleetRules } from '../../../simulator/fleet/rules/index.ts';
import type { Usage } from '../../../simulator/fleet/types.ts';
import type { Rules } from '../../../simulator/simulator.ts';
import type { Mutant } from '../mutant.ts';

type LimitRule = JudgedId extends infer Id ? (Id extends `limits/${infer Rule}/email` ? Rule : never) : never;

interface Defect {
  breaks: readonly [LimitRule, ...LimitRule[]];
  what: (messages: string) => string;
  rules: (channel: Channel) => Partial<Rules>;
  also?: readonly LimitRule[];
}

const DAY = 86_400_000;
const words = { email: 'e-mails', sms: 'SMS messages' } as const;

type Allowing = Parameters<Rules['allowance']>[0];

/** The allowance of one channel, worked out otherwise. */
function allowing(channel: Channel, allow: (facts: Allowing & { limit: number }) => number): Partial<Rules> {
  return {
    allowance: (facts) =>
      facts.channel !== channel || facts.limit === null
        ? fleetRules.allowance(facts)
        : allow({ ...facts, limit: facts.limit }),
  };
}

const defects: readonly Defect[] = [
  {
    breaks: ['sends-below-limit'],
    what: (messages) => `the last of the ${messages} that a limit leaves is held back`,
    rules: (channel) =>
      allowing(channel, ({ limit, used, requested }) => Math.min(requested, limit - 1 - used)),
    also: ['channels-apart'],
  },
  {
    breaks: ['sends-below-limit'],
    what: (messages) => `no ${messages} are sent from a device that has a limit`,
    rules: (channel) => allowing(channel, () => 0),
  },
  {
    breaks: ['stops-at-limit'],
    what: (messages) => `one more of the ${messages} is sent than the limit says`,
    rules: (channel) =>
      allowing(channel, ({ limit, used, requested }) => Math.min(requested, limit + 1 - used)),
    also: ['zero-sends-none'],
  },
  {
    breaks: ['stops-at-limit', 'zero-sends-none', 'lower-takes-effect'],
    what: (messages) => `nobody looks at the limit of ${messages}`,
    rules: (channel) => allowing(channel, ({ requested }) => requested),
  },
  {
    breaks: ['stops-at-limit'],
    what: (messages) => `a limit of ${messages} is only looked at before the first of the day`,
    rules: (channel) =>
      allowing(channel, ({ limit, used, requested }) => (used > 0 || limit > 0 ? requested : 0)),
    also: ['lower-takes-effect'],
  },
  {
    breaks: ['zero-sends-none'],
    what: (messages) => `a limit of 0 ${messages} is taken for none`,
    rules: (channel) =>
      allowing(channel, (facts) => (facts.limit === 0 ? facts.requested : fleetRules.allowance(facts))),
  },
  {
    breaks: ['zero-sends-none'],
    what: (messages) => `with a limit of 0 the first of the ${messages} is sent`,
    rules: (channel) =>
      allowing(channel, (facts) =>
        fleetRules.allowance({
          ...facts,
          limit: Math.max(1, facts.limit) + facts.used * Number(facts.limit === 0),
        }),
      ),
  },
  {
    breaks: ['next-day-restores', 'usage-restarts'],
    what: (messages) => `the counter of ${messages} is never set back`,
    rules: (channel) => ({
      usageNextDay: ({ usage }) => ({ email: 0, sms: 0, [channel]: usage[channel] }) as Usage,
    }),
  },
  {
    breaks: ['next-day-restores'],
    what: (messages) => `a device that has reached its limit of ${messages} stays shut until it is raised`,
    rules: (channel) => {
      const shut = new Map<number, number>();
      return allowing(channel, (facts) => {
        const { deviceId, limit } = facts;
        if ((shut.get(deviceId) ?? -1) >= limit) return 0;
        const allowed = fleetRules.allowance(facts);
        if (allowed === 0) shut.set(deviceId, limit);
        return allowed;
      });
    },
  },
  {
    breaks: ['usage-restarts'],
    what: (messages) => `the counter that is shown tells all ${messages} that a device ever sent`,
    rules: (channel) => {
      const ever = new Map<number, number>();
      return {
        usageAfterSending(facts) {
          if (facts.channel === channel)
            ever.set(facts.deviceId, (ever.get(facts.deviceId) ?? 0) + facts.sent);
          return fleetRules.usageAfterSending(facts);
        },
        usageShown: ({ deviceId, usage }) => ({ ...usage, [channel]: ever.get(deviceId) ?? 0 }),
      };
    },
  },
  {
    breaks: ['per-device'],
    what: (messages) => `${messages} of all devices stop for as long as one of them is at its limit`,
    rules: (channel) => {
      const used = new Map<number, number>();
      const limits = new Map<number, number | null>();
      const isFull = (id: number): boolean =>
        (used.get(id) ?? 0) >= (limits.get(id) ?? Number.POSITIVE_INFINITY);
      return {
        limitInForce(facts) {
          if (facts.channel === channel) limits.set(facts.deviceId, facts.set);
          return facts.set;
        },
        usageAfterSending(facts) {
          const usage = fleetRules.usageAfterSending(facts);
          used.set(facts.deviceId, usage[channel]);
          return usage;
        },
        usageNextDay(facts) {
          used.delete(facts.deviceId);
          return fleetRules.usageNextDay(facts);
        },
        ...allowing(channel, (facts) =>
          [...limits.keys()].some((id) => id !== facts.deviceId && isFull(id))
            ? 0
            : fleetRules.allowance(facts),
        ),
      };
    },
    // Other cases bring devices to their limits meanwhile.
    also: ['sends-below-limit', 'raise-takes-effect', 'channels-apart'],
  },
  {
    breaks: ['channels-apart'],
    what: (messages) => `what is sent by the other channel counts on the limit of ${messages}`,
    rules: (channel) => ({
      countedTowardsLimit: ({ usage, ...facts }) =>
        facts.channel === channel ? usage.email + usage.sms : usage[facts.channel],
    }),
  },
  {
    breaks: ['channels-apart'],
    what: (messages) => `what is sent by the other channel counts as ${messages} too`,
    rules: (channel) => ({
      usageAfterSending(facts) {
        const usage = fleetRules.usageAfterSending(facts);
        return facts.channel === channel ? usage : { ...usage, [channel]: usage[channel] + facts.sent };
      },
    }),
  },
  {
    breaks: ['raise-takes-effect'],
    what: (messages) => `a raised limit of ${messages} counts from the next day`,
    rules: (channel) => ({
      limitInForce: ({ set, before, ...facts }) =>
        facts.channel === channel && set !== null && before !== null && set > before ? before : set,
    }),
  },
  {
    breaks: ['raise-takes-effect'],
    what: (messages) => `a device that once reached its limit of ${messages} stays shut for the day`,
    rules: (channel) => {
      const shut = new Set<number>();
      return {
        ...allowing(channel, (facts) => {
          const allowed = shut.has(facts.deviceId) ? 0 : fleetRules.allowance(facts);
          if (allowed === 0) shut.add(facts.deviceId);
          return allowed;
        }),
        usageNextDay(facts) {
          shut.delete(facts.deviceId);
          return fleetRules.usageNextDay(facts);
        },
      };
    },
  },
  {
    breaks: ['lower-takes-effect'],
    what: (messages) => `a lowered limit of ${messages} counts from the next day`,
    rules: (channel) => ({
      limitInForce: ({ set, before, ...facts }) =>
        facts.channel === channel && set !== null && before !== null && set < before ? before : set,
    }),
  },
  {
    breaks: ['lower-takes-effect'],
    what: (messages) => `a limit of ${messages} under the count is taken for none`,
    rules: (channel) =>
      allowing(channel, (facts) =>
        facts.limit < facts.used ? facts.requested : fleetRules.allowance(facts),
      ),
  },
  {
    breaks: ['usage-counts'],
    what: (messages) => `the counter of ${messages} counts requests to send, however many they are for`,
    rules: (channel) => ({
      usageShown: ({ usage }) => ({ ...usage, [channel]: Math.ceil(usage[channel] / 2) }),
    }),
  },
  {
    breaks: ['usage-counts'],
    what: (messages) => `the counter of ${messages} that is shown begins at one`,
    rules: (channel) => ({ usageShown: ({ usage }) => ({ ...usage, [channel]: usage[channel] + 1 }) }),
    also: ['usage-restarts'],
  },
  {
    breaks: ['usage-read-only'],
    what: (messages) => `the counter of ${messages} can be written`,
    rules: (channel) => ({
      usageAfterWrite: ({ usage, written }) => {
        const value = (written as Partial<Usage> | undefined)?.[channel];
        return value === undefined ? null : { ...usage, [channel]: value };
      },
    }),
  },
  {
    breaks: ['usage-read-only'],
    what: (messages) => `writing the counter of ${messages} sets it back to zero`,
    rules: (channel) => ({
      usageAfterWrite: ({ usage, written }) =>
        (written as Partial<Usage> | undefined)?.[channel] === undefined ? null : { ...usage, [channel]: 0 },
    }),
  },
  {
    breaks: ['stops-at-limit'],
    what: (messages) => `several ${messages} at once are sent whole when the first is below the limit`,
    rules: (channel) => allowing(channel, ({ limit, used, requested }) => (used < limit ? requested : 0)),
  },
  {
    breaks: ['raise-takes-effect'],
    what: (messages) => `a raised limit of ${messages} is no limit for the rest of the day`,
    rules: (channel) => ({
      limitInForce: ({ set, before, ...facts }) =>
        facts.channel === channel && set !== null && before !== null && set > before ? null : set,
    }),
  },
  {
    breaks: ['usage-counts'],
    what: (messages) => `the counter of ${messages} counts those that were held back too`,
    rules: (channel) => {
      const held = new Map<number, number>();
      return {
        ...allowing(channel, (facts) => {
          const allowed = fleetRules.allowance(facts);
          const { deviceId, requested } = facts;
          held.set(deviceId, (held.get(deviceId) ?? 0) + requested - allowed);
          return allowed;
        }),
        usageShown: ({ deviceId, usage }) => ({
          ...usage,
          [channel]: usage[channel] + (held.get(deviceId) ?? 0),
        }),
        usageNextDay(facts) {
          held.delete(facts.deviceId);
          return fleetRules.usageNextDay(facts);
        },
      };
    },
  },
  {
    breaks: ['negative-refused'],
    what: (messages) => `a limit of ${messages} can be anything`,
    rules: (channel) => ({
      limitAccepted: (facts) => facts.channel === channel || fleetRules.limitAccepted(facts),
    }),
  },
  {
    breaks: ['negative-refused'],
    what: (messages) => `a limit of ${messages} can be -1, but no lower`,
    rules: (channel) => ({
      limitAccepted: (facts) =>
        (facts.channel === channel && facts.value === -1) || fleetRules.limitAccepted(facts),
    }),
  },
];

const bothChannels = (rule: LimitRule): [JudgedId, JudgedId] => [
  `limits/${rule}/email`,
  `limits/${rule}/sms`,
];

/** Days that do not end when the profile says. They end for e-mails and SMS messages alike. */
const dayMutants: readonly Mutant[] = [
  {
    breaks: bothChannels('next-day-restores'),
    what: 'a day ends at noon',
    rules: () => ({ dayEnd: (facts) => fleetRules.dayEnd({ ...facts, dayEnds: '12:00' }) }),
    also: ['limits/usage-restarts/'],
  },
  {
    breaks: bothChannels('next-day-restores'),
    what: 'a day ends at the midnight of Tokyo',
    rules: () => ({ dayEnd: (facts) => fleetRules.dayEnd({ ...facts, timeZone: 'Asia/Tokyo' }) }),
    also: ['limits/usage-restarts/'],
  },
  {
    breaks: bothChannels('next-day-restores'),
    what: 'a day ends an hour late',
    rules: () => ({ dayEnd: (facts) => fleetRules.dayEnd({ ...facts, dayEnds: '01:00' }) }),
    also: ['limits/usage-restarts/'],
  },
  {
    breaks: bothChannels('next-day-restores'),
    what: 'a day has an hour',
    rules: () => ({ dayEnd: ({ after }) => (Math.floor(after / 3_600_000) + 1) * 3_600_000 }),
  },
];

export const limitMutants: readonly Mutant[] = [
  ...dayMutants,
  ...(['email', 'sms'] as const).flatMap((channel) =>
    defects.map(({ breaks, what, rules, also = [] }): Mutant => {
      const idOf = (rule: LimitRule): JudgedId => `limits/${rule}/${channel}`;
      return {
        breaks: breaks.map(idOf) as unknown as Mutant['breaks'],
        what: what(words[channel]),
        rules: () => rules(channel),
        also: also.map(idOf),
      };
    }),
  ),
  {
    breaks: [
      'limits/next-day-restores/email',
      'limits/next-day-restores/sms',
      'limits/usage-restarts/email',
      'limits/usage-restarts/sms',
    ],
    what: 'a day lasts a week',
    rules: () => ({ dayEnd: (facts) => fleetRules.dayEnd({ ...facts, after: facts.after + 7 * DAY }) }),
  },
  {
    breaks: ['limits/per-device/email', 'limits/per-device/sms'],
    what: 'there is one counter for all devices',
    rules: () => ({ usageCounter: () => 1 }),
    also: ['limits/'],
  },
];
