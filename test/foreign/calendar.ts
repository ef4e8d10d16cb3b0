/** The depot's days. Nothing is scheduled: a moment belongs to a day, and counters know theirs. */

const ZONE = 'America/St_Johns';
/** The minute of the local day at which the depot's day ends: 05:30. */
const DAY_ENDS = 5 * 60 + 30;
const MINUTE = 60_000;

const local = new Intl.DateTimeFormat('en-CA', {
  timeZone: ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

function localParts(at: number): { date: string; minute: number } {
  const part = Object.fromEntries(local.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    date: `${part.year}-${part.month}-${part.day}`,
    minute: Number(part.hour) * 60 + Number(part.minute),
  };
}

/** The calendar date in the depot's zone. */
export function localDate(at: number): string {
  return localParts(at).date;
}

/** The working day that a moment belongs to, named for the date it began on. */
export function workingDay(at: number): string {
  const { date, minute } = localParts(at);
  return minute < DAY_ENDS ? dayBefore(date) : date;
}

function dayBefore(date: string): string {
  return new Date(Date.parse(`${date}T00:00Z`) - 24 * 60 * MINUTE).toISOString().slice(0, 10);
}

/** Times in the API carry the depot's summer offset, all year round. */
export function written(at: number): string {
  return new Date(at - 150 * MINUTE).toISOString().replace('Z', '-02:30');
}

export function isDate(text: unknown): text is string {
  return (
    typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00Z`))
  );
}

/** `PT26H5S` in milliseconds. */
export function spanOf(text: string): number | undefined {
  const parts = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(text)?.slice(1);
  if (!parts) return undefined;
  const [days, hours, minutes, seconds] = parts.map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
  ];
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
}
