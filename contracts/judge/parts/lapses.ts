/** When devices expire by their dates, and which rules are broken where one does not, or does without (sections 2 and 8). */
import { HOUR, MINUTE } from '../../kit/durations.ts';
import { remembering } from '../../kit/remembering.ts';
import type { EpochMs } from '../../profile/facts.ts';
import type { JudgedId } from '../../specification/judged.ts';
import type { SingleEvent } from '../event.ts';
import { breaking, type Next } from '../hypotheses.ts';
import type { Known } from '../pins.ts';
import {
  type DeviceState,
  moved,
  type OneMoment,
  onUntouched,
  type Reach,
  type State,
  unsure,
  withDevice,
} from './licence-state.ts';

const EASTERNMOST = 36 * HOUR;
/** After the start of its date in UTC an expiry was certainly reached, and carried out. */
const CERTAINLY = 72 * HOUR;

/** Others may expire when so much time has passed; what fails is done again before it counts. */
export const SOME_TIME = MINUTE;

/** By every time of day and zone. */
export const inAnyZone = remembering(
  (date: string): Reach => ({
    may: Date.parse(date) - EASTERNMOST,
    must: Date.parse(date) + CERTAINLY,
  }),
);

/** The distance from the stated moment of a date before which it has certainly not come yet, and after which it certainly has. */
const MARGIN = 20 * MINUTE;

/** The same where it is stated when a date is reached. */
export function reachBy(reachOf: NonNullable<Known['reachOf']>): typeof inAnyZone {
  return remembering((date) => {
    const stated = reachOf(date);
    return stated ? { may: stated.earliest - MARGIN, must: stated.latest + MARGIN } : inAnyZone(date);
  });
}

/** The first moment of a date in the easternmost zone, and its last one in the westernmost, before anything was seen of it. */
export const anyMoment: OneMoment = { earliest: -14 * HOUR, latest: 36 * HOUR };

/** A zone may change its offset, and expiries may be carried out a few times a day. */
const ROOM = 6 * HOUR;

/** The moment of a date by what is known of it, or else by what is stated or open. */
export function reachIn({ moment, reachOf }: State, date: string): Reach {
  if (!moment) return reachOf(date);
  const start = Date.parse(date);
  return { may: start + moment.earliest - ROOM, must: start + moment.latest + ROOM };
}

/** Bounds the moment by a device that has expired, or has not. */
function narrowed(state: State, own: DeviceState, hasExpired: boolean): State {
  const { moment, at } = state;
  if (!moment || !own.expires || own.date === undefined || own.past || own.late) return state;
  const since = at - Date.parse(own.date);
  const { earliest, latest } = moment;
  const bounds = hasExpired
    ? { earliest, latest: Math.min(latest, since) }
    : { earliest: Math.max(earliest, since), latest };
  return { ...state, moment: bounds };
}

export function wasReached(date: string, at: EpochMs): boolean {
  return at >= Date.parse(date) + CERTAINLY;
}

/** Returns whether a device that counts as a used licence may have expired by its date, and whether it must have. */
export function reached(state: State, own: DeviceState): { may: boolean; must: boolean } {
  if (!own.expires) return { may: false, must: false };
  if (own.late) return { may: true, must: false };
  const isAtOnce = state.pastDates === 'at-once';
  if (own.past) return { may: isAtOnce || state.at - own.since >= SOME_TIME, must: isAtOnce };
  if (own.date === undefined) return { may: true, must: false };
  const { may, must } = reachIn(state, own.date);
  return { may: state.at >= may, must: state.at >= must };
}

/** The ways in which a device may have expired by now. */
export function lapsing(state: State, device: string, event: SingleEvent): readonly Next<State>[] {
  const own = state.devices[device];
  if (own?.licence !== 'used') return [{ state }];
  const { may, must } = reached(state, own);
  const early = may ? [] : rulesOfLapse(state, device, own, event);
  if (!may && early.length === 0) return [{ state }];
  const gone: DeviceState = {
    ...{ ...own, licence: 'expired', lapses: own.lapses + 1, replaced: undefined, broughtForward: false },
    ...{ shown: undefined, counted: undefined },
  };
  const lapsed = moved(withDevice(state, device, gone), -1);
  if (!may) {
    // It may not have released its licence then, and used no further one.
    const { used, available } = lapsed;
    const atMost = { ...lapsed, used: { ...used, low: null }, available: { ...available, high: null } };
    return [{ state }, ...breaking(atMost, ...early)];
  }
  const again: readonly JudgedId[] = own.lapses > 0 ? ['licences/expires-again'] : [];
  const kept = breaking(unsure(lapsed), ...again, 'licences/expiry-releases-one');
  if (!must) return [{ state: narrowed(state, own, false) }, { state: narrowed(lapsed, own, true) }, ...kept];
  const earlier: readonly JudgedId[] = own.broughtForward ? ['expiry/earlier-takes-effect'] : [];
  const stays = withDevice(state, device, { ...own, late: true });
  return [{ state: lapsed }, ...kept, ...breaking(stays, ...again, ...earlier, 'expiry/reached-expires')];
}

/** The rules of which one is broken where a device expires whose date has not been reached: those that say most first. */
function rulesOfLapse(state: State, device: string, own: DeviceState, event: SingleEvent): JudgedId[] {
  const isReached = (date: string | undefined) => date !== undefined && state.at >= reachIn(state, date).may;
  const isReplaced = isReached(own.replaced);
  // An expiry that is not known may come at any time; one that was set with the activation does away with the date before.
  if (own.expires === undefined)
    return isReplaced && own.certain === state.at ? ['expiry/change-any-time'] : [];
  // Another one expires by a date of the history: one that may have been expired before it says nothing.
  const isBeside = Object.entries(state.devices).some(
    ([other, { licence, expires, date }]) =>
      other !== device &&
      date !== undefined &&
      (licence === 'expired' || (expires === true && isReached(date))),
  );
  const isOff = !own.expires && (isReplaced || own.past || isReached(own.date));
  const isNeverDated = !own.expires && own.date === undefined && own.replaced === undefined && !own.past;
  const postponed: JudgedId | false = isOff
    ? 'expiry/off-never-expires'
    : isReplaced && 'expiry/change-any-time';
  const beside: readonly JudgedId[] = isBeside ? ['expiry/only-its-own'] : [];
  const early = isNeverDated ? undated(device, own, event, isBeside) : (['expiry/reached-expires'] as const);
  return [...(postponed ? [postponed] : []), ...beside, ...early];
}

/** The rules of which one is broken where a device expires that never had a date. */
function undated(
  device: string,
  { untouched }: DeviceState,
  event: SingleEvent,
  isBeside: boolean,
): readonly JudgedId[] {
  if (!isLookedAt(device, event)) return [];
  if (untouched) return isReadOff(event) ? [] : onUntouched[untouched];
  // It was read as off, and another one expires.
  return isBeside ? [] : ['expiry/off-never-expires'];
}

export function isReadOff(event: SingleEvent): boolean {
  return event.kind === 'settings' && event.read.expires === false;
}

/** Returns whether an event may show the state of a device. */
function isLookedAt(device: string, event: SingleEvent): boolean {
  const { kind } = event;
  if (kind === 'settings' || kind === 'activated') return event.device === device;
  return kind === 'licences' || kind === 'allotted';
}
