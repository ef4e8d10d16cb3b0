/** Remembers what a run has set by controls, for all of its histories together. */
import type { AnyId } from '../../profile/facts.ts';
import type { LimitsChange } from './api.ts';

export class Memory {
  readonly #settings = new Map<string, LimitsChange>();
  readonly #dated = new Set<string>();
  /** Tells whether the run made a device. */
  hasMade = false;
  /** The licences in use when they were last read before that. */
  usedAtFirst: number | undefined;

  /** The settings of a device that were last set, as far as they were. */
  settings(id: AnyId): LimitsChange {
    return this.#settings.get(String(id)) ?? {};
  }

  /** Returns whether a device was ever given an expiry. */
  wasDated(id: AnyId): boolean {
    return this.#dated.has(String(id));
  }

  /** The counters are never among the settings, and a limit below zero is only ever tried: nothing goes on from that. */
  set(id: AnyId, { usageEmail: _, usageSms: __, ...change }: LimitsChange): void {
    const set = Object.entries(change).filter(([, to]) => to !== undefined && !(Number(to) < 0));
    this.#settings.set(String(id), { ...this.settings(id), ...Object.fromEntries(set) });
    if (change.expires) this.#dated.add(String(id));
  }

  /** An activation may switch expiry off, or move its date. */
  activated(id: AnyId): void {
    const { expires: _, expirationDate: __, ...settings } = this.settings(id);
    this.#settings.set(String(id), settings);
  }
}
