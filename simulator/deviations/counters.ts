/** Usage counters that do not count, or can be set (sections 2 and 8), and limits below zero. */

import { fieldOf } from '../../contracts/kit/json.ts';
import { channels } from '../../contracts/specification/judged.ts';
import type { Usage } from '../fleet/types.ts';
import { documentRules, type Rules } from '../options.ts';
import { changed, limits, type Mine } from './channel.ts';
import { type DeviationsOf, everywhere } from './deviation.ts';
import { forgetsCounts, onReport } from './forgotten.ts';
import { MessageCounts } from './sent.ts';

type OfCounters =
  | 'limits/usage-counts'
  | 'limits/usage-read-only'
  | 'limits/usage-restarts'
  | 'limits/negative-refused';

export const counterDeviations: Pick<DeviationsOf<'limits'>, OfCounters> = {
  'limits/usage-counts': [
    limits('shows one message too few', (mine) => ({
      usageShown: (facts) =>
        changed(documentRules.usageShown(facts), mine, (count) => (count > 1 ? count - 1 : count)),
    })),
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
      breaks: ['limits/usage-counts/email'],
      also: ['limits/'],
    },
    {
      does: 'starts the counters of a device anew when it raises an alert',
      around: () => forgetsCounts(onReport('postAlerts')),
      everywhere: true,
      breaks: ['limits/usage-counts/email'],
      also: ['limits/'],
    },
  ],
  'limits/usage-read-only': [
    limits('lets the counter be set', (mine) => writable(mine, (written) => written)),
    limits('resets the counter when it is written', (mine) => writable(mine, () => 0)),
  ],
  'limits/usage-restarts': [
    limits('shows the messages of earlier days as well', (mine) => {
      const earlier = new MessageCounts();
      return {
        usageNextDay: (facts) => earlier.add(facts),
        usageShown: (facts) =>
          changed(
            documentRules.usageShown(facts),
            mine,
            (count, channel) => count + earlier.of(facts.deviceId, channel),
          ),
      };
    }),
    limits(
      'keeps half of what was counted when the day ends',
      (mine) => ({
        usageNextDay: ({ usage }) => changed({ email: 0, sms: 0 }, mine, (_, channel) => usage[channel] >> 1),
      }),
      { also: ['limits/'] },
    ),
    everywhere('starts the counters of a device anew when it expires', () => countedAnew('licenceAtExpiry'), {
      breaks: ['limits/usage-restarts/email'],
      also: ['limits/'],
    }),
    everywhere(
      'starts the counters of a device anew when it is activated',
      () => countedAnew('licenceAfterActivation'),
      {
        breaks: ['limits/usage-restarts/email'],
        also: ['limits/'],
      },
    ),
  ],
  'limits/negative-refused': [
    limits('accepts a limit below zero', (mine) => ({
      limitAccepted: (facts) => (mine(facts) && facts.value < 0) || documentRules.limitAccepted(facts),
    })),
    limits('accepts any limit', (mine) => ({
      limitAccepted: (facts) => mine(facts) || documentRules.limitAccepted(facts),
    })),
    limits('accepts a limit of -1', (mine) => ({
      limitAccepted: (facts) => (mine(facts) && facts.value === -1) || documentRules.limitAccepted(facts),
    })),
  ],
};

/** What was counted before is not shown any more. */
function countedAnew(event: 'licenceAtExpiry' | 'licenceAfterActivation'): Partial<Rules> {
  const counted = new Map<number, Usage>();
  const dropped = new Map<number, Usage>();
  const drop = (deviceId: number) => {
    dropped.set(deviceId, counted.get(deviceId) ?? { email: 0, sms: 0 });
  };
  const counting: Partial<Rules> = {
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
      const before = dropped.get(deviceId);
      return before ? { email: usage.email - before.email, sms: usage.sms - before.sms } : usage;
    },
  };
  if (event === 'licenceAtExpiry')
    return {
      ...counting,
      licenceAtExpiry(facts) {
        drop(facts.deviceId);
        return documentRules.licenceAtExpiry(facts);
      },
    };
  return {
    ...counting,
    licenceAfterActivation(facts) {
      drop(facts.deviceId);
      return documentRules.licenceAfterActivation(facts);
    },
  };
}

/** Counters that can be written, unless one of another channel is written too. */
function writable(mine: Mine, set: (written: number) => number): Partial<Rules> {
  return {
    usageAfterWrite(facts) {
      const usage = { ...facts.usage };
      const written = channels.filter((channel) => fieldOf(facts.written, channel) !== undefined);
      for (const channel of written) {
        const value = fieldOf(facts.written, channel);
        if (!mine({ channel }) || typeof value !== 'number') return documentRules.usageAfterWrite(facts);
        usage[channel] = set(value);
      }
      return written.length > 0 ? usage : documentRules.usageAfterWrite(facts);
    },
  };
}
