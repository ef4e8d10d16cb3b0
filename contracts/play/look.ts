/** The look of an answer to a call: whether it was served. */

import { Contradiction, type Unlock, Unreached } from '../deployment/finding.ts';
import type { Served } from '../judge/event.ts';

export interface Look {
  readonly served: Served;
  /** Tells whether it may be kept from this account, though the bearer value was taken. */
  readonly isHidden?: boolean;
  /** Why the answer does not say more, and what would change that. */
  readonly refusal?: Unreached;
}

export function looksLike(served: Served): Look {
  return { served };
}

/** @param reason to be read after "a step could not be taken" */
export function unclear(reason: string, ...unlock: readonly Unlock[]): Look {
  return { served: 'unclear', refusal: new Unreached(reason, ...unlock) };
}

/** Something is wrong, and it does not show what. */
export function contradictory(reason: string): Look {
  return { served: 'unclear', refusal: new Contradiction(reason) };
}
