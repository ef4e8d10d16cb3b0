/** A device that is due reports, or keeps its report for later; then it is due again. */
import { namesOf } from '../../../contracts/kit/tables.ts';
import { FleetError } from '../../../simulator/fleet/errors.ts';
import { numbered, packNumbers, unpackRow } from '../../../simulator/fleet/locations/row.ts';
import { distorted } from './faults.ts';
import { look } from './looking.ts';
import { advance } from './movement.ts';
import { nextRow, turnBefore } from './positions.ts';
import { makeReport, numbers, words } from './reports.ts';
import type { Kept, Road, SensorValues } from './road.ts';
import { keepReport } from './signal.ts';
import { flags, modes } from './vehicles.ts';
import { beatAfter, waveOf } from './waves.ts';

/** Degrees between two courses that are a turn. */
const TURN = 30;

/** A device reports, and is due again. */
export function reportDue(road: Road, v: number, now: number): void {
  const { vehicles: c, state } = road;
  advance(road, v, now);
  if (makeReport(road, v, now, waveOf(road, v).intervals.atFixes === true)) {
    if (c.is(v, flags.faulty)) misreport(road, v, now);
    else {
      if (c.is(v, flags.lost))
        keepReport(road, v, { words: Array.from(words), attributes: attributesOf(road, v) });
      else send(road, v, now);
      look(road, v, now, numbers, state.sensors[v]);
    }
  }
  c.dueAt[v] = dueAgain(road, v, now);
}

export function carrySensors(road: Road, v: number, values: SensorValues): void {
  road.state.sensors[v] = { ...values };
  road.vehicles.flag(v, flags.sensors, true);
}

/** Sends a report that a device kept while nothing got through, or whose times may be far off. */
export function sendLate(road: Road, v: number, { words, attributes, facts }: Kept): void {
  const packed = Int32Array.from(words);
  record(road, v, packed, { attributes, facts });
  road.hooks.reported?.(v + 1, packed, attributes, facts);
}

function send(road: Road, v: number, now: number): void {
  const { world, hooks, vehicles } = road;
  const attributes = attributesOf(road, v);
  if (vehicles.is(v, flags.sensors)) record(road, v, words, { attributes }, now);
  else world.fleet.locations.appendPacked(v + 1, words, 0);
  hooks.reported?.(v + 1, words, attributes);
}

/** A report of a faulty device: distorted, and sent or kept as often as its faults say. */
function misreport(road: Road, v: number, now: number): void {
  const { vehicles } = road;
  const carried = attributesOf(road, v);
  const made = distorted(road, v, numbers, carried ?? {});
  const attributes = carried === null && namesOf(made.sensors).length === 0 ? null : made.sensors;
  // The row holds no delay of years; the moment of its receipt is said when it is recorded.
  numbers[numbered.receivedAt] = numbers[numbered.deviceTime] ?? now;
  packNumbers(numbers, words, 0);
  for (let copy = 0; copy < made.copies; copy++) {
    const kept = { words: Array.from(words), attributes, facts: made.facts };
    if (vehicles.is(v, flags.lost)) keepReport(road, v, kept);
    else sendLate(road, v, kept);
  }
  if (made.copies === 0) return;
  // Its place may be anywhere, whatever its odometer says.
  vehicles.fenceAhead[v] = Number.NEGATIVE_INFINITY;
  look(road, v, now, numbers, made.sensors);
  vehicles.fenceAhead[v] = Number.NEGATIVE_INFINITY;
}

/** Reports of an expired device are refused, and lost. */
function record(
  { world }: Road,
  v: number,
  packed: Int32Array,
  { attributes, facts }: Pick<Kept, 'attributes' | 'facts'>,
  now = world.timeline.now,
): void {
  const { deviceId: _, receivedAt: __, ...shown } = unpackRow(v + 1, packed, 0);
  const report = { ...shown, ...facts, attributes: attributes && { ...attributes } };
  try {
    world.fleet.locations.record(v + 1, report, now);
  } catch (error) {
    if (!(error instanceof FleetError && error.code === 'DEVICE_EXPIRED')) throw error;
  }
}

/** A copy; `null` for a vehicle without any. */
function attributesOf({ vehicles, state }: Road, v: number): SensorValues | null {
  return vehicles.is(v, flags.sensors) ? { ...state.sensors[v] } : null;
}

function dueAgain(road: Road, v: number, now: number): number {
  const { vehicles: c, ways } = road;
  const { moving, parked, turns, atFixes } = waveOf(road, v).intervals;
  if (atFixes && c.mode[v] === modes.driving && ways.plan(c.plan[v] ?? 0).recorded)
    return nextRow(road, v, now);
  if (c.stands(v)) {
    const wakes = beatAfter(road, v, c.until[v] ?? 0, moving);
    return Math.min(beatAfter(road, v, now, parked), wakes);
  }
  const by = beatAfter(road, v, now, moving);
  return turns ? turnBefore(road, v, { now, by, degrees: TURN }) : by;
}
