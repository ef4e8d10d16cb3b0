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
import type { PositionSampler } from './position-sampler.ts';
import type { ReportBatches } from './report-batches.ts';
import type { Reports } from './reports.ts';
import type { Sensors } from './sensors.ts';
import type { Signal } from './signal.ts';
import type { Kept } from './state.ts';
import type { TrafficHooks } from './traffic.ts';
import { flags, modes, type Vehicles } from './vehicles.ts';
import type { Watches } from './watches.ts';
import type { Ways } from './ways.ts';

/** Degrees between two courses that are a turn. */
const TURN = 30;

type SensorValues = { readonly [sensor: string]: number };

interface Parts {
  world: PluginWorld;
  hooks: TrafficHooks;
  vehicles: Vehicles;
  positions: PositionSampler;
  movement: Movement;
  reports: Reports;
  misreporting: Misreporting;
  sensors: Sensors;
  watches: Watches;
  waves: ReportBatches;
  signal: Signal;
  ways: Ways;
}

export class Reporting {
  readonly #parts: Parts;
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
    const c = this.#parts.vehicles;
    this.#parts.movement.advance(v, now);
    const { atFixes = false } = this.#parts.waves.intervalsOf(v);
    if (this.#parts.reports.make(v, now, atFixes)) {
      const state = c.flags[v] ?? 0;
      if ((state & flags.faulty) !== 0) this.#misreport(v, now, state);
      else {
        if ((state & flags.lost) !== 0)
          this.#parts.signal.keep(v, this.#parts.reports.words, this.#parts.sensors.attributesOf(v));
        else this.#send(v, now, state);
        this.#look(v, now, state);
      }
    }
    c.dueAt[v] = this.#dueAgain(v, now);
  }

  /** The sensors of a vehicle as its report of this moment shows them. */
  sensorsShown(v: number): SensorValues | undefined {
    return this.#shown ?? this.#parts.sensors.of(v);
  }

  #send(v: number, now: number, state: number): void {
    const { locations } = this.#parts.world.fleet;
    const { words } = this.#parts.reports;
    if ((state & flags.sensors) === 0) locations.appendPacked(v + 1, words, 0);
    else this.#record(v, { words, attributes: this.#parts.sensors.attributesOf(v) }, now);
    this.#parts.hooks.reported?.(v + 1, words, 0, this.#parts.sensors.attributesOf(v));
  }

  /** A report of a faulty device: distorted, and sent or kept as often as its faults say. */
  #misreport(v: number, now: number, state: number): void {
    const { reports, misreporting, sensors, signal, vehicles } = this.#parts;
    const { numbers, words } = reports;
    const carried = sensors.attributesOf(v);
    const made = misreporting.distort(v, numbers, { ...carried });
    const attributes = carried === null && namesOf(made.sensors).length === 0 ? null : made.sensors;
    // The row holds no delay of years; the moment of its receipt is said when it is recorded.
    numbers[numbered.receivedAt] = numbers[numbered.deviceTime] ?? now;
    packLocation(numbers, words, 0);
    for (let copy = 0; copy < made.copies; copy++) {
      if ((state & flags.lost) !== 0) signal.keep(v, words, attributes, made.facts);
      else this.sendLate(v, { words: Array.from(words), attributes, facts: made.facts });
    }
    if (made.copies === 0) return;
    // Its place may be anywhere, whatever its odometer says.
    vehicles.fenceAhead[v] = Number.NEGATIVE_INFINITY;
    this.#shown = made.sensors;
    this.#look(v, now, state);
    this.#shown = undefined;
    vehicles.fenceAhead[v] = Number.NEGATIVE_INFINITY;
  }

  #look(v: number, now: number, state: number): void {
    if ((state & flags.lost) !== 0 || (state & flags.watched) === 0) return;
    this.#parts.watches.look(v, now, this.#parts.reports.numbers, this.#fired);
  }

  /** Sends a report that a device kept while nothing got through, or whose times may be far off. */
  sendLate(v: number, kept: Kept): void {
    const words = Int32Array.from(kept.words);
    this.#record(v, { ...kept, words }, this.#parts.world.timeline.now);
    this.#parts.hooks.reported?.(v + 1, words, 0, kept.attributes, kept.facts);
  }

  /** Reports of an expired device are refused, and lost. */
  #record(
    v: number,
    { words, attributes, facts }: Omit<Kept, 'words'> & { words: Int32Array },
    now: number,
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

  #dueAgain(v: number, now: number): number {
    const c = this.#parts.vehicles;
    const { moving, parked, turns, atFixes } = this.#parts.waves.intervalsOf(v);
    if (atFixes && c.mode[v] === modes.driving && this.#parts.ways.plan(c.plan[v] ?? 0).recorded)
      return this.#parts.positions.nextRow(v, now);
    const isStill = c.mode[v] === modes.parked || c.mode[v] === modes.halted;
    if (isStill) {
      const wakes = this.#parts.waves.beatAfter(v, c.until[v] ?? 0, moving);
      return Math.min(this.#parts.waves.beatAfter(v, now, parked), wakes);
    }
    const next = this.#parts.waves.beatAfter(v, now, moving);
    return turns ? this.#parts.positions.turnBefore(v, now, next, TURN) : next;
  }

  /** Calls the hooks for what became true, after the wave. */
  notify(): void {
    const seen = this.#seen;
    this.#seen = [];
    for (let at = 0; at < seen.length; at += 2) {
      this.#parts.hooks.fired(seen[at] ?? 0, seen[at + 1] ?? 0);
    }
  }

  /** Another state took the place of the one in which a wave ran. */
  forget(): void {
    this.#seen = [];
  }
}
