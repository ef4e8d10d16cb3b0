/** The options of a fleet. */

import { isTimeZone } from '../../contracts/kit/times.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { isDayEnd } from '../time/day-end.ts';
import type { Timeline } from '../time/timeline.ts';
import type { ReadId } from './core.ts';
import { MAX_DEVICES } from './deviceColumns.ts';
import { FleetError } from './errors.ts';
import type { Policy } from './policy.ts';
import type { FleetRules } from './rules/index.ts';
import { LONGEST_HISTORY } from './state.ts';

export interface FleetOptions {
  timeline: Timeline;
  policy: Policy;
  seed: number;
  devices: number;
  /** Default: one for four devices, from 1 to 12. */
  groups?: number;
  /** With the account's own, which is user 1. Default 5. */
  users?: number;
  /** The account's time zone (IANA). */
  timeZone: string;
  /** When a day ends, such as `04:00` or `00:00 UTC`; a policy other than the default counts for more. */
  dayEnds?: string;
  /** Default: as many as devices. */
  licences?: number;
  userName: string;
  apiKey: string;
  /** Locations kept for each device, 1 to 1,000,000; default 100. */
  historyPerDevice?: number;
  /** Reads ids as the API writes them. Default: only numbers name a record. */
  readId?: ReadId;
  /** Rules to put in place of the fleet's own. */
  rules?: Partial<FleetRules>;
}

/** Throws `OPTION_INVALID`. */
export function checkOptions(options: FleetOptions): void {
  const bounds: [field: keyof FleetOptions, min: number, max: number][] = [
    ['devices', 0, MAX_DEVICES],
    ['groups', 0, 100_000],
    ['users', 1, 100_000],
    ['licences', 0, Number.MAX_SAFE_INTEGER],
    ['historyPerDevice', 1, LONGEST_HISTORY],
  ];
  for (const [field, min, max] of bounds) checkWhole(field, options[field], min, max);
  checkWhole('seed', options.seed, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  for (const field of ['userName', 'apiKey'] as const) {
    const value: unknown = options[field];
    if (typeof value !== 'string' || value === '') throw invalid(field, value, 'A string that is not empty.');
  }
  if (typeof options.timeZone !== 'string' || !isTimeZone(options.timeZone)) {
    throw invalid('timeZone', options.timeZone, 'A name of the IANA database, such as Europe/Berlin.');
  }
  if (options.dayEnds !== undefined && (typeof options.dayEnds !== 'string' || !isDayEnd(options.dayEnds))) {
    throw invalid(
      'dayEnds',
      options.dayEnds,
      'A time of day, such as 04:00, or with a time zone: 00:00 UTC.',
    );
  }
}

/** Checks an option that is a whole number, or left out. Throws `OPTION_INVALID`. */
export function checkWhole(field: string, value: unknown, min: number, max: number): void {
  if (value === undefined) return;
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return;
  throw invalid(field, value, `A whole number from ${min} to ${max}.`);
}

function invalid(field: string, value: unknown, hint: string): FleetError {
  const shown = typeof value === 'string' ? `${quoted(value)}` : String(value);
  return new FleetError('OPTION_INVALID', `${shown} is not a valid value for ${field}.`, { field, hint });
}
