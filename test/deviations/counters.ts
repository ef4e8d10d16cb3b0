/** Usage counters that do not count, or can be set (sections 2 and 8), and limits below zero. */
import { type Channel, channels } from '../../contracts/specification/judged.ts';
import { changed, limits } from '../../simulator/deviations/channel.ts';
import { writable } from '../../simulator/deviations/counters.ts';
import { everywhere } from '../../simulator/deviations/deviation.ts';
import { MessageCounts } from '../../simulator/deviations/sent.ts';
import type { Usage } from '../../simulator/fleet/types.ts';
import { documentRules, type Rules } from '../../simulator/options.ts';
import { forgetsCounts, onReport } from './forgotten.ts';
import type { Further } from './further.ts';

export const counterDeviations: Further<'limits'> = {
  'limits/usage-counts': [
    limits('counts requests to send, not messages', (mine) => ({
      usageShown: (facts) => changed(documentRules.usageShown(facts), mine, (count) => Math.ceil(count / 2)),
    })),
    limits(
      'starts the counter at one',
      (mine) => ({
        usageShown: (facts) => changed(documentRules.usageShown(facts), mine, (count) => count + 1),
      }),
      { also: ['limits/usage-restarts'] },
    ),
    limits('counts the messages that it withheld as well', (mine) => {
      const withheld = new MessageCounts();
      return {
        allowance(facts) {
          const allowed = documentRules.allowance(facts);
          withheld.count(facts.deviceId, facts.channel, facts.requested - allowed);
          return allowed;
        },
        usageShown: (facts) =>
          changed(
            documentRules.usageShown(facts),
            mine,
            (count, channel) => count + withheld.of(facts.deviceId, channel),
          ),
        usageNextDay(facts) {
          withheld.clear(facts.deviceId);
          return documentRules.usageNextDay(facts);
        },
      };
    }),
    {
      does: 'starts the counters of a device anew when it posts a location',
      around: () => forgetsCounts(onReport('postLocations')),
      everywhere: true,
      thorough: true,
      breaks: ['limits/usage-counts/email'],
      also: ['limits/'],
    },
    {
      does: 'starts the counters of a device anew when it raises an alert',
      around: () => forgetsCounts(onReport('postAlerts')),
      everywhere: true,
      thorough: true,
      breaks: ['limits/usage-counts/email'],
      also: ['limits/'],
    },
  ],
  'limits/usage-read-only': [
    limits('resets the counter when it is written', (mine) => writable(mine, () => 0)),
  ],
  'limits/usage-restarts': [
    limits(
      'keeps half of what was counted when the day ends',
      (mine) => ({
        usageNextDay: ({ usage }) => changed({ email: 0, sms: 0 }, mine, (_, channel) => usage[channel] >> 1),
      }),
      { also: ['limits/'] },
    ),
    everywhere('starts the counters of a device anew when it expires', countedAnewAtExpiry, {
      breaks: ['limits/usage-restarts/email'],
      also: ['limits/'],
    }),
    everywhere('starts the counters of a device anew when it is activated', countedAnewWithActivation, {
      breaks: ['limits/usage-restarts/email'],
      also: ['limits/'],
    }),
  ],
  'limits/negative-refused': [
    limits('accepts any limit', (mine) => ({
      limitAccepted: (facts) => mine(facts) || documentRules.limitAccepted(facts),
    })),
    limits('accepts a limit of -1', (mine) => ({
      limitAccepted: (facts) => (mine(facts) && facts.value === -1) || documentRules.limitAccepted(facts),
    })),
    everywhere('starts a counter anew when a limit is refused', countedAnewWithRefusal, {
      also: ['limits/'],
    }),
  ],
};

/** Counters that are shown without what was counted before something happened. */
function countedAnew(
  trigger: (drop: (deviceId: number, of?: readonly Channel[]) => void) => Partial<Rules>,
): Partial<Rules> {
  const nothing: Usage = { email: 0, sms: 0 };
  const counted = new Map<number, Usage>();
  const dropped = new Map<number, Usage>();
  const drop = (deviceId: number, of: readonly Channel[] = channels) => {
    const lost = { ...(dropped.get(deviceId) ?? nothing) };
    for (const channel of of) lost[channel] = (counted.get(deviceId) ?? nothing)[channel];
    dropped.set(deviceId, lost);
  };
  return {
    usageAfterSending(facts) {
      const usage = documentRules.usageAfterSending(facts);
      counted.set(facts.deviceId, usage);
      return usage;
    },
    usageNextDay(facts) {
      counted.delete(facts.deviceId);
      dropped.delete(facts.deviceId);
      return documentRules.usageNextDay(facts);
    },
    usageShown({ deviceId, usage }) {
      const { email, sms } = dropped.get(deviceId) ?? nothing;
      return { email: usage.email - email, sms: usage.sms - sms };
    },
    ...trigger(drop),
  };
}

function countedAnewAtExpiry(): Partial<Rules> {
  return countedAnew((drop) => ({
    licenceAtExpiry(facts) {
      drop(facts.deviceId);
      return documentRules.licenceAtExpiry(facts);
    },
  }));
}

function countedAnewWithActivation(): Partial<Rules> {
  return countedAnew((drop) => ({
    licenceAfterActivation(facts) {
      drop(facts.deviceId);
      return documentRules.licenceAfterActivation(facts);
    },
  }));
}

function countedAnewWithRefusal(): Partial<Rules> {
  return countedAnew((drop) => ({
    limitAccepted(facts) {
      const accepted = documentRules.limitAccepted(facts);
      if (!accepted) drop(facts.deviceId, [facts.channel]);
      return accepted;
    },
  }));
}

/** The counter of a channel, when the limit of the other one is changed. */
export function countedAnewBeside(): Partial<Rules> {
  return countedAnew((drop) => ({
    limitInForce(facts) {
      const others = channels.filter((channel) => channel !== facts.channel);
      if (facts.set !== facts.before) drop(facts.deviceId, others);
      return documentRules.limitInForce(facts);
    },
  }));
}
