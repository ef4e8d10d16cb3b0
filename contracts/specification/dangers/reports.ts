/** Times and places of locations that are known to be kept, or shown, otherwise than they were sent (sections 1 and 4.2). */

/** A moment before now. */
export interface ReportTime {
  /** The beginning of the last leap day, of this year, month or day. */
  readonly of: 'leap day' | 'year' | 'month' | 'day';
  /** Milliseconds after it; before it, where negative. */
  readonly after: number;
}

export interface ReportPlace {
  readonly latitude: number;
  readonly longitude: number;
}

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

export const reportTimes: readonly ReportTime[] = [
  // A leap day is none, or the first of March (CWE-1339; faults of Azure on 29 February 2012).
  { of: 'leap day', after: HOUR },
  { of: 'leap day', after: 24 * HOUR - SECOND },
  // The year of the week is written in place of the year (Unicode TR 35), and a count that begins anew goes on.
  { of: 'year', after: -SECOND },
  { of: 'year', after: SECOND },
  // The next month has no day 31, and months count from 0 or from 1.
  { of: 'month', after: -SECOND },
  { of: 'month', after: SECOND },
  // A report is put into the next day, or what opens a new day takes the place of its first report.
  { of: 'day', after: -SECOND },
  { of: 'day', after: SECOND },
];

/** Far from any road, and each far from the one before. The edges are those of RFC 7946 (3.1.9 and 5.3). */
export const reportPlaces = {
  // Longitude 180 is the same as -180, and taken for 0.
  'the 180th meridian in the east': { latitude: -16.8, longitude: 180 },
  // Poles have every longitude, and none.
  'the north pole': { latitude: 90, longitude: 0 },
  'the 180th meridian in the west': { latitude: -16.8, longitude: -180 },
  // Rounding leads across the meridian.
  'a place right before the 180th meridian': { latitude: 65.75, longitude: -179.995 },
  'the south pole': { latitude: -90, longitude: 0 },
  // Zero is false to the code that looks for a value.
  'a place on Greenwich': { latitude: 51.477, longitude: 0 },
  'a place on the equator': { latitude: 0, longitude: 9.45 },
} as const satisfies { readonly [name: string]: ReportPlace };
