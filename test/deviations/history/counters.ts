/** Counts of messages that go wrong after certain changes and messages. */
import { type Channel, channels } from '../../../contracts/specification/judged.ts';
import { keyOf, wrongly } from '../../../simulator/deviations/history/allowance.ts';
import { type HistoryFault, perChannel, Times } from '../../../simulator/deviations/history/fault.ts';
import type { Usage } from '../../../simulator/fleet/types.ts';
import { documentRules } from '../../../simulator/options.ts';

export const counterFaults = {
  'counter-cached': {
    kind: 'stale cache',
    does: 'shows the counters of a device that were read twice as they were, until its limits are changed',
    breaks: perChannel('usage-counts', 'usage-restarts'),
    rules() {
      const reads = new Times();
      const kept = new Map<number, Usage>();
      return {
        limitInForce(facts) {
          kept.delete(facts.deviceId);
          reads.clear(facts.deviceId);
          return documentRules.limitInForce(facts);
        },
        usageShown(facts) {
          const shown = kept.get(facts.deviceId) ?? documentRules.usageShown(facts);
          if (reads.add(facts.deviceId) >= 3) kept.set(facts.deviceId, shown);
          return shown;
        },
      };
    },
  },
  'lowering-forgets': {
    kind: 'counter',
    does: 'counts anew towards a limit that was lowered while messages had been sent',
    breaks: perChannel('lower-takes-effect', 'stops-at-limit', 'changes-repeat'),
    rules() {
      const used = new Map<number, Usage>();
      const forgotten = new Map<string, number>();
      return {
        usageAfterSending(facts) {
          const usage = documentRules.usageAfterSending(facts);
          used.set(facts.deviceId, usage);
          return usage;
        },
        usageNextDay(facts) {
          used.delete(facts.deviceId);
          for (const channel of channels) forgotten.delete(keyOf({ deviceId: facts.deviceId, channel }));
          return documentRules.usageNextDay(facts);
        },
        limitInForce(facts) {
          const { deviceId, channel, set, before } = facts;
          const sent = used.get(deviceId)?.[channel] ?? 0;
          if (set !== null && set > 0 && before !== null && set < before && set > sent)
            forgotten.set(keyOf(facts), sent);
          return documentRules.limitInForce(facts);
        },
        countedTowardsLimit: (facts) =>
          documentRules.countedTowardsLimit(facts) - (forgotten.get(keyOf(facts)) ?? 0),
      };
    },
  },
  'withheld-counted': {
    kind: 'counter',
    does: 'counts withheld messages from the third on',
    breaks: perChannel('usage-counts', 'usage-restarts'),
    rules() {
      const withheld = new Times();
      const more = new Times();
      return {
        ...wrongly((facts) => {
          const allowed = documentRules.allowance(facts);
          for (let left = facts.requested - allowed; left > 0; left--)
            if (withheld.add(keyOf(facts)) > 2) more.add(keyOf(facts));
          return allowed;
        }),
        usageShown(facts) {
          const shown = documentRules.usageShown(facts);
          const of = (channel: Channel) => shown[channel] + more.of(keyOf({ ...facts, channel }));
          return { email: of('email'), sms: of('sms') };
        },
      };
    },
  },
  'counter-of-every-fourth': {
    kind: 'id',
    unsteady: true,
    does: 'counts the messages of every fourth device on the one made before it',
    breaks: perChannel('per-device', 'usage-counts', 'sends-below-limit', 'stops-at-limit'),
    rules: () => ({ usageCounter: (device) => (device % 4 === 0 ? device - 1 : device) }),
  },
} as const satisfies { readonly [name: string]: HistoryFault };
