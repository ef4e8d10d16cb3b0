/** The part of a world that a snapshot holds. */

import type { ChosenIds } from '../contracts/profile/lens/chosen-ids.ts';
import type { Faults } from './faults/index.ts';
import type { CallLimit } from './faults/limit.ts';
import type { Fleet } from './fleet/fleet.ts';
import type { DelayedReads } from './http/consistency.ts';
import type { TokenBook } from './http/tokens.ts';
import type { WorldPlugin } from './plugin.ts';
import type { Clock } from './time/clock.ts';
import type { Timeline } from './time/timeline.ts';

/** The changing state of a world: all of it is in a snapshot. */
export interface WorldState {
  readonly timeline: Timeline;
  readonly clock: Clock;
  readonly fleet: Fleet;
  /** The ids that were chosen for records. */
  readonly ids: ChosenIds;
  readonly tokens: TokenBook;
  readonly rateLimit: CallLimit | undefined;
  readonly delayedReads: DelayedReads;
  readonly faults: Faults;
  readonly companion: WorldPlugin | undefined;
}
