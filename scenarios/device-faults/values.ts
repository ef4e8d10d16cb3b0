/** Faults of what a device reports: their values in snapshots. */
import {
  describe,
  integer,
  map,
  number,
  object,
  oneOf,
  optional,
  orWord,
  type Static,
  typed,
} from '../../contracts/kit/schema.ts';
import { wholeNumber } from '../../simulator/control/schemas/shared.ts';

/** A clock is wrong by a hundred years at most, in ms. */
export const FURTHEST_CLOCK = 36_525 * 86_400_000;
/** The furthest jump, in metres; the most copies of a report; the largest reading of a sensor. */
export const FURTHEST_JUMP = 1_000_000;
export const MOST_COPIES = 20;
export const LARGEST_READING = 1e9;
export const MOST_SENSORS = 20;

const readings = map(
  orWord(describe('a number', number({ minimum: -LARGEST_READING, maximum: LARGEST_READING })), 'stuck'),
);

export const faultValues = {
  /** Milliseconds by which report times are ahead; below 0, behind. */
  clock: integer({ minimum: -FURTHEST_CLOCK, maximum: FURTHEST_CLOCK }),
  /** No location at all; the place at 0, 0; or the last place again. */
  position: oneOf('none', 'zero', 'frozen'),
  /** Up to how many metres; and one report in how many, 4 unless said. */
  jumps: object({
    upTo: number({ minimum: 1, maximum: FURTHEST_JUMP }),
    oneIn: optional(wholeNumber(1, 1_000)),
  }),
  /** The order in which a device sends what it kept while nothing got through. */
  uploadOrder: oneOf('oldest-first', 'newest-first', 'shuffled'),
  /** How often each report is sent. */
  copies: wholeNumber(2, MOST_COPIES),
  /** The value that is shown in place of the real one; `stuck`: the first that is reported from then on. */
  sensors: typed<Static<typeof readings>>({ ...readings, maxProperties: MOST_SENSORS }),
};
export type FaultKind = keyof typeof faultValues;
/** The faults of a device, each with its value. */
export type DeviceFaults = { readonly [K in FaultKind]?: Static<(typeof faultValues)[K]> };
