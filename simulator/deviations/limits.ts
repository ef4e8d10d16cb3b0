/** Daily limits that do not hold (sections 1, 2 and 8), for the channels of the scope. */
import { DAY, HOUR } from '../../contracts/kit/durations.ts';
import type { Channel } from '../../contracts/specification/judged.ts';
import type { Usage } from '../fleet/types.ts';
import { documentRules } from '../simulator.ts';
import { allowing, changed, limits } from './channel.ts';
import { counterDeviations } from './counters.ts';
import { type Deviation, type DeviationsOf, type Effects, everywhere } from './deviation.ts';
import { CountersOfToday, MessageCounts } from './sent.ts';

export const limitDeviations: DeviationsOf<'limits'> = {
  'limits/sends-below-limit': [
    limits(
      'stops one message short of the limit',
      (mine) =>
        allowing(mine, (facts) => documentRules.allowance({ ...facts, limit: Math.max(0, facts.limit - 1) })),
      { also: ['limits/channels-apart'] },
    ),
    limits('sends nothing from a device that has a limit', (mine) => allowing(mine, () => 0)),
  ],
  'limits/stops-at-limit': [
    limits('sends one message more than the limit', (mine) => ({
      allowance: (facts) =>
        documentRules.allowance(mine(facts) && facts.limit ? { ...facts, limit: facts.limit + 1 } : facts),
    })),
    limits('ignores the limit', (mine) => allowing(mine, ({ requested }) => requested), {
      breaks: ['limits/stops-at-limit', 'limits/zero-sends-none', 'limits/lower-takes-effect'],
    }),
    limits(
      'checks the limit only before the first message of the day',
      (mine) => allowing(mine, ({ limit, used, requested }) => (used > 0 || limit > 0 ? requested : 0)),
      { also: ['limits/lower-takes-effect'] },
    ),
    limits('sends several messages in full while the count is below the limit', (mine) =>
      allowing(mine, ({ limit, used, requested }) => (used < limit ? requested : 0)),
    ),
  ],
  'limits/zero-sends-none': [
    limits('treats a limit of 0 as no limit', (mine) =>
      allowing(mine, (facts) => (facts.limit === 0 ? facts.requested : documentRules.allowance(facts))),
    ),
    limits('sends one message with a limit of 0', (mine) =>
      allowing(mine, (facts) =>
        documentRules.allowance(facts.limit === 0 ? { ...facts, limit: facts.used + 1 } : facts),
      ),
    ),
  ],
  'limits/next-day-restores': [
    limits('counts the messages of earlier days as well', (mine) => {
      const earlier = new MessageCounts();
      return {
        usageNextDay: (facts) => earlier.add(facts),
        countedTowardsLimit: (facts) =>
          documentRules.countedTowardsLimit(facts) +
          (mine(facts) ? earlier.of(facts.deviceId, facts.channel) : 0),
      };
    }),
    limits(
      'never resets the counter',
      (mine) => ({
        usageNextDay: ({ usage }) => changed({ email: 0, sms: 0 }, mine, (_, channel) => usage[channel]),
      }),
      { breaks: ['limits/next-day-restores', 'limits/usage-restarts'] },
    ),
    limits('blocks a device that has reached its limit until the limit is raised', (mine) => {
      const blocked = new Map<number, number>();
      return allowing(mine, (facts) => {
        const { deviceId, limit } = facts;
        if ((blocked.get(deviceId) ?? -1) >= limit) return 0;
        const allowed = documentRules.allowance(facts);
        if (allowed === 0) blocked.set(deviceId, limit);
        return allowed;
      });
    }),
    ...otherDayEnds(),
  ],
  'limits/per-device': [
    limits(
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
    limits(
      'sends nothing from any device while one is at its limit',
      (mine) => {
        const used = new Map<number, Usage>();
        const set = new Map<number, { [C in Channel]?: number | null }>();
        const isFull = (id: number, channel: Channel): boolean =>
          (used.get(id)?.[channel] ?? 0) >= (set.get(id)?.[channel] ?? Number.POSITIVE_INFINITY);
        return {
          limitInForce(facts) {
            set.set(facts.deviceId, { ...set.get(facts.deviceId), [facts.channel]: facts.set });
            return documentRules.limitInForce(facts);
          },
          usageAfterSending(facts) {
            const usage = documentRules.usageAfterSending(facts);
            used.set(facts.deviceId, usage);
            return usage;
          },
          usageNextDay(facts) {
            used.delete(facts.deviceId);
            return documentRules.usageNextDay(facts);
          },
          ...allowing(mine, (facts) =>
            [...set.keys()].some((id) => id !== facts.deviceId && isFull(id, facts.channel))
              ? 0
              : documentRules.allowance(facts),
          ),
        };
      },
      // Other cases bring devices to their limits meanwhile.
      { also: ['limits/sends-below-limit', 'limits/raise-takes-effect', 'limits/channels-apart'] },
    ),
    everywhere('has one counter for all devices', () => ({ usageCounter: () => 1 }), {
      also: ['limits/'],
    }),
  ],
  'limits/channels-apart': [
    limits('counts e-mails and SMS together', (mine) => ({
      countedTowardsLimit: (facts) =>
        mine(facts) ? facts.usage.email + facts.usage.sms : documentRules.countedTowardsLimit(facts),
    })),
    limits('adds messages of the other channel to the counter', (mine) => ({
      usageAfterSending: (facts) =>
        changed(documentRules.usageAfterSending(facts), mine, (count, channel) =>
          channel === facts.channel ? count : count + facts.sent,
        ),
    })),
  ],
  'limits/raise-takes-effect': [
    limits('applies a raised limit only from the next day', (mine) => ({
      limitInForce: (facts) =>
        mine(facts) && facts.set !== null && facts.before !== null
          ? Math.min(facts.set, facts.before)
          : documentRules.limitInForce(facts),
    })),
    limits('blocks a device that has reached its limit for the rest of the day', (mine) => {
      const blocked = new Set<number>();
      return {
        ...allowing(mine, (facts) => {
          const allowed = blocked.has(facts.deviceId) ? 0 : documentRules.allowance(facts);
          if (allowed === 0) blocked.add(facts.deviceId);
          return allowed;
        }),
        usageNextDay(facts) {
          blocked.delete(facts.deviceId);
          return documentRules.usageNextDay(facts);
        },
      };
    }),
    limits('removes the limit for the rest of the day when it is raised', (mine) => ({
      limitInForce: (facts) =>
        mine(facts) && facts.set !== null && facts.before !== null && facts.set > facts.before
          ? null
          : documentRules.limitInForce(facts),
    })),
  ],
  'limits/lower-takes-effect': [
    limits('applies a lowered limit only from the next day', (mine) => ({
      limitInForce: (facts) =>
        mine(facts) && facts.set !== null && facts.before !== null
          ? Math.max(facts.set, facts.before)
          : documentRules.limitInForce(facts),
    })),
    limits('treats a limit below the count as no limit', (mine) =>
      allowing(mine, (facts) =>
        facts.limit < facts.used ? facts.requested : documentRules.allowance(facts),
      ),
    ),
  ],
  ...counterDeviations,
};

/** Days that do not end when the profile says. They end for e-mail and SMS alike. */
function otherDayEnds(): Deviation[] {
  const { dayEnd } = documentRules;
  const counter: Effects = { also: ['limits/usage-restarts'] };
  const both: Effects = { breaks: ['limits/next-day-restores', 'limits/usage-restarts'] };
  return [
    everywhere(
      'ends the day at noon',
      () => ({ dayEnd: (facts) => dayEnd({ ...facts, dayEnds: '12:00' }) }),
      counter,
    ),
    everywhere(
      'ends the day at midnight in Tokyo',
      () => ({ dayEnd: (facts) => dayEnd({ ...facts, timeZone: 'Asia/Tokyo' }) }),
      counter,
    ),
    everywhere(
      'ends the day an hour late',
      () => ({ dayEnd: (facts) => dayEnd({ ...facts, dayEnds: '01:00' }) }),
      counter,
    ),
    everywhere('ends the day after an hour', () => ({
      dayEnd: ({ after }) => (Math.floor(after / HOUR) + 1) * HOUR,
    })),
    everywhere(
      'ends the day after a week',
      () => ({ dayEnd: (facts) => dayEnd({ ...facts, after: facts.after + 7 * DAY }) }),
      both,
    ),
  ];
}
