/** `expires`, as section 2 has it: a date and time by ISO 8601. */
import type { EpochMs } from '../../profile/facts.ts';

const EXTENDED =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/i;
const BASIC = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(?:(\d{2})(?:[.,](\d+))?)?(Z|[+-]\d{2}(?:\d{2})?)?$/i;

/** A date and time by ISO 8601, and whether it is written in UTC; `undefined` for what is none. */
export function readIsoTime(text: string): { time: EpochMs; utc: boolean } | undefined {
  const parts = EXTENDED.exec(text) ?? BASIC.exec(text);
  if (!parts) return undefined;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const milliseconds = Number(`${parts[7] ?? ''}000`.slice(0, 3));
  const local = Date.UTC(year, month - 1, day, hour, minute, second) + milliseconds;
  const lawful = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day && month >= 1 && month <= 12;
  if (!lawful || hour > 24 || minute > 59 || second > 60) return undefined;
  const offset = offsetMinutes(parts[8]);
  return { time: local - (offset ?? 0) * 60_000, utc: offset === 0 };
}

/** The time that a value gives; a plain number or another form of date is none. */
export function readTime(value: unknown): EpochMs | undefined {
  return typeof value === 'string' ? readIsoTime(value)?.time : undefined;
}

/** Minutes east of UTC; `undefined` when the text does not say. */
function offsetMinutes(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (text.toUpperCase() === 'Z') return 0;
  const sign = text.startsWith('-') ? -1 : 1;
  const digits = text.slice(1).replace(':', '');
  return sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || 0)) || 0;
}
