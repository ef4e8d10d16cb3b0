/**
 * The simulator as a function of the Fetch standard: no socket, the same in Node and in a browser.
 */
import type { Call, Handle, Reply } from '../http/call.ts';

/**
 * A function like `fetch` that the simulator answers. Only path and query of the address count.
 *
 * @param bodyLimit the longest body that is read, in bytes.
 * @returns a function that rejects as `fetch` does: with the signal's reason when the caller gives up,
 *   with a `TypeError` when the connection is dropped (an injected fault).
 */
export function toFetch(handle: Handle, bodyLimit: number): (request: Request) => Promise<Response> {
  return async (request) => {
    const { signal } = request;
    signal.throwIfAborted();
    const call = await readCall(request, targetOf(request.url), bodyLimit);
    const reply = await unlessAborted(handle(call), signal);
    if (reply.dropped) throw new TypeError('fetch failed', { cause: new Error('The connection was dropped.') });
    return toResponse(reply, call.method);
  };
}

/** Path and query of an address. */
function targetOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

/** The call behind a request. A body over the limit is left out and the call is marked. */
export async function readCall(request: Request, target: string, bodyLimit: number): Promise<Call> {
  const call: Call = {
    method: request.method,
    target,
    headers: Object.fromEntries(request.headers),
    body: undefined,
  };
  if (request.body === null) return call;
  const body = await request.text();
  if (isLonger(body, bodyLimit)) call.oversized = true;
  else if (body !== '') call.body = body;
  return call;
}

/** Whether a text takes more bytes than the limit. One UTF-16 unit is at most three bytes in UTF-8. */
function isLonger(text: string, limit: number): boolean {
  if (text.length * 3 <= limit) return false;
  return text.length > limit || new TextEncoder().encode(text).length > limit;
}

/** These statuses must be given no body, not even an empty one. */
const BODYLESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** A response with the status, the headers and the body of a reply. */
export function toResponse(reply: Reply, method: string): Response {
  const { status, headers, body, stream } = reply;
  if (method === 'HEAD' || BODYLESS.has(status)) return new Response(null, { status, headers });
  return new Response(stream ? toReadable(stream) : body, { status, headers });
}

/** A stream of bytes that ends what feeds it as soon as nobody reads any more. */
function toReadable(stream: NonNullable<Reply['stream']>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let stop = () => {};
  return new ReadableStream<Uint8Array>({
    start(controller) {
      stop = stream((chunk) => controller.enqueue(encoder.encode(chunk)));
    },
    cancel() {
      stop();
    },
  });
}

/** The reply, unless the caller gives up while the simulator still waits. */
function unlessAborted(reply: Reply | Promise<Reply>, signal: AbortSignal): Reply | Promise<Reply> {
  if (!(reply instanceof Promise)) return reply;
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    signal.addEventListener('abort', giveUp, { once: true });
    reply.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
