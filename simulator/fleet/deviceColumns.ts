/**
 * Facts of devices that the clock and the callers change: a typed column for each fact, a row for each
 * device: row = id - 1. A device that nothing happens to costs its row and no object.
 */

import { toBase64 } from '../../contracts/kit/base64.ts';
import { DAY } from '../../contracts/kit/durations.ts';
import { FURTHEST_TIME } from '../../contracts/kit/saved.ts';
import { mapTable } from '../../contracts/kit/tables.ts';
import { type Column, grown } from '../../contracts/kit/typed-arrays.ts';
import { mustHold, savedBytes } from '../time/saved.ts';
import { EARLIEST_TIME, LATEST_TIME } from '../time/timeline.ts';
import type { DeviceColumnsState } from './state.ts';
import {
  type CalendarDate,
  type Channel,
  channels,
  type DeviceId,
  type EpochMs,
  type LicenceState,
  type Usage,
} from './types.ts';

/** The most devices of a fleet. Ones that were removed count: their rows stay. */
export const MAX_DEVICES = 1_000_000;

/** "None" in a column of numbers. */
const NONE = Number.NaN;
const NO_DAY = -(2 ** 31);
/** The days of the years 0 to 9999, whose dates have four digits for the year. */
const FIRST_DAY = EARLIEST_TIME / DAY;
const LAST_DAY = Math.floor(LATEST_TIME / DAY);

const isFlag = (value: number): boolean => value <= 1;
const isDay = (value: number): boolean => value === NO_DAY || (value >= FIRST_DAY && value <= LAST_DAY);
const isTime = (value: number): boolean => Number.isNaN(value) || Math.abs(value) <= FURTHEST_TIME;
const isLimit = (value: number): boolean => Number.isNaN(value) || Number.isFinite(value);
const isCount = (): boolean => true;

/** The columns, by fact: the array, the value of a new device, and the values that a saved column may hold. */
const columnKinds = {
  group: { make: Int32Array, fill: 0, holds: (value) => value >= 0 }, // 0: no group
  licence: { make: Uint8Array, fill: 0, holds: isFlag }, // 0: used, 1: expired
  expires: { make: Uint8Array, fill: 0, holds: isFlag },
  expirationDay: { make: Int32Array, fill: NO_DAY, holds: isDay }, // days since 1970
  expiresAt: { make: Float64Array, fill: NONE, holds: isTime },
  lastSeenAt: { make: Float64Array, fill: NONE, holds: isTime },
  emailLimit: { make: Float64Array, fill: NONE, holds: isLimit },
  smsLimit: { make: Float64Array, fill: NONE, holds: isLimit },
  emailInForce: { make: Float64Array, fill: NONE, holds: isLimit },
  smsInForce: { make: Float64Array, fill: NONE, holds: isLimit },
  emailUsage: { make: Uint32Array, fill: 0, holds: isCount },
  smsUsage: { make: Uint32Array, fill: 0, holds: isCount },
  // A bit for each channel whose reached limit was logged today.
  limitsTold: { make: Uint8Array, fill: 0, holds: (value) => value <= 3 },
} as const satisfies {
  [C in keyof DeviceColumnsState['columns']]: {
    make: new (from: never) => Column;
    fill: number;
    holds: (value: number) => boolean;
  };
};

type ColumnName = keyof typeof columnKinds;
type Columns = { readonly [C in ColumnName]: Column };
const loggedBit: { [C in Channel]: number } = { email: 1, sms: 2 };

export class DeviceColumns {
  #count = 0;
  readonly #removed = new Set<DeviceId>();
  /** The devices that are left, once some were removed. */
  #present: readonly DeviceId[] | undefined;
  #columns: Columns = mapTable(columnKinds, ({ make }) => new make(0));

  /** How many rows there are: the highest id that was given. */
  get count(): number {
    return this.#count;
  }

  /** How many were removed: their rows stay, and no id is given again. */
  get removed(): number {
    return this.#removed.size;
  }

  has(id: DeviceId): boolean {
    return this.isRow(id) && !this.#removed.has(id);
  }

  /** Returns whether there is a row, also of a device that was removed: what happened to it names it still. */
  isRow(id: DeviceId): boolean {
    return Number.isInteger(id) && id >= 1 && id <= this.#count;
  }

  /** The ids of all that are there, in order. */
  get present(): readonly DeviceId[] {
    this.#present ??= Array.from({ length: this.#count }, (_, row) => row + 1).filter((id) => this.has(id));
    return this.#present;
  }

  /** Its row uses no licence and counts nothing from now on. */
  remove(id: DeviceId): void {
    this.setLicence(id, 'expired');
    this.setUsage(id, { email: 0, sms: 0 });
    this.#removed.add(id);
    this.#present = undefined;
  }

  /** Adds devices at the end; returns the id of the first. */
  add(devices: number): DeviceId {
    const first = this.#count + 1;
    const length = this.#count + devices;
    this.#columns = mapTable(columnKinds, ({ fill }, name) => grown(this.#columns[name], length, fill));
    // A new array is filled where it grew, the room that is left over from before is not.
    this.#count = length;
    this.#present = undefined;
    return first;
  }

  groupOf(id: DeviceId): number | null {
    return this.#columns.group[id - 1] || null;
  }

  setGroup(id: DeviceId, groupId: number | null): void {
    this.#columns.group[id - 1] = groupId ?? 0;
  }

  licenceOf(id: DeviceId): LicenceState {
    return this.#columns.licence[id - 1] === 1 ? 'expired' : 'used';
  }

  setLicence(id: DeviceId, licence: LicenceState): void {
    this.#columns.licence[id - 1] = licence === 'expired' ? 1 : 0;
  }

  /** The messages of the current day, of all devices. */
  countMessages(): number {
    const { emailUsage, smsUsage } = this.#columns;
    let messages = 0;
    for (let row = 0; row < this.#count; row++) messages += (emailUsage[row] ?? 0) + (smsUsage[row] ?? 0);
    return messages;
  }

  expiryOf(id: DeviceId): { expires: boolean; expirationDate: CalendarDate | null } {
    const day = this.#columns.expirationDay[id - 1] ?? NO_DAY;
    return {
      expires: this.#columns.expires[id - 1] === 1,
      expirationDate: day === NO_DAY ? null : new Date(day * DAY).toISOString().slice(0, 10),
    };
  }

  setExpiry(id: DeviceId, expires: boolean, expirationDate: CalendarDate | null): void {
    this.#columns.expires[id - 1] = expires ? 1 : 0;
    this.#columns.expirationDay[id - 1] = expirationDate === null ? NO_DAY : Date.parse(expirationDate) / DAY;
  }

  /** The instant from which on the device is to be expired. */
  expiresAt(id: DeviceId): EpochMs | null {
    return orNull(this.#columns.expiresAt[id - 1]);
  }

  setExpiresAt(id: DeviceId, at: EpochMs | null): void {
    this.#columns.expiresAt[id - 1] = at ?? NONE;
  }

  lastSeenAt(id: DeviceId): EpochMs | null {
    return orNull(this.#columns.lastSeenAt[id - 1]);
  }

  /** When it was seen last, whatever was noted of it. */
  setLastSeen(id: DeviceId, at: EpochMs): void {
    this.#columns.lastSeenAt[id - 1] = at;
  }

  seen(id: DeviceId, at: EpochMs): void {
    const before = this.#columns.lastSeenAt[id - 1] ?? 0;
    if (!(before >= at)) this.#columns.lastSeenAt[id - 1] = at;
  }

  /** The limit as it was set. */
  limit(id: DeviceId, channel: Channel): number | null {
    return orNull(this.#columns[`${channel}Limit`][id - 1]);
  }

  setLimit(id: DeviceId, channel: Channel, limit: number | null): void {
    this.#columns[`${channel}Limit`][id - 1] = limit ?? NONE;
  }

  /** The limit that counts today. */
  limitInForce(id: DeviceId, channel: Channel): number | null {
    return orNull(this.#columns[`${channel}InForce`][id - 1]);
  }

  setLimitInForce(id: DeviceId, channel: Channel, limit: number | null): void {
    this.#columns[`${channel}InForce`][id - 1] = limit ?? NONE;
  }

  usage(id: DeviceId): Usage {
    return { email: this.#columns.emailUsage[id - 1] ?? 0, sms: this.#columns.smsUsage[id - 1] ?? 0 };
  }

  setUsage(id: DeviceId, usage: Usage): void {
    this.#columns.emailUsage[id - 1] = usage.email;
    this.#columns.smsUsage[id - 1] = usage.sms;
  }

  /** Returns whether it was logged today that the limit is reached. */
  limitTold(id: DeviceId, channel: Channel): boolean {
    return ((this.#columns.limitsTold[id - 1] ?? 0) & loggedBit[channel]) !== 0;
  }

  setLimitLogged(id: DeviceId, channel: Channel, logged: boolean): void {
    const bits = this.#columns.limitsTold[id - 1] ?? 0;
    this.#columns.limitsTold[id - 1] = logged ? bits | loggedBit[channel] : bits & ~loggedBit[channel];
  }

  /** Devices whose day left something to put back at its end. */
  changedToday(): DeviceId[] {
    const changed: DeviceId[] = [];
    const { emailUsage, smsUsage, limitsTold } = this.#columns;
    for (let id = 1; id <= this.#count; id++) {
      const lasting = channels.every((channel) => this.limit(id, channel) === this.limitInForce(id, channel));
      if (emailUsage[id - 1] || smsUsage[id - 1] || limitsTold[id - 1] || !lasting) changed.push(id);
    }
    return changed;
  }

  save(): DeviceColumnsState {
    const columns = mapTable(columnKinds, (_, name) =>
      toBase64(this.#columns[name].subarray(0, this.#count)),
    );
    const removed = this.#removed.size > 0 && { removed: [...this.#removed] };
    return { count: this.#count, columns, ...removed };
  }

  /** Throws a StateError for a column of another length, or with a value that it cannot hold. */
  restore({ count, columns, removed = [] }: DeviceColumnsState): void {
    this.#columns = mapTable(columnKinds, ({ make, holds }, name) => {
      const pointer = `/columns/${name}`;
      const column = new make(savedBytes(columns[name], count * make.BYTES_PER_ELEMENT, pointer));
      const wrong = column.findIndex((value) => !holds(value));
      mustHold(wrong === -1, pointer, `has ${column[wrong]} for device ${wrong + 1}`);
      return column;
    });
    this.#count = count;
    this.#removed.clear();
    for (const id of removed) this.#removed.add(id);
    this.#present = undefined;
  }
}

function orNull(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}
