/** The judge's state of device expiry and of the account's licences, and how it changes. */
import type { EpochMs } from '../../profile/facts.ts';
import type { JudgedId } from '../../specification/judged.ts';
import type { Settings } from '../event.ts';

export interface DeviceState {
  /** `unconstrained`: each look may show another. */
  readonly licence: 'used' | 'expired' | 'unconstrained';
  /** `undefined`: not known, and nothing follows. */
  readonly expires: boolean | undefined;
  readonly date: string | undefined;
  /** Since when it has this date. */
  readonly since: EpochMs;
  /** Tells whether the date had certainly been reached when it was set. */
  readonly past: boolean;
  /** Tells whether a broken rule lets it expire later than it must, if at all. */
  readonly late: boolean;
  /** The earliest date that it had, and that was postponed or switched off before it was reached. */
  readonly replaced: string | undefined;
  /** The date, reached before, that an activation did away with. */
  readonly ended?: string | undefined;
  /** Tells whether its date was moved earlier before it was reached. */
  readonly broughtForward: boolean;
  /** Its expiry as it was read last, as long as nothing was done to the device since. */
  readonly shown: Shown | undefined;
  /** The date of a change that was refused since: nothing but that change gives it. */
  readonly declined: string | undefined;
  /** When `licence` was certain last, where nothing follows from its expiry. */
  readonly certain: EpochMs | undefined;
  /** When the counts showed that its activation had taken a licence; `next`: the next count may show it. */
  readonly counted: EpochMs | 'next' | undefined;
  /** Without an expiry before the history, and none was set since. */
  readonly untouched: keyof typeof onUntouched | false;
  /** How often it has expired. */
  readonly lapses: number;
  /** Tells whether Expires was asked to go on without a date; and none stood there before. */
  readonly dateless: false | 'asked' | 'without any';
}

/** An expiry as it was read, and what has happened since that is to leave it alone. */
export interface Shown extends Pick<Settings, 'expires' | 'expirationDate'> {
  /** Tells whether the expiry of another device was set. */
  readonly beside: boolean;
  /** Tells whether the device was refused an activation for want of a licence. */
  readonly refused: boolean;
}

/** The rules of which one is broken where Expires is on for such a device; what other histories did may be the cause. */
export const onUntouched = {
  fresh: ['expiry/off-by-default'],
  rested: ['expiry/only-its-own', 'expiry/off-by-default'],
} as const satisfies { readonly [was: string]: readonly JudgedId[] };

export const UNSET = {
  ...{ date: undefined, past: false, late: false, replaced: undefined, broughtForward: false },
  ...{ shown: undefined, declined: undefined, certain: undefined, counted: undefined },
  ...{ lapses: 0, dateless: false },
} as const satisfies Partial<DeviceState>;

/** Bounds of a count of the account; `null` is none. */
export interface Bounds {
  readonly low: number | null;
  readonly high: number | null;
}

/** The moment from which on a date may have been reached, and that from which on it has been. */
export interface Reach {
  readonly may: EpochMs;
  readonly must: EpochMs;
}

export interface State {
  readonly devices: { readonly [device: string]: DeviceState };
  readonly used: Bounds;
  readonly available: Bounds;
  readonly at: EpochMs;
  /**
   * The effect of a date that has been reached when it is set: `at-once`, or later if at all; `undefined` while none was set.
   */
  readonly pastDates: 'at-once' | 'later' | undefined;
  /** Gives when a date is reached, by what is stated or open. */
  readonly reachOf: (date: string) => Reach;
  /** In place of that, where the moment is the same for all dates, and not stated. */
  readonly moment: OneMoment | undefined;
}

/**
 * The time at which devices expire on their date, where it is the same on all dates and the profile does not state it:
 * between these, in ms from the start of a date in UTC. Each device that is seen to be in use or to have expired narrows them.
 */
export interface OneMoment {
  readonly earliest: number;
  readonly latest: number;
}

export const OPEN: Bounds = { low: null, high: null };

/** One more or fewer of the licences are used. */
export function moved(state: State, by: number, released: number = -by): State {
  // A released licence need not be available where more are used than there are: then none is.
  const { available } = state;
  const mayExceed = released > 0 && (available.low === null || available.low < 1);
  const next = mayExceed
    ? { ...available, high: plus(available.high, released) }
    : shifted(available, released);
  return { ...state, used: shifted(state.used, by), available: next };
}

export function unsure(state: State): State {
  return { ...state, used: OPEN, available: OPEN };
}

export function withDevice(state: State, device: string, own: DeviceState): State {
  return { ...state, devices: { ...state.devices, [device]: own } };
}

function shifted({ low, high }: Bounds, by: number): Bounds {
  return { low: plus(low, by), high: plus(high, by) };
}

function plus(bound: number | null, by: number): number | null {
  return bound === null ? null : bound + by;
}

export function holds({ low, high }: Bounds, count: number | undefined): boolean {
  return count === undefined || ((low === null || count >= low) && (high === null || count <= high));
}

export function exactly(count: number | undefined, bounds: Bounds): Bounds {
  return count === undefined ? bounds : { low: count, high: count };
}
