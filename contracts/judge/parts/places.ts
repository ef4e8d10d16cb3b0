/**
 * The last locations of devices, where posting records (sections 1 and 4.2). The document leaves open which of two is
 * the last that did not come in the order of their own times, whether one is taken that is very old, and one that no vehicle
 * can have sent. What their own times show is in `place-times.ts`.
 */
import type { JudgedId } from '../../specification/judged.ts';
import { effectOf, type SingleEvent } from '../event.ts';
import type { Next, Part } from '../hypotheses.ts';
import { isOfAnotherTime, NO_TIMES, type Times, timesAfterLook, timesAfterPost } from './place-times.ts';

/** A device that is nowhere yet. */
const NOWHERE = '';

interface Own {
  /** The places that may be the last; `any` where nothing is known. */
  readonly last: readonly string[] | 'any';
  /** Places of its own that are the last no more. */
  readonly before: readonly string[];
  /**
   * The way in which a broken rule leads it astray: another place at each look, `strays` once it was seen to be where it should;
   * or `elsewhere`, a place that is none of its own.
   */
  readonly astray: 'anywhere' | 'strays' | 'elsewhere' | undefined;
  /** Tells whether no other client posts its locations. */
  readonly isOwn: boolean;
  /** Position at which it was seen last while it could be anywhere. */
  readonly seen?: string | undefined;
  /** Tells whether a location of long ago became its last. */
  readonly takesOld: boolean;
  readonly times: Times;
}

interface State {
  readonly [device: string]: Own;
}

const UNKNOWN: Own = {
  ...{ last: 'any', before: [], astray: undefined },
  ...{ isOwn: false, takesOld: false, times: NO_TIMES },
};

export const placePart: Part<State> = {
  initial: {},
  inWords: (state) =>
    Object.entries(state)
      .map(
        ([device, { last, astray }]) =>
          `device ${device} at ${last === 'any' || astray ? 'an unknown place' : last.join(' or ')}`,
      )
      .join('; '),
  next(state, seen, relaxed) {
    const event = effectOf(seen);
    switch (event.kind) {
      case 'device': {
        const isOwn = event.fresh || event.own === true;
        return [{ state: { ...state, [event.device]: { ...UNKNOWN, isOwn } } }];
      }
      case 'alerted':
        return [{ state: event.placed ? { ...state, [event.device]: lost(state, event.device) } : state }];
      case 'located':
        return afterPost(state, event, relaxed);
      case 'last':
        return afterLook(state, event, relaxed);
      default:
        return [{ state }];
    }
  },
};

/** A device that may be anywhere from now on. */
function lost(state: State, device: string): Own {
  const own = state[device] ?? UNKNOWN;
  return { ...own, last: 'any', seen: own.last === 'any' ? own.seen : own.last[0] };
}

function afterLook(
  state: State,
  event: Extract<SingleEvent, { kind: 'last' }>,
  relaxed: boolean,
): readonly Next<State>[] {
  const wrong = (broken: JudgedId): readonly Next<State>[] => (relaxed ? [{ state, broken }] : []);
  const { device, place = NOWHERE } = event;
  const own = state[device] ?? UNKNOWN;
  const { last, before, astray, times } = own;
  if (place !== NOWHERE && !isOnEarth(place)) return wrong('devices/last-location-of-device');
  if (place === NOWHERE && last === 'any')
    return [{ state: { ...state, [device]: { ...own, seen: NOWHERE } } }];
  if (place === NOWHERE && !last.includes(NOWHERE)) return wrong('devices/last-location-of-device');
  // The place of another device is that device's.
  if ((astray === 'anywhere' || astray === 'strays') && !isOfAnother(state, place, device)) {
    const isThere = last !== 'any' && last.includes(place);
    return [{ state: isThere ? { ...state, [device]: { ...own, astray: 'strays' } } : state }];
  }
  if (astray === 'elsewhere' && !before.includes(place)) return [{ state }];
  if (last === 'any' && !times.posts[place]) {
    // Every device of a history has places of its own, and another one may have been there before.
    const isNews = own.isOwn || (own.seen !== undefined && own.seen !== place);
    if (isNews && isOfAnother(state, place, device)) return wrong('devices/location-is-own');
    return [{ state: { ...state, [device]: { ...own, seen: place } } }];
  }
  if (last !== 'any' && !last.includes(place)) return [];
  if (isOfAnotherTime(times, event)) return wrong('devices/posted-location-becomes-last');
  const next: Own = {
    ...{ ...own, last: [place], astray: undefined },
    takesOld: own.takesOld || times.posts[place]?.past !== undefined,
    times: timesAfterLook(times, event),
  };
  return [{ state: { ...state, [device]: next } }];
}

function isOfAnother(state: State, place: string, device: string): boolean {
  return Object.entries(state).some(
    ([other, { last, before }]) =>
      other !== device && ((last !== 'any' && last.includes(place)) || before.includes(place)),
  );
}

/** A place as the events name it. Longitudes count from -180 to 180, or from 0 to 360. */
function isOnEarth(place: string): boolean {
  const [latitude = Number.NaN, longitude = Number.NaN] = place.split(', ').map(Number);
  return Math.abs(latitude) <= 90 && longitude >= -180 && longitude <= 360;
}

function afterPost(
  before: State,
  event: Extract<SingleEvent, { kind: 'located' }>,
  relaxed: boolean,
): readonly Next<State>[] {
  const { device } = event;
  const state = Object.fromEntries(
    Object.entries(before).map(([other, one]): [string, Own] => [
      other,
      other === device ? one : beside(before, other),
    ]),
  );
  const own = state[device] ?? UNKNOWN;
  const posted = postedBy(own, event);
  const next: State = { ...state, [device]: posted };
  if (!relaxed) return [{ state: next }];
  const others = Object.entries(state).filter(([other]) => other !== device);
  const disturbed = others.map(([other, one]): [string, Own] => [other, { ...one, astray: 'elsewhere' }]);
  return [
    { state: next },
    {
      state: { ...next, [device]: { ...posted, astray: 'anywhere' } },
      broken: 'devices/posted-location-becomes-last',
    },
    ...(others.length > 0
      ? [{ state: { ...next, ...Object.fromEntries(disturbed) }, broken: 'devices/location-is-own' as const }]
      : []),
  ];
}

/** A device as it is once another has posted: one that others report of, too, may be anywhere a moment later. */
function beside(state: State, device: string): Own {
  const own = state[device] ?? UNKNOWN;
  if (!own.isOwn) return lost(state, device);
  return own.astray === 'strays' ? { ...own, astray: undefined } : own;
}

function postedBy(own: Own, event: Extract<SingleEvent, { kind: 'located' }>): Own {
  const { place, newest, taken, far = false, past } = event;
  const isOpen = far || past === 'ordinary' || (past === 'known' && !own.takesOld);
  const isCertain = taken === 'taken' && newest && !isOpen;
  const known = own.last === 'any' ? [] : own.last;
  // A place far away may be dropped, with what was known before.
  const open = own.last === 'any' ? own.last : [...new Set([...known, place, ...(far ? [NOWHERE] : [])])];
  return {
    ...own,
    last: isCertain ? [place] : open,
    before: isCertain
      ? [...own.before, ...known.filter((one) => one !== place && one !== NOWHERE)]
      : own.before,
    // A location that another device had brought may be newer.
    astray: own.astray === 'elsewhere' ? own.astray : undefined,
    times: timesAfterPost(own.times, event, isCertain),
  };
}
