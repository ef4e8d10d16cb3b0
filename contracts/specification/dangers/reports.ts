/** Times and places of locations that are known to be kept, or shown, otherwise than they were sent (sections 1 and 4.2). */
import type { Dangers } from './row.ts';

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
const LEAP = 'CWE-1339; leap day faults of Azure (29 February 2012) and others';

export const reportTimes = {
  'the morning of a leap day': {
    of: 'leap day',
    after: HOUR,
    why: 'The day is none, or the first of March.',
    from: LEAP,
  },
  'the end of a leap day': {
    of: 'leap day',
    after: 24 * HOUR - SECOND,
    why: 'The day is none, or the first of March.',
    from: LEAP,
  },
  'the last second of a year': {
    of: 'year',
    after: -SECOND,
    why: 'The year of the week is written in place of the year.',
    from: 'Unicode TR 35, "YYYY" and "yyyy"',
  },
  'the first second of a year': { of: 'year', after: SECOND, why: 'A count that begins anew goes on.' },
  'the last second of a month': { of: 'month', after: -SECOND, why: 'The next month has no day 31.' },
  'the first second of a month': { of: 'month', after: SECOND, why: 'Months count from 0 or from 1.' },
  'the last second of a day': { of: 'day', after: -SECOND, why: 'The report is put into the next day.' },
  'the first second of a day': {
    of: 'day',
    after: SECOND,
    why: 'What opens a new day takes the place of its first report.',
  },
} as const satisfies Dangers<ReportTime>;

const EDGE = 'RFC 7946, 3.1.9 and 5.3';

/** Far from any road, and each far from the one before. */
export const reportPlaces = {
  'the 180th meridian in the east': {
    latitude: -16.8,
    longitude: 180,
    why: 'It is the same as -180, and taken for 0.',
    from: EDGE,
  },
  'the north pole': { latitude: 90, longitude: 0, why: 'Every longitude is there, and none.', from: EDGE },
  'the 180th meridian in the west': {
    latitude: -16.8,
    longitude: -180,
    why: 'It is the same as 180, and taken for 0.',
    from: EDGE,
  },
  'a place right before the 180th meridian': {
    latitude: 65.75,
    longitude: -179.995,
    why: 'It is rounded across it.',
    from: EDGE,
  },
  'the south pole': { latitude: -90, longitude: 0, why: 'Every longitude is there, and none.', from: EDGE },
  'a place on Greenwich': {
    latitude: 51.477,
    longitude: 0,
    why: 'A longitude of 0 is false to the code that looks for one.',
  },
  'a place on the equator': {
    latitude: 0,
    longitude: 9.45,
    why: 'A latitude of 0 is false to the code that looks for one.',
  },
} as const satisfies Dangers<ReportPlace>;
