/** Puts the traffic of a story together: its parts, and its state. */
import type { PluginWorld } from '../../../simulator/plugin.ts';
import type { DeviceFaults } from '../../device-faults/index.ts';
import type { Story } from '../../language/story.ts';
import type { Driving, ReportIntervals } from '../../language/terms.ts';
import { town } from '../../motion/roads/town.ts';
import { VehicleDrives } from './drives.ts';
import { Misreporting } from './misreporting.ts';
import { Movement } from './movement.ts';
import { facts, Positions } from './positions.ts';
import { Reporting } from './reporting.ts';
import { Reports } from './reports.ts';
import { Signal } from './signal.ts';
import { initVehicle, putInPlace } from './start.ts';
import type { Traffic, TrafficHooks } from './traffic.ts';
import { flags, Vehicles } from './vehicles.ts';
import { type Watched, Watches } from './watches.ts';
import { Waves } from './waves.ts';
import { type PlanFor, Ways } from './ways.ts';

/** Report intervals of devices that came into the fleet later. */
const USUAL: ReportIntervals = { moving: 15_000, parked: 300_000, turns: true };
const KMH = 3.6;

/** Saved traffic. */
type TrafficState = ReturnType<FleetTraffic['save']>;

/** The vehicles of a story in one world. */
export class FleetTraffic implements Traffic {
  readonly drives: VehicleDrives;
  readonly #story: Story;
  readonly #world: PluginWorld;
  readonly #vehicles = new Vehicles();
  readonly #ways: Ways;
  readonly #positions: Positions;
  readonly #movement: Movement;
  readonly #reports: Reports;
  readonly #waves: Waves;
  readonly #signal: Signal;
  readonly #misreporting: Misreporting;
  readonly #watches: Watches;
  readonly #reporting: Reporting;

  /** Throws a MotionError for a route that leads off the map. */
  constructor(story: Story, world: PluginWorld, watched: readonly Watched[], hooks: TrafficHooks) {
    const { timeline } = world;
    const vehicles = this.#vehicles;
    const ways = new Ways(story);
    const positions = new Positions(vehicles, ways);
    const movement = new Movement(vehicles, ways, positions);
    const reports = new Reports(vehicles, positions);
    const misreporting = new Misreporting(timeline, vehicles, story.clock.seed);
    const watches = new Watches(story, watched, vehicles, (v) => this.#reporting.sensorsShown(v));
    const signal = new Signal(
      timeline,
      misreporting,
      (v) => this.#regained(v),
      (v, kept) => this.#reporting.sendLate(v, kept),
    );
    const waves = new Waves(
      timeline,
      vehicles,
      (v, now) => this.#reporting.due(v, now),
      () => this.#reporting.notify(),
    );
    this.#story = story;
    this.#world = world;
    this.#ways = ways;
    this.#positions = positions;
    this.#movement = movement;
    this.#reports = reports;
    this.#misreporting = misreporting;
    this.#watches = watches;
    this.#signal = signal;
    this.#waves = waves;
    this.#reporting = new Reporting({
      ...{ world, hooks, vehicles, ways, positions, movement, reports, misreporting, watches, waves, signal },
    });
    this.drives = new VehicleDrives(timeline, vehicles, ways, movement, (v) => misreporting.isMute(v));
  }

  begin(): void {
    const { fleet, clock, devices } = this.#story;
    const { now } = this.#world.timeline;
    this.#vehicles.reach(devices);
    for (const part of fleet) {
      const { first, count, sensors, isNowhere, report } = part;
      const all = Array.from({ length: count }, (_, place) => first - 1 + place);
      if (isNowhere) {
        for (const v of all) this.add(v + 1, report);
        continue;
      }
      for (const v of all) {
        initVehicle(this.#vehicles, v, part, clock.seed, now);
        if (Object.keys(sensors).length > 0) this.#reporting.carry(v, sensors);
      }
      putInPlace(this.#story, part, this.#vehicles, this.#movement, this.#ways, now);
      for (const v of all) this.#watchFromHere(v, now);
      this.#waves.begin(part);
    }
  }

  drive(device: number, driving: Driving): void {
    const v = this.#require(device);
    const { now } = this.#world.timeline;
    const number = this.#ways.numberOf(driving);
    if (this.#waves.intervalsOf(v).atFixes && this.#movement.hurry(v, number, now)) {
      this.#waves.dueBy(v, this.#positions.nextRow(v, now));
      return;
    }
    if (this.#vehicles.is(v, flags.nowhere)) this.#place(v, number, now);
    this.#movement.drive(v, number, now);
    this.#soon(v, now);
  }

  stop(device: number, forMs: number | null): void {
    const v = this.#require(device);
    const { now } = this.#world.timeline;
    this.#movement.stop(v, now, forMs === null ? Number.POSITIVE_INFINITY : now + forMs);
    this.#soon(v, now);
  }

  loseSignal(device: number, forMs: number | null, buffered: boolean): void {
    const v = this.#require(device);
    this.#vehicles.flag(v, flags.lost, true);
    this.#signal.lose(v, forMs, buffered);
  }

  regainSignal(device: number): void {
    this.#signal.regain(this.#require(device));
  }

  setSensor(device: number, sensor: string, value: number): void {
    const v = this.#require(device);
    this.#reporting.carry(v, { ...this.#reporting.sensorsOf(v), [sensor]: value });
  }

  sensorsOf(device: number): { readonly [sensor: string]: number } {
    return this.#reporting.sensorsOf(this.#require(device)) ?? {};
  }

  setLevel(device: number, level: 'fuel' | 'battery', value: number): void {
    const v = this.#require(device);
    const { now } = this.#world.timeline;
    this.#movement.advance(v, now);
    this.#reports.useUp(v, now);
    this.#vehicles[level][v] = Math.min(100, Math.max(0, value));
  }

  setFaults(device: number, faults: DeviceFaults, forMs: number | null): void {
    this.#misreporting.set(this.#require(device), faults, forMs);
  }

  endFaults(device: number): void {
    this.#misreporting.end(this.#require(device));
  }

  add(device: number, report = this.#story.fleet.at(-1)?.report ?? USUAL): void {
    const v = device - 1;
    const { now } = this.#world.timeline;
    this.#vehicles.reach(device);
    if (this.#waves.has(v)) return;
    initVehicle(this.#vehicles, v, {}, this.#story.clock.seed, now);
    // Nowhere yet; asked where it is, it says the depot.
    const depot = town().placeNamed('depot');
    this.#vehicles.latitude[v] = depot?.latitude ?? 0;
    this.#vehicles.longitude[v] = depot?.longitude ?? 0;
    this.#waves.add(v, report);
    this.#watchFromHere(v, now);
  }

  at(device: number): { latitude: number; longitude: number; speed: number; course: number } {
    const v = this.#require(device);
    const { now } = this.#world.timeline;
    const { fix } = this.#positions;
    this.#movement.advance(v, now);
    this.#positions.locate(v, now);
    return {
      latitude: fix[facts.latitude] ?? 0,
      longitude: fix[facts.longitude] ?? 0,
      speed: (fix[facts.speed] ?? 0) * KMH,
      course: fix[facts.course] ?? 0,
    };
  }

  /** JSON. Plans are saved as what they are for, and made again. */
  save() {
    const { now } = this.#world.timeline;
    const vehicles = this.#vehicles;
    // So that a saved state does not depend on which vehicles were asked for, and when.
    for (let v = 0; v < vehicles.count; v++) {
      this.#movement.advance(v, now);
      this.#positions.locate(v, now);
    }
    const plans: PlanFor[] = [];
    const numbers = new Map<number, number>();
    const row = new Int32Array(vehicles.row.length);
    const plan = vehicles.plan.map((number, v) => {
      if (number === -1) return -1;
      const { made, first } = this.#ways.plan(number);
      const saved = numbers.get(number) ?? plans.push(made) - 1;
      numbers.set(number, saved);
      row[v] = (vehicles.row[v] ?? 0) - first;
      return saved;
    });
    return {
      version: 1,
      /** Typed columns as base64; the column `plan` counts the plans, `row` counts from the first of the plan. */
      vehicles: vehicles.save({ plan, row }),
      drivings: structuredClone(this.#ways.drivings()),
      plans: structuredClone(plans),
      waves: this.#waves.save(),
      signal: this.#signal.save(),
      sensors: this.#reporting.save(),
      watches: this.#watches.save(),
      faults: this.#misreporting.save(),
    };
  }

  /** Throws an Error for the state of other vehicles. */
  restore(saved: unknown): void {
    const state = saved as TrafficState;
    this.#vehicles.restore(state.vehicles);
    this.#watches.restore(state.watches);
    this.#ways.clear();
    for (const driving of state.drivings) this.#ways.numberOf(driving);
    const numbers = state.plans.map((made) => this.#ways.again(made));
    const { plan, row, count } = this.#vehicles;
    for (let v = 0; v < count; v++) {
      const number = numbers[plan[v] ?? -1];
      if (number === undefined) continue;
      plan[v] = number;
      row[v] = (row[v] ?? 0) + this.#ways.plan(number).first;
    }
    this.#waves.restore(state.waves);
    this.#signal.restore(state.signal);
    this.#reporting.restore(state.sensors);
    this.#misreporting.restore(state.faults);
    this.drives.forget();
  }

  /** A vehicle has changed what it does: its next report comes as soon as that of one that moves. */
  #soon(v: number, now: number): void {
    const { moving, atFixes } = this.#waves.intervalsOf(v);
    this.#waves.dueBy(v, atFixes ? now : this.#waves.beatAfter(v, now, moving));
  }

  #regained(v: number): void {
    this.#vehicles.flag(v, flags.lost, false);
    this.#soon(v, this.#world.timeline.now);
  }

  #watchFromHere(v: number, now: number): void {
    if (!this.#watches.concerns(v)) return;
    this.#vehicles.flag(v, flags.watched, true);
    if (this.#vehicles.is(v, flags.nowhere)) return;
    this.#positions.locate(v, now);
    const { fix } = this.#positions;
    this.#watches.begin(v, fix[facts.latitude] ?? 0, fix[facts.longitude] ?? 0, fix[facts.odometer] ?? 0);
  }

  /** A vehicle that is nowhere yet begins where its route does. */
  #place(v: number, driving: number, now: number): void {
    const { places } = town();
    const start = this.#ways.isRoaming(driving) ? places[v % places.length] : this.#ways.startOf(driving, 0);
    if (start === undefined) return;
    this.#movement.place(v, start);
    this.#watchFromHere(v, now);
  }

  #require(device: number): number {
    if (!this.#waves.has(device - 1)) this.add(device);
    return device - 1;
  }
}
