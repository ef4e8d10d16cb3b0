/** Checks of saved traffic, which have to hold so that its vehicles can drive on. Each function throws a StateError. */

import { SECOND } from '../../../contracts/kit/durations.ts';
import { distanceBetween } from '../../../contracts/kit/geodesy.ts';
import { mustHold } from '../../../contracts/kit/saved.ts';
import { unpackRow as unpackLocation } from '../../../simulator/fleet/locations/row.ts';
import { Claims } from '../../../simulator/time/claims.ts';
import type { Timeline } from '../../../simulator/time/timeline.ts';
import { kindsIn } from '../../device-faults/index.ts';
import type { ReportIntervals } from '../../language/terms.ts';
import { town } from '../../motion/roads/town.ts';
import { SAME_PLACE } from './legs.ts';
import { FAULT_ENDS } from './misreporting.ts';
import { WAVE } from './report-batches.ts';
import { REGAINED, UPLOAD } from './signal.ts';
import type { Kept, TrafficState } from './state.ts';
import { flags, modes, type Vehicles } from './vehicles.ts';
import { kinds, type PlannedWay, type Ways } from './ways.ts';

/** Times that were added up may be off by so many ms. */
const ROUNDING = 2;

/** Plans are made again before anything else is known: each is for a driving that there is, and is driven. */
export function checkPlans({ plans, drivings }: TrafficState, ways: Ways, plan: Int32Array): void {
  const drivers = new Int32Array(plans.length);
  for (const [v, number] of plan.entries()) {
    mustHold(
      number < plans.length,
      '/vehicles/columns/plan',
      `gives vehicle ${v} a plan that does not exist`,
    );
    if (number >= 0) drivers[number] = (drivers[number] ?? 0) + 1;
  }
  const places = town().places.length;
  plans.forEach((made, number) => {
    const pointer = `/plans/${number}`;
    const driven = drivers[number] ?? 0;
    mustHold(
      driven > 0 && (made.for !== 'approach' || driven === 1),
      pointer,
      `has ${driven} vehicles on it`,
    );
    mustHold(made.kind < kinds.length, `${pointer}/kind`, 'is not a kind of vehicle');
    if (made.for === 'approach') {
      mustHold(distanceBetween(made.from, made.to) > SAME_PLACE, pointer, 'leads nowhere');
      return;
    }
    mustHold(made.driving < drivings.length, `${pointer}/driving`, 'is not a driving');
    const isInTown = made.for === 'town';
    mustHold(ways.isRoaming(made.driving) === isInTown, `${pointer}/for`, 'does not fit its driving');
    const fits = isInTown
      ? made.from < places && made.to < places && made.from !== made.to
      : made.leg < ways.legsOf(made.driving);
    mustHold(fits, pointer, 'has an end that is not a place or leg of its route');
  });
}

/** The mode of each vehicle goes with its driving, its plan and the time. */
export function checkVehicles(c: Vehicles, ways: Ways, drivings: number, now: number): void {
  const places = town().places.length;
  for (let v = 0; v < c.count; v++) {
    const fail = (column: string): string => `/vehicles/columns/${column}`;
    const wrong = (what: string): string => `has for vehicle ${v} ${what}`;
    const { mode, driving, following, leg, plan, until } = rowOf(c, v);
    const isParked = mode === modes.parked;
    mustHold((c.kind[v] ?? 0) < kinds.length, fail('kind'), wrong('no kind of vehicle'));
    mustHold(
      driving < drivings && following < drivings,
      fail('driving'),
      wrong('a driving that does not exist'),
    );
    mustHold(until > now, fail('until'), wrong('an end that has passed'));
    mustHold((c.dueAt[v] ?? 0) >= now, fail('dueAt'), wrong('a report that has passed'));
    mustHold(!((c.stillSince[v] ?? 0) > now), fail('stillSince'), wrong('a time to come'));
    mustHold((c.usedAt[v] ?? 0) <= now, fail('usedAt'), wrong('a time to come'));
    mustHold(
      following === -1 || mode === modes.braking,
      fail('following'),
      wrong('what it takes up without a stop'),
    );
    const isNowhere = ((c.flags[v] ?? 0) & flags.nowhere) !== 0;
    mustHold(
      !isNowhere || (isParked && driving === -1),
      fail('flags'),
      wrong('a way to drive, and no place'),
    );
    mustHold(isParked === (plan === -1), fail('plan'), wrong('a plan that does not go with its mode'));
    if (driving >= 0) {
      const most = ways.isRoaming(driving) ? places : ways.legsOf(driving);
      mustHold(leg < most, fail('leg'), wrong('a leg that its route has not'));
    }
    const hasWay = driving >= 0 || (isParked && until === Number.POSITIVE_INFINITY);
    mustHold(hasWay, fail('driving'), wrong('none, and it is to drive'));
    if (!isParked) checkOnPlan(c, v, ways, now);
  }
}

/** A vehicle on its plan. */
function checkOnPlan(c: Vehicles, v: number, ways: Ways, now: number): void {
  const { mode, driving, leg, plan: number, until } = rowOf(c, v);
  const plan = ways.plan(number);
  const fail = (column: string): string => `/vehicles/columns/${column}`;
  const wrong = (what: string): string => `has for vehicle ${v} ${what}`;
  const along = c.along[v] ?? 0;
  const since = c.since[v] ?? 0;
  const speed = c.speed[v] ?? 0;
  const joins = c.joins[v] ?? 0;
  const rate = c.rate[v] ?? 1;
  const row = c.row[v] ?? 0;
  mustHold(isOf(plan, c, v, driving, leg), fail('plan'), wrong('a plan that is for another way'));
  mustHold(row >= plan.first && row < plan.first + plan.rows, fail('row'), wrong('a row beside its plan'));
  mustHold(rate === (plan.recorded ? 1 : c.driver[v]), fail('rate'), wrong('another rate than its driver'));
  if (mode === modes.driving) {
    const ends = since + (plan.duration / rate) * SECOND;
    mustHold(
      since <= now && Math.abs(until - ends) <= ROUNDING,
      fail('until'),
      wrong('an end that its plan has not'),
    );
    const seconds = ((now - since) / SECOND) * rate;
    mustHold(
      (ways.pool.times[row] ?? 0) <= seconds + ROUNDING,
      fail('row'),
      wrong('a row that is still ahead'),
    );
    return;
  }
  mustHold(along <= plan.length, fail('along'), wrong('more than the length of its plan'));
  if (mode === modes.halted) return;
  mustHold(
    since <= now && until < Number.POSITIVE_INFINITY,
    fail('since'),
    wrong('a time that does not fit its mode'),
  );
  if (mode === modes.launching) {
    mustHold(joins <= plan.duration, fail('joins'), wrong('a moment after its plan'));
    return;
  }
  const lasts = until - since;
  const stops = joins > 0 && Math.abs(lasts - (speed / joins) * SECOND) <= ROUNDING;
  mustHold(stops, fail('joins'), wrong('a brake that does not stop it in time'));
  const needs = (0.5 * speed * lasts) / SECOND;
  mustHold(along + needs <= plan.length + 1, fail('along'), wrong('too little way left to stop on'));
}

/** Whether a plan is for the way that a vehicle drives. */
function isOf({ made }: PlannedWay, c: Vehicles, v: number, driving: number, leg: number): boolean {
  if (made.kind !== c.kind[v]) return false;
  if (made.for === 'approach') return true;
  if (made.driving !== driving) return false;
  return made.for === 'town' ? made.to === leg : made.leg === leg && made.heading === c.heading[v];
}

function rowOf(c: Vehicles, v: number) {
  return {
    mode: c.mode[v] ?? 0,
    driving: c.driving[v] ?? -1,
    following: c.following[v] ?? -1,
    leg: c.leg[v] ?? -1,
    plan: c.plan[v] ?? -1,
    until: c.until[v] ?? 0,
  };
}

/** Every device of the story is in one wave, and each wave has an event for the first of its devices that is due. */
export function checkWaves(
  { waves }: TrafficState,
  c: Vehicles,
  { devices, intervals }: { devices: number; intervals: readonly ReportIntervals[] },
  timeline: Timeline,
): void {
  const claims = new Claims(timeline.upcoming(Number.POSITIVE_INFINITY, [WAVE]));
  const inWave = new Uint8Array(c.count);
  waves.forEach(({ first, count, intervals: own, at, sequence }, number) => {
    const pointer = `/waves/${number}`;
    const isFree =
      first + count <= c.count && inWave.subarray(first, first + count).every((taken) => taken === 0);
    mustHold(isFree, pointer, 'has devices that there are not, or that are in another wave');
    inWave.fill(1, first, first + count);
    const known = intervals.some(
      ({ moving, parked, turns }) => own.moving === moving && own.parked === parked && own.turns === turns,
    );
    mustHold(known, `${pointer}/intervals`, 'are not those of the story');
    let due = Number.POSITIVE_INFINITY;
    for (const each of c.dueAt.subarray(first, first + count)) due = Math.min(due, each);
    mustHold(
      (at ?? Number.POSITIVE_INFINITY) === due,
      `${pointer}/at`,
      'is not when the first of its devices is due',
    );
    if (at === null) return;
    const event = claims.take(sequence, WAVE, { wave: number }, `${pointer}/sequence`);
    mustHold(event.at === at, `${pointer}/at`, 'is not the time of its event');
  });
  const left = inWave.subarray(0, devices).indexOf(0);
  mustHold(c.count >= devices && left === -1, '/waves', `leave out device ${left + 1}`);
  claims.close(WAVE);
}

/** Lost signals, late reports and sensors: each of devices that are in a wave. */
export function checkSignal(
  { signal, sensors }: TrafficState,
  c: Vehicles,
  isKnown: (v: number) => boolean,
  timeline: Timeline,
): void {
  const claims = new Claims(timeline.upcoming(Number.POSITIVE_INFINITY, [REGAINED, UPLOAD]));
  const { lost, uploads } = signal;
  lost.forEach(({ v, kept, sequence }, at) => {
    const pointer = `/signal/lost/${at}`;
    checkKept(kept, v, `${pointer}/kept`);
    if (sequence !== null) claims.take(sequence, REGAINED, { v }, `${pointer}/sequence`);
  });
  uploads.forEach(({ v, reports, sequence }, at) => {
    const pointer = `/signal/uploads/${at}`;
    checkKept(reports, v, `${pointer}/reports`);
    claims.take(sequence, UPLOAD, { v }, `${pointer}/sequence`);
  });
  claims.close(REGAINED);
  claims.close(UPLOAD);
  const rows = {
    '/signal/lost': lost.map(({ v }) => v),
    '/signal/uploads': uploads.map(({ v }) => v),
    '/sensors': sensors.map(([v]) => v),
  };
  for (const [pointer, named] of Object.entries(rows)) {
    const good = named.every(isKnown) && new Set(named).size === named.length;
    mustHold(good, pointer, 'names a vehicle that there is not, or one twice');
  }
  checkFlag(c, flags.lost, rows['/signal/lost'], '/signal/lost');
  checkFlag(c, flags.sensors, rows['/sensors'], '/sensors');
}

/** Faults, one of each kind for a device that is in a wave. */
export function checkFaults(
  { faults = [] }: TrafficState,
  c: Vehicles,
  isKnown: (v: number) => boolean,
  timeline: Timeline,
): void {
  const claims = new Claims(timeline.upcoming(Number.POSITIVE_INFINITY, [FAULT_ENDS]));
  const keys = faults.map(({ v, kind }) => `${v} ${kind}`);
  mustHold(new Set(keys).size === keys.length, '/faults', 'has a fault of a vehicle twice');
  faults.forEach(({ v, kind, value, until, sequence }, at) => {
    const pointer = `/faults/${at}`;
    mustHold(isKnown(v), `${pointer}/v`, 'is not a vehicle');
    const [only, ...others] = kindsIn(value);
    mustHold(only === kind && others.length === 0, `${pointer}/value`, `is not one of ${kind}`);
    mustHold((until === null) === (sequence === null), `${pointer}/until`, 'does not go with its event');
    if (sequence === null) return;
    const event = claims.take(sequence, FAULT_ENDS, { v, kind }, `${pointer}/sequence`);
    mustHold(event.at === until, `${pointer}/until`, 'is not the time of its event');
  });
  claims.close(FAULT_ENDS);
  checkFlag(
    c,
    flags.faulty,
    faults.map(({ v }) => v),
    '/faults',
  );
}

/** A bit of the flags says which vehicles have an entry in a list. */
export function checkFlag(c: Vehicles, bit: number, vehicles: readonly number[], pointer: string): void {
  const listed = new Set(vehicles);
  for (let v = 0; v < c.count; v++) {
    const isSet = ((c.flags[v] ?? 0) & bit) !== 0;
    mustHold(isSet === listed.has(v), pointer, `does not go with the flags of vehicle ${v}`);
  }
}

function checkKept(kept: readonly Kept[], v: number, pointer: string): void {
  kept.forEach(({ words }, at) => {
    const { latitude, longitude } = unpackLocation(v + 1, Int32Array.from(words), 0);
    const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
    mustHold(isOnEarth, `${pointer}/${at}/words`, 'give a place that is not on earth');
  });
}
