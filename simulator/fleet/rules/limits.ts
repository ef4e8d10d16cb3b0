/**
 * Rules of the daily limits (sections 1, 2 and 8; ledger area `limits`). Each is judged for e-mail and
 * SMS apart, so every function is given the channel.
 */
import { nextDayEnd } from '../../time/calendar.ts';
import type { Channel, DeviceId, EpochMs, Usage } from '../types.ts';

export interface LimitRange {
  min: number;
  /** `null`: there is none. */
  max: number | null;
  whole: boolean;
}

export const limitRules = {
  /** Returns whether a daily limit may be set to this. `limits/negative-refused`, opening `limits.range`. */
  limitAccepted(facts: { deviceId: DeviceId; channel: Channel; value: number; range: LimitRange }): boolean {
    const { value, range } = facts;
    return (
      value >= range.min &&
      value <= (range.max ?? Number.MAX_SAFE_INTEGER) &&
      (Number.isInteger(value) || (!range.whole && Number.isFinite(value)))
    );
  },

  /**
   * The usage counters after an attempt to write them; `null` refuses it.
   * `limits/usage-read-only`.
   */
  usageAfterWrite(_facts: { deviceId: DeviceId; usage: Usage; written: unknown }): Usage | null {
    return null;
  },

  /**
   * The limit that counts from now on when one is set: limits can be changed at any time. The one set
   * always counts from the next day. `limits/raise-takes-effect`, `limits/lower-takes-effect`.
   */
  limitInForce(facts: {
    deviceId: DeviceId;
    channel: Channel;
    set: number | null;
    before: number | null;
  }): number | null {
    return facts.set;
  },

  /** The device whose counters a device's messages count on: its own. `limits/per-device`. */
  usageCounter(deviceId: DeviceId): DeviceId {
    return deviceId;
  },

  /** The messages of the day that count towards a channel's limit. `limits/channels-apart`. */
  countedTowardsLimit(facts: { deviceId: DeviceId; channel: Channel; usage: Usage }): number {
    return facts.usage[facts.channel];
  },

  /**
   * How many of the messages asked for may still be sent today. `limits/sends-below-limit`,
   * `limits/stops-at-limit`, `limits/zero-sends-none`.
   */
  allowance(facts: {
    deviceId: DeviceId;
    channel: Channel;
    limit: number | null;
    used: number;
    requested: number;
  }): number {
    const { limit, used, requested } = facts;
    return limit === null ? requested : Math.max(0, Math.min(requested, Math.floor(limit - used)));
  },

  /** The counters after messages were sent. `limits/usage-counts`, `limits/channels-apart`. */
  usageAfterSending(facts: { deviceId: DeviceId; channel: Channel; usage: Usage; sent: number }): Usage {
    const { channel, usage, sent } = facts;
    return { ...usage, [channel]: usage[channel] + sent };
  },

  /** The counters as they are read. `limits/usage-counts`. */
  usageShown(facts: { deviceId: DeviceId; usage: Usage }): Usage {
    return facts.usage;
  },

  /** The moment at which the current day ends. `limits/next-day-restores`, openings `day.*`. */
  dayEnd(facts: { after: EpochMs; dayEnds: string; timeZone: string }): EpochMs {
    return nextDayEnd(facts.after, facts.dayEnds, facts.timeZone);
  },

  /** The counters at the start of a day. `limits/next-day-restores`, `limits/usage-restarts`. */
  usageNextDay(_facts: { deviceId: DeviceId; usage: Usage }): Usage {
    return { email: 0, sms: 0 };
  },
};
