/** From the answers that a profile gives to an answer for every opening. */
import { defaultProfile } from './default.ts';
import type { Envelope, GivenEnvelope, GivenOpenings, Openings, PartialOpening } from './openings.ts';
import type { CompleteProfile, Profile } from './profile.ts';

/** Openings whose answer is a map, merged name by name. Every other answer is taken as a whole. */
export const partialOpenings: readonly PartialOpening[] = [
  'operations.status',
  'operations.query',
  'errors.status',
  'limits.default',
];
/** The maps inside `operations.envelope`, merged name by name too. */
export const partialEnvelope = [
  'records',
  'lists',
  'bodies',
  'answers',
] as const satisfies (keyof Envelope)[];

/** The profile with every opening that it leaves out answered as the default profile answers it. */
export function completeProfile(profile: Profile): CompleteProfile {
  return {
    ...profile,
    basePath: profile.basePath ?? defaultProfile.basePath,
    openings: completeOpenings(profile.openings),
  };
}

function completeOpenings(given: GivenOpenings): Openings {
  const defaults = defaultProfile.openings;
  const merged: { [opening: string]: unknown } = { ...defaults, ...withoutUndefined(given) };
  for (const opening of partialOpenings) merged[opening] = merge(defaults[opening], given[opening]);
  merged['operations.envelope'] = completeEnvelope(
    defaults['operations.envelope'],
    given['operations.envelope'],
  );
  return merged as unknown as Openings;
}

function completeEnvelope(defaults: Envelope, given: GivenEnvelope = {}): Envelope {
  const merged: { [part: string]: unknown } = merge(defaults, given);
  for (const part of partialEnvelope) merged[part] = merge(defaults[part], given[part]);
  return merged as unknown as Envelope;
}

function merge(defaults: object, given: object | undefined): { [name: string]: unknown } {
  return { ...defaults, ...withoutUndefined(given ?? {}) };
}

/** A name that was given as `undefined` counts as left out. */
function withoutUndefined(given: object): object {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
