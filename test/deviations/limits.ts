/** Daily limits that do not hold (sections 1, 2 and 8), for the channels of the scope. */
import { DAY, HOUR } from '../../contracts/kit/durations.ts';
import type { Channel } from '../../contracts/specification/judged.ts';
import { allowing, changed, limits, type Mine } from '../../simulator/deviations/channel.ts';
import { type Deviation, everywhere } from '../../simulator/deviations/deviation.ts';
import { MessageCounts } from '../../simulator/deviations/sent.ts';
import type { Usage } from '../../simulator/fleet/types.ts';
import { documentRules, type Rules } from '../../simulator/options.ts';
import { countedAnewBeside, counterDeviations } from './counters.ts';
import type { Further } from './further.ts';

export const limitDeviations: Further<'limits'> = {
  'limits/sends-below-limit': [
    limits('sends nothing from a device that has a limit', (mine) => allowing(mine, () => 0)),
  ],
  'limits/stops-at-limit': [
    limits('ignores the limit', (mine) => allowing(mine, ({ requested }) => requested), {
      breaks: ['limits/stops-at-limit', 'limits/zero-sends-none', 'limits/lower-takes-effect'],
      also: ['limits/holds-each-day'],
    }),
    limits(
      'checks the limit only before the first message of the day',
      (mine) => allowing(mine, ({ limit, used, requested }) => (used > 0 || limit > 0 ? requested : 0)),
      { also: ['limits/lower-takes-effect', 'limits/holds-each-day'] },
    ),
    limits(
      'sends several messages in full while the count is below the limit',
      (mine) => allowing(mine, ({ limit, used, requested }) => (used < limit ? requested : 0)),
      { also: ['limits/holds-each-day', 'limits/channels-apart'] },
    ),
  ],
  'limits/zero-sends-none': [
    limits('sends one message with a limit of 0', (mine) =>
      allowing(mine, (facts) =>
        documentRules.allowance(facts.limit === 0 ? { ...facts, limit: facts.used + 1 } : facts),
      ),
    ),
  ],
  'limits/next-day-restores': [
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
    everywhere('starts the counters of a device where those of another are', counterOfAnother, {
      breaks: ['limits/per-device/email'],
      also: ['limits/'],
    }),
  ],
  'limits/channels-apart': [
    limits('adds messages of the other channel to the counter', (mine) => ({
      usageAfterSending: (facts) =>
        changed(documentRules.usageAfterSending(facts), mine, (count, channel) =>
          channel === facts.channel ? count : count + facts.sent,
        ),
    })),
    everywhere('starts a counter anew when the limit of the other channel is changed', countedAnewBeside, {
      also: ['limits/'],
    }),
  ],
  'limits/raise-takes-effect': [
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
    limits('treats a limit below the count as no limit', (mine) =>
      allowing(mine, (facts) =>
        facts.limit < facts.used ? facts.requested : documentRules.allowance(facts),
      ),
    ),
  ],
  'limits/holds-each-day': [
    limits('enforces the limit on the first day only', (mine) => {
      const days = new Set<number>();
      return {
        usageNextDay(facts) {
          days.add(facts.deviceId);
          return documentRules.usageNextDay(facts);
        },
        ...allowing(mine, (facts) =>
          days.has(facts.deviceId) ? facts.requested : documentRules.allowance(facts),
        ),
      };
    }),
    limits('enforces no limit on the third day', (mine) => {
      const days = new MessageCounts();
      return {
        usageNextDay(facts) {
          days.count(facts.deviceId, 'email', 1);
          return documentRules.usageNextDay(facts);
        },
        ...allowing(mine, (facts) =>
          days.of(facts.deviceId, 'email') > 1 ? facts.requested : documentRules.allowance(facts),
        ),
      };
    }),
  ],
  'limits/changes-repeat': [
    limits('raises a limit once a day', raisedOnce, { also: ['limits/'] }),
    // A limit of null is left out: the document does not say what it means.
    limits(
      'compares the count with the limit as texts',
      (mine) =>
        allowing(mine, (facts) =>
          String(facts.used) >= String(facts.limit) ? 0 : documentRules.allowance(facts),
        ),
      { also: ['limits/'] },
    ),
    limits('lowers no limit that was raised before', loweredFirst, { also: ['limits/'] }),
    everywhere('holds no limit while Expires is on', unlimitedWhileDated, {
      thorough: true,
      breaks: ['limits/changes-repeat/email'],
      also: ['limits/', 'expiry/'],
    }),
  ],
  ...counterDeviations,
};

function unlimitedWhileDated(): Partial<Rules> {
  const dated = new Set<number>();
  return {
    expiryComplete(facts) {
      if (facts.expires) dated.add(facts.deviceId);
      else dated.delete(facts.deviceId);
      return documentRules.expiryComplete(facts);
    },
    allowance: (facts) => (dated.has(facts.deviceId) ? facts.requested : documentRules.allowance(facts)),
  };
}

function raisedOnce(mine: Mine): Partial<Rules> {
  const raises = new MessageCounts();
  return {
    limitInForce(facts) {
      const { deviceId, channel, set, before } = facts;
      if (set === null || before === null || set <= before) return documentRules.limitInForce(facts);
      raises.count(deviceId, channel, 1);
      return mine(facts) && raises.of(deviceId, channel) > 1 ? before : set;
    },
    usageNextDay(facts) {
      raises.clear(facts.deviceId);
      return documentRules.usageNextDay(facts);
    },
  };
}

function loweredFirst(mine: Mine): Partial<Rules> {
  const raised = new MessageCounts();
  return {
    limitInForce(facts) {
      const { deviceId, channel, set, before } = facts;
      if (!mine(facts) || set === null || before === null) return documentRules.limitInForce(facts);
      if (set > before) raised.count(deviceId, channel, 1);
      return set < before && raised.of(deviceId, channel) > 0 ? before : set;
    },
  };
}

/** Invalid days. They end for e-mail and SMS alike. */
function otherDayEnds(): Deviation[] {
  const { dayEnd } = documentRules;
  return [
    everywhere('ends the day after an hour', () => ({
      dayEnd: ({ after }) => (Math.floor(after / HOUR) + 1) * HOUR,
    })),
    everywhere(
      'ends the day after a week',
      () => ({ dayEnd: (facts) => dayEnd({ ...facts, after: facts.after + 7 * DAY }) }),
      // In company the time moves on by weeks.
      { also: ['limits/usage-restarts'] },
    ),
  ];
}

function counterOfAnother(): Partial<Rules> {
  const own = new Set<number>();
  let last: Usage = { email: 0, sms: 0 };
  return {
    usageAfterSending(facts) {
      own.add(facts.deviceId);
      last = documentRules.usageAfterSending(facts);
      return last;
    },
    usageShown: (facts) => (own.has(facts.deviceId) ? documentRules.usageShown(facts) : last),
  };
}
