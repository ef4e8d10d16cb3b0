/**
 * Traffic: the vehicles of a story on the road. It moves them, and has their devices report to the fleet
 * by themselves, in waves: one event on the timeline for all devices that are due at the same moment.
 *
 * The service knows what devices report, and no more; the conditions of entries of the timeline are looked at
 * with each report that comes at its time, as a service would. Late ones are about the past.
 */
import { byteLength, toBase64 } from '../../../contracts/kit/base64.ts';
import { itemAt } from '../../../contracts/kit/items.ts';
import type { Drives } from '../../../simulator/drives.ts';
import type { PluginWorld, WorldPlugin } from '../../../simulator/plugin.ts';
import { savedBytes } from '../../../simulator/time/saved.ts';
import type { FaultKind } from '../../device-faults/index.ts';
import type { Story } from '../../language/story.ts';
import type { Driving, ReportIntervals } from '../../language/terms.ts';
import { town } from '../../motion/roads/town.ts';
import { createDrives } from './drives.ts';
import { endFault, endFaults, FAULT_ENDS, setFaults } from './faults.ts';
import { watchFromHere } from './looking.ts';
import { advance, bringToStop, driveOff, hurry, putAt } from './movement.ts';
import { locate, nextRow } from './positions.ts';
import { carrySensors, reportDue, sendLate } from './reporting.ts';
import { useUp } from './reports.ts';
import type { Road, RoadState, SensorValues, TrafficHooks } from './road.ts';
import { loseSignal, nextUploaded, REGAINED, regainSignal, UPLOAD } from './signal.ts';
import { initVehicle, putInPlace } from './start.ts';
import type { Traffic } from './traffic.ts';
import { flags, Vehicles } from './vehicles.ts';
import { type Watched, watchingOf } from './watching.ts';
import {
  addWave,
  assignWaves,
  beginWaves,
  dueBy,
  dueSoon,
  isOnRoad,
  scheduleWave,
  WAVE,
  waveOf,
} from './waves.ts';
import { createWays, type PlanFor } from './ways.ts';

/** Report intervals of devices that came into the fleet later. */
const USUAL: ReportIntervals = { moving: 15_000, parked: 300_000, turns: true };
const KMH = 3.6;
const NOTHING: RoadState = { waves: [], lost: {}, uploads: {}, sensors: {}, faults: {} };

/** Traffic as the plugin of a world, or a part of one. */
export interface PlayedTraffic extends Traffic, WorldPlugin {
  /** The ways of the vehicles between their reports. */
  readonly drives: Drives;
}

interface TrafficState extends RoadState {
  /** Typed columns; the column `plan` counts the plans, `row` counts from the first of the plan. */
  vehicles: ReturnType<Vehicles['save']>;
  drivings: Driving[];
  /** The purposes of the plans, which are made again. */
  plans: PlanFor[];
  /** As base64. */
  known: string;
}

export function createTraffic(
  story: Story,
  world: PluginWorld,
  watched: readonly Watched[],
  hooks: TrafficHooks,
): PlayedTraffic {
  const { timeline } = world;
  const vehicles = new Vehicles();
  const road: Road = {
    story,
    world,
    hooks,
    vehicles,
    watching: watchingOf(story, watched),
    ways: createWays(story),
    state: structuredClone(NOTHING),
    waveOf: new Int32Array(0),
    known: new Uint8Array(0),
    seen: [],
  };
  /** The subject of an event. */
  interface About {
    wave: number;
    v: number;
    kind: FaultKind;
  }
  const on = (kind: string, happens: (about: About) => void) =>
    timeline.on(kind, ({ payload }) => happens(payload as About));
  on(FAULT_ENDS, ({ v, kind }) => endFault(road, v, kind));
  on(REGAINED, ({ v }) => regainSignal(road, v));
  on(UPLOAD, ({ v }) => {
    for (const kept of nextUploaded(road, v)) sendLate(road, v, kept);
  });
  on(WAVE, ({ wave }) => {
    const { first, count } = itemAt(road.state.waves, wave);
    const { now } = timeline;
    for (let v = first; v < first + count; v++) if ((vehicles.dueAt[v] ?? 0) <= now) reportDue(road, v, now);
    scheduleWave(road, wave);
    const { seen } = road;
    road.seen = [];
    for (const { watch, device } of seen) hooks.fired(watch, device);
  });

  function add(device: number, report = story.fleet.at(-1)?.report ?? USUAL): void {
    const v = device - 1;
    vehicles.reach(device);
    if (isOnRoad(road, v)) return;
    initVehicle(road, v, {});
    // Nowhere yet; asked where it is, it says the depot.
    const depot = town().placeNamed('depot');
    vehicles.latitude[v] = depot?.latitude ?? 0;
    vehicles.longitude[v] = depot?.longitude ?? 0;
    addWave(road, v, report);
    watchFromHere(road, v, timeline.now);
  }

  /** The row of a device, which is added if it is not there. */
  function rowOf(device: number): number {
    if (!isOnRoad(road, device - 1)) add(device);
    return device - 1;
  }

  /** A vehicle that is nowhere yet begins where its route does. */
  function placeOnRoute(v: number, driving: number): void {
    const { places } = town();
    const { ways } = road;
    const start = ways.isRoaming(driving) ? places[v % places.length] : ways.startOf(driving, 0);
    if (start === undefined) return;
    putAt(road, v, start);
    watchFromHere(road, v, timeline.now);
  }

  const sensorsOf = (device: number): SensorValues => road.state.sensors[rowOf(device)] ?? {};

  return {
    drives: createDrives(road),
    add,
    sensorsOf,

    /** The first moment: the first reports are put on the timeline. */
    begin() {
      vehicles.reach(story.devices);
      for (const part of story.fleet) {
        const { first, count, sensors, isNowhere, report } = part;
        const all = Array.from({ length: count }, (_, place) => first - 1 + place);
        if (isNowhere) {
          for (const v of all) add(v + 1, report);
          continue;
        }
        for (const v of all) {
          initVehicle(road, v, part);
          if (Object.keys(sensors).length > 0) carrySensors(road, v, sensors);
        }
        putInPlace(road, part);
        for (const v of all) watchFromHere(road, v, timeline.now);
        beginWaves(road, part);
      }
    },

    drive(device, driving) {
      const v = rowOf(device);
      const { now } = timeline;
      const number = road.ways.numberOf(driving);
      if (waveOf(road, v).intervals.atFixes && hurry(road, v, number, now)) {
        dueBy(road, v, nextRow(road, v, now));
        return;
      }
      if (vehicles.is(v, flags.nowhere)) placeOnRoute(v, number);
      driveOff(road, v, number, now);
      dueSoon(road, v);
    },

    stop(device, forMs) {
      const v = rowOf(device);
      const { now } = timeline;
      bringToStop(road, v, now, forMs === null ? Number.POSITIVE_INFINITY : now + forMs);
      dueSoon(road, v);
    },

    loseSignal: (device, forMs, buffered) => loseSignal(road, rowOf(device), forMs, buffered),
    regainSignal: (device) => regainSignal(road, rowOf(device)),

    setSensor: (device, sensor, value) =>
      carrySensors(road, rowOf(device), { ...sensorsOf(device), [sensor]: value }),

    setLevel(device, level, value) {
      const v = rowOf(device);
      advance(road, v, timeline.now);
      useUp(road, v, timeline.now);
      vehicles[level][v] = Math.min(100, Math.max(0, value));
    },

    setFaults: (device, faults, forMs) => setFaults(road, rowOf(device), faults, forMs),
    endFaults: (device) => endFaults(road, rowOf(device)),

    at(device) {
      const v = rowOf(device);
      advance(road, v, timeline.now);
      const { latitude, longitude, speed, course } = locate(road, v, timeline.now);
      return { latitude, longitude, speed: speed * KMH, course };
    },

    /** Plans are saved as what they are for, and made again. */
    save(): TrafficState {
      // So that a saved state does not depend on which vehicles were asked for, and when.
      for (let v = 0; v < vehicles.count; v++) {
        advance(road, v, timeline.now);
        locate(road, v, timeline.now);
      }
      const plans: PlanFor[] = [];
      const numbers = new Map<number, number>();
      const row = new Int32Array(vehicles.row.length);
      const plan = vehicles.plan.map((number, v) => {
        if (number === -1) return -1;
        const { made, first } = road.ways.plan(number);
        const saved = numbers.get(number) ?? plans.push(made) - 1;
        numbers.set(number, saved);
        row[v] = (vehicles.row[v] ?? 0) - first;
        return saved;
      });
      return {
        ...structuredClone(road.state),
        vehicles: vehicles.save({ plan, row }),
        drivings: structuredClone(road.ways.drivings()),
        plans: structuredClone(plans),
        known: toBase64(road.known),
      };
    },

    /** Throws a StateError for columns of another length. */
    restore(saved) {
      const { vehicles: columns, drivings, plans, known, ...state } = structuredClone(saved as TrafficState);
      vehicles.restore(columns);
      road.state = state;
      road.known = new Uint8Array(savedBytes(known, byteLength(known), '/known'));
      road.seen = [];
      road.ways = createWays(story);
      for (const driving of drivings) road.ways.numberOf(driving);
      const numbers = plans.map((made) => road.ways.again(made));
      for (let v = 0; v < vehicles.count; v++) {
        const number = numbers[vehicles.plan[v] ?? -1];
        if (number === undefined) continue;
        vehicles.plan[v] = number;
        vehicles.row[v] = (vehicles.row[v] ?? 0) + road.ways.plan(number).first;
      }
      road.waveOf = new Int32Array(0);
      assignWaves(road, 0);
    },
  };
}
