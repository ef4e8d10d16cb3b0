/** The state of traffic in a snapshot. `check.ts` has what must hold in it beyond its form. */
import { formOf } from '../../../contracts/kit/form.ts';
import { count, instant, ordinal } from '../../../contracts/kit/saved.ts';
import {
  constant,
  discriminated,
  each,
  integer,
  list,
  map,
  number,
  object,
  oneOf,
  optional,
  optionals,
  orNull,
  type Static,
  string,
  tuple,
  typed,
  yesNo,
} from '../../../contracts/kit/schema.ts';
import { namesOf } from '../../../contracts/kit/tables.ts';
import { faultValues } from '../../device-faults/values.ts';
import { columnNames } from './vehicles.ts';

/** Place in a list, or the row of a vehicle, from 0. */
const place = integer({ minimum: 0, maximum: 1_000_000 });
const position = object({
  latitude: number({ minimum: -90, maximum: 90 }),
  longitude: number({ minimum: -180, maximum: 180 }),
});
/** A way that a vehicle drives: see `Driving` of a story. */
const driving = object({
  route: place,
  repeat: oneOf('once', 'loop', 'back-and-forth'),
  above: number({ minimum: 0, maximum: 1_000 }),
  dwell: count,
  towed: optional(yesNo),
  harsh: optional(yesNo),
});

/** The purpose of a plan: enough to make it again. Kinds are their places in `kinds`. */
const planFor = discriminated('for', {
  leg: object({ driving: place, leg: place, heading: integer({ enum: [1, -1] }), kind: place }),
  town: object({ from: place, to: place, driving: place, kind: place }),
  approach: object({ from: position, to: position, kind: place }),
});
export type PlanFor = Static<typeof planFor>;

const wave = object({
  /** Rows. */
  first: place,
  count: integer({ minimum: 1, maximum: 1_000_000 }),
  /** A moment of the beat. */
  origin: instant,
  intervals: object({ moving: ordinal, parked: ordinal, turns: yesNo, atFixes: optional(yesNo) }),
  /** When its event is due, and which it is; `null` for none. */
  at: orNull(instant),
  sequence: count,
});
export type Wave = Static<typeof wave>;

/** A report that did not get through: its packed words. */
const kept = object({
  words: list(integer({ minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }), { minItems: 8, maxItems: 8 }),
  attributes: typed<{ [name: string]: unknown } | null>({ type: ['object', 'null'] }),
  /** Facts of a faulty device, in place of those in the words. */
  facts: optional(map(number())),
});
export type Kept = Static<typeof kept>;

const lost = object({
  v: place,
  buffered: yesNo,
  kept: list(kept, { maxItems: 1_000 }),
  /** The event that ends it, if it ends by itself. */
  sequence: orNull(ordinal),
});
export type Lost = Static<typeof lost>;

const upload = object({
  v: place,
  reports: list(kept, { minItems: 1, maxItems: 2_000 }),
  /** Reports a second. */
  pace: ordinal,
  sequence: ordinal,
});
export type Upload = Static<typeof upload>;

const whichFault = { v: place, kind: oneOf(...namesOf(faultValues)) };
/** The payload of the event that ends a fault. */
export const readFaultEnd = formOf(object(whichFault));

/** A fault of a device: its value under its kind. */
const fault = object({
  ...whichFault,
  value: object(optionals(faultValues)),
  /** Facts of the first report with it, as far as it repeats them. */
  first: map(number()),
  /** When it ends, and the event that ends it; `null` where it does not by itself. */
  until: orNull(instant),
  sequence: orNull(ordinal),
});
export type Fault = Static<typeof fault>;

const trafficState = object({
  version: constant(1),
  /** Typed columns as base64. */
  vehicles: object({ count: place, columns: object(each(columnNames, string())) }),
  drivings: list(driving, { maxItems: 10_000 }),
  /** The plans that the column `plan` counts; the column `row` counts from the first of the plan. */
  plans: list(planFor),
  waves: list(wave),
  signal: object({ lost: list(lost), uploads: list(upload) }),
  sensors: list(tuple([place, map(number())])),
  /** As base64: a byte for each fence and vehicle, and one for each other condition and vehicle. */
  watches: object({ inside: string(), holds: list(string()) }),
  /** State of the watch on harsh driving, as base64: until when each vehicle was measured, and the hardest since its last report. */
  handling: optional(object({ until: string(), hardest: string() })),
  /** Absent where no device is faulty. */
  faults: optional(list(fault, { minItems: 1 })),
});
export type TrafficState = Static<typeof trafficState>;

export const readTraffic = formOf(trafficState);
