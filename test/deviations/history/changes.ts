/** Daily limits and counters that go wrong after further sequences of changes, messages and nights. */
import { channels } from '../../../contracts/specification/judged.ts';
import { keyOf, wrongly } from '../../../simulator/deviations/history/allowance.ts';
import { type HistoryFault, perChannel, Times } from '../../../simulator/deviations/history/fault.ts';
import type { Usage } from '../../../simulator/fleet/types.ts';
import { documentRules, type Rules } from '../../../simulator/options.ts';

type Change = Parameters<Rules['limitInForce']>[0];

/** Changes of a limit of which those from the n-th on have no effect. */
function ignoring(counts: (change: Change) => boolean, from: number): Partial<Rules> {
  const times = new Times();
  return {
    limitInForce: (facts) =>
      counts(facts) && times.add(keyOf(facts)) >= from ? facts.before : documentRules.limitInForce(facts),
  };
}

const raises = ({ set, before }: Change) => before !== null && (set === null || set > before);
const lowers = ({ set, before }: Change) => set !== null && (before === null || set < before);

/** Counters that are shown changed while both limits of a device are such as this. */
function shownWhere(
  isSuch: (limit: number | null | undefined) => boolean,
  changed: (counts: Usage) => Usage,
): Partial<Rules> {
  const set = new Map<string, number | null>();
  return {
    limitInForce(facts) {
      set.set(keyOf(facts), facts.set);
      return documentRules.limitInForce(facts);
    },
    usageShown(facts) {
      const shown = documentRules.usageShown(facts);
      const both = channels.every((channel) => isSuch(set.get(keyOf({ ...facts, channel }))));
      return both ? changed(shown) : shown;
    },
  };
}

export const changeFaults = {
  'fourth-raise': {
    kind: 'n-th time',
    does: 'ignores every raise of a limit from the fourth on',
    breaks: perChannel('changes-repeat', 'raise-takes-effect'),
    rules: () => ignoring(raises, 4),
  },
  'second-zero': {
    kind: 'n-th time',
    does: 'ignores a limit of 0 from the second time on',
    breaks: perChannel('changes-repeat', 'zero-sends-none', 'lower-takes-effect'),
    rules: () => ignoring(({ set, before }) => set === 0 && before !== 0, 2),
  },
  'raise-after-two-lowerings': {
    kind: 'order of writes',
    does: 'ignores a raise of a limit that was lowered twice before',
    breaks: perChannel('changes-repeat', 'raise-takes-effect'),
    rules() {
      const lowered = new Times();
      return {
        limitInForce(facts) {
          if (lowers(facts)) lowered.add(keyOf(facts));
          const lost = raises(facts) && lowered.of(keyOf(facts)) >= 2;
          if (raises(facts)) lowered.clear(keyOf(facts));
          return lost ? facts.before : documentRules.limitInForce(facts);
        },
      };
    },
  },
  'sms-after-email-twice': {
    kind: 'order of writes',
    does: 'ignores an SMS limit that is set after the e-mail limit of the device was set twice',
    breaks: perChannel('changes-repeat', 'raise-takes-effect', 'lower-takes-effect', 'zero-sends-none'),
    rules() {
      const times = new Times();
      return {
        limitInForce(facts) {
          if (facts.channel === 'email' && facts.set !== facts.before) times.add(facts.deviceId);
          const lost = facts.channel === 'sms' && facts.before !== null && times.of(facts.deviceId) >= 2;
          return lost ? facts.before : documentRules.limitInForce(facts);
        },
      };
    },
  },
  'night-after-raise': {
    kind: 'day change',
    does: 'keeps the counts at the end of a day on which a limit was raised twice',
    breaks: perChannel('next-day-restores', 'usage-restarts'),
    rules() {
      const raised = new Times();
      return {
        limitInForce(facts) {
          if (raises(facts)) raised.add(facts.deviceId);
          return documentRules.limitInForce(facts);
        },
        usageNextDay(facts) {
          const keeps = raised.of(facts.deviceId) >= 2;
          raised.clear(facts.deviceId);
          return keeps ? facts.usage : documentRules.usageNextDay(facts);
        },
      };
    },
  },
  'night-after-withheld': {
    kind: 'day change',
    does: 'keeps the counts at the end of a day on which three messages were withheld',
    breaks: perChannel('next-day-restores', 'usage-restarts'),
    rules() {
      const withheld = new Map<number, number>();
      return {
        ...wrongly((facts) => {
          const left = facts.requested - documentRules.allowance(facts);
          withheld.set(facts.deviceId, (withheld.get(facts.deviceId) ?? 0) + left);
          return undefined;
        }),
        usageNextDay(facts) {
          const count = withheld.get(facts.deviceId) ?? 0;
          withheld.delete(facts.deviceId);
          return count >= 3 ? facts.usage : documentRules.usageNextDay(facts);
        },
      };
    },
  },
  'second-night-lifts-zero': {
    kind: 'day change',
    does: 'limits nothing after the second end of a day on which a limit was 0',
    breaks: perChannel('holds-each-day', 'zero-sends-none', 'stops-at-limit'),
    rules() {
      const set = new Map<string, number | null>();
      const nights = new Times();
      return {
        limitInForce(facts) {
          set.set(keyOf(facts), facts.set);
          nights.clear(keyOf(facts));
          return documentRules.limitInForce(facts);
        },
        usageNextDay(facts) {
          for (const channel of channels) {
            const key = keyOf({ deviceId: facts.deviceId, channel });
            if (set.get(key) === 0) nights.add(key);
          }
          return documentRules.usageNextDay(facts);
        },
        ...wrongly((facts) => (nights.of(keyOf(facts)) >= 2 ? facts.requested : undefined)),
      };
    },
  },
  'night-of-the-neighbour': {
    kind: 'state of another record',
    does: 'keeps the counts at the end of a day on which the device made before it sent more messages',
    breaks: perChannel('next-day-restores', 'usage-restarts', 'per-device'),
    rules() {
      const used = new Map<number, Usage>();
      const sum = (usage: Usage | undefined) => (usage ? usage.email + usage.sms : 0);
      return {
        usageNextDay(facts) {
          used.set(facts.deviceId, facts.usage);
          const before = sum(used.get(facts.deviceId - 1));
          return sum(facts.usage) > 0 && before > sum(facts.usage) + 1
            ? facts.usage
            : documentRules.usageNextDay(facts);
        },
      };
    },
  },
  'counter-of-both-channels': {
    kind: 'counter',
    does: 'shows one message more while both limits are 2 or more, and messages of both channels were sent',
    breaks: perChannel('usage-counts', 'channels-apart'),
    rules: () =>
      shownWhere(
        (limit) => (limit ?? 0) > 1,
        ({ email, sms }) => ({ email, sms: email > 0 && sms > 0 ? sms + 1 : sms }),
      ),
  },
  'counters-swapped-at-zero': {
    kind: 'counter',
    does: 'shows the counters in place of each other while both limits are 0',
    breaks: perChannel('usage-counts', 'channels-apart'),
    rules: () =>
      shownWhere(
        (limit) => limit === 0,
        ({ email, sms }) => ({ email: sms, sms: email }),
      ),
  },
} as const satisfies { readonly [name: string]: HistoryFault };
