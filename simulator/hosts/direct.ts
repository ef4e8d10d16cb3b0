/** The simulator as a function of plain values: for what runs in the same process and sends very many requests. */
import type { Handle, Reply } from '../http/call.ts';

interface PlainRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string | undefined;
}

/**
 * A function that answers like `fetch`, without `Request` and `Response`. It reads no streams, and bounds no bodies: both
 * ends of it are in this process.
 *
 * @returns a function that rejects with a `TypeError` when the connection is dropped (an injected fault)
 */
export function toDirect(
  handle: Handle,
): (request: PlainRequest) => Promise<{ status: number; headers: Reply['headers']; text: string }> {
  return async ({ method, url, headers, body }) => {
    const {
      status,
      headers: replied,
      body: text,
      dropped,
      stream,
    } = await handle({
      method,
      target: targetOf(url),
      headers,
      body: body === '' ? undefined : body,
    });
    if (dropped || stream)
      throw new TypeError('fetch failed', { cause: new Error('The connection was dropped.') });
    return { status, headers: replied, text };
  };
}

/** Path and query of an address without a fragment. */
function targetOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  return start < 0 ? '/' : url.slice(start);
}
