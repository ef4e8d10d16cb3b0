/** The documented calls of a run with their replies, as they are in its record. */

import { limitStatus } from '../../deployment/reading/answers.ts';
import type { OpeningId } from '../../specification/openings/index.ts';
import { type GuardedOperationId, guardedOperations } from '../../specification/operations.ts';
import type { RunSession } from '../run-session.ts';

/** A call as the document describes it, and what came back. */
export interface SeenReply {
  readonly operation: GuardedOperationId;
  /** The segment of the path that names a record, still encoded. */
  readonly id: string | undefined;
  readonly query: URLSearchParams;
  /** Tells whether it was about tokens: it had none, or a rule about them was judged by it. */
  readonly isAboutTokens: boolean;
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  /** `undefined` where it is too long to be kept whole. */
  readonly text: string | undefined;
  /** The body of the request. */
  readonly sent: string | undefined;
  /** Index into `Run.exchanges`. */
  readonly exchange: number;
}

/** A reply beside what the profile pins of an opening: `words` say how it differs, where it does. */
export interface Compared {
  readonly opening: OpeningId;
  readonly words: string | undefined;
  readonly exchange: number;
}

/** Requests that are written otherwise than the document has them. */
const UNDOCUMENTED = 'auth/no-way-round';
/** Answers to a client that calls too often, or at a time when nothing is served. */
const BUSY: ReadonlySet<number> = new Set([429, 503]);

/** In the order of the document a path without a parameter comes before one with it. */
const routes = guardedOperations
  .toSorted((one, other) => Number(one.pathId !== null) - Number(other.pathId !== null))
  .map(({ id, method, path }) => ({
    operation: id,
    method,
    path: new RegExp(`^${path.replace(/\{\w+\}/, '([^/?]+)')}(?:\\?.*)?$`),
  }));

/**
 * Every documented call behind a token that was answered.
 *
 * @param whole texts of answers that are too long for the record, by their exchange
 */
export function seenReplies(
  { transport, target, lens, profile }: RunSession,
  whole: ReadonlyMap<number, string> = new Map(),
): SeenReply[] {
  const base = target + lens.basePath;
  const limited = limitStatus(profile);
  return transport.exchanges.flatMap(({ index, purpose, request, reply }): SeenReply[] => {
    if (!reply || !request.url.startsWith(base) || purpose.startsWith(UNDOCUMENTED)) return [];
    // It was sent again.
    if (BUSY.has(reply.status) || reply.status === limited) return [];
    const path = request.url.slice(base.length);
    const source = routes.find((one) => one.path.test(path))?.path.source;
    const route = routes.find((one) => one.path.source === source && one.method === request.method);
    if (!route) return [];
    const { status, headers, body, truncated } = reply;
    const hasToken = Object.keys(request.headers).some((name) => name.toLowerCase() === 'authorization');
    const isAboutTokens = !hasToken || purpose.startsWith('auth/');
    const query = new URLSearchParams(path.split('?')[1]);
    const about = { operation: route.operation, id: route.path.exec(path)?.[1], query, isAboutTokens };
    const text = truncated ? whole.get(index) : body;
    return [{ ...about, status, headers, text, sent: request.body, exchange: index }];
  });
}
