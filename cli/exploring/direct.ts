/** The simulator as a function of plain values: for a search in the same process, which sends very many requests. */
import type { PlainAnswer, PlainRequest } from '../../contracts/deployment/host.ts';
import type { Handle } from '../../simulator/http/call.ts';

/**
 * A function that answers like `fetch`, without `Request` and `Response`. It reads no streams, and bounds no bodies: both
 * ends of it are in this process.
 *
 * @returns a function that rejects with a `TypeError` when the connection is dropped (an injected fault)
 */
export function toDirect(handle: Handle): (request: PlainRequest) => Promise<PlainAnswer> {
  return async ({ method, url, headers, body }) => {
    const start = url.indexOf('/', url.indexOf('://') + 3);
    const target = start < 0 ? '/' : url.slice(start);
    const reply = await handle({ method, target, headers, body: body || undefined });
    if (!reply.dropped && !reply.stream)
      return { status: reply.status, headers: reply.headers, text: reply.body };
    throw new TypeError('fetch failed', { cause: new Error('The connection was dropped.') });
  };
}
