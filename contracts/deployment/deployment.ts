/**
 * A deployment, and all that can be done on it: the one object that functions of this folder take, and histories are given.
 * `open.ts` makes it. A run has one; `as` gives it to each history, and to each purpose beside them, with requests, devices
 * and changes of its own. All else is shared. Every step that cannot be taken throws `Unreached`.
 */

import type { Json } from '../kit/json.ts';
import type { Redactor } from '../kit/redact.ts';
import type { AnyId } from '../profile/facts.ts';
import type { Lens } from '../profile/lens/lens.ts';
import type { Profile } from '../profile/profile.ts';
import type { OpeningId } from '../specification/openings/index.ts';
import type { GuardedOperationId, ListedName, OperationId } from '../specification/operations.ts';
import type { Answer, Auth, CallOptions, RawRequest } from './answer.ts';
import type { Controls } from './controls/api.ts';
import type { HasExchange } from './finding.ts';
import type { Host } from './host.ts';
import type { Journal } from './journal/journal.ts';
import type { Made as MadeRecords } from './making/made.ts';
import type { Credentials, DeploymentOptions } from './options.ts';
import type { Listed } from './reading/lists.ts';
import type { Chance } from './sharing/chance.ts';
import type { Memo } from './sharing/memo.ts';
import type { Appointments } from './time/appointments.ts';
import type { DeploymentTime } from './time/deployment-time.ts';
import type { DeploymentTokens } from './tokens/tokens.ts';
import type { SendContext, Transport } from './transport/transport.ts';

/** The part of a deployment that all purposes of a run share. */
export interface Shared<Options extends DeploymentOptions = DeploymentOptions> {
  readonly host: Host;
  readonly options: Options;
  /** The profile; without one, a profile that answers nothing. */
  readonly profile: Profile;
  /** Reads and writes the deployment's dialect, ids as they are. Throws PROFILE_UNBOUND for what the profile leaves open. */
  readonly lens: Lens<AnyId>;
  /** The base address without a slash at its end. */
  readonly target: string;
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
  /** Aborted when the run is interrupted. */
  readonly signal: AbortSignal;
  /** Undoing and cleaning up go on after an interruption, until this is aborted too. */
  readonly ending: AbortController;
  readonly redactor: Redactor;
  readonly transport: Transport;
  readonly journal: Journal;
  readonly made: MadeRecords;
  readonly appointments: Appointments;
  readonly tokens: DeploymentTokens;
  readonly clock: DeploymentTime;
  /** Observations of openings that the histories made. */
  readonly seen: Map<OpeningId, { observed: string; exchanges: number[] } & Partial<Compared>>;
  /** Whatever histories make together. */
  readonly memo: Memo<string, unknown>;
  readonly counts: Counts;
  /** The same deployment for another purpose. */
  as(
    purpose: string,
    until?: AbortSignal,
    manner?: Pick<SendContext, 'urgent' | 'slow'>,
  ): Deployment<Options>;
  /** Finds out which controls there are. Before that there is none. Unless it `movesTime`, waits are real. */
  connect(movesTime?: boolean): Promise<void>;
  /** From now on nothing but undoing is left to do: also what it has to learn first goes on after an interruption. */
  undoUntil(signal: AbortSignal): void;
  /** Made once for the run, however many ask for it. */
  once<T>(key: string, make: () => Promise<T>): Promise<T>;
  /** Notes what the deployment was seen to do where the document leaves it open: what contradicts the profile is not covered up later. */
  observe(opening: OpeningId, observed: string | Compared, ...shown: readonly HasExchange[]): void;
}

/** A deployment for one purpose. */
export interface Deployment<Options extends DeploymentOptions = DeploymentOptions> extends Shared<Options> {
  /** The purpose of the requests that are sent here: a judged id, or `set-up`, `calibration`, `clock`, `clean-up`. */
  readonly purpose: string;
  /** Ends what is sent here. */
  readonly until: AbortSignal;
  readonly controls: Controls;
  /** Controls that write nothing down: for putting back, and for reads. */
  readonly undoing: Controls;
  /** The exchanges that were made or shown here. */
  readonly noted: readonly number[];
  /** Remembers an answer among those. */
  note<T extends { readonly exchange?: number | undefined }>(answer: T): T;
  /** One request to an operation of the document. By default with a token that is in force. */
  call(operation: OperationId, options?: RawCallOptions): Promise<Answer>;
  /** One request to anywhere, as it is. */
  send(request: RawRequest, context?: Omit<SendContext, 'purpose' | 'signal'>): Promise<Answer>;
  /** A request to what the document does not have, with a token in force if `auth` says so. */
  sendUndocumented(request: RawRequest, auth: 'token' | 'none'): Promise<Answer>;
  /** A token request of its own. Without a body: the user's own credentials. A body can be made of these. */
  requestToken(
    body?: Json | ((good: Credentials) => Json),
    options?: { headers?: { [name: string]: string }; urgent?: boolean },
  ): Promise<Answer>;
  /** The address of an operation, relative to the base address. */
  urlOf(operation: OperationId, options: CallOptions): string;
  /** All records of a list, page by page as `operations.paging` says, with so many on a page if the profile names a way, and so many pages at most. */
  list<L extends ListedName>(name: L, size?: number, pages?: number): Promise<Listed<L>>;
  /**
   * A device for one user alone until this one ends, with what earlier ones set on it: one that the run made, for others to use
   * afterwards, or where it can make none one that the profile names.
   */
  device(): Promise<{ readonly id: AnyId; readonly fresh: boolean }>;
  /** So many that the profile names, and that no other history uses until this one ends. A history asks once, for all it needs. */
  devices(count: number): Promise<AnyId[]>;
  /**
   * Reads again, with growing pauses, until `done` says so or patience is at its end; gives the last value. For writes that
   * become readable a moment later: what was written here is waited for before the first read, as long as it took before.
   * Where only a fake clock moves, it is brought forward by a little.
   *
   * @param about names what a value is of: of that a write is not waited for again as long as it was in vain once, but as long as
   *   any took
   */
  eventually<T>(
    read: () => Promise<T>,
    done: (value: T) => boolean,
    first?: T,
    about?: (value: T) => string | undefined,
  ): Promise<T>;
  /** Returns when what was written here can be read, by what the profile promises and what was seen. */
  untilReadable(): Promise<void>;
  /** Puts back what was changed here, and gives back what was held. Gives what could not be undone. */
  end(): Promise<unknown[]>;
}

/** Numbers of the run that change. */
export interface Counts {
  /** Milliseconds until the slowest write of the run could be read; 0 when each could be at once. */
  slowestWrite: number;
  /** The kinds of reads that stayed wrong for as long as a write may take. */
  readonly vain: Set<string | undefined>;
  /** E-mails and SMS that the run caused, or may have caused. */
  messages: number;
}

/** `raw` is sent as it is, as JSON by its content type. */
export interface RawCallOptions extends CallOptions {
  raw?: string;
  /** It may change what the run did not make: it was read back, or is given back what the run took from it. */
  unguarded?: boolean;
  /** Another way to ask for the same. */
  reshape?: ((sending: RawRequest) => RawRequest) | undefined;
}

/** A body that no deployment can make anything of: for looking at an operation without changing anything. */
export const MALFORMED = '{"roadtest":';

/** The observation of an opening beside what the profile says of it, in words, and whether that holds. */
export interface Compared {
  observed: string;
  pinned: string;
  holds: boolean;
}

/** A request to an operation and its answer. */
export interface Probe {
  readonly operation: GuardedOperationId;
  readonly answer: Answer;
  /** The id in the path, or of what was created. */
  readonly id?: AnyId | undefined;
  /** Tells whether the request is good by all that the profile says. */
  readonly good: boolean;
  /** The trace that it leaves if it is carried out, where it is to be refused and something shows it. */
  readonly trace?: Trace | undefined;
  /** The record that it went to, where that is one for requests that are to be refused. */
  readonly spared?: Spared | undefined;
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
