/** How times and dates are written in payloads (opening `records.time`). */

import { DAY, MINUTE } from '../../kit/durations.ts';
import type { Openings } from '../../specification/openings/index.ts';
import type { EpochMs } from '../facts.ts';

export interface TimeForm {
  /** Says in words what belongs in a payload. */
  expected: string;
  expectedDate: string;
  write(time: EpochMs): string | number;
  /** Whole milliseconds; `undefined` for what is not a time in this form. */
  read(json: unknown): EpochMs | undefined;
  /** A calendar date `YYYY-MM-DD`. */
  writeDate(date: string): string | number;
  readDate(json: unknown): string | undefined;
}

/** The furthest moment that a JavaScript date can hold, on either side of 1970. */
const FURTHEST = 8.64e15;

export function timeForm(answer: Openings['records.time']): TimeForm {
  if (answer.form === 'iso') return isoForm(answer.offset);
  if (answer.form === 'local') return localForm(answer.offset);
  return answer.form === 'epoch-seconds' ? epochForm(1000, 'seconds') : epochForm(1, 'milliseconds');
}

function isoForm(offset: string): TimeForm {
  const shift = offsetMinutes(offset) * MINUTE;
  return {
    expected: 'a date and time in ISO 8601, such as 2026-01-05T08:00:00.000Z',
    expectedDate: 'a date such as 2026-01-05',
    write: offset === 'Z' ? isoText : (time) => isoText(time + shift).slice(0, -1) + offset,
    read: (json) => (typeof json === 'string' ? parseIso(json) : undefined),
    writeDate: (date) => date,
    readDate: (json) => (typeof json === 'string' && startOfDate(json) !== undefined ? json : undefined),
  };
}

/** A time without a zone is one of the offset; one with a zone says its own. */
function localForm(offset: string): TimeForm {
  const iso = isoForm(offset);
  return {
    ...iso,
    expected: 'a date and time in ISO 8601 without a zone, such as 2026-01-05T08:00:00.000',
    write: (time) => String(iso.write(time)).slice(0, -offset.length),
    read: (json) => iso.read(json) ?? (typeof json === 'string' ? parseIso(json + offset) : undefined),
  };
}

function epochForm(unit: number, unitName: string): TimeForm {
  const read = (json: unknown): EpochMs | undefined => {
    if (typeof json !== 'number' || !(Math.abs(json * unit) <= FURTHEST)) return undefined;
    return Math.round(json * unit) + 0;
  };
  return {
    expected: `a number of ${unitName} since 1970`,
    expectedDate: `a date as a number of ${unitName} since 1970`,
    write: unit === 1 ? (time) => time : (time) => Math.floor(time / unit),
    read,
    writeDate: (date) => (startOfDate(date) ?? 0) / unit,
    readDate: (json) => {
      const time = read(json);
      return time === undefined ? undefined : isoText(time).slice(0, -14);
    },
  };
}

// The day's text is kept, because successive payloads have times of the same day.
let keptDay = Number.NaN;
let keptText = '';
const twoDigits = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'));

/** `2026-01-05T08:00:00.000Z`. */
function isoText(moment: EpochMs): string {
  const time = Math.floor(moment);
  const day = Math.floor(time / DAY);
  if (day !== keptDay) {
    keptText = new Date(day * DAY).toISOString().slice(0, -13);
    keptDay = day;
  }
  const rest = time - day * DAY;
  const milliseconds = rest % 1000;
  const seconds = (rest - milliseconds) / 1000;
  const clock = `${twoDigits[(seconds / 3600) | 0]}:${twoDigits[((seconds / 60) | 0) % 60]}:${twoDigits[seconds % 60]}`;
  return `${keptText}${clock}.${milliseconds < 100 ? `0${milliseconds < 10 ? '0' : ''}` : ''}${milliseconds}Z`;
}

const isoPattern =
  /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d([.,]\d{1,12})?(Z|[+-](0\d|1[0-4])(:?[0-5]\d)?)$/i;

/** A text that matches the pattern has its date and its clock at fixed places. */
function parseIso(text: string): EpochMs | undefined {
  if (!isoPattern.test(text)) return undefined;
  const start = startOfDate(text.slice(0, 10));
  if (start === undefined) return undefined;
  const utc = text.endsWith('Z') || text.endsWith('z');
  const zoneAt = utc ? text.length - 1 : Math.max(text.lastIndexOf('+'), text.lastIndexOf('-'));
  const offset = utc ? 0 : offsetMinutes(text.slice(zoneAt));
  const milliseconds = zoneAt === 19 ? 0 : Number(text.slice(20, Math.min(zoneAt, 23)).padEnd(3, '0'));
  return (
    start + ((pair(text, 11) * 60 + pair(text, 14) - offset) * 60 + pair(text, 17)) * 1000 + milliseconds
  );
}

/** The number that two digits of a text make. */
function pair(text: string, at: number): number {
  return (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48;
}

let keptDate = '';
let keptStart: EpochMs | undefined;

/** The start of a date in UTC; `undefined` for a date that no calendar has. */
function startOfDate(date: string): EpochMs | undefined {
  if (date !== keptDate) {
    const start = Date.parse(`${date}T00:00:00Z`);
    // The platform takes the 31st of April for the 1st of May.
    const real = /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(start) && isoText(start).startsWith(date);
    keptDate = date;
    keptStart = real ? start : undefined;
  }
  return keptStart;
}

/** Minutes ahead of UTC of `Z`, `+02`, `+0200` or `+02:00`. */
function offsetMinutes(offset: string): number {
  if (offset === 'Z') return 0;
  const minutes = pair(offset, 1) * 60 + (offset.length > 3 ? pair(offset, offset.length - 2) : 0);
  return offset.startsWith('-') ? -minutes : minutes;
}
