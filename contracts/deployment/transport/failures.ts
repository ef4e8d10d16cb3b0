/** Why a request got no answer that counts. */

import { fieldOf } from '../../kit/json.ts';
import type { Answer } from '../answer.ts';
import { Interrupted, Unanswered, Unreached } from '../finding.ts';

/**
 * By kind, in words. `lost`: the deployment broke off, and an answer was lost on its way: the request may have been carried out, and
 * another one may get through. `broken`: it broke off. `none`: it did not.
 */
const failures = {
  unreachable: ['lost', 'the deployment could not be reached'],
  cut: ['lost', 'the connection was cut'],
  'server-error': ['lost', 'a server error came'],
  timeout: ['broken', 'no answer came in time'],
  gone: ['broken', 'the deployment no longer answers'],
  'put-off': ['broken', 'the request was put off again and again, although it waited as it was told to'],
  'too-large': ['none', 'the answer was too large to read'],
  'too-much': ['none', 'the answers of this run have become too large together'],
  interrupted: ['none', 'the run was interrupted'],
} as const;
export type FailureKind = keyof typeof failures;

/** The kind of a failure, and the platform's own words for it. */
export interface Failure {
  readonly kind: FailureKind;
  readonly detail?: string;
}

/** Thrown for a request without an answer: for the rule behind it nothing can be concluded. */
export class NoAnswer extends Unanswered {
  readonly kind: FailureKind;
  readonly exchange: number | undefined;
  /** Tells whether the deployment broke off, so that what was to be judged is suspect. */
  readonly brokeOff: boolean;

  /**
   * @param request `GET /api/devices`; absent where nothing was sent any more
   * @param byTarget whether the deployment itself was asked, and not a control that is served elsewhere
   */
  constructor({ kind, detail }: Failure, request?: string, exchange?: number, byTarget = true) {
    const [broke, words] = failures[kind];
    super(`${request === undefined ? '' : `${request}: `}${words}${detail ? ` (${detail})` : ''}`);
    this.kind = kind;
    this.exchange = exchange;
    this.brokeOff = byTarget && broke !== 'none';
  }
}

/** The deployment answered `GET /api/devices` with a server error. */
export function serverError(
  request: string,
  { status, exchange }: Pick<Answer, 'status' | 'exchange'>,
): NoAnswer {
  return new NoAnswer({ kind: 'server-error', detail: `status ${status}` }, request, exchange);
}

/** The failure of the deployment that is behind an error, at any depth; `undefined` where there is none. */
export function breakOffIn(error: unknown): NoAnswer | undefined {
  return causesOf(error).find((cause): cause is NoAnswer => cause instanceof NoAnswer && cause.brokeOff);
}

/** Returns whether the answer to a request was lost on its way. */
export function isLost(error: unknown): boolean {
  const failure = breakOffIn(error);
  return failure !== undefined && failures[failure.kind][0] === 'lost';
}

/** Returns whether the same may work when it is tried again: the deployment broke off, or the run was interrupted. */
export function mayComeLater(error: unknown): boolean {
  const isCalledOff = (one: Error) =>
    one instanceof Interrupted || (one instanceof NoAnswer && one.kind === 'interrupted');
  return breakOffIn(error) !== undefined || causesOf(error).some(isCalledOff);
}

/** Returns whether what was asked may have been carried out all the same. */
export function isUnanswered(error: unknown): boolean {
  return causesOf(error).some((cause) => cause instanceof Unanswered);
}

/** For `catch`: a step that could not be taken is left out, but for one in which the deployment broke off. */
export function unlessUnreached(error: unknown): undefined {
  if (error instanceof Unreached && breakOffIn(error) === undefined) return undefined;
  throw error;
}

/** Error codes of platforms for a deployment that was never reached: name, address, route, certificate. */
const NEVER_REACHED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|ERR_TLS.*|ERR_SSL.*|CERT_.*|DEPTH_ZERO.*|SELF_SIGNED.*|UNABLE_TO.*|ERR_INVALID_URL)$/;
/** And for a TLS handshake that something else answers. */
const NO_TLS = /^(EPROTO|ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG)$/;

/** Thrown by a `fetch` whose proxy could not be reached or refused; its message says which and why. */
export class ProxyFailed extends Error {
  override readonly name = 'ProxyFailed';
}

/** The kind of a rejection of `fetch`, and the platform's own word for it. */
export function failureOf(error: unknown): { kind: 'unreachable' | 'cut'; detail: string } {
  const chain = causesOf(error);
  const proxy = chain.find((one) => one instanceof ProxyFailed);
  if (proxy) return { kind: 'unreachable', detail: proxy.message };
  const code = chain.map((one) => fieldOf(one, 'code')).find((one) => typeof one === 'string');
  if (typeof code !== 'string') return { kind: 'cut', detail: chain.at(-1)?.message ?? '' };
  return { kind: NEVER_REACHED.test(code) ? 'unreachable' : 'cut', detail: code };
}

/** The hint that a server speaks http where https was tried, or the other way, as the failure shows; `''` without. */
export function otherScheme(url: string, { kind, detail = '' }: Failure): string {
  const { protocol, host } = new URL(url);
  if (protocol === 'https:' && NO_TLS.test(detail)) return `; is this http? Try http://${host}`;
  return protocol === 'http:' && kind === 'cut' ? `; is this https? Try https://${host}` : '';
}

const MAX_DEPTH = 8;

/** An error and what caused it, the outermost first. One attempt for each address of a name comes as a list of errors. */
export function causesOf(error: unknown, depth = MAX_DEPTH): Error[] {
  if (!(error instanceof Error) || depth === 0) return [];
  return [error, ...causesOf(error instanceof AggregateError ? error.errors[0] : error.cause, depth - 1)];
}
