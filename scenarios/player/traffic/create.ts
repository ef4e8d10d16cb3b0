/** Puts the traffic of a story together: what it is told, and its state. */
import { within } from '../../../contracts/kit/saved.ts';
import type { CompanionWorld } from '../../../simulator/index.ts';
import type { Driving, Story } from '../../language/story.ts';
import { town } from '../../motion/index.ts';
import { Movement } from './movement.ts';
import { Reporting } from './reporting.ts';
import { Reports } from './reports.ts';
import { Sensors, type SensorsState } from './sensors.ts';
import { Signal, type SignalState } from './signal.ts';
import { fitOut, putInPlace } from './start.ts';
import type { Traffic, TrafficHooks, Watched } from './traffic.ts';
import { flags, Vehicles, type VehiclesState } from './vehicles.ts';
import { Watches, type WatchesState } from './watches.ts';
import { Waves, type WavesState } from './waves.ts';
import { type PlanFor, Ways } from './ways.ts';
import { facts, Whereabouts } from './whereabouts.ts';

export interface TrafficState {
  version: 1;
  vehicles: VehiclesState;
  drivings: Driving[];
  /** What the column `plan` counts; the column `row` counts from the first of the plan. */
  plans: PlanFor[];
  waves: WavesState;
  signal: SignalState;
  sensors: SensorsState;
  watches: WatchesState;
}

/** How devices report that came into the fleet later. */
const USUAL = { moving: 15_000, parked: 300_000, turns: true };
const kmh = 3.6;

/**
 * The vehicles of a story in one world.
 *
 * Conditions are looked at with every report that comes at its time; late ones tell of the past. Hooks are
 * told after the wave in which the condition was seen, at the same moment.
 *
 * Throws a MotionError for a route that leads off the map.
 */
export function createTraffic(
  story: Story,
  world: CompanionWorld,
  watched: readonly Watched[],
  hooks: TrafficHooks,
): Traffic {
  return new FleetTraffic(story, world, watched, hooks);
}

class FleetTraffic implements Traffic {
  readonly #story: Story;
  readonly #world: CompanionWorld;
  readonly #vehicles = new Vehicles();
  readonly #ways: Ways;
  readonly #whereabouts: Whereabouts;
  readonly #movement: Movement;
  readonly #reports: Reports;
  readonly #waves: Waves;
  readonly #signal: Signal;
  readonly #watches: Watches;
  readonly #sensors: Sensors;
  readonly #reporting: Reporting;

  constructor(story: Story, world: CompanionWorld, watched: readonly Watched[], hooks: TrafficHooks) {
    const { timeline } = world;
    this.#story = story;
    this.#world = world;
    this.#ways = new Ways(story);
    this.#whereabouts = new Whereabouts(this.#vehicles, this.#ways);
    this.#movement = new Movement(this.#vehicles, this.#ways, this.#whereabouts);
    this.#reports = new Reports(this.#vehicles, this.#whereabouts);
    this.#sensors = new Sensors(this.#vehicles);
    this.#watches = new Watches(story, watched, this.#vehicles, (v) => this.#sensors.of(v));
    this.#waves = new Waves(
      timeline,
      this.#vehicles,
      (v, now) => this.#reporting.due(v, now),
      () => this.#reporting.tell(),
    );
    this.#signal = new Signal(
      timeline,
      (v) => this.#regained(v),
      (v, kept) => this.#reporting.sendLate(v, kept),
    );
    this.#reporting = new Reporting({
      world,
      hooks,
      vehicles: this.#vehicles,
      whereabouts: this.#whereabouts,
      movement: this.#movement,
      reports: this.#reports,
      sensors: this.#sensors,
      watches: this.#watches,
      waves: this.#waves,
      signal: this.#signal,
    });
  }

  begin(): void {
    const { fleet, clock } = this.#story;
    const { now } = this.#world.timeline;
    this.#vehicles.reach(this.#story.devices);
    for (const part of fleet) {
      for (let v = part.first - 1; v < part.first - 1 + part.count; v++) {
        fitOut(this.#vehicles, v, part, clock.seed, now);
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

  setLevel(device: number, level: 'fuel' | 'battery', value: number): void {
    const v = this.#require(device);
    this.#movement.advance(v, this.#world.timeline.now);
    this.#reports.useUp(v, this.#world.timeline.now);
    this.#vehicles[level][v] = Math.min(100, Math.max(0, value));
  }

  add(device: number): void {
    const v = device - 1;
    const { now } = this.#world.timeline;
    this.#vehicles.reach(device);
    if (this.#waves.has(v)) return;
    fitOut(this.#vehicles, v, {}, this.#story.clock.seed, now);
    // Nowhere yet; asked where it is, it says the depot.
    const depot = town().placeNamed('depot');
    this.#vehicles.latitude[v] = depot?.latitude ?? 0;
    this.#vehicles.longitude[v] = depot?.longitude ?? 0;
    this.#waves.add(v, this.#story.fleet.at(-1)?.report ?? USUAL);
    this.#watchFromHere(v, now);
  }

  at(device: number): { latitude: number; longitude: number; speed: number; course: number } {
    const v = this.#require(device);
    const { now } = this.#world.timeline;
    const { fix } = this.#whereabouts;
    this.#movement.advance(v, now);
    this.#whereabouts.locate(v, now);
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
      if (!numbers.has(number)) numbers.set(number, plans.push(structuredClone(made)) - 1);
      row[v] = (this.#vehicles.row[v] ?? 0) - first;
      return numbers.get(number) as number;
    });
    return {
      version: 1,
      vehicles: this.#vehicles.save({ plan, row }),
      drivings: structuredClone(this.#ways.drivings()),
      plans,
      waves: this.#waves.save(),
      signal: this.#signal.save(),
      sensors: this.#sensors.save(),
      watches: this.#watches.save(),
    };
  }

  restore(given: unknown): void {
    const state = given as TrafficState;
    if (state?.version !== 1) throw new RangeError('This is no saved traffic.');
    within('/watches', () => this.#watches.restore(state.watches, state.vehicles.count));
    within('/vehicles', () => this.#vehicles.restore(state.vehicles));
    this.#ways.clear();
    for (const driving of state.drivings) this.#ways.numberOf(driving);
    const numbers = state.plans.map((made) => this.#ways.again(structuredClone(made)));
    const { plan, row, count } = this.#vehicles;
    for (let v = 0; v < count; v++) {
      if (plan[v] === -1) continue;
      plan[v] = numbers[plan[v] ?? 0] ?? 0;
      row[v] = (row[v] ?? 0) + this.#ways.plan(plan[v] ?? 0).first;
    }
    this.#waves.restore(state.waves);
    for (let v = 0; v < this.#story.devices; v++) {
      if (!this.#waves.has(v)) throw new RangeError(`The saved waves leave out device ${v + 1}.`);
    }
    this.#signal.restore(state.signal);
    this.#sensors.restore(state.sensors);
    this.#reporting.forget();
  }

  /** So that a saved state does not tell who was asked for when. */
  #bringAllToNow(): void {
    const { now } = this.#world.timeline;
    for (let v = 0; v < this.#vehicles.count; v++) {
      this.#movement.advance(v, now);
      this.#whereabouts.locate(v, now);
    }
  }

  /** What a vehicle does changed: its next report comes as soon as that of one that moves. */
  #soon(v: number, now: number): void {
    this.#waves.hasten(v, this.#waves.beatAfter(v, now, this.#waves.intervalsOf(v).moving));
  }

  #regained(v: number): void {
    this.#vehicles.flag(v, flags.lost, false);
    this.#soon(v, this.#world.timeline.now);
  }

  #watchFromHere(v: number, now: number): void {
    if (!this.#watches.concerns(v)) return;
    this.#vehicles.flag(v, flags.watched, true);
    if (((this.#vehicles.flags[v] ?? 0) & flags.nowhere) !== 0) return;
    this.#whereabouts.locate(v, now);
    const { fix } = this.#whereabouts;
    this.#watches.begin(v, fix[facts.latitude] ?? 0, fix[facts.longitude] ?? 0, fix[facts.odometer] ?? 0);
  }

  /** One that is nowhere yet begins where its route does. */
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
