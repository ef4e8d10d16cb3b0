/** Puts the traffic of a story together: its hooks and its state. */
import { itemAt } from '../../../contracts/kit/items.ts';
import type { PluginWorld } from '../../../simulator/plugin.ts';
import { mustHold, StateError, within } from '../../../simulator/time/saved.ts';
import { partsOf } from '../../conditions/condition.ts';
import type { DeviceFaults } from '../../device-faults/index.ts';
import type { Story } from '../../language/story.ts';
import type { Driving } from '../../language/terms.ts';
import { town } from '../../motion/roads/town.ts';
import { VehicleDrives } from './drives.ts';
import { Handling } from './handling.ts';
import { Misreporting } from './misreporting.ts';
import { Movement } from './movement.ts';
import { facts, PositionSampler } from './position-sampler.ts';
import { ReportBatches } from './report-batches.ts';
import { Reporting } from './reporting.ts';
import { Reports } from './reports.ts';
import { Sensors } from './sensors.ts';
import { Signal } from './signal.ts';
import { initVehicle, putInPlace } from './start.ts';
import { type PlanFor, readTraffic, type TrafficState } from './state.ts';
import type { Traffic, TrafficHooks } from './traffic.ts';
import { flags, Vehicles } from './vehicles.ts';
import { type Watched, Watches } from './watches.ts';
import { Ways } from './ways.ts';

/** Report intervals of devices that came into the fleet later. */
const USUAL = { moving: 15_000, parked: 300_000, turns: true };
const kmh = 3.6;

/**
 * The vehicles of a story in one world.
 *
 * Conditions are looked at with every report that comes at its time; late ones are about the past. Hooks are
 * called after the wave in which the condition was seen, at the same moment.
 *
 * Throws a MotionError for a route that leads off the map.
 */
export function createTraffic(
  story: Story,
  world: PluginWorld,
  watched: readonly Watched[],
  hooks: TrafficHooks,
): Traffic {
  return new FleetTraffic(story, world, watched, hooks);
}

class FleetTraffic implements Traffic {
  readonly #story: Story;
  readonly #world: PluginWorld;
  readonly #vehicles = new Vehicles();
  readonly #ways: Ways;
  readonly #positions: PositionSampler;
  readonly #movement: Movement;
  readonly #reports: Reports;
  readonly #waves: ReportBatches;
  readonly #signal: Signal;
  readonly #misreporting: Misreporting;
  readonly #watches: Watches;
  readonly #handling: Handling | undefined;
  readonly #sensors: Sensors;
  readonly #reporting: Reporting;
  readonly drives: VehicleDrives;

  constructor(story: Story, world: PluginWorld, watched: readonly Watched[], hooks: TrafficHooks) {
    const { timeline } = world;
    this.#story = story;
    this.#world = world;
    this.#ways = new Ways(story);
    this.#positions = new PositionSampler(this.#vehicles, this.#ways);
    const isHandlingWatched = watched.flatMap(partsOf).some(({ kind }) => kind === 'harsh');
    const handling = isHandlingWatched ? new Handling(this.#vehicles, this.#ways) : undefined;
    this.#handling = handling;
    this.#movement = new Movement(
      this.#vehicles,
      this.#ways,
      this.#positions,
      handling && ((v, at) => handling.arrives(v, at)),
    );
    this.#reports = new Reports(this.#vehicles, this.#positions);
    this.#sensors = new Sensors(this.#vehicles);
    this.#misreporting = new Misreporting(timeline, this.#vehicles, story.clock.seed);
    this.#watches = new Watches(
      story,
      watched,
      this.#vehicles,
      (v) => this.#reporting.sensorsShown(v),
      handling,
    );
    this.#waves = new ReportBatches(
      timeline,
      this.#vehicles,
      (v, now) => this.#reporting.due(v, now),
      () => this.#reporting.notify(),
    );
    this.#signal = new Signal(
      timeline,
      { arranged: (v, reports) => this.#misreporting.arranged(v, reports) },
      (v) => this.#regained(v),
      (v, kept) => this.#reporting.sendLate(v, kept),
    );
    this.drives = new VehicleDrives({
      timeline,
      vehicles: this.#vehicles,
      ways: this.#ways,
      movement: this.#movement,
      isMute: (v) => this.#misreporting.isMute(v),
    });
    this.#reporting = new Reporting({
      world,
      hooks,
      vehicles: this.#vehicles,
      positions: this.#positions,
      movement: this.#movement,
      reports: this.#reports,
      misreporting: this.#misreporting,
      sensors: this.#sensors,
      watches: this.#watches,
      waves: this.#waves,
      signal: this.#signal,
      ways: this.#ways,
    });
  }

  begin(): void {
    const { fleet, clock } = this.#story;
    const { now } = this.#world.timeline;
    this.#vehicles.reach(this.#story.devices);
    for (const part of fleet) {
      if (part.isNowhere) {
        for (let v = part.first - 1; v < part.first - 1 + part.count; v++) this.add(v + 1, part.report);
        continue;
      }
      for (let v = part.first - 1; v < part.first - 1 + part.count; v++) {
        initVehicle(this.#vehicles, v, part, clock.seed, now);
        if (Object.keys(part.sensors).length > 0) this.#sensors.carry(v, part.sensors);
      }
      putInPlace(this.#story, part, this.#vehicles, this.#movement, this.#ways, now);
      for (let v = part.first - 1; v < part.first - 1 + part.count; v++) this.#watchFromHere(v, now);
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
    if (((this.#vehicles.flags[v] ?? 0) & flags.nowhere) !== 0) this.#place(v, number, now);
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
    this.#sensors.set(this.#require(device), sensor, value);
  }

  holds(watched: number, device: number): boolean {
    return this.#watches.holds(watched, device - 1);
  }

  sensorsOf(device: number): { readonly [sensor: string]: number } {
    return this.#sensors.of(this.#require(device)) ?? {};
  }

  setLevel(device: number, level: 'fuel' | 'battery', value: number): void {
    const v = this.#require(device);
    this.#movement.advance(v, this.#world.timeline.now);
    this.#reports.useUp(v, this.#world.timeline.now);
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
      speed: (fix[facts.speed] ?? 0) * kmh,
      course: fix[facts.course] ?? 0,
    };
  }

  save(): TrafficState {
    this.#bringAllToNow();
    const plans: PlanFor[] = [];
    const numbers = new Map<number, number>();
    const row = new Int32Array(this.#vehicles.row.length);
    const plan = this.#vehicles.plan.map((number, v) => {
      if (number === -1) return -1;
      const { made, first } = this.#ways.plan(number);
      const saved = numbers.get(number) ?? plans.push(structuredClone(made)) - 1;
      numbers.set(number, saved);
      row[v] = (this.#vehicles.row[v] ?? 0) - first;
      return saved;
    });
    const faults = this.#misreporting.save();
    return {
      version: 1,
      vehicles: this.#vehicles.save({ plan, row }),
      drivings: structuredClone(this.#ways.drivings()),
      plans,
      waves: this.#waves.save(),
      signal: this.#signal.save(),
      sensors: this.#sensors.save(),
      watches: this.#watches.save(),
      ...(this.#handling && { handling: this.#handling.save() }),
      ...(faults && { faults }),
    };
  }

  restore(given: unknown): void {
    const read = readTraffic(given);
    if ('problem' in read) throw new StateError(read.problem.pointer, read.problem.message);
    const state = read.value;
    const { fleet } = this.#world;
    const { vehicles, drivings } = state;
    mustHold(vehicles.count <= fleet.devices.last, '/vehicles/count', 'is more than there are devices');
    within('/watches', () => this.#watches.restore(state.watches, vehicles.count));
    within('/vehicles', () => this.#vehicles.restore(vehicles));
    mustHold(
      (state.handling !== undefined) === (this.#handling !== undefined),
      '/handling',
      'is of the conditions of another story',
    );
    const { handling } = state;
    if (handling) within('/handling', () => this.#handling?.restore(handling, vehicles.count));
    this.#ways.clear();
    drivings.forEach((driving, number) => {
      const pointer = `/drivings/${number}`;
      mustHold(driving.route < this.#story.routes.length, `${pointer}/route`, 'is not a route of the story');
      mustHold(this.#ways.numberOf(driving) === number, pointer, 'occurs twice');
    });
    this.#restorePlans(state);
    this.#waves.restore(state.waves);
    this.#signal.restore(state.signal);
    this.#sensors.restore(state.sensors);
    this.#misreporting.restore(state.faults);
    this.#reporting.forget();
    this.drives.forget();
  }

  #restorePlans(state: TrafficState): void {
    const { plan, row, count } = this.#vehicles;
    const numbers = state.plans.map((made) => this.#ways.again(structuredClone(made)));
    mustHold(new Set(numbers).size === numbers.length, '/plans', 'has the same plan twice');
    for (let v = 0; v < count; v++) {
      const number = plan[v] ?? -1;
      if (number === -1) continue;
      plan[v] = itemAt(numbers, number);
      row[v] = (row[v] ?? 0) + this.#ways.plan(itemAt(numbers, number)).first;
    }
  }

  /** So that a saved state does not depend on which vehicles were asked for, and when. */
  #bringAllToNow(): void {
    const { now } = this.#world.timeline;
    for (let v = 0; v < this.#vehicles.count; v++) {
      this.#movement.advance(v, now);
      this.#positions.locate(v, now);
    }
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
    if (((this.#vehicles.flags[v] ?? 0) & flags.nowhere) !== 0) return;
    this.#positions.locate(v, now);
    const { fix } = this.#positions;
    this.#watches.begin(v, fix[facts.latitude] ?? 0, fix[facts.longitude] ?? 0, fix[facts.odometer] ?? 0);
  }

  /** A vehicle that is nowhere yet begins where its route does. */
  #place(v: number, driving: number, now: number): void {
    const { places } = town();
    const start = this.#ways.isRoaming(driving) ? places[v % places.length] : this.#ways.startOf(driving, 0);
    if (start === undefined) return;
    this.#movement.place(v, { latitude: start.latitude, longitude: start.longitude });
    this.#watchFromHere(v, now);
  }

  #require(device: number): number {
    if (!this.#waves.has(device - 1)) this.add(device);
    return device - 1;
  }
}
