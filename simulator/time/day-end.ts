/** When the days of an account end, as fixtures and stories say it: `04:00`, or with a time zone, `00:00 UTC`. */
import { isTimeZone } from '../../contracts/kit/times.ts';

/** Its form, for schemas. */
export const DAY_ENDS_PATTERN = '^([01]\\d|2[0-3]):[0-5]\\d( [A-Za-z0-9_+\\-/]{1,60})?$';
const form = new RegExp(DAY_ENDS_PATTERN);

export interface DayEnd {
  /** HH:MM. */
  at: string;
  /** IANA. Absent: the account's. */
  timeZone?: string;
}

export function isDayEnd(text: string): boolean {
  const { timeZone } = dayEndIn(text);
  return form.test(text) && (timeZone === undefined || isTimeZone(timeZone));
}

/** The parts of a text that passed `isDayEnd`. */
export function dayEndIn(text: string): DayEnd {
  const [at = '', timeZone] = text.split(' ');
  return timeZone === undefined ? { at } : { at, timeZone };
}
