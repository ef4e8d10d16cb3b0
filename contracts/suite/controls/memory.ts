/** What a run has set and sent by controls, for all of its cases together. */
import { HOUR } from '../../kit/durations.ts';
import type { AnyId, EpochMs } from '../../profile/facts.ts';
import type { Channel } from '../../specification/judged.ts';
import type { LimitsChange } from './api.ts';

interface DeviceMemory {
  made: boolean;
  settings: LimitsChange;
  sent: { [C in Channel]: DaySent };
}

/** The messages of the present day, as far as it is certain which those are. */
interface DaySent {
  count: number | undefined;
  /** When any were last asked for. */
  at: EpochMs;
  /** When the last went out. */
  lastSent?: EpochMs | undefined;
}

/** A day has 25 hours at most, and its end may be carried out a little late. */
const CERTAINLY_ANOTHER_DAY = 30 * HOUR;
/** A day may end at any moment: cases are judged again where one did. After this long it probably has. */
const PERHAPS_ANOTHER_DAY = 6 * HOUR;

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

  /** An activation may switch expiry off, or move its date. */
  forgetExpiry(id: AnyId): void {
    const device = this.#of(id);
    const { expires: _, expirationDate: __, ...settings } = device.settings;
    device.settings = settings;
  }

  addSent(id: AnyId, channel: Channel, count: number, now: EpochMs): void {
    const { sent } = this.#of(id);
    const before = today(sent[channel], now);
    const lastSent = count > 0 ? now : sent[channel].lastSent;
    sent[channel] = { count: before === undefined ? undefined : before + count, at: now, lastSent };
  }

  /** When a device last sent a message of the run. */
  lastSent(id: AnyId, channel: Channel): EpochMs | undefined {
    return this.#of(id).sent[channel].lastSent;
  }

  /**
   * The messages that a device has sent on the present day, where the run made it, so that no other client has it
   * send any. `undefined` for other devices, and where a day may have ended since.
   */
  sent(id: AnyId, channel: Channel, now: EpochMs): number | undefined {
    const device = this.#of(id);
    return device.made ? today(device.sent[channel], now) : undefined;
  }

  #of(id: AnyId): DeviceMemory {
    const key = String(id);
    const known = this.#devices.get(key);
    if (known) return known;
    const device: DeviceMemory = { made: false, settings: {}, sent: { email: NONE, sms: NONE } };
    this.#devices.set(key, device);
    return device;
  }
}

const NONE: DaySent = { count: 0, at: Number.NEGATIVE_INFINITY };

function today({ count, at }: DaySent, now: EpochMs): number | undefined {
  if (now - at > CERTAINLY_ANOTHER_DAY) return 0;
  return now - at < PERHAPS_ANOTHER_DAY ? count : undefined;
}
