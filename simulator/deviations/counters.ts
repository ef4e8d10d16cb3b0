/** Usage counters that do not count, or can be set (sections 2 and 8), and limits below zero. */
import { fieldOf } from '../../contracts/kit/json.ts';
import { channels } from '../../contracts/specification/judged.ts';
import { documentRules, type Rules } from '../options.ts';
import { changed, limits, type Mine } from './channel.ts';
import type { DeviationsOf } from './deviation.ts';
import { MessageCounts } from './sent.ts';

type OfCounters =
  | 'limits/usage-counts'
  | 'limits/usage-read-only'
  | 'limits/usage-restarts'
  | 'limits/negative-refused';

export const counterDeviations: Pick<DeviationsOf<'limits'>, OfCounters> = {
  'limits/usage-counts': limits('shows one message too few', (mine) => ({
    usageShown: (facts) =>
      changed(documentRules.usageShown(facts), mine, (count) => (count > 1 ? count - 1 : count)),
  })),
  'limits/usage-read-only': limits('lets the counter be set', (mine) => writable(mine, (written) => written)),
  'limits/usage-restarts': limits('shows the messages of earlier days as well', (mine) => {
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
  'limits/negative-refused': limits('accepts a limit below zero', (mine) => ({
    limitAccepted: (facts) => (mine(facts) && facts.value < 0) || documentRules.limitAccepted(facts),
  })),
};

/** Counters that can be written, unless one of another channel is written too. */
export function writable(mine: Mine, set: (written: number) => number): Partial<Rules> {
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
