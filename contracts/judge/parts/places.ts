/**
 * The last locations of devices, where posting records (sections 1 and 4.2). The document leaves open which of two is
 * the last that did not come in the order of their own times.
 */
import type { JudgedId } from '../../specification/judged.ts';
import { effectOf, type SingleEvent } from '../event.ts';
import type { Next, Part } from '../hypotheses.ts';

interface Own {
  /** The places that may be the last; `any` where nothing is known. */
  readonly last: readonly string[] | 'any';
  /** Places of its own that are the last no more. */
  readonly before: readonly string[];
  /** The way in which a broken rule leads it astray: another place at each look, or one that is none of its own. */
  readonly astray: 'anywhere' | 'elsewhere' | undefined;
}

interface State {
  readonly [device: string]: Own;
}

const UNKNOWN: Own = { last: 'any', before: [], astray: undefined };

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
    if (event.kind === 'device' && !event.foreign) return [{ state: { ...state, [event.device]: UNKNOWN } }];
    if (event.kind === 'located') return afterPost(state, event, relaxed);
    if (event.kind !== 'last') return [{ state }];
    return afterLook(state, event, relaxed);
  },
};

function afterLook(
  state: State,
  { device, place }: Extract<SingleEvent, { kind: 'last' }>,
  relaxed: boolean,
): readonly Next<State>[] {
  const wrong = (broken: JudgedId): readonly Next<State>[] => (relaxed ? [{ state, broken }] : []);
  const { last, before, astray } = state[device] ?? UNKNOWN;
  if (place !== undefined && !isOnEarth(place)) return wrong('devices/last-location-of-device');
  if (place === undefined) {
    if (last === 'any' || (astray === 'anywhere' && before.length === 0)) return [{ state }];
    return wrong('devices/last-location-of-device');
  }
  // The place of another device is that device's.
  if (astray === 'anywhere' && !isOfAnother(state, place, device)) return [{ state }];
  if (astray === 'elsewhere' && !before.includes(place)) return [{ state }];
  // Every device of a history has places of its own.
  if (last === 'any')
    return isOfAnother(state, place, device) ? wrong('devices/location-is-own') : [{ state }];
  return last.includes(place)
    ? [{ state: { ...state, [device]: { last: [place], before, astray: undefined } } }]
    : [];
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
  state: State,
  { device, place, newest, taken }: Extract<SingleEvent, { kind: 'located' }>,
  relaxed: boolean,
): readonly Next<State>[] {
  const own = state[device] ?? UNKNOWN;
  const certain = taken === 'taken' && newest;
  const known = own.last === 'any' ? [] : own.last;
  const possible = certain ? [place] : own.last === 'any' ? own.last : [...new Set([...known, place])];
  const posted: Own = {
    last: possible,
    before: certain ? [...own.before, ...known] : own.before,
    // A location that another device had brought may be newer.
    astray: own.astray === 'anywhere' ? undefined : own.astray,
  };
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
