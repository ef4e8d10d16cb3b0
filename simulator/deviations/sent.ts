/** Counts of sent messages, kept by deviations from the daily limits. */
import type { Channel } from '../../contracts/specification/judged.ts';
import type { DeviceId, Usage } from '../fleet/types.ts';
import { documentRules } from '../options.ts';

const none: Usage = { email: 0, sms: 0 };

/** Messages of each device, summed up. */
export class MessageCounts {
  readonly #counts = new Map<DeviceId, Usage>();

  /** A day has ended: its messages are added. Gives the counters of the next. */
  add(facts: { deviceId: DeviceId; usage: Usage }): Usage {
    for (const channel of ['email', 'sms'] as const)
      this.count(facts.deviceId, channel, facts.usage[channel]);
    return documentRules.usageNextDay(facts);
  }

  count(deviceId: DeviceId, channel: Channel, messages: number): void {
    const counts = this.#counts.get(deviceId) ?? none;
    this.#counts.set(deviceId, { ...counts, [channel]: counts[channel] + messages });
  }

  clear(deviceId: DeviceId): void {
    this.#counts.delete(deviceId);
  }

  of(deviceId: DeviceId, channel: Channel): number {
    return (this.#counts.get(deviceId) ?? none)[channel];
  }
}

/** The messages that all devices have sent today. */
export class CountersOfToday {
  readonly #counts = new Map<DeviceId, Usage>();

  note(deviceId: DeviceId, usage: Usage): Usage {
    this.#counts.set(deviceId, usage);
    return usage;
  }

  sum(channel: Channel): number {
    let sum = 0;
    for (const usage of this.#counts.values()) sum += usage[channel];
    return sum;
  }
}
