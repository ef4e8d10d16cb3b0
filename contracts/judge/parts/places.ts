/**
 * The last locations of devices, where posting records (sections 1 and 4.2). The document leaves open which of two is
 * the last that did not come in the order of their own times, whether one is taken that is very old, and one that no vehicle
 * can have sent. What their own times show is in `place-times.ts`.
 */
import { mapTable } from '../../kit/tables.ts';
import { effectOf, type SingleEvent } from '../event.ts';
import { breaking, type Next, type Part } from '../hypotheses.ts';
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
  readonly seen: string | undefined;
  /** Tells whether a location of long ago became its last. */
  readonly takesOld: boolean;
  readonly times: Times;
}

interface State {
  readonly [device: string]: Own;
}

type Of<K extends SingleEvent['kind']> = Extract<SingleEvent, { kind: K }>;

const UNKNOWN: Own = {
  ...{ last: 'any', before: [], astray: undefined },
  ...{ isOwn: false, seen: undefined, takesOld: false, times: NO_TIMES },
};

export const placePart: Part<State> = {
  initial: {},
  next(state, seen) {
    const event = effectOf(seen);
    switch (event.kind) {
      case 'device': {
        const isOwn = event.fresh || event.own === true;
        return [{ state: { ...state, [event.device]: { ...UNKNOWN, isOwn } } }];
      }
      case 'alerted':
        if (!event.placed) return [{ state }];
        return [{ state: { ...state, [event.device]: lost(ownOf(state, event.device)) } }];
      case 'located':
        return afterPost(state, event);
      case 'last':
        return afterLook(state, event);
      default:
        return [{ state }];
    }
  },
};

/** Ids are the deployment's: one may be called as objects have a field by themselves. */
function ownOf(state: State, device: string): Own {
  return (Object.hasOwn(state, device) ? state[device] : undefined) ?? UNKNOWN;
}

/** A device that may be anywhere from now on. */
function lost(own: Own): Own {
  return { ...own, last: 'any', seen: own.last === 'any' ? own.seen : own.last[0] };
}

function afterLook(state: State, event: Of<'last'>): readonly Next<State>[] {
  const { device, place = NOWHERE } = event;
  const own = ownOf(state, device);
  const { last, before, astray, times } = own;
  const become = (next: Partial<Own>) => [{ state: { ...state, [device]: { ...own, ...next } } }];
  const isLast = last !== 'any' && last.includes(place);
  const isOther = isOfAnother(state, place, device);
  if (place !== NOWHERE && !isOnEarth(place)) return breaking(state, 'devices/last-location-of-device');
  if (place === NOWHERE && last === 'any') return become({ seen: NOWHERE });
  if (place === NOWHERE && !isLast) return breaking(state, 'devices/last-location-of-device');
  // The place of another device is that device's.
  if ((astray === 'anywhere' || astray === 'strays') && !isOther)
    return isLast ? become({ astray: 'strays' }) : [{ state }];
  if (astray === 'elsewhere' && !before.includes(place)) return [{ state }];
  if (last === 'any' && !times.posts[place]) {
    // Every device of a history has places of its own, and another one may have been there before.
    const isNews = own.isOwn || (own.seen !== undefined && own.seen !== place);
    return isNews && isOther ? breaking(state, 'devices/location-is-own') : become({ seen: place });
  }
  if (last !== 'any' && !isLast) return [];
  if (isOfAnotherTime(times, event)) return breaking(state, 'devices/posted-location-becomes-last');
  const takesOld = own.takesOld || times.posts[place]?.past !== undefined;
  return become({ last: [place], astray: undefined, takesOld, times: timesAfterLook(times, event) });
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

function afterPost(before: State, event: Of<'located'>): readonly Next<State>[] {
  const { device } = event;
  const isOther = (other: string) => other !== device;
  const state = mapTable(before, (one, other) => (isOther(other) ? beside(one) : one));
  const posted = postedBy(ownOf(state, device), event);
  const next: State = { ...state, [device]: posted };
  const astray: State = { ...next, [device]: { ...posted, astray: 'anywhere' } };
  const disturbed = mapTable(
    next,
    (one, other): Own => (isOther(other) ? { ...one, astray: 'elsewhere' } : one),
  );
  return [
    { state: next },
    ...breaking(astray, 'devices/posted-location-becomes-last'),
    ...(Object.keys(state).some(isOther) ? breaking<State>(disturbed, 'devices/location-is-own') : []),
  ];
}

/** A device as it is once another has posted: one that others report of, too, may be anywhere a moment later. */
function beside(own: Own): Own {
  if (!own.isOwn) return lost(own);
  return own.astray === 'strays' ? { ...own, astray: undefined } : own;
}

function postedBy(own: Own, event: Of<'located'>): Own {
  const { place, newest, taken, far = false, past } = event;
  const isOpen = far || past === 'ordinary' || (past === 'known' && !own.takesOld);
  const isCertain = taken === 'taken' && newest && !isOpen;
  const known = own.last === 'any' ? [] : own.last;
  // A place far away may be dropped, with what was known before.
  const open = own.last === 'any' ? own.last : [...new Set([...known, place, ...(far ? [NOWHERE] : [])])];
  const left = isCertain ? known.filter((one) => one !== place && one !== NOWHERE) : [];
  return {
    ...{ ...own, last: isCertain ? [place] : open, before: [...own.before, ...left] },
    // A location that another device had brought may be newer.
    astray: own.astray === 'elsewhere' ? own.astray : undefined,
    times: timesAfterPost(own.times, event, isCertain),
  };
}
