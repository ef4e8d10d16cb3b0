/**
 * The context that a history is given: everything it can do to a deployment. Each history has a context of its
 * own; what can be shared (tokens, calibration, known ids, the clock) is shared behind it. Every
 * step that cannot be taken throws `Unreached`.
 */

import type { Json } from '../kit/json.ts';
import type { AnyId, EpochMs, Facts, WritableFacts } from '../profile/facts.ts';
import type { Lens, ListResource } from '../profile/lens/lens.ts';
import type { ListName } from '../profile/openings.ts';
import type { Profile } from '../profile/profile.ts';
import type { OpeningId } from '../specification/openings/index.ts';
import type { GuardedOperationId, ListedName, OperationId } from '../specification/operations.ts';
import type { Answer, Auth, CallOptions, RawRequest, Token } from './answer.ts';
import type { Controls } from './controls/api.ts';
import type { HasExchange, Makeable } from './finding.ts';
import type { Fingerprint } from './fingerprint.ts';
import type { Credentials } from './options.ts';
import type { Chance } from './session/chance.ts';

/** Facts as they were sent or read, whatever the resource. */
type AnyFacts = { readonly [fact: string]: unknown };

export interface Deployment {
  /** The profile; without one, a profile that answers nothing. */
  readonly profile: Profile;
  /** Reads and writes the deployment's dialect, ids as they are. Throws PROFILE_UNBOUND for what the profile leaves open. */
  readonly lens: Lens<AnyId>;
  /** Names what this run creates. */
  readonly nonce: string;
  /** Draws values by the run's seed. */
  readonly chance: Chance;
  /** Tells whether the run may take longer to find rarer faults. */
  readonly thorough: boolean;
  /** Tells whether the run creates and changes nothing. */
  readonly readOnly: boolean;
  /** Identifies the run: the same object for all its histories. */
  readonly run: object;

  /** One request to an operation of the document. By default with a token that is in force. */
  call(operation: OperationId, options?: CallOptions): Promise<Answer>;
  /** One request to anywhere, as it is. */
  send(request: RawRequest): Promise<Answer>;
  /** All records of a list, page by page as `operations.paging` says, with so many on a page if the profile names a way. */
  list<L extends ListedName>(name: L, size?: number): Promise<Listed<L>>;

  readonly tokens: DeploymentTokens;
  readonly make: Make;
  /**
   * Devices that no other history uses until this history ends: made by the control `createDevice` where
   * there is one, otherwise held from those that the profile names. A history asks once, for all it needs.
   */
  devices(count: number): Promise<AnyId[]>;
  readonly controls: Controls;
  readonly clock: DeploymentClock;
  /**
   * Reads again, with growing pauses, until `done` says so or patience is at its end; gives the last
   * value. For writes that become readable a moment later: where only a fake clock moves, it is
   * brought forward by a little.
   */
  eventually<T>(read: () => Promise<T>, done: (value: T) => boolean): Promise<T>;
  /** How operations answer with a token, without one, and with one that should count for nothing. */
  readonly probes: Probing;
  /** Returns when what was written can be read, by what the profile promises and what was seen. */
  untilReadable(): Promise<void>;
  /** Notes what the deployment was seen to do where the document leaves it open. */
  observe(opening: OpeningId, observed: string | Compared, ...shown: readonly HasExchange[]): void;
  /** Runs at the end of the history, the last given first, also when the history throws or the run is interrupted. */
  afterwards(undo: () => Promise<unknown>): void;
}

/** The observation of an opening beside what the profile says of it, in words, and whether that holds. */
export interface Compared {
  observed: string;
  pinned: string;
  holds: boolean;
}

/**
 * The kind of an answer. `served`: the operation did its work or looked into the request.
 * `refused`: it looks like a refusal for want of a token. `absent`: it looks like what an unknown id
 * or an unknown path gets. `unclear`: the operation could not be calibrated. Where a refusal looks
 * the same for any cause, an answer to a request without a token is `refused`, one with it `absent`.
 */
export type Kind = 'served' | 'refused' | 'absent' | 'unclear';

/** One request to each operation, as good as the profile describes; see `session/probes.ts`. */
export interface Probing {
  /** Finds the kind of an answer to an operation, by all that was learned. */
  kind(operation: OperationId, answer: Answer): Promise<Kind>;
  /** How the operation answers with a token, a good id and the best body that the profile describes; sent once for the run. */
  withToken(operation: GuardedOperationId): Promise<Answer>;
  /** How it answers an id of the right form that names nothing, with a token. */
  unknownId(operation: GuardedOperationId): Promise<Answer & { readonly id: AnyId }>;
  /** The look of a refusal for want of a token: `undefined` when there is no common one. */
  refusal(): Promise<Fingerprint | undefined>;
  /** With a token in force; sent once for the run. */
  served(operation: GuardedOperationId): Promise<Probe>;
  /** The same without a token; sent once for the run. */
  bare(operation: GuardedOperationId): Promise<Probe>;
  /** The fingerprint of `served`, if it was sent with this token. */
  servedWith(operation: GuardedOperationId, token: Token): Promise<Probe | undefined>;
  /** The answer of `bare`, with the trace that it would leave, and the record that it went to. */
  bareCall(operation: GuardedOperationId): Promise<Aimed & { readonly spared: Spared | undefined }>;
  /** A record for requests of an operation that are to be refused; `undefined` where it changes none. */
  sparedFor(operation: GuardedOperationId): Promise<Spared | undefined>;
  /** The same again with any bearer value: one that may be served. */
  send(operation: GuardedOperationId, auth: Auth): Promise<Probe>;
  /** The same to this id, or to a new record, with what shows that it was carried out. Nothing is read back. */
  aim(operation: GuardedOperationId, manner: Manner & { refusable: boolean }, at?: Spared): Promise<Aimed>;
  /** Returns whether the answer shows that the operation did its work; `false` too where the profile does not say. */
  shows(probe: Probe): boolean;
  /** The answer of an undocumented path, by the same method and as deep, with a token. */
  neighbour(operation: OperationId): Promise<Answer>;
  /** The answer of the operation's own path by an undocumented method. Throws `Unreached` in a read-only run. */
  otherMethod(operation: OperationId, id: AnyId | undefined): Promise<Answer>;
  /** The look that nearly all operations without id and body have, with a token and without. */
  commonFingerprint(): Promise<Fingerprint | undefined>;
  /** The query of the second page of a list, by its first page; `undefined` where there is none, or nothing shows it. */
  nextPage(operation: GuardedOperationId): Promise<string | undefined>;
  /** The run has posted a location of a device at that time: those of probes are to be newer. */
  knowsLocation(device: AnyId, at: number): void;
  /** An operation that shows whether a token works: its answers with and without one differ. */
  knownGood(): Promise<Probe>;
}

/** A request to an operation and its answer. */
export interface Probe {
  readonly operation: GuardedOperationId;
  readonly answer: Answer;
  /** The id in the path, or of what was created. */
  readonly id?: AnyId | undefined;
  /** Tells whether the request is good by all that the profile says. */
  readonly good: boolean;
}

/** A record that requests go to which are to be refused. */
export interface Spared {
  readonly id: AnyId;
  /** Tells whether a good token reads it: only then does it show that it is gone. */
  readonly isRead: boolean;
}

/** How a request is sent. `reshape` makes another of it that asks for the same. */
export interface Manner {
  readonly auth: Auth;
  readonly reshape?: ((sending: RawRequest) => RawRequest) | undefined;
}

/** The trace that a request leaves behind if it is carried out. */
export type Trace =
  /** A record whose facts are these; without an id it is in the list. */
  | { left: 'record'; resource: 'group' | 'user'; id?: AnyId; facts: { readonly [fact: string]: unknown } }
  | { left: 'no record'; resource: 'group' | 'user'; id: AnyId }
  | { left: 'location'; device: AnyId; latitude: number; longitude: number }
  | { left: 'alert'; device: AnyId; mark: string };

export interface Aimed {
  readonly probe: Probe;
  /** The trace that it leaves if it is carried out; `undefined` where nothing shows it. */
  readonly trace: Trace | undefined;
}

export interface Listed<L extends ListName> {
  records: Facts<ListResource[L], AnyId>[];
  /** The ids of records that came more than once, each time that they did; `records` holds them once. */
  repeated: AnyId[];
  /** How many there are by the deployment's own word. */
  total: number | undefined;
  /** Places that the profile describes and that could not be read, in words. */
  issues: string[];
  /** Tells whether all pages were seen. */
  complete: boolean;
  /** The answers, one for each page. */
  pages: Answer[];
}

export interface Made<R extends 'group' | 'user'> {
  readonly id: AnyId;
  /** The facts that were sent. */
  readonly sent: WritableFacts<R, AnyId>;
  readonly answer: Answer;
}

/**
 * Creates through the API or a control. Whatever is made is in the journal before it is sent and
 * removed at the end of the run. Throws `Unreached` in a read-only run.
 */
export interface Make {
  /** Facts for a new record, from `profile.samples`, with the run's nonce and a number of its own in every name. */
  facts<R extends 'group' | 'user'>(resource: R): WritableFacts<R, AnyId>;
  /** Facts for a PUT of a record of which these are known: all that the body has a place for, where one that leaves out a field is refused. */
  content(resource: 'group' | 'user', facts: AnyFacts, current?: AnyFacts): AnyFacts;
  /** Facts for a PUT: these, and all others that the body has a place for. */
  whole(resource: 'group' | 'user', facts: AnyFacts, current: AnyFacts): AnyFacts;
  /** A number that nothing else of the run has. */
  number(): number;
  /** The records of this kind that the run made and that it has not removed. */
  standing(resource: Makeable): AnyId[];
  /** Tells whether a read by its id has shown that a record is the run's. */
  isOwn(resource: Makeable, id: AnyId): boolean;
  group(facts?: WritableFacts<'group', AnyId>): Promise<Made<'group'>>;
  user(facts?: WritableFacts<'user', AnyId>): Promise<Made<'user'>>;
  /** By the control `createDevice`. The API has no way to remove a device: see `session/releasing.ts`. */
  device(): Promise<AnyId>;
  /** So many more devices may be made. */
  devicesLeft(): number;
  /** A record that was made without the run's doing is removed at its end. */
  adopt(resource: Makeable, id: AnyId): Promise<void>;
  /** The history has removed it itself. */
  gone(resource: Makeable, id: AnyId): Promise<void>;
}

/** The tokens of a run. */
export interface DeploymentTokens {
  /** A token that is in force by the deployment's own clock; shared, and renewed in time. */
  current(): Promise<Token>;
  /** The answer to the run's first request with the user's own credentials. */
  first(): Promise<Answer>;
  /** A token request of its own. Without a body: the user's own credentials. A body can be made of these. */
  request(
    body?: Json | ((good: Credentials) => Json),
    options?: { headers?: { [name: string]: string } },
  ): Promise<Answer>;
  /** The answers that show that a token request is refused for want of a token; `undefined`: none do. */
  bearerAsked(): Promise<readonly Answer[] | undefined>;
  /** The shared token may no longer work: the next one is a new one. */
  forget(): void;
  /** Returns whether another token was issued after this one, or may be by now. */
  isSuperseded(token: Pick<Token, 'value'>): boolean;
  /** Returns whether a renewal ends older tokens here, by the profile or by what was seen: it is tried first. */
  renewalEnds(): Promise<boolean>;
  /** Returns whether a newer token may have ended this one. */
  mayBeEnded(token: Token): Promise<boolean>;
  /** Returns when all that were sent so by then have been answered: no other token is needed before. */
  atOnce<T>(send: () => Promise<T>): Promise<T>;
}

export interface DeploymentClock {
  /** The deployment's time, by what shows it best and what has passed since. */
  now(): EpochMs;
  /** The least and the upper bound of what the clock shows, by all sources that follow it; `undefined` where nothing shows it. */
  range(): { readonly from: EpochMs; readonly to: EpochMs } | undefined;
  /** By how much the deployment's clocks differ, or are late. */
  readonly spread: number;
  /** Returns whether that moment can be reached: by the control `advance`, or by a wait within the run's patience. */
  canReach(moment: EpochMs): boolean;
  /** Why it cannot: as given, unless nothing shows the time. */
  outOfReach(reason: string, ...unlock: ('controls.advance' | 'patience')[]): Error;
  /**
   * Returns when the deployment's time is at that moment or past it. Cases that touch `time` share
   * it: time moves when all of them wait, to the nearest moment. Throws `Unreached` when out of reach.
   */
  reach(moment: EpochMs): Promise<void>;
}
