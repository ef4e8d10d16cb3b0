/** Spans of time as ISO 8601 durations, the form in which profiles write them and controls are given them. */

const UNITS = { W: 604_800_000, D: 86_400_000, H: 3_600_000, M: 60_000, S: 1000 } as const;
const FORM = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** `PT90M` in milliseconds; 0 for a text that is no duration of a fixed length. */
export function durationMs(text: string): number {
  const parts = FORM.exec(text)?.slice(1) ?? [];
  const sizes = Object.values(UNITS);
  return parts.reduce((sum, part, index) => sum + Number(part ?? 0) * (sizes[index] ?? 0), 0);
}

/** Milliseconds, rounded up to full seconds, as a duration: `PT26H`, `PT1H0M5S` as `PT1H5S`. */
export function isoDuration(ms: number): string {
  const parts = split(ms).map(([amount, unit]) => `${amount}${unit}`);
  return `PT${parts.join('') || '0S'}`;
}

const words = { H: 'hour', M: 'minute', S: 'second' } as const;

/** The same for a person: `26 hours 5 seconds`. */
export function spokenDuration(ms: number): string {
  const parts = split(ms).map(([amount, unit]) => `${amount} ${words[unit]}${amount === 1 ? '' : 's'}`);
  return parts.join(' ') || 'no time';
}

/** Hours rather than days: a day can have 23 of them. */
function split(ms: number): [amount: number, unit: keyof typeof words][] {
  const seconds = Math.ceil(ms / 1000);
  const amounts: [number, keyof typeof words][] = [
    [Math.floor(seconds / 3600), 'H'],
    [Math.floor(seconds / 60) % 60, 'M'],
    [seconds % 60, 'S'],
  ];
  return amounts.filter(([amount]) => amount > 0);
}
