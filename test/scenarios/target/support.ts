/** What the tests of errands share: deeds with their defaults, and a cast of three devices. */
import type { AnyId } from '../../../contracts/profile/facts.ts';
import {
  compileLens,
  completeProfile,
  defaultProfile,
  type Lens,
  type Profile,
} from '../../../contracts/profile/index.ts';
import { Cast } from '../../../scenarios/target/cast.ts';
import type { Errand, Sent } from '../../../scenarios/target/errand.ts';
import { errandOf } from '../../../scenarios/target/errands/index.ts';
import type { Means } from '../../../scenarios/target/means.ts';
import { start } from '../player/stories.ts';

type WithoutDefaults<D> = D extends Sent
  ? Omit<D, 'at' | 'refused'> & { at?: number; refused?: boolean }
  : never;
export type GivenDeed = WithoutDefaults<Sent>;

export function deed(given: GivenDeed): Sent {
  return { at: start, refused: false, ...given } as Sent;
}

export function lensOf(profile: Pick<Profile, 'openings' | 'basePath'> = defaultProfile): Lens<AnyId> {
  return compileLens(profile.openings, { basePath: profile.basePath ?? '', ids: 'opaque' });
}

export const whole = (profile: Profile) => completeProfile(profile);

export interface Stage extends Means {
  /** The errand of a deed; a call is taken for served, and a record that is made gets the id. */
  does(given: GivenDeed, id?: AnyId): Errand;
}

export function stage(profile?: Pick<Profile, 'openings' | 'basePath'>, moved = 0): Stage {
  const means: Means = { lens: lensOf(profile), cast: new Cast(['dev-4', 'dev-5', 'dev-6']), moved };
  return {
    ...means,
    does(given, id) {
      const errand = errandOf(deed(given), means);
      if (errand.does === 'call' && errand.effect) means.cast.apply(errand.effect, id);
      return errand;
    },
  };
}
