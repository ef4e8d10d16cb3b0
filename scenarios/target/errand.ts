/**
 * An errand: what is to be done on a deployment so that it sees a deed of the story. Plain data, in the
 * deployment's dialect and with its ids; whoever runs it knows sockets and nothing of stories.
 */

import type { Json } from '../../contracts/kit/json.ts';
import type { AnyId, Facts } from '../../contracts/profile/facts.ts';
import type { GuardedOperationId } from '../../contracts/specification/operations.ts';
import type { Channel, Expectation } from '../language/story.ts';
import type { Deed } from '../player/deeds.ts';

export type Resource = 'group' | 'user';
/** The canonical facts of a record, with the deployment's ids in them. */
export type RecordFacts = Facts<'group', AnyId> & Facts<'user', AnyId>;

/** A call of the public API. `postLocations` of several reports where they go out together. */
export interface CallErrand {
  does: 'call';
  operation: GuardedOperationId;
  /** The id in the path. */
  id?: AnyId;
  body?: Json;
  /** What the cast knows once the call was served. */
  effect?: Effect;
}

/** A record came (`was` is null), changed, perhaps its name, or went (`name` is null). */
export interface Effect {
  resource: Resource;
  was: string | null;
  name: string | null;
  facts: RecordFacts;
}

/** What the API does not offer, and a tester of the deployment may have a way to do. */
export type ControlErrand = { does: 'control' } & (
  | { control: 'setLimits'; device: AnyId; change: LimitsChange }
  | { control: 'activate'; device: AnyId; expirationDate?: string }
  | { control: 'send'; device: AnyId; channel: Channel; count: number }
  | { control: 'setApiEnabled'; enabled: boolean }
  /** The number of all licences in the story. A simulator of ours does it; no control of a profile can. */
  | { control: 'setLicences'; total: number }
  /** The device is known by this number in the story. */
  | { control: 'createDevice'; number: number }
);
export type ControlName = ControlErrand['control'];

export interface LimitsChange {
  expires?: boolean;
  /** YYYY-MM-DD. */
  expirationDate?: string | null;
  dailyEmail?: number | null;
  dailySms?: number | null;
}

export type Errand =
  | CallErrand
  | ControlErrand
  /** A token with the account's credentials, as a client would ask for one. */
  | { does: 'token' }
  | { does: 'nothing'; because: string };

/** A deed, and whether the service of the story refused it: then a deployment may do so, too. */
export interface SeenDeed {
  deed: Deed;
  refused: boolean;
}
/** The moment of an expectation. */
export interface SeenExpectation {
  at: number;
  kind: 'expectation';
  expectation: Expectation;
  /** The device that set off its entry. */
  it: number | null;
  /** Whether the service of the story meets it, which behaves as the deployment does. */
  met: boolean;
}
/** What was seen of a story, in the order in which it happened. */
export type Seen = SeenDeed | SeenExpectation;

/** Deeds as they are sent: reports of one device that go out together are one of them. */
export type Sent = { refused: boolean } & (
  | Exclude<Deed, { kind: 'location' }>
  | {
      at: number;
      kind: 'locations';
      device: number;
      reports: readonly Extract<Deed, { kind: 'location' }>['report'][];
    }
);
export type SentOf<K extends Sent['kind']> = Extract<Sent, { kind: K }>;

/** Thrown by the makers of errands: it becomes an errand that does nothing. */
export class NotDone extends Error {
  override readonly name = 'NotDone';
}
