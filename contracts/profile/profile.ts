/**
 * A deployment profile: how one deployment fills what the interface document leaves open. The types are those
 * of the file format (`format.ts`).
 *
 * The simulator performs a profile (whatever it does not say comes from the default profile), the
 * contract suite reads a deployment by it (what it does not say stays unknown there).
 */
import type { DataOf } from '../kit/schema.ts';
import type { Openings } from '../specification/openings/index.ts';
import type { controlFacts } from './controls.ts';
import type { profileFormat } from './format.ts';

/**
 * How one deployment fills what the interface document leaves open.
 *
 * @example
 * import type { Profile } from 'roadtest/profile';
 *
 * const profile: Profile = { roadtest: 1, name: 'ours', openings: { 'token.lifetime': 'PT8H' } };
 * console.log(profile.name); // ours
 */
export interface Profile extends DataOf<typeof profileFormat> {}

/**
 * A profile that a deployment publishes (`GET /_control/profile` of a simulator). It says how
 * the deployment's answers are to be read, and nothing that a run would do because of it:
 *
 * | field | |
 * |---|---|
 * | `roadtest`, `name` | kept: the format, and a name for the report |
 * | `basePath` | kept: a path at the deployment's own address |
 * | `openings` | kept: how answers are read and bodies are written |
 * | `controls` | dropped: commands and requests are what the user asks for |
 * | `known` | dropped: it permits cases to change devices that others use |
 * | `samples` | dropped: what is written to a deployment is the user's choice |
 * | `description`, anything else | dropped: nothing needs it |
 *
 * A `Profile` of other making does not pass for one, so that the way from a deployment to a run leads
 * through `parseFetchedProfile`.
 */
export interface FetchedProfile extends Profile {
  description?: never;
  known?: never;
  samples?: never;
  controls?: never;
}

/** The records and settings that are there already: ids, and settings that are put back. */
export type Known = NonNullable<Profile['known']>;

/**
 * A profile in which every opening is answered.
 *
 * @example
 * import { type CompleteProfile, defaultProfile } from 'roadtest/profile';
 *
 * const profile: CompleteProfile = defaultProfile;
 * console.log(profile.name); // default
 */
export interface CompleteProfile extends Profile {
  basePath: string;
  openings: Openings;
}

export type ControlName = keyof typeof controlFacts;
/** How a tester brings about what the API does not offer. */
export type Controls = NonNullable<Profile['controls']>;
/** One way to do it. `none` says that the deployment offers no way. */
export type Control = NonNullable<Controls[ControlName]>;
