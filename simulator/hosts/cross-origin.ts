/**
 * Calls of pages of another origin (Fetch standard, CORS). Such a page may read the public API; the control API only
 * where its origin is named. The headers that a browser asks for stand beside those of the reply.
 */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { worldPrefix } from '../../contracts/kit/world-address.ts';
import type { Reply } from '../http/call.ts';

/** Returns whether a page of another origin may be behind this request, and may read the answer. */
export function isCrossOrigin(
  { headers, method, url }: IncomingMessage,
  origins: readonly string[],
): boolean {
  const { origin } = headers;
  if (origin === undefined || (isControl(url ?? '/') && !origins.includes(origin))) return false;
  return method !== 'OPTIONS' || headers['access-control-request-method'] !== undefined;
}

/** Anything that could be read as an address of the control API, which foreign pages must not read. */
function isControl(target: string): boolean {
  return !target.startsWith('/') || /^\/+(?:_|%5f)/i.test(target.slice(worldPrefix(target).length));
}

/**
 * The headers by which the page may read the answer. A page that sends cookies or other credentials may not be
 * answered with `*`, and a browser does not say beforehand whether it does: so each page gets its own origin back.
 */
export function sharedWith({ headers: { origin } }: IncomingMessage): OutgoingHttpHeaders {
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
  };
}

/** A browser hides most headers from such a page unless the answer names them; `*` does not count with credentials. */
export function exposing({ headers }: Pick<Reply, 'headers'>): { 'access-control-expose-headers': string } {
  return { 'access-control-expose-headers': Object.keys(headers).join(', ') };
}

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
/** Seconds that a browser may remember the answer to a preflight. */
const REMEMBERED = '600';

/** Answers a browser that asks whether it may send a request at all. Safari waits for a body unless told its length. */
export function answerPreflight(req: IncomingMessage, res: ServerResponse): void {
  const asked = req.headers['access-control-request-headers'];
  res.writeHead(204, {
    ...sharedWith(req),
    vary: 'Origin, Access-Control-Request-Headers',
    'access-control-allow-methods': METHODS,
    ...(asked !== undefined && { 'access-control-allow-headers': asked }),
    'access-control-max-age': REMEMBERED,
    'content-length': '0',
  });
  res.end();
}
