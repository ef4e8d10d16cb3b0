/** Spans of time in milliseconds, and as ISO 8601 durations: the form in which profiles write them. */

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const NUMBER = String.raw`(\d+(?:[.,]\d+)?)`;
const FORM = new RegExp(
  `^([+-])?P(?=.)(?:(\\d+)W)?(?:(\\d+)D)?(?:T(?=.)(?:${NUMBER}H)?(?:${NUMBER}M)?(?:${NUMBER}S)?)?$`,
  'i',
);
/** The units of its parts, in their order. */
const UNITS = [7 * DAY, DAY, HOUR, MINUTE, SECOND];
/** Only the last part may have a fraction. */
const FRACTION_BEFORE_ANOTHER = /[.,]\d+[HM]./i;

/**
 * An ISO 8601 duration in milliseconds; a day has 24 hours. `undefined` for any other text, and for years and
 * months, which have no fixed length.
 *
 * @example parseDuration('PT90M') // 5_400_000
 */
export function parseDuration(text: string): number | undefined {
  const [, sign, ...parts] = FORM.exec(text) ?? [];
  if (parts.length === 0 || FRACTION_BEFORE_ANOTHER.test(text)) return undefined;
  const sizes = parts.map((part = '0', index) => Number(part.replace(',', '.')) * (UNITS[index] ?? 0));
  const sum = Math.round(sizes.reduce((total, size) => total + size, 0));
  return sign === '-' ? -sum : sum;
}

const spanUnits: readonly [pattern: RegExp, ms: number][] = [
  [/^(ms|milliseconds?)$/, 1],
  [/^(s|secs?|seconds?)$/, SECOND],
  [/^(m|mins?|minutes?)$/, MINUTE],
  [/^(h|hours?)$/, HOUR],
  [/^(d|days?)$/, DAY],
];
const SPAN = /^\s*(\d+(\.\d+)?\s*[a-z]+\s*)+$/;
const AMOUNT = /(?<![\d.])(\d+(?:\.\d+)?)\s*([a-z]+)/g;

/**
 * Milliseconds of a duration as people write it, `15s`, `10 min`, `1h 30m`, or in ISO 8601; `undefined` for any other
 * text.
 *
 * @example parseSpan('1h 30m') // 5_400_000
 */
export function parseSpan(text: string): number | undefined {
  if (!SPAN.test(text)) return parseDuration(text);
  let sum = 0;
  for (const [, count, unit = ''] of text.matchAll(AMOUNT)) {
    const ms = spanUnits.find(([pattern]) => pattern.test(unit))?.[1];
    if (ms === undefined) return undefined;
    sum += Number(count) * ms;
  }
  return Math.round(sum);
}

/** Milliseconds of a text that is known to be an ISO 8601 duration, as in a checked profile; 0 otherwise. */
export function durationMs(text: string): number {
  return parseDuration(text) ?? 0;
}

/** Milliseconds, rounded up to full seconds, as a duration: `PT26H`, `PT1H0M5S` as `PT1H5S`. */
export function isoDuration(ms: number): string {
  return `PT${split(ms).flat().join('') || '0S'}`;
}

const words = { H: 'hour', M: 'minute', S: 'second' } as const;

/** The same for a person: `26 hours 5 seconds`. */
export function spokenDuration(ms: number): string {
  const parts = split(ms).map(([amount, unit]) => `${amount} ${words[unit]}${amount === 1 ? '' : 's'}`);
  return parts.join(' ') || 'no time';
}

/** Hours rather than days: a day can have 23 of them. */
function split(ms: number): [amount: number, unit: keyof typeof words][] {
  const seconds = Math.ceil(ms / SECOND);
  const amounts: [number, keyof typeof words][] = [
    [Math.floor(seconds / 3600), 'H'],
    [Math.floor(seconds / 60) % 60, 'M'],
    [seconds % 60, 'S'],
  ];
  return amounts.filter(([amount]) => amount > 0);
}
