/**
 * The simulator as a function of the Fetch standard: no socket, the same in Node and in a browser.
 */
import { bodilessStatuses } from '../../contracts/kit/http.ts';
import type { BodyLimit, Call, Handle, Reply } from '../http/call.ts';
import { takeBody, tooLarge } from './body.ts';
import { type Reader, Unread } from './unread.ts';

/**
 * A function like `fetch` that the simulator answers. Only path and query of the address count.
 *
 * @returns a function that rejects as `fetch` does: with the signal's reason when the caller gives up,
 *   with a `TypeError` when the connection is dropped (an injected fault).
 */
export function toFetch(
  handle: Handle,
  bodyLimit: BodyLimit,
): (input: Request | string | URL, init?: RequestInit) => Promise<Response> {
  return async (input, init) => {
    // A path alone gets an origin: no address is looked up.
    const address = typeof input === 'string' && input.startsWith('/') ? `http://fleet.test${input}` : input;
    const request = address instanceof Request && init === undefined ? address : new Request(address, init);
    request.signal.throwIfAborted();
    const { pathname, search } = new URL(request.url);
    const reply = await unlessAborted(request, handle(await toCall(request, pathname + search, bodyLimit)));
    if (reply.dropped)
      throw new TypeError('fetch failed', { cause: new Error('The connection was dropped.') });
    return toResponse(reply, request);
  };
}

/** The call behind a request, its body read as far as the limit goes. The headers in `without` are left out. */
export async function toCall(
  request: Request,
  target: string,
  bodyLimit: BodyLimit,
  without: readonly string[] = [],
): Promise<Call> {
  const headers = Object.fromEntries([...request.headers].filter(([name]) => !without.includes(name)));
  const caller = { onLeft: (listener: () => void) => onAborted(request, listener) };
  const call: Call = { method: request.method, target, headers, body: undefined, caller };
  if (request.body === null) return call;
  // Not every browser shows the body of a request as a stream.
  const body = request.body ?? new Blob([await request.arrayBuffer()]).stream();
  const bytes = await readWithin(body, bodyLimit(call));
  if (bytes) takeBody(call, bytes);
  else call.unread = tooLarge;
  return call;
}

/** The bytes of a stream; `undefined` for more of them than the limit, where it is cancelled. */
async function readWithin(
  stream: ReadableStream<Uint8Array>,
  limit: number,
): Promise<Uint8Array | undefined> {
  const reader = stream.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    // Most bodies are one piece, and a blob takes its time.
    if (done) return chunks.length === 1 ? chunks[0] : new Uint8Array(await new Blob(chunks).arrayBuffer());
    length += value.length;
    if (length > limit) {
      // Not waited for: where a request was copied, this ends only when the copy does.
      reader.cancel().catch(() => undefined);
      return undefined;
    }
    chunks.push(new Uint8Array(value));
  }
}

/** Calls back when the caller gives up, at once where they have; returns a function that ends this. */
function onAborted(request: Request, listener: () => void): () => void {
  // The request is held, too: a signal whose request was garbage-collected is never aborted.
  const heard = () => request && listener();
  if (request.signal.aborted) heard();
  request.signal.addEventListener('abort', heard, { once: true });
  return () => request.signal.removeEventListener('abort', heard);
}

/** The reply, unless the caller gives up while the simulator still waits. */
function unlessAborted(request: Request, reply: Reply | Promise<Reply>): Reply | Promise<Reply> {
  if (!(reply instanceof Promise)) return reply;
  return new Promise((resolve, reject) => {
    const stop = onAborted(request, () => reject(request.signal.reason));
    reply.then(resolve, reject).finally(stop);
  });
}

/** The response to a request: status, headers and body of the reply. */
export function toResponse(reply: Reply, request: Request): Response {
  const { status, headers, body, stream } = reply;
  // A body that is empty is one too.
  if (request.method === 'HEAD' || bodilessStatuses.has(status))
    return new Response(null, { status, headers });
  return new Response(stream ? toReadable(stream, request) : body, { status, headers });
}

/** The bound on all streams that are read in this process. */
const unread = new Unread();

/** A stream of bytes. What feeds it stops as soon as the reader cancels or the caller aborts the request. */
function toReadable(stream: NonNullable<Reply['stream']>, request: Request): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let stop = () => {};
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start(controller) {
      let ended = false;
      const ending = (how: () => void) => {
        if (ended) return;
        ended = true;
        stop();
        how();
      };
      const fail = (reason: unknown) => ending(() => controller.error(reason));
      const reader: Reader = {
        behind: () => -Number(controller.desiredSize),
        cut: () => fail(new Error('The stream was not read.')),
      };
      const write = (chunk: string): void => {
        const bytes = encoder.encode(chunk);
        controller.enqueue(bytes);
        unread.wrote(reader, bytes.length, true);
      };
      const feed = stream(
        write,
        () => ending(() => controller.close()),
        () => fail(new TypeError('terminated')),
      );
      const unlisten = onAborted(request, () => fail(request.signal.reason));
      stop = () => {
        unlisten();
        unread.delete(reader);
        feed();
      };
      if (ended) stop(); // before all of it was there to be stopped
    },
    cancel: () => stop(),
  };
  return new ReadableStream(source, new ByteLengthQueuingStrategy({ highWaterMark: 0 }));
}
