/** The documented calls of a run with their replies, as they are in its record. */

import { limitStatus } from '../../deployment/reading/answers.ts';
import type { OpeningId } from '../../specification/openings/index.ts';
import { type GuardedOperationId, guardedOperations } from '../../specification/operations.ts';
import type { RunSession } from '../run-session.ts';

/** A call as the document describes it, and what came back. */
export interface SeenReply {
  operation: GuardedOperationId;
  /** The segment of the path that names a record, still encoded. */
  id: string | undefined;
  query: URLSearchParams;
  purpose: string;
  /** Tells whether the request had a header for a token. */
  authorized: boolean;
  status: number;
  headers: { readonly [name: string]: string };
  /** `undefined` where it is too long to be kept whole. */
  text: string | undefined;
  /** The body of the request. */
  sent: string | undefined;
  /** Index into `Run.exchanges`. */
  exchange: number;
}

/** The differences of a reply from what the profile pins, in words. */
export interface Fault {
  opening: OpeningId;
  words: string;
  exchange: number;
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
    const route = routes.find((one) => one.path.test(path));
    const method = routes.find(
      (one) => one.path.source === route?.path.source && one.method === request.method,
    );
    if (!method) return [];
    const { status, headers, body, truncated } = reply;
    const sent = request.body;
    const [, id] = method.path.exec(path) ?? [];
    const text = truncated ? whole.get(index) : body;
    const authorized = Object.keys(request.headers).some((name) => name.toLowerCase() === 'authorization');
    const query = new URLSearchParams(path.split('?')[1]);
    const about = { query, operation: method.operation, id, purpose, authorized, sent, exchange: index };
    return [{ ...about, status, headers, text }];
  });
}
