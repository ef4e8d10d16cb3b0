/** A deployment, as expectations look at it from outside. */
import type { AnyId } from '../../contracts/profile/facts.ts';
import type { Lens } from '../../contracts/profile/lens/lens.ts';
import type { OperationId } from '../../contracts/specification/operations.ts';
import type { Setting } from '../language/terms.ts';
import type { IdMap } from './ids.ts';
import type { Replied } from './refusal.ts';

export interface TargetCall {
  purpose: string;
  /** The id in the path. */
  id?: AnyId;
  /** Default: a token that is in force. */
  auth?: 'none' | { bearer: string };
}

/** A client of the deployment. Its methods throw where no answer comes. */
export interface TargetClient {
  readonly lens: Lens<AnyId>;
  /** The mark of the run, in the name of everything that it creates. */
  readonly nonce: string;
  call(operation: OperationId, options: TargetCall): Promise<Replied>;
  /** With the account's credentials. */
  requestToken(purpose: string): Promise<Replied>;
  /** A whole list. */
  list(name: 'countries' | 'timeZones'): Promise<{ records: readonly unknown[] }>;
}

/** The tokens that the story itself asks for. */
export interface TargetTokens {
  /** The story's first, however old it is by now. */
  first(): Promise<string>;
  /** A token that is in force. */
  current(): Promise<string>;
}

export interface TargetView {
  client: TargetClient;
  ids: IdMap;
  tokens: TargetTokens;
  story: Setting;
  /** Milliseconds that are added to the story's times. */
  moved: number;
  /** The device that set off the entry, if one did. */
  it: number | null;
}
