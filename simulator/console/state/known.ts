/** The service's knowledge of each vehicle, by the fleet's number: the list, the map and the panel say the same of it. */
import { signal } from '@preact/signals';
import { FLAGS } from '../api/positions.ts';
import { spanOf } from '../look/format.ts';
import { deviceOfNumber, expired } from './devices.ts';
import { positions } from './positions.ts';

/** True if the map shows where vehicles really are: also of those whose reports do not arrive. */
export const truthShown = signal(false);

/** By what is drawn first: what matters more is on top. */
export const STATES = ['expired', 'offline', 'silent', 'parked', 'moving'] as const;
export type VehicleState = (typeof STATES)[number];

/** km/h below which a receiver cannot detect whether a vehicle moves. */
export const CREEPING = 2;

/**
 * The state of a vehicle by its last report; `silent` while none gets through.
 *
 * @param withoutLicence `expired`, for a caller that asks for many
 */
export function stateOf(number: number, withoutLicence = expired.peek()): VehicleState {
  const flags = positions.flags[number] ?? 0;
  if (flags & FLAGS.expired || withoutLicence.has(number)) return 'expired';
  if (flags & FLAGS.offline) return 'offline';
  if (flags & FLAGS.silent) return 'silent';
  return (positions.speed[number] ?? 0) > CREEPING ? 'moving' : 'parked';
}

/**
 * Returns whether reports of a vehicle are overdue: it stands at its last one, unless the truth is shown.
 *
 * @param isTrue `truthShown`, for a caller that asks for many
 */
export function stands(number: number, isTrue = truthShown.peek()): boolean {
  return !isTrue && ((positions.flags[number] ?? 0) & FLAGS.silent) !== 0;
}

/** The words for a vehicle that has not reported for some simulated time, such as `no signal, 12 min`; `undefined` of others. */
export function overdueWords(number: number, now: number): string | undefined {
  const word = overdue[stateOf(number)];
  const age = ageOf(number, now);
  return word === undefined || Number.isNaN(age) ? word : `${word}, ${spanOf(age)}`;
}

const overdue: { readonly [S in VehicleState]?: string } = { silent: 'no signal', offline: 'offline' };

/** How long ago a vehicle reported last, in simulated ms; NaN where it has not reported yet. */
export function ageOf(number: number, now: number): number {
  const reported = positions.reported[number] ?? Number.NaN;
  return Math.max(0, now - (Number.isNaN(reported) ? firstReported(number) : reported));
}

/** When the only report was made that the page knows of: before it was opened the fleet says when, else it came with its frame. */
function firstReported(number: number): number {
  const device = deviceOfNumber(number);
  if (device?.lastSeenAt) return Date.parse(device.lastSeenAt);
  return (device && positions.at[number]) || Number.NaN;
}
