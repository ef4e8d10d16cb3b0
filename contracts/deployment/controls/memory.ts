/** Remembers what a run has set and sent by controls, for all of its histories together. */
import { DAY, HOUR } from '../../kit/durations.ts';
import { namesOf } from '../../kit/tables.ts';
import type { AnyId, EpochMs } from '../../profile/facts.ts';
import type { Channel } from '../../specification/judged.ts';
import type { KeptSetting, LimitsChange, OwnDevice, SettingName } from './api.ts';

interface DeviceMemory {
  id: AnyId;
  made: boolean;
  settings: LimitsChange;
  kept: Map<SettingName, KeptSetting>;
  /** Tells whether it was ever given an expiry. */
  dated: boolean;
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
/** A day may end at any moment: histories are judged again where one did. After this long it probably has. */
const PERHAPS_ANOTHER_DAY = 6 * HOUR;

export class Memory {
  readonly #devices = new Map<string, DeviceMemory>();
  /** Every value that was set, of whatever device. */
  readonly #set = new Map<SettingName, Set<unknown>>();

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

  set(id: AnyId, change: LimitsChange, now: EpochMs): void {
    this.tried(id, change);
    const device = this.#of(id);
    // A limit below zero is only ever tried, and nothing to go on from.
    const set = settingsIn(change).filter(([, value]) => typeof value !== 'number' || value >= 0);
    Object.assign(device.settings, Object.fromEntries(set));
    for (const [fact, value] of set) {
      const values = this.#set.get(fact) ?? new Set();
      this.#set.set(fact, values.add(value));
    }
    if (change.expires) device.dated = true;
    // The document leaves open what becomes of the settings of a device that expires.
    const expires = mayExpire(device.settings, now);
    if (expires) device.kept.clear();
    for (const [fact, value] of set)
      if (!(expires && isOfExpiry(fact)))
        device.kept.set(fact, { fact, value, read: false, activated: false });
  }

  /** Returns whether any device was ever set to a value. */
  wasSet(fact: SettingName, value: unknown): boolean {
    return this.#set.get(fact)?.has(value) ?? false;
  }

  /** A change that was asked for: what becomes of one that is refused is open. */
  tried(id: AnyId, change: LimitsChange): void {
    for (const [fact] of settingsIn(change)) this.#of(id).kept.delete(fact);
  }

  /** The settings of a device were read. A setting that was never read as it was set proves nothing. */
  seen(id: AnyId, read: LimitsChange): void {
    const { kept } = this.#of(id);
    for (const [fact, value] of settingsIn(read)) {
      const known = kept.get(fact);
      if (!known || known.read) continue;
      if (isSameSetting(fact, known.value, value)) kept.set(fact, { ...known, read: true });
      else kept.delete(fact);
    }
  }

  /** An activation may switch expiry off, or move its date. */
  activated(id: AnyId, done: boolean): void {
    const device = this.#of(id);
    const { expires: _, expirationDate: __, ...settings } = device.settings;
    device.settings = settings;
    if (!done) return;
    for (const [fact, setting] of device.kept)
      if (isOfExpiry(fact)) device.kept.delete(fact);
      else device.kept.set(fact, { ...setting, activated: true });
  }

  /** The devices that the run made, with the settings that they are to have. */
  own(): OwnDevice[] {
    const own = [...this.#devices.values()].filter(({ made }) => made);
    return own.map(({ id, kept, dated }) => ({ id, kept: [...kept.values()], dated }));
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
    const device: DeviceMemory = {
      ...{ id, made: false, settings: {}, kept: new Map(), dated: false },
      sent: { email: NONE, sms: NONE },
    };
    this.#devices.set(key, device);
    return device;
  }
}

/** A date this near may be reached while the run goes on. */
const NEAR = 60 * DAY;

function mayExpire({ expires, expirationDate }: LimitsChange, now: EpochMs): boolean {
  return expires === true && !(Date.parse(expirationDate ?? '') > now + NEAR);
}

function isOfExpiry(fact: SettingName): boolean {
  return fact === 'expires' || fact === 'expirationDate';
}

function settingsIn({ usageEmail: _, usageSms: __, ...settings }: LimitsChange) {
  return namesOf(settings).flatMap((fact) => {
    const value = settings[fact];
    return value === undefined ? [] : [[fact, value] as const];
  });
}

/** A date may be kept as a moment, which lies on another day elsewhere. */
export function isSameSetting(fact: SettingName, one: unknown, other: unknown): boolean {
  if (fact !== 'expirationDate' || typeof one !== 'string' || typeof other !== 'string') return one === other;
  return Math.abs(Date.parse(one) - Date.parse(other)) <= DAY;
}

const NONE: DaySent = { count: 0, at: Number.NEGATIVE_INFINITY };

function today({ count, at }: DaySent, now: EpochMs): number | undefined {
  if (now - at > CERTAINLY_ANOTHER_DAY) return 0;
  return now - at < PERHAPS_ANOTHER_DAY ? count : undefined;
}
