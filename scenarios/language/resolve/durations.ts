/** Durations and lengths as people write them. */
import { DAY, HOUR, MINUTE, parseDuration, SECOND } from '../../../contracts/kit/durations.ts';

const units: readonly [pattern: RegExp, ms: number][] = [
  [/^(ms|milliseconds?)$/, 1],
  [/^(s|secs?|seconds?)$/, SECOND],
  [/^(m|mins?|minutes?)$/, MINUTE],
  [/^(h|hours?)$/, HOUR],
  [/^(d|days?)$/, DAY],
];
const human = /^\s*(\d+(\.\d+)?\s*[a-z]+\s*)+$/;
const amount = /(?<![\d.])(\d+(?:\.\d+)?)\s*([a-z]+)/g;

/** Milliseconds: three thousand years. No story lasts a hundredth of it, so that longer is as long. */
const LONGEST = 1e14;

/** Milliseconds of `15s`, `10 min`, `1h 30m` or `PT10M`; `undefined` for what is not a duration. */
export function durationOf(text: string): number | undefined {
  const duration = unboundedOf(text);
  return duration === undefined ? undefined : Math.min(duration, LONGEST);
}

function unboundedOf(text: string): number | undefined {
  if (/^P/.test(text)) return parseDuration(text);
  if (!human.test(text)) return undefined;
  let sum = 0;
  for (const [, count, unit = ''] of text.matchAll(amount)) {
    const ms = units.find(([pattern]) => pattern.test(unit))?.[1];
    if (ms === undefined) return undefined;
    sum += Number(count) * ms;
  }
  return Math.round(sum);
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
