/** Daily limits that do not hold (sections 1, 2 and 8), for the channels of the scope. */
import { type Channel, channels } from '../../contracts/specification/judged.ts';
import { documentRules, type Rules } from '../options.ts';
import { limitsAtOnce } from './at-once.ts';
import { allowing, changed, limits, type Mine } from './channel.ts';
import { counterDeviations } from './counters.ts';
import type { DeviationsOf } from './deviation.ts';
import { CountersOfToday, MessageCounts } from './sent.ts';

export const limitDeviations: DeviationsOf<'limits'> = {
  'limits/sends-below-limit': limits(
    'stops one message short of the limit',
    (mine) =>
      allowing(mine, (facts) => documentRules.allowance({ ...facts, limit: Math.max(0, facts.limit - 1) })),
    { also: ['limits/channels-apart'] },
  ),
  'limits/stops-at-limit': limits(
    'sends one message more than the limit',
    (mine) => ({
      allowance: (facts) =>
        documentRules.allowance(mine(facts) && facts.limit ? { ...facts, limit: facts.limit + 1 } : facts),
    }),
    { also: ['limits/holds-each-day'] },
  ),
  'limits/zero-sends-none': limits('treats a limit of 0 as no limit', (mine) =>
    allowing(mine, (facts) => (facts.limit === 0 ? facts.requested : documentRules.allowance(facts))),
  ),
  'limits/next-day-restores': limits('counts the messages of earlier days as well', (mine) => {
    const earlier = new MessageCounts();
    return {
      usageNextDay: (facts) => earlier.add(facts),
      countedTowardsLimit: (facts) =>
        documentRules.countedTowardsLimit(facts) +
        (mine(facts) ? earlier.of(facts.deviceId, facts.channel) : 0),
    };
  }),
  'limits/per-device': limits(
    'lets the messages of one device use up the limits of all others',
    (mine) => {
      const today = new CountersOfToday();
      return {
        usageAfterSending: (facts) => today.note(facts.deviceId, documentRules.usageAfterSending(facts)),
        usageNextDay: (facts) => today.note(facts.deviceId, documentRules.usageNextDay(facts)),
        countedTowardsLimit(facts) {
          const own = documentRules.countedTowardsLimit(facts);
          return mine(facts) && today.sum(facts.channel) > own ? Number.POSITIVE_INFINITY : own;
        },
        usageShown: (facts) =>
          changed(documentRules.usageShown(facts), mine, (_, channel) => today.sum(channel)),
      };
    },
    { also: ['limits/'] },
  ),
  'limits/channels-apart': limits('counts e-mails and SMS together', (mine) => ({
    countedTowardsLimit: (facts) =>
      mine(facts) ? facts.usage.email + facts.usage.sms : documentRules.countedTowardsLimit(facts),
  })),
  'limits/raise-takes-effect': limits('applies a raised limit only from the next day', (mine) => ({
    limitInForce: (facts) =>
      mine(facts) && facts.set !== null && facts.before !== null
        ? Math.min(facts.set, facts.before)
        : documentRules.limitInForce(facts),
  })),
  'limits/lower-takes-effect': limits(
    'applies a lowered limit only from the next day',
    (mine) => ({
      limitInForce: (facts) =>
        mine(facts) && facts.set !== null && facts.before !== null
          ? Math.max(facts.set, facts.before)
          : documentRules.limitInForce(facts),
    }),
    { also: ['limits/'] },
  ),
  'limits/holds-each-day': limits('adds what was left of a limit to that of the next day', rolledOver),
  'limits/changes-repeat': limits(
    'ignores the third change of a limit on a day',
    (mine) => changesOfDay(mine, (earlier) => earlier < 2),
    {
      also: ['limits/'],
    },
  ),
  'limits/holds-at-once': limitsAtOnce(
    'checks the limit when it is asked, and counts when the message has gone out',
  ),
  ...counterDeviations,
};

/** The unused part of a limit at the end of a day is added to the limit of the next day. */
function rolledOver(mine: Mine): Partial<Rules> {
  const set = new Map<string, number | null>();
  const left = new Map<string, number>();
  const keyOf = (deviceId: number, channel: Channel) => `${deviceId} ${channel}`;
  return {
    limitInForce(facts) {
      set.set(keyOf(facts.deviceId, facts.channel), facts.set);
      return documentRules.limitInForce(facts);
    },
    usageNextDay(facts) {
      for (const channel of channels) {
        const key = keyOf(facts.deviceId, channel);
        left.set(key, Math.max(0, (set.get(key) ?? 0) - facts.usage[channel]));
      }
      return documentRules.usageNextDay(facts);
    },
    ...allowing(mine, (facts) => {
      const { deviceId, channel, limit } = facts;
      return documentRules.allowance({ ...facts, limit: limit + (left.get(keyOf(deviceId, channel)) ?? 0) });
    }),
  };
}

/** A limit is changed on a day only as long as it may be after so many changes; the next day counts anew. */
function changesOfDay(mine: Mine, may: (earlier: number) => boolean): Partial<Rules> {
  const changes = new MessageCounts();
  return {
    limitInForce(facts) {
      const earlier = changes.of(facts.deviceId, facts.channel);
      changes.count(facts.deviceId, facts.channel, 1);
      return mine(facts) && !may(earlier) ? facts.before : documentRules.limitInForce(facts);
    },
    usageNextDay(facts) {
      changes.clear(facts.deviceId);
      return documentRules.usageNextDay(facts);
    },
  };
}
