/**
 * A deployment profile: how one deployment fills what the interface document leaves open. The types are those
 * of the file format (`format.ts`).
 *
 * The simulator performs a profile (whatever it does not say comes from the default profile), the
 * contract suite reads a deployment by it (what it does not say stays unknown there).
 */
import type { DataOf } from '../kit/format.ts';
import type { controlFacts } from './controls.ts';
import type { profileFormat } from './format.ts';
import type { Openings } from './openings.ts';

export interface Profile extends DataOf<typeof profileFormat> {}

/** A profile in which every opening is answered. */
export interface CompleteProfile extends Profile {
  basePath: string;
  openings: Openings;
}

export type ControlName = keyof typeof controlFacts;
/** How a tester brings about what the API does not offer. */
export type Controls = NonNullable<Profile['controls']>;
/** One way to do it. `none` says that the deployment offers no way. */
export type Control = NonNullable<Controls[ControlName]>;
