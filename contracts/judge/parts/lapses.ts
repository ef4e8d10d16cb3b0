/** When devices expire by their dates, and which rules are broken where one does not, or does without (sections 2 and 8). */
import { HOUR, MINUTE } from '../../kit/durations.ts';
import { remembering } from '../../kit/remembering.ts';
import type { EpochMs } from '../../profile/facts.ts';
import type { JudgedId } from '../../specification/judged.ts';
import type { SingleEvent } from '../event.ts';
import type { Next } from '../hypotheses.ts';
import type { Known } from '../pins.ts';
import {
  type DeviceState,
  moved,
  type OneMoment,
  onUntouched,
  type State,
  unsure,
  withDevice,
} from './licence-state.ts';

const EASTERNMOST = 36 * HOUR;
/** After the start of its date in UTC an expiry was certainly reached, and carried out. */
const CERTAINLY = 72 * HOUR;

/** Others may expire when so much time has passed; what fails is done again before it counts. */
export const SOME_TIME = MINUTE;

/** The moment from which on a date may have been reached, and that from which on it has been. */
export interface Reach {
  readonly may: EpochMs;
  readonly must: EpochMs;
}

/** By every time of day and zone. */
export const inAnyZone = remembering(
  (date: string): Reach => ({
    may: Date.parse(date) - EASTERNMOST,
    must: Date.parse(date) + CERTAINLY,
  }),
);

/** The distance from the stated moment of a date before which it has certainly not come yet, and after which it certainly has. */
const MARGIN = 20 * MINUTE;

/** The first moment of a date in the easternmost zone, and its last one in the westernmost, counted from its start in UTC. */
const FIRST_MOMENT = -14 * HOUR;
const LAST_MOMENT = 36 * HOUR;

/** Before anything was seen of it. */
export const anyMoment: OneMoment = { earliest: FIRST_MOMENT, latest: LAST_MOMENT };

/** A zone may change its offset, and expiries may be carried out a few times a day. */
const ROOM = 6 * HOUR;

/** The moment by what is known of it, or else by what is stated or open. */
export function reachIn({ moment }: State, date: string, reachOf: (date: string) => Reach): Reach {
  if (!moment) return reachOf(date);
  const start = Date.parse(date);
  return { may: start + moment.earliest - ROOM, must: start + moment.latest + ROOM };
}

/** Bounds the moment by a device that has expired, or has not. */
function narrowed(state: State, { expires, date, past, late }: DeviceState, hasExpired: boolean): State {
  const { moment, at } = state;
  if (!moment || !expires || date === undefined || past || late) return state;
  const since = at - Date.parse(date);
  const next = hasExpired
    ? { ...moment, latest: Math.min(moment.latest, since) }
    : { ...moment, earliest: Math.max(moment.earliest, since) };
  return { ...state, moment: next };
}

/** The same where it is stated when a date is reached. */
export function reachBy(reachOf: NonNullable<Known['reachOf']>): typeof inAnyZone {
  return remembering((date) => {
    const stated = reachOf(date);
    return stated ? { may: stated.earliest - MARGIN, must: stated.latest + MARGIN } : inAnyZone(date);
  });
}

export function wasReached(date: string, at: EpochMs): boolean {
  return at >= Date.parse(date) + CERTAINLY;
}

/** Returns whether a device has expired by now. */
export function lapsing(
  state: State,
  device: string,
  event: SingleEvent,
  relaxed: boolean,
  reachOf: (date: string) => Reach,
): Next<State>[] {
  const own = state.devices[device];
  if (own?.licence !== 'used') return [{ state }];
  const { may, must } = reached(state, own, reachOf);
  const wrongly = relaxed && !may ? rulesOfLapse(state, device, own, event, reachOf) : [];
  if (!may && wrongly.length === 0) return [{ state }];
  const gone: DeviceState = {
    ...own,
    ...{ licence: 'expired', lapses: own.lapses + 1, replaced: undefined, broughtForward: false },
    ...{ shown: undefined, counted: undefined },
  };
  const lapsed = moved(withDevice(state, device, gone), -1);
  if (!may) return [{ state }, ...wrongly.map((broken) => ({ state: atMost(lapsed), broken }))];
  const isAgain = own.lapses > 0;
  const again = isAgain ? (['licences/expires-again'] as const) : [];
  const kept = [...again, 'licences/expiry-releases-one' as const].map(
    (broken): Next<State> => ({ state: unsure(lapsed), broken }),
  );
  if (!must)
    return [
      { state: narrowed(state, own, false) },
      { state: narrowed(lapsed, own, true) },
      ...(relaxed ? kept : []),
    ];
  if (!relaxed) return [{ state: lapsed }];
  const stays = withDevice(state, device, { ...own, late: true });
  const rules: JudgedId[] = [
    ...again,
    ...(own.broughtForward ? (['expiry/earlier-takes-effect'] as const) : []),
    'expiry/reached-expires',
  ];
  return [{ state: lapsed }, ...kept, ...rules.map((broken) => ({ state: stays, broken }))];
}

/** A device that expired wrongly may not have released its licence, and used no further one. */
function atMost(state: State): State {
  const { used, available } = state;
  return { ...state, used: { ...used, low: null }, available: { ...available, high: null } };
}

/** The rules of which one is broken where a device expires whose date has not been reached: those that say most first. */
function rulesOfLapse(
  state: State,
  device: string,
  own: DeviceState,
  event: SingleEvent,
  reachOf: (date: string) => Reach,
): JudgedId[] {
  const isReached = (date: string | undefined) =>
    date !== undefined && state.at >= reachIn(state, date, reachOf).may;
  const isReplaced = isReached(own.replaced);
  const postponed = isReplaced ? (['expiry/change-any-time'] as const) : [];
  // An expiry that is not known may come at any time; one that was set with the activation does away with the date before.
  if (own.expires === undefined) return own.certain === state.at ? [...postponed] : [];
  // Another one expires by a date of the history: one that may have been expired before it says nothing.
  const isBeside = Object.entries(state.devices).some(
    ([other, { licence, expires, date }]) =>
      other !== device &&
      date !== undefined &&
      (licence === 'expired' || (expires === true && isReached(date))),
  );
  const beside = isBeside ? (['expiry/only-its-own'] as const) : [];
  const isOff = !own.expires && (isReplaced || own.past || isReached(own.date));
  const isNeverDated = !own.expires && own.date === undefined && own.replaced === undefined && !own.past;
  const undated = (): readonly JudgedId[] => {
    if (!isLookedAt(device, event)) return [];
    const isReadOff = event.kind === 'settings' && event.read.expires === false;
    if (own.untouched) return isReadOff ? [] : onUntouched[own.untouched];
    // It was read as off, and another one expires.
    return isBeside ? [] : ['expiry/off-never-expires'];
  };
  const early: readonly JudgedId[] = isNeverDated ? undated() : ['expiry/reached-expires'];
  return [...(isOff ? (['expiry/off-never-expires'] as const) : postponed), ...beside, ...early];
}

/** Returns whether an event may show the state of a device. */
function isLookedAt(device: string, event: SingleEvent): boolean {
  const { kind } = event;
  if (kind === 'settings' || kind === 'activated') return event.device === device;
  return kind === 'licences' || kind === 'allotted';
}

/** Returns whether a device that counts as a used licence may have expired by its date, and whether it must have. */
export function reached(
  state: State,
  own: DeviceState,
  reachOf: (date: string) => Reach,
): { may: boolean; must: boolean } {
  if (!own.expires) return { may: false, must: false };
  if (own.late) return { may: true, must: false };
  if (own.past) {
    const must = state.pastDates === 'at-once';
    return { may: must || state.at - own.since >= SOME_TIME, must };
  }
  if (own.date === undefined) return { may: true, must: false };
  const { may, must } = reachIn(state, own.date, reachOf);
  return { may: state.at >= may, must: state.at >= must };
}
