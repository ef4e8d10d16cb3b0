/** Everything that one simulator is made of; handed to the public API and to the control API. */

import type { ChosenResource, OuterId } from '../contracts/profile/lens/chosen-ids.ts';
import type { Lens } from '../contracts/profile/lens/lens.ts';
import type { CompleteProfile } from '../contracts/profile/profile.ts';
import type { GuardOptions } from './control/guard.ts';
import type { WorldIdentity } from './control/identity.ts';
import type { RequestJournal } from './control/journal.ts';
import type { WorldSecrets } from './control/secrets.ts';
import type { ExportedSnapshot, Snapshot, SnapshotOptions } from './control/snapshot.ts';
import type { IdChoice } from './fixture/ids.ts';
import type { Fixture } from './fixture/schema.ts';
import type { SaveOptions } from './fleet/fleet.ts';
import type { HttpRules } from './http/rules.ts';
import type { Pace } from './time/pace.ts';
import type { WorldState } from './world-state.ts';

export interface ResetOptions {
  /** Forgets what was restored. Default false. */
  toStart?: boolean;
}

export interface World extends WorldState {
  readonly profile: CompleteProfile;
  /** Another one as soon as an id is chosen: to be asked for at each use. */
  readonly lens: Lens;
  readonly pace: Pace;
  readonly rules: HttpRules;
  /** The fate of a call with names that are not read: nothing without it. */
  readonly strict: 'warn' | 'refuse' | undefined;
  readonly journal: RequestJournal;
  readonly identity: WorldIdentity;
  readonly guard: GuardOptions;
  readonly secrets: WorldSecrets;
  /** Waits for a call, an event or a message: each is ended by why it is, such as `the world was stopped`. */
  readonly waits: Set<(why: string) => void>;
  /** True if it has ended. */
  readonly isStopped: boolean;
  /** The ids that may be chosen. */
  readonly idChoice: IdChoice;
  /** Gives a new record an id that was chosen, before anyone sees it; no other one may have it. */
  chooseId(resource: ChosenResource, id: number, chosen: OuterId): void;
  /** Back to the beginning: the world as it was when the simulator was made, or as it was restored. */
  reset(options?: ResetOptions): void;
  /** How the clock runs after a reset. */
  resetsTo(clock: Partial<Snapshot['clock']>): void;
  /** The whole world as JSON, without the API key unless that is asked for. */
  snapshot(options?: SnapshotOptions): ExportedSnapshot;
  /** Takes the place of this world; a ControlError, and nothing changed, when it does not fit. */
  restore(snapshot: unknown): void;
  /** A world that begins with a fixture takes the place of this one; a FixtureError, and nothing changed, where it cannot. */
  begin(fixture: Fixture): void;
  /** See `Simulator`. */
  save(options?: SaveOptions): Snapshot;
  load(saved: Snapshot): void;
}
