/** The reasons why a step could not be taken. */
import type { ControlName } from '../profile/profile.ts';
import type { OpeningId } from '../specification/openings/index.ts';

/** The records that a run can create. */
export type Makeable = 'group' | 'user' | 'device';

/**
 * A thing that would make a rule reachable: an opening or another part of the profile, how the run is started, or another
 * `account` (its role, a lock-out, free licences). Where nothing of it is missing the rule was left open.
 */
export type Unlock =
  | OpeningId
  | `controls.${ControlName}`
  | `known.${'device' | 'group' | 'user' | 'limits'}`
  | `samples.${'location' | 'alert' | 'group' | 'user'}`
  | 'writing'
  | 'messages'
  | 'patience'
  | 'max-advance'
  | 'account'
  | 'clock'
  | 'time'
  | 'journal';

/** Anything that names an exchange of the run. */
export interface HasExchange {
  /** Index into `Run.exchanges`; absent where nothing was exchanged (a command). */
  readonly exchange?: number | undefined;
}

/**
 * Thrown by a step that cannot be taken: an id is missing, a control is not offered, no answer came.
 * The runner makes an inconclusive outcome of it. A ProfileError `PROFILE_UNBOUND` counts as one too.
 */
export class Unreached extends Error {
  override readonly name = 'Unreached';
  readonly unlock: readonly Unlock[];

  constructor(reason: string, ...unlock: readonly Unlock[]) {
    super(reason);
    this.unlock = unlock;
  }
}

/** Thrown where a step cannot be taken because the deployment contradicts what it said before: the rule is suspect. */
export class Contradiction extends Unreached {}

/** Thrown where a request went out, and whether it was carried out is not known. */
export class Unanswered extends Unreached {}

/** Thrown where the run was ended before anything was sent. */
export class Interrupted extends Unreached {
  constructor() {
    super('the run was interrupted');
  }
}
