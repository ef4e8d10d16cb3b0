/** Faults of limits that no day's end explains, and one limit that is changed with the other. */
import { expect, it } from 'vitest';
import { limitHistories } from '../../contracts/histories/limits.ts';
import { DAY } from '../../contracts/kit/durations.ts';
import type { Channel } from '../../contracts/specification/judged.ts';
import type { Defect } from '../../simulator/deviations/apply.ts';
import { documentRules } from '../../simulator/options.ts';
import { playSimulator } from '../verify/directed/playing.ts';

async function failedOn(defect: Defect): Promise<string[]> {
  const { rulings } = await playSimulator(defect, { histories: limitHistories, maxDevices: 40 });
  return rulings.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
}

/** A simulator whose rules know the time. */
function timed(rules: (now: () => number) => Defect['rules'] & {}): Defect {
  let now = () => 0;
  return {
    rules: rules(() => now()),
    around: (handle, { clock }) => {
      now = () => clock.now();
      return handle;
    },
  };
}

/** Messages of a device and channel so far, with when they were sent. */
class Sent {
  readonly #all: { readonly of: string; readonly at: number; readonly count: number }[] = [];

  note(device: number, channel: Channel, at: number, count: number): void {
    this.#all.push({ of: `${device} ${channel}`, at, count });
  }

  since(device: number, channel: Channel, from: number, to = Number.POSITIVE_INFINITY): number {
    const own = this.#all.filter(({ of, at }) => of === `${device} ${channel}` && at > from && at <= to);
    return own.reduce((sum, { count }) => sum + count, 0);
  }
}

it('a count of the last 24 hours breaks the rule that the next day restores', async () => {
  const failed = await failedOn(
    timed((now) => {
      const sent = new Sent();
      return {
        allowance(facts) {
          const { deviceId, channel } = facts;
          const used = sent.since(deviceId, channel, now() - DAY);
          const allowed = documentRules.allowance({ ...facts, used: Math.max(used, facts.used) });
          sent.note(deviceId, channel, now(), allowed);
          return allowed;
        },
      };
    }),
  );
  expect(failed).toEqual(['limits/next-day-restores/email', 'limits/next-day-restores/sms']);
});

it('a counter that shows the last week breaks the rule that it restarts', async () => {
  const failed = await failedOn(
    timed((now) => {
      const sent = new Sent();
      return {
        usageAfterSending(facts) {
          sent.note(facts.deviceId, facts.channel, now(), facts.sent);
          return documentRules.usageAfterSending(facts);
        },
        usageShown: ({ deviceId }) => ({
          email: sent.since(deviceId, 'email', now() - 7 * DAY),
          sms: sent.since(deviceId, 'sms', now() - 7 * DAY),
        }),
      };
    }),
  );
  expect(failed).toEqual(['limits/usage-restarts/email', 'limits/usage-restarts/sms']);
});

it('setting one limit that removes the other breaks the rule that channels are apart', async () => {
  const other = { email: 'sms', sms: 'email' } as const satisfies { [C in Channel]: Channel };
  const failed = await failedOn({
    rules: (() => {
      const removed = new Set<string>();
      return {
        limitInForce(facts) {
          const { deviceId, channel, set, before } = facts;
          if (set !== before) {
            removed.add(`${deviceId} ${other[channel]}`);
            removed.delete(`${deviceId} ${channel}`);
          }
          return documentRules.limitInForce(facts);
        },
        allowance: (facts) =>
          removed.has(`${facts.deviceId} ${facts.channel}`)
            ? facts.requested
            : documentRules.allowance(facts),
      };
    })(),
  });
  expect(failed).toEqual(['limits/channels-apart/email', 'limits/channels-apart/sms']);
});
