/**
 * A call and its reply: what every host (a socket, MSW, a test) translates from and to.
 *
 * `handle` is one function from call to reply. It answers at once unless something has to wait
 * (an injected latency, a long advance of the clock); then it returns a promise.
 */
export interface Call {
  /** Upper-case HTTP method. */
  method: string;
  /** Path and query as the caller wrote them, beginning with `/`. */
  target: string;
  /** Headers under their lower-case names. */
  headers: { readonly [name: string]: string | string[] | undefined };
  /** The body as text; `undefined` without one, or where it was not taken in. */
  body: string | undefined;
  /** The path below which the caller sees the service, such as `/w/checkout`; `target` is without it. Default: `''`. */
  mountedAt?: string;
  /** The caller is a story, in a moment of the fake clock: injected waiting is left out. */
  atOnce?: true | undefined;
  /** Why the host made no text of the body that there was. */
  unread?: UnreadBody;
  /** The one who waits for the answer, where the host knows when they go. */
  caller?: Caller | undefined;
}

/** The one who waits for an answer. */
export interface Caller {
  /**
   * Calls back as soon as they have gone, or the host stops, and at once where they have; returns a function that ends this.
   * One listener at a time.
   */
  onLeft(listener: () => void): () => void;
}

/** Why a body was not taken in. Its members are those of a refusal. */
export interface UnreadBody {
  readonly refusal: 'too-large' | 'malformed' | 'content-type';
  /** Stable, in capitals. */
  readonly code: 'BODY_TOO_LARGE' | 'BODY_NOT_TEXT' | 'CONTENT_ENCODING' | 'CHARSET';
  readonly detail: string;
  readonly headers?: { [name: string]: string };
}

export interface Reply {
  status: number;
  /** Headers under their lower-case names. */
  headers: { [name: string]: string };
  /** `''` means no body. */
  body: string;
  /**
   * An open stream of text, in place of the body: the host calls it once with a writer and calls the result when the
   * caller has gone. `end` ends it from this side, such as when its world is deleted; `cut` breaks it off (an injected fault).
   */
  stream?: (write: (chunk: string) => void, end?: () => void, cut?: () => void) => () => void;
  /** A note on the call, for those who look on; the caller is not told. */
  note?: string | undefined;
  /** The host cuts the connection instead of answering (an injected fault). */
  dropped?: true | undefined;
}

export type Handle = (call: Call) => Reply | Promise<Reply>;

/** A call as a host knows it before it reads the body. */
export type CallHead = Pick<Call, 'method' | 'target' | 'headers'>;

/**
 * The longest body that a host reads, in bytes. It may depend on the call: the control API takes whole
 * worlds, and no body at all from a caller that it refuses. A host asks before it reads, and keeps no more.
 */
export type BodyLimit = (head: CallHead) => number;
