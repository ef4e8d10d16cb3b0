/**
 * The simulator as a function of the Fetch standard: no socket, the same in Node and in a browser.
 */
import { bodilessStatuses } from '../../contracts/kit/http.ts';
import type { BodyLimit, Call, Handle, Reply } from '../http/call.ts';
import { readWithin, takeBody, tooLarge } from './body.ts';
import { type AwaitedCall, WaitingCaller } from './caller.ts';
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
    const request =
      input instanceof Request && init === undefined ? input : new Request(addressed(input), init);
    request.signal.throwIfAborted();
    const call = toCall(request, targetOf(request.url));
    if (request.body !== null) await readBody(request, call, bodyLimit);
    const reply = await unlessAborted(request, call, handle(call));
    if (reply.dropped)
      throw new TypeError('fetch failed', { cause: new Error('The connection was dropped.') });
    return toResponse(reply, request);
  };
}

/** A path alone gets an origin: no address is looked up. */
function addressed(input: Request | string | URL): Request | string | URL {
  return typeof input === 'string' && input.startsWith('/') ? `http://fleet.test${input}` : input;
}

/** Path and query of an address. */
function targetOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

const NONE: ReadonlySet<string> = new Set();

/** The call behind a request, its body still unread. The headers in `without` are left out. */
export function toCall(request: Request, target: string, without = NONE): AwaitedCall {
  const headers: { [name: string]: string } = {};
  for (const [name, value] of request.headers) if (!without.has(name)) headers[name] = value;
  return { method: request.method, target, headers, body: undefined, caller: new WaitingCaller() };
}

/** Reads the body of a request into its call, as far as the limit goes: of one that is longer the rest is left unread. */
export async function readBody(request: Request, call: Call, bodyLimit: BodyLimit): Promise<void> {
  const limit = typeof bodyLimit === 'number' ? bodyLimit : bodyLimit(call);
  // Not every browser shows the body of a request as a stream.
  const bytes = await readWithin(request.body ?? new Blob([await request.arrayBuffer()]).stream(), limit);
  if (bytes) await takeBody(call, bytes, limit);
  else call.unread = tooLarge;
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
      const fail = (reason: unknown) => {
        ended = true;
        stop();
        controller.error(reason);
      };
      const reader: Reader = {
        behind: () => -Number(controller.desiredSize),
        cut: () => fail(new Error('The stream was not read.')),
      };
      const write = (chunk: string): void => {
        const bytes = encoder.encode(chunk);
        controller.enqueue(bytes);
        unread.wrote(reader, bytes.length, true);
      };
      const end = (): void => {
        if (ended) return;
        ended = true;
        stop();
        controller.close();
      };
      const feed = stream(write, end, () => fail(new TypeError('terminated')));
      stop = () => {
        unread.delete(reader);
        feed();
      };
      if (ended) stop(); // for the first reason given
      request.signal.addEventListener('abort', () => fail(request.signal.reason), { once: true });
    },
    cancel: () => stop(),
  };
  return new ReadableStream(source, new ByteLengthQueuingStrategy({ highWaterMark: 0 }));
}

/**
 * The reply, unless the caller gives up while the simulator still waits. It asks the request for its
 * signal each time: a signal whose request was garbage-collected is never aborted.
 */
function unlessAborted(
  request: Request,
  { caller }: AwaitedCall,
  reply: Reply | Promise<Reply>,
): Reply | Promise<Reply> {
  if (!(reply instanceof Promise)) return reply;
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      reject(request.signal.reason);
      caller.leave();
    };
    request.signal.addEventListener('abort', giveUp, { once: true });
    reply.then(resolve, reject).finally(() => request.signal.removeEventListener('abort', giveUp));
  });
}
