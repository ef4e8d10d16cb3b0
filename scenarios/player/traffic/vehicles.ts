/**
 * The facts of all vehicles, a typed column for each fact, a row for each device: row = id - 1. Vehicles
 * of one wave are side by side, so that a wave goes through memory in one direction.
 *
 * Times are those of the timeline, lengths metres, speeds m/s unless said otherwise.
 */

import { toBase64 } from '../../../contracts/kit/base64.ts';
import { namesOf } from '../../../contracts/kit/tables.ts';
import { grown } from '../../../contracts/kit/typed-arrays.ts';
import { savedBytes } from '../../../simulator/time/saved.ts';

/** The modes of a vehicle. */
export const modes = {
  /** At a place, until `until`. */
  parked: 0,
  /** On its plan, which began at `since` and ends at `until`. */
  driving: 1,
  /** Off its plan's times: from `along` with `speed` at `since` to a standstill at `until`. */
  braking: 2,
  /** On its plan's way at `along`, until `until`. */
  halted: 3,
  /** From a standstill at `along` at `since`; at `until` it joins its plan's times at `joins`. */
  launching: 4,
} as const;

/** Bits of `flags`. */
export const flags = {
  /** Loses all that is sent. */
  lost: 1,
  /** Its route came to an end, and that was not reported yet. */
  arrived: 2,
  /** It carries sensors. */
  sensors: 4,
  /** Some condition is to be looked at. */
  watched: 8,
  ignition: 16,
  /** It is nowhere before it drives for the first time. */
  nowhere: 32,
  /** Something is wrong with what it reports. */
  faulty: 64,
} as const;

/** The columns; `fills` says what a new vehicle has where that is not 0. */
class Columns {
  mode = new Uint8Array(0);
  flags = new Uint8Array(0);
  kind = new Uint8Array(0);
  /** Place in the list of drivings; and the one that it takes up once it has stopped. */
  driving = new Int32Array(0);
  following = new Int32Array(0);
  /** Leg of the route, or place of the town; -1 on the way to the first. */
  leg = new Int32Array(0);
  /** Along the route, or back. */
  heading = new Int8Array(0);
  /** The plan, and on which row of the pool the vehicle is. */
  plan = new Int32Array(0);
  row = new Int32Array(0);
  since = new Float64Array(0);
  until = new Float64Array(0);
  /** How fast the driver is, as a share of the plan. */
  rate = new Float64Array(0);
  /** The same of the one who drives it, whatever the plan. */
  driver = new Float64Array(0);
  /** Set off by a plan or an order to stop: see `modes`. */
  along = new Float64Array(0);
  speed = new Float64Array(0);
  joins = new Float64Array(0);
  /** Once halted, it drives on at this time. */
  resumes = new Float64Array(0);
  /** Position at which it is parked: degrees; course and altitude as they were last. */
  latitude = new Float64Array(0);
  longitude = new Float64Array(0);
  course = new Float32Array(0);
  altitude = new Float32Array(0);
  /** 1e-7 degrees of longitude per metre eastwards. */
  scale = new Float32Array(0);
  /** Metres in all, at the beginning of the plan. */
  odometer = new Float64Array(0);
  /** Percent, as they were when the odometer was at `usedAlong`, at `usedAt`. */
  fuel = new Float32Array(0);
  battery = new Float32Array(0);
  usedAlong = new Float64Array(0);
  usedAt = new Float64Array(0);
  /** How far off the receiver is, in metres, as of the last report. */
  offEast = new Float32Array(0);
  offNorth = new Float32Array(0);
  /** The state of its random numbers. */
  chance = new Int32Array(0);
  /** When its next report is due. */
  dueAt = new Float64Array(0);
  /** The odometer at which the vehicle may have come to a fence, in metres. */
  fenceAhead = new Float64Array(0);
  /** Since when all reports said that it is stationary. */
  stillSince = new Float64Array(0);
}

const fills: { readonly [name: string]: number } = {
  flags: flags.nowhere,
  driving: -1,
  following: -1,
  leg: -1,
  heading: 1,
  plan: -1,
  until: Number.POSITIVE_INFINITY,
  rate: 1,
  driver: 1,
  resumes: Number.POSITIVE_INFINITY,
  dueAt: Number.POSITIVE_INFINITY,
  fenceAhead: Number.NEGATIVE_INFINITY,
  stillSince: Number.NaN,
};

type Name = keyof Columns;
type Column = Columns[Name];
const columnNames = namesOf(new Columns());

export class Vehicles extends Columns {
  count = 0;

  /** Makes room for so many vehicles; new ones are nowhere. */
  reach(count: number): void {
    if (count <= this.count) return;
    for (const name of columnNames) this.#put(name, grown<Column>(this[name], count, fills[name] ?? 0));
    this.count = count;
  }

  /** Returns whether a bit of `flags` is set. */
  is(v: number, bit: number): boolean {
    return ((this.flags[v] ?? 0) & bit) !== 0;
  }

  /** Sets or clears a bit of `flags`. */
  flag(v: number, bit: number, on: boolean): void {
    const bits = this.flags[v] ?? 0;
    this.flags[v] = on ? bits | bit : bits & ~bit;
  }

  /** Returns whether a vehicle stands: at a place, or on its way. */
  stands(v: number): boolean {
    return this.mode[v] === modes.parked || this.mode[v] === modes.halted;
  }

  /** The columns as base64, `replaced` ones in place of those of the same name. */
  save(replaced: Partial<Columns>): { count: number; columns: { [column: string]: string } } {
    const saved = columnNames.map((name) => [
      name,
      toBase64((replaced[name] ?? this[name]).subarray(0, this.count)),
    ]);
    return { count: this.count, columns: Object.fromEntries(saved) };
  }

  /** Throws a StateError for a column of another length. */
  restore({ count, columns }: ReturnType<Vehicles['save']>): void {
    for (const name of columnNames) {
      const length = count * this[name].BYTES_PER_ELEMENT;
      const make = this[name].constructor as new (bytes: ArrayBuffer) => Column;
      this.#put(name, new make(savedBytes(columns[name] ?? '', length, `/columns/${name}`)));
    }
    this.count = count;
  }

  #put<N extends Name>(name: N, column: Column): void {
    this[name] = column as this[N];
  }
}
