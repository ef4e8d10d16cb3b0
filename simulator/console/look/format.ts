/** Times, spans and counts as people read them. Times are milliseconds since 1970 UTC. */
import { parseDuration } from '../../../contracts/kit/durations.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const PARTS = {
  time: { ...CLOCK, second: '2-digit' },
  short: CLOCK,
  date: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  day: { weekday: 'short' },
} as const satisfies { [name: string]: Intl.DateTimeFormatOptions };

function format(zone: string, parts: keyof typeof PARTS): Intl.DateTimeFormat {
  const key = `${parts} ${zone}`;
  const known = formats.get(key);
  if (known) return known;
  const options = PARTS[parts];
  let made: Intl.DateTimeFormat;
  try {
    made = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone });
  } catch {
    // A zone that this browser does not know.
    made = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
  }
  formats.set(key, made);
  return made;
}

/** `08:03:20` */
export const timeOf = (ms: number, zone: string) => format(zone, 'time').format(ms);
/** `08:03` */
export const shortTimeOf = (ms: number, zone: string) => format(zone, 'short').format(ms);
/** `Mon, 5 Jan 2026` */
export const dateOf = (ms: number, zone: string) => format(zone, 'date').format(ms);
/** `Mon 08:03`: near enough to do without a date. */
export const nearMomentOf = (ms: number, zone: string) =>
  `${format(zone, 'day').format(ms)} ${shortTimeOf(ms, zone)}`;
/** Date and time, both short. */
export const momentOf = (ms: number, zone: string) => `${dateOf(ms, zone)}, ${shortTimeOf(ms, zone)}`;

/** The place that a time zone is named by: `Budapest`. */
export const cityOf = (zone: string) => zone.split('/').at(-1)?.replaceAll('_', ' ');

/** `45 s`, `3 min 20 s`, `2 h 5 min`, `3 d 4 h`. */
export function spanOf(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const [d, h, min, s] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600) % 24,
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ];
  const units: [number, string][] = [
    [d, 'd'],
    [h, 'h'],
    [min, 'min'],
    [s, 's'],
  ];
  const first = units.findIndex(([count]) => count > 0);
  if (first < 0) return '0 s';
  return units
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}

/** `PT1H30M` or milliseconds as `spanOf` writes it; what is neither stays. */
export function durationOf(given: string | number): string {
  if (typeof given === 'number') return spanOf(given);
  const duration = parseDuration(given);
  return duration === undefined ? given : spanOf(duration);
}

const whole = new Intl.NumberFormat('en-GB');
/** `1,234` */
export const countOf = (count: number) => whole.format(count);

/** A number of whatever length, with at most `digits` places. */
export function numberOf(value: number, digits = 0): string {
  return value.toLocaleString('en-GB', { maximumFractionDigits: digits });
}

const POINTS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'];
/** `NE` for 40 degrees. */
export function compassOf(degrees: number): string {
  return POINTS[Math.round((((degrees % 360) + 360) % 360) / 45) % 8] as string;
}

/** The name that a story gives a place, as people read it: `central-station` is `Central Station`. */
export function placeInWords(name: string): string {
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)
    ? name
        .split('-')
        .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
        .join(' ')
    : name;
}
