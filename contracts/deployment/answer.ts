/** Requests to a deployment, and its answers. */
import type { Json } from '../kit/json.ts';
import type { AnyId, EpochMs } from '../profile/facts.ts';
import type { Fingerprint } from './fingerprint.ts';

export interface CallOptions {
  /** The id in the path, as `lens` and `ids` give it. */
  id?: AnyId | undefined;
  /** Sent as JSON. `undefined`: no body. */
  body?: Json | undefined;
  /** Default `application/json`, for PATCH what `patch.format` says. */
  contentType?: string;
  auth?: Auth;
  query?: { [name: string]: string };
  /** A request that no deployment must be able to take: a server error is an answer to it like any other. */
  provoking?: boolean;
}

/** `token`: a shared one in force. `none`: no header. `shownAs`: how a value that is no secret is recorded. */
export type Auth =
  | 'token'
  | 'none'
  | {
      /** A text, or what is made of the account's user name. */
      readonly bearer: string | ((userName: string) => string);
      readonly shownAs?: string;
      /** Recorded as it is. */
      readonly plain?: true;
      /** The scheme before it. Default: `Bearer`. */
      readonly scheme?: string;
    };

export interface RawRequest {
  method: string;
  /** Absolute, or relative to the base address as the user gave it: `profile.basePath` is put before it by `call` alone. */
  url: string;
  headers?: { [name: string]: string };
  body?: string | undefined;
}

/** An answer, with its place in the record of the run. */
export interface Answer {
  readonly status: number;
  /** Under their lower-case names. */
  readonly headers: { readonly [name: string]: string };
  readonly text: string;
  /** The body as JSON; `undefined` when it is none. */
  readonly json: unknown;
  readonly fingerprint: Fingerprint;
  /** The deployment's time by the `Date` header. */
  readonly date: EpochMs | undefined;
  /** Index into `Run.exchanges`. */
  readonly exchange: number;
  /** The beginning of the body, so many characters long, without secrets: for people. */
  readonly beginning?: (most: number) => string;
}

export interface Token {
  readonly value: string;
  /** `undefined` when `expires` cannot be read as a time. */
  readonly expires: EpochMs | undefined;
  readonly answer: Answer;
}
