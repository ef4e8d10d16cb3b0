/** The faults that devices have at the moment, and what becomes of their reports. */
import { mix, shareOf } from '../../../contracts/kit/random.ts';
import type { Timeline } from '../../../simulator/time/timeline.ts';
import {
  type DeviceFaults,
  type FaultKind,
  type FaultyReport,
  faultKinds,
  faultRows,
  kindsIn,
} from '../../device-faults/index.ts';
import { flags, type Vehicles } from './vehicles.ts';

const FAULT_ENDS = 'traffic-fault';
type Chance = FaultyReport['chance'];

/** A fault of a device: its value under its kind. */
export interface Fault {
  v: number;
  kind: FaultKind;
  value: DeviceFaults;
  /** Facts of the first report with it, as far as it repeats them. */
  first: FaultyReport['first'];
  /** The event that ends it; `null` where it does not end by itself. */
  sequence: number | null;
}

export class Misreporting {
  readonly #timeline: Timeline;
  readonly #vehicles: Vehicles;
  readonly #seed: number;
  readonly #faults = new Map<number, Map<FaultKind, Fault>>();

  constructor(timeline: Timeline, vehicles: Vehicles, seed: number) {
    this.#timeline = timeline;
    this.#vehicles = vehicles;
    this.#seed = seed;
    timeline.on(FAULT_ENDS, ({ payload }) => {
      const { v, kind } = payload as Pick<Fault, 'v' | 'kind'>;
      this.#drop(v, kind);
    });
  }

  /** The faults that are named take the place of those of the same kind; without `forMs` they last until they are ended. */
  set(v: number, faults: DeviceFaults, forMs: number | null): void {
    for (const kind of kindsIn(faults)) {
      this.#cancel(v, kind);
      const sequence =
        forMs === null ? null : this.#timeline.schedule(this.#timeline.now + forMs, FAULT_ENDS, { v, kind });
      this.#put({ v, kind, value: { [kind]: faults[kind] }, first: {}, sequence });
    }
  }

  end(v: number): void {
    for (const kind of [...(this.#faults.get(v)?.keys() ?? [])]) {
      this.#cancel(v, kind);
      this.#drop(v, kind);
    }
  }

  /** Returns whether it reports nothing. */
  isMute(v: number): boolean {
    return this.#faults.get(v)?.get('position')?.value.position === 'none';
  }

  /** Distorts a report of this moment by all faults of its vehicle. */
  distort(v: number, numbers: Float64Array, sensors: FaultyReport['sensors']): FaultyReport {
    const report: FaultyReport = {
      ...{ numbers, sensors, facts: {}, first: {} },
      copies: 1,
      chance: this.#chanceOf(v),
    };
    for (const kind of faultKinds) {
      const fault = this.#faults.get(v)?.get(kind);
      if (fault === undefined) continue;
      report.first = fault.first;
      distortBy(kind, report, fault.value);
    }
    return report;
  }

  /** Reports in the order of their times, in that in which they are sent; `undefined` where no fault says one. */
  arranged<Report>(v: number, reports: readonly Report[]): Report[] | undefined {
    const { uploadOrder } = this.#faults.get(v)?.get('uploadOrder')?.value ?? {};
    if (uploadOrder === undefined) return undefined;
    return faultRows.uploadOrder.arrange?.(reports, uploadOrder, this.#chanceOf(v));
  }

  save(): Fault[] {
    return structuredClone([...this.#faults.values()].flatMap((faults) => [...faults.values()]));
  }

  restore(state: readonly Fault[]): void {
    this.#faults.clear();
    for (const fault of structuredClone(state)) this.#put(fault);
  }

  #put(fault: Fault): void {
    const faults = this.#faults.get(fault.v) ?? new Map<FaultKind, Fault>();
    this.#faults.set(fault.v, faults.set(fault.kind, fault));
    this.#vehicles.flag(fault.v, flags.faulty, true);
  }

  #cancel(v: number, kind: FaultKind): void {
    const sequence = this.#faults.get(v)?.get(kind)?.sequence;
    if (sequence != null) this.#timeline.cancel(sequence);
  }

  #drop(v: number, kind: FaultKind): void {
    const faults = this.#faults.get(v);
    faults?.delete(kind);
    if (faults === undefined || faults.size > 0) return;
    this.#faults.delete(v);
    this.#vehicles.flag(v, flags.faulty, false);
  }

  #chanceOf(v: number): Chance {
    const moment = mix(this.#seed, v, this.#timeline.now % 2 ** 31);
    return (number) => shareOf(mix(moment, v, number));
  }
}

function distortBy<K extends FaultKind>(kind: K, report: FaultyReport, faults: DeviceFaults): void {
  const value = faults[kind];
  if (value !== undefined) faultRows[kind].distort?.(report, value);
}
