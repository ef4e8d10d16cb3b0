/** What a run has set and sent by controls, for all of its cases together. */
import type { AnyId } from '../../profile/facts.ts';
import type { Channel } from '../../specification/judged.ts';
import type { LimitsChange } from './api.ts';

interface DeviceMemory {
  made: boolean;
  settings: LimitsChange;
  sent: { [C in Channel]: number };
}

export class Memory {
  readonly #devices = new Map<string, DeviceMemory>();

  made(id: AnyId): void {
    this.#of(id).made = true;
  }

  /** Whether the run made the device. */
  isMade(id: AnyId): boolean {
    return this.#devices.get(String(id))?.made ?? false;
  }

  /** The settings that were last set, as far as they were. */
  settings(id: AnyId): LimitsChange {
    return this.#of(id).settings;
  }

  set(id: AnyId, { usageEmail: _, usageSms: __, ...settings }: LimitsChange): void {
    // A limit below zero is only ever tried, and nothing to go on from.
    const kept = Object.entries(settings).filter(([, value]) => typeof value !== 'number' || value >= 0);
    Object.assign(this.#of(id).settings, Object.fromEntries(kept));
  }

  addSent(id: AnyId, channel: Channel, count: number): void {
    this.#of(id).sent[channel] += count;
  }

  /** The messages of a device that the run made, which therefore nobody else has send any; `undefined` for others. */
  sent(id: AnyId, channel: Channel): number | undefined {
    const device = this.#of(id);
    return device.made ? device.sent[channel] : undefined;
  }

  #of(id: AnyId): DeviceMemory {
    const key = String(id);
    const known = this.#devices.get(key);
    if (known) return known;
    const device: DeviceMemory = { made: false, settings: {}, sent: { email: 0, sms: 0 } };
    this.#devices.set(key, device);
    return device;
  }
}
