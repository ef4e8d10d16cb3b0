/** Daily limits that go wrong after certain changes, messages and nights. */
import { channels } from '../../../contracts/specification/judged.ts';
import { keyOf, limitsSet, wrongly } from '../../../simulator/deviations/history/allowance.ts';
import { type HistoryFault, perChannel, Times } from '../../../simulator/deviations/history/fault.ts';
import { documentRules } from '../../../simulator/options.ts';

export const limitFaults = {
  'fifth-change-of-a-limit': {
    kind: 'n-th time',
    does: 'ignores every change of a limit from the fifth on',
    breaks: perChannel('changes-repeat', 'lower-takes-effect', 'raise-takes-effect', 'zero-sends-none'),
    rules() {
      const times = new Times();
      return {
        limitInForce: (facts) =>
          times.add(keyOf(facts)) > 4 ? facts.before : documentRules.limitInForce(facts),
      };
    },
  },
  'third-lowering': {
    kind: 'n-th time',
    does: 'ignores the third lowering of a limit',
    breaks: perChannel('changes-repeat', 'lower-takes-effect', 'zero-sends-none'),
    rules() {
      const times = new Times();
      return {
        limitInForce(facts) {
          const { set, before } = facts;
          const lowered = set !== null && before !== null && set < before;
          return lowered && times.add(keyOf(facts)) > 2 ? before : documentRules.limitInForce(facts);
        },
      };
    },
  },
  'raise-after-zero': {
    kind: 'order of writes',
    does: 'ignores a limit that is raised from 0 after it was lowered to 0',
    breaks: perChannel('raise-takes-effect', 'changes-repeat'),
    rules() {
      const lowered = new Set<string>();
      return {
        limitInForce(facts) {
          const { set, before } = facts;
          if (set === 0 && before !== null && before > 1) lowered.add(keyOf(facts));
          return before === 0 && set !== null && lowered.has(keyOf(facts))
            ? before
            : documentRules.limitInForce(facts);
        },
      };
    },
  },
  'none-then-limit': {
    kind: 'order of writes',
    does: 'ignores a limit that is set after one was removed',
    breaks: perChannel('lower-takes-effect', 'changes-repeat', 'zero-sends-none'),
    rules() {
      const removed = new Set<string>();
      return {
        limitInForce(facts) {
          const { set, before } = facts;
          if (set === null && before !== null) removed.add(keyOf(facts));
          return set !== null && before === null && removed.has(keyOf(facts))
            ? before
            : documentRules.limitInForce(facts);
        },
      };
    },
  },
  'both-changed-shares': {
    kind: 'state of another record',
    does: 'counts e-mails as SMS messages on a device on which both limits are 2 or more',
    breaks: perChannel('channels-apart', 'sends-below-limit'),
    rules() {
      const { set, limitInForce } = limitsSet();
      return {
        limitInForce,
        countedTowardsLimit(facts) {
          const { deviceId, usage } = facts;
          const large = channels.every((channel) => (set.get(keyOf({ deviceId, channel })) ?? 0) > 1);
          return large && facts.channel === 'sms'
            ? usage.sms + usage.email
            : documentRules.countedTowardsLimit(facts);
        },
      };
    },
  },
  'second-night-keeps-sms': {
    kind: 'day change',
    does: 'keeps the count of SMS messages at the second end of a day',
    breaks: perChannel('next-day-restores', 'usage-restarts', 'holds-each-day'),
    rules() {
      const nights = new Times();
      return {
        usageNextDay: (facts) =>
          nights.add(facts.deviceId) === 2
            ? { ...documentRules.usageNextDay(facts), sms: facts.usage.sms }
            : documentRules.usageNextDay(facts),
      };
    },
  },
  'night-after-full-day': {
    kind: 'day change',
    does: 'limits nothing on the day after one on which a limit of 2 or more was reached',
    breaks: perChannel('holds-each-day', 'stops-at-limit', 'next-day-restores'),
    rules() {
      const full = new Set<string>();
      const free = new Set<string>();
      return {
        usageNextDay(facts) {
          for (const channel of channels) {
            const key = keyOf({ deviceId: facts.deviceId, channel });
            if (full.delete(key)) free.add(key);
            else free.delete(key);
          }
          return documentRules.usageNextDay(facts);
        },
        ...wrongly((facts) => {
          if (free.has(keyOf(facts))) return facts.requested;
          if (facts.limit > 1 && facts.used + facts.requested >= facts.limit) full.add(keyOf(facts));
          return undefined;
        }),
      };
    },
  },
  'night-after-change': {
    kind: 'day change',
    does: 'goes back to the earlier limit at the end of a day on which it was changed twice',
    breaks: perChannel('holds-each-day', 'stops-at-limit', 'sends-below-limit', 'next-day-restores'),
    rules() {
      const changes = new Map<string, (number | null)[]>();
      const back = new Map<string, number>();
      return {
        limitInForce(facts) {
          back.delete(keyOf(facts));
          changes.set(keyOf(facts), [...(changes.get(keyOf(facts)) ?? []), facts.set]);
          return documentRules.limitInForce(facts);
        },
        usageNextDay(facts) {
          for (const channel of channels) {
            const key = keyOf({ deviceId: facts.deviceId, channel });
            const earlier = changes.get(key)?.at(-2);
            if (typeof earlier === 'number') back.set(key, earlier);
            changes.delete(key);
          }
          return documentRules.usageNextDay(facts);
        },
        ...wrongly((facts) => {
          const earlier = back.get(keyOf(facts));
          return earlier === undefined ? undefined : documentRules.allowance({ ...facts, limit: earlier });
        }),
      };
    },
  },
} as const satisfies { readonly [name: string]: HistoryFault };
