/** Helpers that the tests of target steps share: steps with their defaults, and three devices with known ids. */
import type { AnyId } from '../../../contracts/profile/facts.ts';
import {
  compileLens,
  completeProfile,
  defaultProfile,
  type Lens,
  type Profile,
} from '../../../contracts/profile/index.ts';
import { IdMap } from '../../../scenarios/target/ids.ts';
import { type Sent, targetStepOf } from '../../../scenarios/target/seen.ts';
import type { TargetContext, TargetStep } from '../../../scenarios/target/step.ts';
import { start } from '../player/stories.ts';

type WithoutDefaults<D> = D extends Sent
  ? Omit<D, 'at' | 'refused'> & { at?: number; refused?: boolean }
  : never;
export type GivenStep = WithoutDefaults<Sent>;

export function sent(given: GivenStep): Sent {
  return { at: start, refused: false, ...given } as Sent;
}

export function lensOf(profile: Pick<Profile, 'openings' | 'basePath'> = defaultProfile): Lens<AnyId> {
  return compileLens(profile.openings, { basePath: profile.basePath ?? '', ids: 'opaque' });
}

export const whole = (profile: Profile) => completeProfile(profile);

export interface Stage extends TargetContext {
  /** The target step for a step; a call is taken for served, and a record that is made gets the id. */
  does(given: GivenStep, id?: AnyId): TargetStep;
}

export function stage(profile?: Pick<Profile, 'openings' | 'basePath'>, moved = 0): Stage {
  const context: TargetContext & { ids: IdMap } = {
    lens: lensOf(profile),
    ids: new IdMap(['dev-4', 'dev-5', 'dev-6']),
    moved,
  };
  return {
    ...context,
    does(given, id) {
      const step = targetStepOf(sent(given), context);
      if (step.does === 'call' && step.effect) context.ids.apply(step.effect, id);
      return step;
    },
  };
}
