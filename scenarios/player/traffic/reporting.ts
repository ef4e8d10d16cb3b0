/** A device that is due reports, or keeps its report for later; then it is due again. */
import { namesOf } from '../../../contracts/kit/tables.ts';
import { FleetError } from '../../../simulator/fleet/errors.ts';
import {
  numbered,
  packNumbers as packLocation,
  unpackRow as unpackLocation,
} from '../../../simulator/fleet/locations/row.ts';
import type { LocationReport } from '../../../simulator/fleet/types.ts';
import type { PluginWorld } from '../../../simulator/plugin.ts';
import type { Misreporting } from './misreporting.ts';
import type { Movement } from './movement.ts';
import type { Positions } from './positions.ts';
import type { Reports } from './reports.ts';
import type { Kept, Signal } from './signal.ts';
import type { TrafficHooks } from './traffic.ts';
import { flags, modes, type Vehicles } from './vehicles.ts';
import type { Watches } from './watches.ts';
import type { Waves } from './waves.ts';
import type { Ways } from './ways.ts';

/** Degrees between two courses that are a turn. */
const TURN = 30;

type SensorValues = { readonly [sensor: string]: number };

interface Parts {
  world: PluginWorld;
  hooks: TrafficHooks;
  vehicles: Vehicles;
  ways: Ways;
  positions: Positions;
  movement: Movement;
  reports: Reports;
  misreporting: Misreporting;
  watches: Watches;
  waves: Waves;
  signal: Signal;
}

export class Reporting {
  readonly #parts: Parts;
  /** By row: the values of the sensors of a vehicle, which are sent in reports as attributes. */
  #sensors = new Map<number, SensorValues>();
  /** The sensors that the report of a faulty device shows, while it is looked at. */
  #shown: SensorValues | undefined;
  /** The watches that became true in the wave that runs: watch, device, watch, device … */
  #seen: number[] = [];
  readonly #fired = (watch: number, v: number): void => {
    this.#seen.push(watch, v + 1);
  };

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A device reports, and is due again. */
  due(v: number, now: number): void {
    const { vehicles: c, movement, reports, signal, waves } = this.#parts;
    movement.advance(v, now);
    if (reports.make(v, now, waves.intervalsOf(v).atFixes === true)) {
      if (c.is(v, flags.faulty)) this.#misreport(v, now);
      else {
        if (c.is(v, flags.lost)) signal.keep(v, reports.words, this.#attributesOf(v));
        else this.#send(v, now);
        this.#look(v, now);
      }
    }
    c.dueAt[v] = this.#dueAgain(v, now);
  }

  carry(v: number, values: SensorValues): void {
    this.#sensors.set(v, { ...values });
    this.#parts.vehicles.flag(v, flags.sensors, true);
  }

  sensorsOf(v: number): SensorValues | undefined {
    return this.#sensors.get(v);
  }

  /** The sensors of a vehicle as its report of this moment shows them. */
  sensorsShown(v: number): SensorValues | undefined {
    return this.#shown ?? this.#sensors.get(v);
  }

  /** Calls the hooks for what became true, after the wave. */
  notify(): void {
    const seen = this.#seen;
    this.#seen = [];
    for (let at = 0; at < seen.length; at += 2) this.#parts.hooks.fired(seen[at] ?? 0, seen[at + 1] ?? 0);
  }

  /** Sends a report that a device kept while nothing got through, or whose times may be far off. */
  sendLate(v: number, { words: kept, attributes, facts }: Kept): void {
    const words = Int32Array.from(kept);
    this.#record(v, words, attributes, facts);
    this.#parts.hooks.reported?.(v + 1, words, 0, attributes, facts);
  }

  save(): [v: number, values: SensorValues][] {
    return structuredClone([...this.#sensors]);
  }

  restore(state: readonly [v: number, values: SensorValues][]): void {
    this.#sensors = new Map(structuredClone(state));
    this.#seen = [];
  }

  #send(v: number, now: number): void {
    const { world, hooks, vehicles, reports } = this.#parts;
    const { words } = reports;
    if (vehicles.is(v, flags.sensors)) this.#record(v, words, this.#attributesOf(v), undefined, now);
    else world.fleet.locations.appendPacked(v + 1, words, 0);
    hooks.reported?.(v + 1, words, 0, this.#attributesOf(v));
  }

  /** A report of a faulty device: distorted, and sent or kept as often as its faults say. */
  #misreport(v: number, now: number): void {
    const { reports, misreporting, signal, vehicles } = this.#parts;
    const { numbers, words } = reports;
    const carried = this.#attributesOf(v);
    const made = misreporting.distort(v, numbers, { ...carried });
    const attributes = carried === null && namesOf(made.sensors).length === 0 ? null : made.sensors;
    // The row holds no delay of years; the moment of its receipt is said when it is recorded.
    numbers[numbered.receivedAt] = numbers[numbered.deviceTime] ?? now;
    packLocation(numbers, words, 0);
    for (let copy = 0; copy < made.copies; copy++) {
      if (vehicles.is(v, flags.lost)) signal.keep(v, words, attributes, made.facts);
      else this.sendLate(v, { words: Array.from(words), attributes, facts: made.facts });
    }
    if (made.copies === 0) return;
    // Its place may be anywhere, whatever its odometer says.
    vehicles.fenceAhead[v] = Number.NEGATIVE_INFINITY;
    this.#shown = made.sensors;
    this.#look(v, now);
    this.#shown = undefined;
    vehicles.fenceAhead[v] = Number.NEGATIVE_INFINITY;
  }

  #look(v: number, now: number): void {
    const { vehicles, watches, reports } = this.#parts;
    if (vehicles.is(v, flags.lost) || !vehicles.is(v, flags.watched)) return;
    watches.look(v, now, reports.numbers, this.#fired);
  }

  /** Reports of an expired device are refused, and lost. */
  #record(
    v: number,
    words: Int32Array,
    attributes: Kept['attributes'],
    facts: Kept['facts'],
    now = this.#parts.world.timeline.now,
  ): void {
    const report: LocationReport = {
      ...unpackLocation(v + 1, words, 0),
      ...facts,
      attributes: attributes && { ...attributes },
    };
    try {
      this.#parts.world.fleet.locations.record(v + 1, report, now);
    } catch (error) {
      if (!(error instanceof FleetError && error.code === 'DEVICE_EXPIRED')) throw error;
    }
  }

  /** A copy; `null` for a vehicle without any. */
  #attributesOf(v: number): SensorValues | null {
    return this.#parts.vehicles.is(v, flags.sensors) ? { ...this.#sensors.get(v) } : null;
  }

  #dueAgain(v: number, now: number): number {
    const { vehicles: c, waves, ways, positions } = this.#parts;
    const { moving, parked, turns, atFixes } = waves.intervalsOf(v);
    if (atFixes && c.mode[v] === modes.driving && ways.plan(c.plan[v] ?? 0).recorded)
      return positions.nextRow(v, now);
    if (c.mode[v] === modes.parked || c.mode[v] === modes.halted) {
      const wakes = waves.beatAfter(v, c.until[v] ?? 0, moving);
      return Math.min(waves.beatAfter(v, now, parked), wakes);
    }
    const next = waves.beatAfter(v, now, moving);
    return turns ? positions.turnBefore(v, now, next, TURN) : next;
  }
}
