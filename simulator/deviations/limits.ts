/** Daily limits that do not hold, and counters that do not count, for the channels of the scope (sections 1, 2 and 8). */
import { fieldOf } from '../../contracts/kit/json.ts';
import { type Channel, channels } from '../../contracts/specification/judged.ts';
import type { DeviceId, Usage } from '../fleet/types.ts';
import { documentRules, type Rules } from '../options.ts';
import { sendsAtOnce } from './at-once.ts';
import { type Deviation, type DeviationsOf, wrapped } from './deviation.ts';

/** Tells whether facts are about a channel of the scope. */
export type Mine = (facts: { channel: Channel }) => boolean;
type FactsOf<Name extends keyof Rules> = Parameters<Rules[Name]>[0];

function limits(does: string, rules: (mine: Mine) => Partial<Rules>): Deviation {
  return { does, rules: ({ channels }) => rules(({ channel }) => channels.has(channel)) };
}

export const limitDeviations: DeviationsOf<'limits'> = {
  'limits/sends-below-limit': limits('stops one message short of the limit', (mine) =>
    allowing(mine, (facts) => documentRules.allowance({ ...facts, limit: Math.max(0, facts.limit - 1) })),
  ),
  'limits/stops-at-limit': limits('sends one message more than the limit', (mine) =>
    allowing(mine, (facts) =>
      documentRules.allowance(facts.limit > 0 ? { ...facts, limit: facts.limit + 1 } : facts),
    ),
  ),
  'limits/zero-sends-none': limits('treats a limit of 0 as no limit', (mine) =>
    allowing(mine, (facts) => (facts.limit === 0 ? facts.requested : documentRules.allowance(facts))),
  ),
  'limits/next-day-restores': limits('counts the messages of earlier days as well', (mine) => {
    const { earlier, usageNextDay } = earlierDays();
    return {
      usageNextDay,
      countedTowardsLimit: (facts) =>
        documentRules.countedTowardsLimit(facts) + (mine(facts) ? earlier(facts) : 0),
    };
  }),
  'limits/per-device': limits(
    'lets the messages of one device use up the limits of all others',
    sharedLimits,
  ),
  'limits/channels-apart': limits('counts e-mails and SMS together', (mine) => ({
    countedTowardsLimit: (facts) =>
      mine(facts) ? facts.usage.email + facts.usage.sms : documentRules.countedTowardsLimit(facts),
  })),
  'limits/raise-takes-effect': limits('applies a raised limit only from the next day', (mine) =>
    fromNextDay(mine, Math.min),
  ),
  'limits/lower-takes-effect': limits('applies a lowered limit only from the next day', (mine) =>
    fromNextDay(mine, Math.max),
  ),
  'limits/holds-each-day': limits('adds what was left of a limit to that of the next day', rolledOver),
  'limits/changes-repeat': limits('ignores the third change of a limit on a day', (mine) => {
    const changes = new Map<string, number>();
    return {
      limitInForce(facts) {
        const earlier = changes.get(keyOf(facts)) ?? 0;
        changes.set(keyOf(facts), earlier + 1);
        return mine(facts) && earlier >= 2 ? facts.before : documentRules.limitInForce(facts);
      },
      usageNextDay(facts) {
        for (const channel of channels) changes.delete(keyOf({ ...facts, channel }));
        return documentRules.usageNextDay(facts);
      },
    };
  }),
  'limits/holds-at-once': wrapped(
    'checks the limit when it is asked, and counts when the message has gone out',
    sendsAtOnce,
  ),
  'limits/usage-counts': limits('shows one message too few', (mine) =>
    showing(mine, (count) => (count > 1 ? count - 1 : count)),
  ),
  'limits/usage-read-only': limits('lets the counter be set', writable),
  'limits/usage-restarts': limits('shows the messages of earlier days as well', (mine) => {
    const { earlier, usageNextDay } = earlierDays();
    return { usageNextDay, ...showing(mine, (count, facts) => count + earlier(facts)) };
  }),
  'limits/negative-refused': limits('accepts a limit below zero', (mine) => ({
    limitAccepted: (facts) => (mine(facts) && facts.value < 0) || documentRules.limitAccepted(facts),
  })),
};

interface OfChannel {
  deviceId: DeviceId;
  channel: Channel;
}
const keyOf = ({ deviceId, channel }: OfChannel) => `${deviceId} ${channel}`;

/** Works out the allowance in another way where a limit is set. */
export function allowing(
  mine: Mine,
  allow: (facts: FactsOf<'allowance'> & { limit: number }) => number,
): Partial<Rules> {
  return {
    allowance: (facts) =>
      mine(facts) && facts.limit !== null
        ? allow({ ...facts, limit: facts.limit })
        : documentRules.allowance(facts),
  };
}

/** Shows other counters. */
function showing(mine: Mine, change: (count: number, of: OfChannel) => number): Partial<Rules> {
  return {
    usageShown(facts) {
      const usage = documentRules.usageShown(facts);
      const of = (channel: Channel) =>
        mine({ channel }) ? change(usage[channel], { ...facts, channel }) : usage[channel];
      return { email: of('email'), sms: of('sms') };
    },
  };
}

/** Counts the messages of days that are over, and gives their number for a device and a channel. */
function earlierDays() {
  const sent = new Map<string, number>();
  const earlier = (of: OfChannel) => sent.get(keyOf(of)) ?? 0;
  const usageNextDay = (facts: FactsOf<'usageNextDay'>): Usage => {
    for (const channel of channels) {
      const of = { ...facts, channel };
      sent.set(keyOf(of), earlier(of) + facts.usage[channel]);
    }
    return documentRules.usageNextDay(facts);
  };
  return { earlier, usageNextDay };
}

/** One counter for all devices. */
function sharedLimits(mine: Mine): Partial<Rules> {
  const today = new Map<DeviceId, Usage>();
  const note = (device: DeviceId, usage: Usage): Usage => {
    today.set(device, usage);
    return usage;
  };
  const sum = (channel: Channel) => [...today.values()].reduce((all, usage) => all + usage[channel], 0);
  return {
    usageAfterSending: (facts) => note(facts.deviceId, documentRules.usageAfterSending(facts)),
    usageNextDay: (facts) => note(facts.deviceId, documentRules.usageNextDay(facts)),
    countedTowardsLimit(facts) {
      const own = documentRules.countedTowardsLimit(facts);
      return mine(facts) && sum(facts.channel) > own ? Number.POSITIVE_INFINITY : own;
    },
    ...showing(mine, (_, { channel }) => sum(channel)),
  };
}

/** A limit that is changed counts at once only where `chosen` takes it among the new one and the one before. */
function fromNextDay(mine: Mine, chosen: (set: number, before: number) => number): Partial<Rules> {
  return {
    limitInForce: (facts) =>
      mine(facts) && facts.set !== null && facts.before !== null
        ? chosen(facts.set, facts.before)
        : documentRules.limitInForce(facts),
  };
}

/** The unused part of a limit at the end of a day is added to the limit of the next day. */
function rolledOver(mine: Mine): Partial<Rules> {
  const set = new Map<string, number | null>();
  const left = new Map<string, number>();
  return {
    limitInForce(facts) {
      set.set(keyOf(facts), facts.set);
      return documentRules.limitInForce(facts);
    },
    usageNextDay(facts) {
      for (const channel of channels) {
        const key = keyOf({ ...facts, channel });
        left.set(key, Math.max(0, (set.get(key) ?? 0) - facts.usage[channel]));
      }
      return documentRules.usageNextDay(facts);
    },
    ...allowing(mine, (facts) =>
      documentRules.allowance({ ...facts, limit: facts.limit + (left.get(keyOf(facts)) ?? 0) }),
    ),
  };
}

/** Counters that can be written, unless one of another channel is written too. */
function writable(mine: Mine): Partial<Rules> {
  return {
    usageAfterWrite(facts) {
      const usage = { ...facts.usage };
      const written = channels.filter((channel) => fieldOf(facts.written, channel) !== undefined);
      for (const channel of written) {
        const value = fieldOf(facts.written, channel);
        if (!mine({ channel }) || typeof value !== 'number') return documentRules.usageAfterWrite(facts);
        usage[channel] = value;
      }
      return written.length > 0 ? usage : documentRules.usageAfterWrite(facts);
    },
  };
}
