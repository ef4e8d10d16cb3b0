/**
 * A step of the story on a deployment: what is done there so that it happens too. Plain data, in the deployment's
 * dialect and with its ids: to send it takes sockets and no knowledge of stories.
 */
import type { Json } from '../../contracts/kit/json.ts';
import type { AnyId, Facts } from '../../contracts/profile/facts.ts';
import type { Lens } from '../../contracts/profile/lens/lens.ts';
import type { GuardedOperationId } from '../../contracts/specification/operations.ts';
import type { Channel } from '../language/terms.ts';

export type Resource = 'group' | 'user';
/** The canonical facts of a record, with the deployment's ids in them. */
export type RecordFacts = Facts<'group', AnyId> & Facts<'user', AnyId>;

/** A call of the public API. `postLocations` of several reports where they go out together. */
export interface CallStep {
  does: 'call';
  operation: GuardedOperationId;
  /** The id in the path. */
  id?: AnyId;
  body?: Json;
  /** The change of the map of ids once the call was served. */
  effect?: RecordEffect;
}

/** A record came (`was` is null), changed, perhaps its name, or went (`name` is null). */
export interface RecordEffect {
  resource: Resource;
  was: string | null;
  name: string | null;
  facts: RecordFacts;
}

/** A step that the API does not offer, and a control of the profile may do. */
export type ControlStep = { does: 'control' } & (
  | { control: 'setLimits'; device: AnyId; change: LimitsChange }
  | { control: 'activate'; device: AnyId; expirationDate?: string }
  | { control: 'send'; device: AnyId; channel: Channel; count: number }
  | { control: 'setApiEnabled'; enabled: boolean }
  /** The number of all licences in the story. Simulators do it; no control of a profile can. */
  | { control: 'setLicences'; total: number }
  /** The device is known by this number in the story. */
  | { control: 'createDevice'; number: number }
);

export interface LimitsChange {
  expires?: boolean;
  /** YYYY-MM-DD. */
  expirationDate?: string | null;
  dailyEmail?: number | null;
  dailySms?: number | null;
}

export type TargetStep =
  | CallStep
  | ControlStep
  /** A token with the account's credentials, as a client would ask for one. */
  | { does: 'token' }
  | { does: 'nothing'; because: string };

/** Why a step is not possible that only a test of one's own service can do. */
export const NO_CONTROL = 'neither the API nor a control of a profile does this';

/** Thrown where a step cannot be done on the deployment: it becomes a step that does nothing. */
export class NotPossible extends Error {
  override readonly name = 'NotPossible';
}

/** The message of an error by which the profile leaves open how something is written; `undefined` for all others. */
export function unboundIn(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'PROFILE_UNBOUND')) return undefined;
  return error.message;
}

/** The deployment's ids of the story's devices, groups and users. */
export interface KnownIds {
  /** @throws NotPossible for a device that has no counterpart */
  device(number: number): AnyId;
  /** @throws NotPossible for a record that is not there */
  record(resource: Resource, name: string): { id: AnyId; facts: RecordFacts };
}

/** The means by which steps of a target are made. */
export interface TargetContext {
  lens: Lens<AnyId>;
  ids: KnownIds;
  /** Milliseconds that are added to every time of the story. */
  moved: number;
  /** Puts the mark of the run into the name of a record. Default: names stay as the story has them. */
  mark?: (name: string) => string;
}
