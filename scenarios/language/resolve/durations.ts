/** Durations and lengths as people write them. */
import { parseSpan } from '../../../contracts/kit/durations.ts';

/** Milliseconds: three thousand years. No story lasts a hundredth of it, so that longer is as long. */
const LONGEST = 1e14;

/** Milliseconds of `15s`, `10 min`, `1h 30m` or `PT10M`; `undefined` for what is not a duration. */
export function durationOf(text: string): number | undefined {
  const duration = parseSpan(text);
  return duration === undefined ? undefined : Math.min(duration, LONGEST);
}

/** Milliseconds of a text that has the form of a duration; null where there is none. */
export function lastingOf(text: string | undefined): number | null {
  return text === undefined ? null : (durationOf(text) ?? null);
}

/** Metres of `150`, `150m` or `1.5km`; of what has that form. */
export function metresOf(length: string | number): number {
  if (typeof length === 'number') return length;
  return Number.parseFloat(length) * (/km\s*$/.test(length) ? 1000 : 1);
}
