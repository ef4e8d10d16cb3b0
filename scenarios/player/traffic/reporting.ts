/** A device that is due reports, or keeps its report for later; then it is due again. */

import { FleetError } from '../../../simulator/fleet/errors.ts';
import {
  receiveAt as receiveLocationAt,
  unpackRow as unpackLocation,
} from '../../../simulator/fleet/locations/row.ts';
import type { LocationReport } from '../../../simulator/fleet/types.ts';
import type { PluginWorld } from '../../../simulator/plugin.ts';
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

/** Degrees between two courses that are a turn. */
const TURN = 30;

interface Parts {
  world: PluginWorld;
  hooks: TrafficHooks;
  vehicles: Vehicles;
  positions: PositionSampler;
  movement: Movement;
  reports: Reports;
  sensors: Sensors;
  watches: Watches;
  waves: ReportBatches;
  signal: Signal;
}

export class Reporting {
  readonly #parts: Parts;
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
    if (this.#parts.reports.make(v, now)) {
      const state = c.flags[v] ?? 0;
      if ((state & flags.lost) !== 0)
        this.#parts.signal.keep(v, this.#parts.reports.words, this.#parts.sensors.attributesOf(v));
      else {
        this.#send(v, now, state);
        if ((state & flags.watched) !== 0) {
          this.#parts.watches.look(v, now, this.#parts.reports.numbers, this.#fired);
        }
      }
    }
    c.dueAt[v] = this.#dueAgain(v, now);
  }

  #send(v: number, now: number, state: number): void {
    const { locations } = this.#parts.world.fleet;
    const { words } = this.#parts.reports;
    if ((state & flags.sensors) === 0) locations.appendPacked(v + 1, words, 0);
    else this.#record(v, words, this.#parts.sensors.attributesOf(v), now);
    this.#parts.hooks.reported?.(v + 1, words, 0, this.#parts.sensors.attributesOf(v));
  }

  /** Sends a report that a device kept while nothing got through. */
  sendLate(v: number, { words: kept, attributes }: Kept): void {
    const { now } = this.#parts.world.timeline;
    const words = Int32Array.from(kept);
    receiveLocationAt(words, 0, now);
    if (attributes === null) this.#parts.world.fleet.locations.appendPacked(v + 1, words, 0);
    else this.#record(v, words, attributes, now);
    this.#parts.hooks.reported?.(v + 1, words, 0, attributes);
  }

  /** With attributes beside the words. What an expired device reports is refused, and lost. */
  #record(v: number, words: Int32Array, attributes: Kept['attributes'], now: number): void {
    const report: LocationReport = { ...unpackLocation(v + 1, words, 0), attributes: { ...attributes } };
    try {
      this.#parts.world.fleet.locations.record(v + 1, report, now);
    } catch (error) {
      if (!(error instanceof FleetError && error.code === 'DEVICE_EXPIRED')) throw error;
    }
  }

  #dueAgain(v: number, now: number): number {
    const c = this.#parts.vehicles;
    const { moving, parked, turns } = this.#parts.waves.intervalsOf(v);
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
