/**
 * The last locations of devices, where posting records (sections 1 and 4.2). The document leaves open which of two is
 * the last that did not come in the order of their own times.
 */
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
    const known = state[event.device] ?? 'any';
    if (typeof known === 'string' || event.place === undefined)
      return known !== 'any' && known !== 'unconstrained' && event.place === undefined ? [] : [{ state }];
    return known.includes(event.place) ? [{ state: { ...state, [event.device]: [event.place] } }] : [];
  },
};

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
