/** How times and dates are written in payloads (opening `records.time`). */

import { DAY, MINUTE } from '../../kit/durations.ts';
import type { Openings } from '../../specification/openings/index.ts';
import type { EpochMs } from '../facts.ts';

interface Form<Value> {
  /** Says in words what belongs in a payload. */
  readonly expected: string;
  write(value: Value): string | number;
  /** `undefined` for what is not in this form. */
  read(json: unknown): Value | undefined;
}

/** Times are read in whole milliseconds; a date is one of the calendar, `YYYY-MM-DD`. */
export interface TimeForm extends Form<EpochMs> {
  readonly date: Form<string>;
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
    write: offset === 'Z' ? isoText : (time) => isoText(time + shift).slice(0, -1) + offset,
    read: (json) => (typeof json === 'string' ? parseIso(json) : undefined),
    date: {
      expected: 'a date such as 2026-01-05',
      write: (date) => date,
      read: (json) => (typeof json === 'string' && startOfDate(json) !== undefined ? json : undefined),
    },
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
    write: unit === 1 ? (time) => time : (time) => Math.floor(time / unit),
    read,
    date: {
      expected: `a date as a number of ${unitName} since 1970`,
      write: (date) => (startOfDate(date) ?? 0) / unit,
      read: (json) => {
        const time = read(json);
        return time === undefined ? undefined : isoText(time).slice(0, -14);
      },
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
  const seconds = Math.floor(rest / 1000);
  const clock = `${twoDigits[(seconds / 3600) | 0]}:${twoDigits[((seconds / 60) | 0) % 60]}:${twoDigits[seconds % 60]}`;
  return `${keptText}${clock}.${String(rest % 1000).padStart(3, '0')}Z`;
}

const isoPattern =
  /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d([.,]\d{1,12})?(Z|[+-](0\d|1[0-4])(:?[0-5]\d)?)$/i;

/** A text that matches the pattern has its date and its clock at fixed places. */
function parseIso(text: string): EpochMs | undefined {
  const start = isoPattern.test(text) ? startOfDate(text.slice(0, 10)) : undefined;
  if (start === undefined) return undefined;
  const isUtc = text.endsWith('Z') || text.endsWith('z');
  const zoneAt = isUtc ? text.length - 1 : Math.max(text.lastIndexOf('+'), text.lastIndexOf('-'));
  const minute = pair(text, 11) * 60 + pair(text, 14) - (isUtc ? 0 : offsetMinutes(text.slice(zoneAt)));
  const milliseconds = zoneAt === 19 ? 0 : Number(text.slice(20, Math.min(zoneAt, 23)).padEnd(3, '0'));
  return start + (minute * 60 + pair(text, 17)) * 1000 + milliseconds;
}

/** The number that two digits of a text make. */
function pair(text: string, at: number): number {
  return (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48;
}

let keptDate = '';
let keptStart: EpochMs | undefined;

/** The start of a date in UTC; `undefined` for a date that no calendar has. */
function startOfDate(date: string): EpochMs | undefined {
  if (date === keptDate) return keptStart;
  const start = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  keptDate = date;
  // The platform takes the 31st of April for the 1st of May.
  keptStart = !Number.isNaN(start) && isoText(start).startsWith(date) ? start : undefined;
  return keptStart;
}

/** Minutes ahead of UTC of `Z`, `+02`, `+0200` or `+02:00`. */
function offsetMinutes(offset: string): number {
  if (offset === 'Z') return 0;
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
