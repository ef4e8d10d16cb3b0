/** The documented calls of a run with their replies, as they are in its record. */

import { limitStatus } from '../deployment/reading/answers.ts';
import { type OperationId, operations } from '../specification/operations.ts';
import { routeOf } from '../specification/routes.ts';
import type { RunSession } from '../verify/run-session.ts';

/** A call as the document describes it, and what came back. */
export interface SeenReply {
  readonly operation: OperationId;
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

/** Requests that are written otherwise than the document has them. */
const UNDOCUMENTED = 'auth/no-way-round';
/** Answers to a client that calls too often, or at a time when nothing is served. */
const BUSY: ReadonlySet<number | undefined> = new Set([429, 503]);
const guarded: ReadonlySet<string> = new Set(operations.flatMap((one) => (one.guarded ? [one.id] : [])));

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
    const [path = '', query] = request.url.slice(base.length).split('?');
    const route = path.endsWith('/') ? undefined : routeOf(request.method, path);
    if (route?.basePath !== '' || !guarded.has(route.operation)) return [];
    const { status, headers, body, truncated } = reply;
    const hasToken = Object.keys(request.headers).some((name) => name.toLowerCase() === 'authorization');
    return [
      {
        ...{ operation: route.operation, id: route.id, query: new URLSearchParams(query) },
        isAboutTokens: !hasToken || purpose.startsWith('auth/'),
        ...{
          status,
          headers,
          text: truncated ? whole.get(index) : body,
          sent: request.body,
          exchange: index,
        },
      },
    ];
  });
}
