/**
 * The last locations of devices, where posting records (sections 1 and 4.2). The document leaves open which of two is
 * the last that did not come in the order of their own times.
 */
import type { JudgedId } from '../../specification/judged.ts';
import { effectOf, type SingleEvent } from '../event.ts';
import type { Next, Part } from '../hypotheses.ts';

/** The places that may be the last of each device; `any` where nothing is known. `unconstrained`: another at each look. */
interface State {
  readonly [device: string]: readonly string[] | 'any' | 'unconstrained';
}

export const placePart: Part<State> = {
  initial: {},
  inWords: (state) =>
    Object.entries(state)
      .map(
        ([device, places]) =>
          `device ${device} at ${typeof places === 'string' ? 'an unknown place' : places.join(' or ')}`,
      )
      .join('; '),
  next(state, seen, relaxed) {
    const event = effectOf(seen);
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
  const known = state[device] ?? 'any';
  if (place !== undefined && !isOnEarth(place)) return wrong('devices/last-location-of-device');
  if (known === 'unconstrained') return [{ state }];
  if (place === undefined) return known === 'any' ? [{ state }] : wrong('devices/last-location-of-device');
  // Every device of a history has places of its own.
  if (known === 'any') return isOfAnother(state, place) ? wrong('devices/location-is-own') : [{ state }];
  return known.includes(place) ? [{ state: { ...state, [device]: [place] } }] : [];
}

function isOfAnother(state: State, place: string): boolean {
  return Object.values(state).some((places) => typeof places !== 'string' && places.includes(place));
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
  const known = state[device] ?? 'any';
  const certain = taken === 'taken' && newest;
  const possible = certain ? [place] : typeof known === 'string' ? known : [...new Set([...known, place])];
  const next: State = { ...state, [device]: known === 'unconstrained' ? known : possible };
  if (!relaxed) return [{ state: next }];
  const others = Object.keys(state).filter((other) => other !== device);
  const disturbed = Object.fromEntries(others.map((other) => [other, 'unconstrained' as const]));
  return [
    { state: next },
    { state: { ...next, [device]: 'unconstrained' }, broken: 'devices/posted-location-becomes-last' },
    ...(others.length > 0
      ? [{ state: { ...next, ...disturbed }, broken: 'devices/location-is-own' as const }]
      : []),
  ];
}
