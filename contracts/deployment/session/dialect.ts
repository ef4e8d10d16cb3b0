/** How the deployment speaks: what most parts of a session need, and several need alone. */
import type { AnyId } from '../../profile/facts.ts';
import type { Lens } from '../../profile/lens/lens.ts';
import type { Profile } from '../../profile/profile.ts';

export interface Dialect {
  readonly lens: Lens<AnyId>;
  /** Without one, a profile that answers nothing. */
  readonly profile: Profile;
}
