/** Remembers what a run has made and set by controls, for all of its histories together. */
import type { AnyId } from '../../profile/facts.ts';
import type { LimitsChange, OwnDevice } from './api.ts';

interface DeviceMemory extends OwnDevice {
  made: boolean;
  settings: LimitsChange;
  dated: boolean;
}

export class Memory {
  readonly #devices = new Map<string, DeviceMemory>();
  /** The licences in use when they were last read before the run made a device. */
  usedAtFirst: number | undefined;

  /** The number of licences in use. */
  usedNow(used: number | undefined): void {
    if (this.own().length === 0) this.usedAtFirst = used ?? this.usedAtFirst;
  }

  made(id: AnyId): void {
    this.#of(id).made = true;
  }

  /** Returns whether the run made the device. */
  isMade(id: AnyId): boolean {
    return this.#devices.get(String(id))?.made ?? false;
  }

  /** The settings that were last set, as far as they were. */
  settings(id: AnyId): LimitsChange {
    return this.#of(id).settings;
  }

  /** The counters are never among the settings, and a limit below zero is only ever tried: nothing goes on from that. */
  set(id: AnyId, { usageEmail: _, usageSms: __, ...change }: LimitsChange): void {
    const device = this.#of(id);
    const set = Object.entries(change).filter(([, value]) => typeof value !== 'number' || value >= 0);
    Object.assign(device.settings, Object.fromEntries(set.filter(([, value]) => value !== undefined)));
    if (change.expires) device.dated = true;
  }

  /** An activation may switch expiry off, or move its date. */
  activated(id: AnyId): void {
    const device = this.#of(id);
    const { expires: _, expirationDate: __, ...settings } = device.settings;
    device.settings = settings;
  }

  /** The devices that the run made. */
  own(): readonly OwnDevice[] {
    return [...this.#devices.values()].filter(({ made }) => made);
  }

  #of(id: AnyId): DeviceMemory {
    const key = String(id);
    const known = this.#devices.get(key) ?? { id, made: false, settings: {}, dated: false };
    this.#devices.set(key, known);
    return known;
  }
}
