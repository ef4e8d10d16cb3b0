/**
 * One request on a socket and its answer: from Node's request to a call, from a reply to bytes.
 *
 * This is the hot path of the server. It reads the body itself, so that an oversized body or an odd
 * content type is refused by the simulator in the profile's dialect and not by the web framework.
 */
import { Buffer } from 'node:buffer';
import { type IncomingMessage, type OutgoingHttpHeader, ServerResponse } from 'node:http';
import { bodilessStatuses } from '../../contracts/kit/http.ts';
import type { BodyLimit, Call, Handle, Reply } from '../http/call.ts';
import { takeBody, tooLarge } from './body.ts';
import { exposing } from './cross-origin.ts';
import { type Reader, Unread } from './unread.ts';

/** The part of a simulator that a host needs. */
export interface Served {
  /** Asked for at each call. */
  handle: Handle;
  bodyLimit: BodyLimit;
}

/** The time shown to callers is the simulated one, so Node must never add its own `Date`. */
export class UndatedResponse<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
  constructor(...args: ConstructorParameters<typeof ServerResponse<R>>) {
    super(...args);
    this.sendDate = false;
  }
}

const SLASH = '/'.charCodeAt(0);

type HeaderFields = { [name: string]: OutgoingHttpHeader | undefined };

export interface Exchange {
  /** Answers one request. `target` is the address as the caller wrote it, `extra` are headers beside the reply's. */
  answer(req: IncomingMessage, res: ServerResponse, target: string, extra?: HeaderFields): void;
  /** From now on every answer closes its connection, and open streams end. */
  drain(): void;
}

/** `onError` is called with what a caller only sees as a 500: a defect, never a refusal. */
export function createExchange(served: Served, onError: (error: unknown) => void): Exchange {
  const unread = new Unread();
  /** Ends what a stop ends: open streams, waits for callers, bodies that were refused and are still coming in. */
  const endings = new Set<() => void>();
  let draining = false;

  return {
    answer(req, res, target, extra) {
      // In process there is no Host; over a socket a caller of HTTP/1.0 must not pass for one of ours.
      if (req.headers.host === undefined) req.headers.host = '';
      const call: Call = {
        method: req.method ?? 'GET',
        target: target.charCodeAt(0) === SLASH ? target : originForm(target),
        headers: req.headers,
        body: undefined,
        caller: { onLeft: (listener) => onLeft(res, listener) },
      };
      if (!hasBody(req)) {
        reply(call, res, extra);
        return;
      }
      const limit = served.bodyLimit(call);
      // A caller who asks first sends nothing that would not be read.
      if (limit > 0 && req.headers.expect !== undefined) res.writeContinue();
      readBody(req, limit, call, () => {
        if (!req.complete) untilClosed(req, () => res.writableFinished && req.destroy());
        reply(call, res, extra);
      });
    },
    drain() {
      draining = true;
      for (const end of endings) end();
    },
  };

  function untilClosed(of: IncomingMessage | ServerResponse, end: () => void): void {
    endings.add(end);
    of.once('close', () => endings.delete(end));
  }

  function onLeft(res: ServerResponse, listener: () => void): () => void {
    if (draining || res.destroyed) listener();
    endings.add(listener);
    res.once('close', listener);
    return () => {
      endings.delete(listener);
      res.off('close', listener);
    };
  }

  function reply(call: Call, res: ServerResponse, extra: HeaderFields | undefined): void {
    if (res.req.socket.destroyed) return;
    try {
      const made = served.handle(call);
      if (!(made instanceof Promise)) write(call, res, made, extra);
      else made.then((later) => write(call, res, later, extra)).catch((error: unknown) => fail(res, error));
    } catch (error) {
      fail(res, error);
    }
  }

  function write(call: Call, res: ServerResponse, reply: Reply, extra: HeaderFields | undefined): void {
    if (res.destroyed) return;
    if (reply.dropped) {
      res.destroy();
      return;
    }
    // A field that is added to what was spread takes V8 ten times as long.
    const headers: HeaderFields = Object.assign({}, extra, extra && exposing(reply), reply.headers);
    if (reply.stream) {
      writeStream(call, res, reply.status, headers, reply.stream);
      return;
    }
    if (draining) headers.connection = 'close';
    if (bodilessStatuses.has(reply.status)) {
      if (reply.status === 205) headers['content-length'] = 0; // alone of them (RFC 9110, 8.6)
      res.writeHead(reply.status, headers);
      res.end();
      return;
    }
    const isHead = call.method === 'HEAD';
    // For HEAD the length is that of the body that GET would get; without a body it is unknown.
    if (!isHead || reply.body !== '') headers['content-length'] = Buffer.byteLength(reply.body);
    res.writeHead(reply.status, headers);
    res.end(isHead ? undefined : reply.body);
    // Most answers are sent by then, and cost nothing here. One that waits behind others has no socket yet.
    if (res.socket?.writableLength !== 0) unread.wrote(readerOf(res), reply.body.length, false);
  }

  function readerOf(res: ServerResponse): Reader {
    const reader = { behind: () => res.writableLength, cut: () => res.req.socket.destroy() };
    res.once('close', () => unread.delete(reader));
    return reader;
  }

  function writeStream(
    call: Call,
    res: ServerResponse,
    status: number,
    headers: HeaderFields,
    stream: NonNullable<Reply['stream']>,
  ): void {
    // A stream without an end has its connection to itself.
    if (headers['content-length'] === undefined || draining) headers.connection = 'close';
    res.writeHead(status, headers);
    if (call.method === 'HEAD' || draining) {
      res.end();
      return;
    }
    res.flushHeaders();
    const reader = readerOf(res);
    const write = (chunk: string): void => {
      if (res.destroyed) return;
      // Chunks that are written in one go are sent as one piece.
      if (res.writableCorked === 0) {
        res.cork();
        queueMicrotask(() => res.uncork());
      }
      res.write(chunk);
      unread.wrote(reader, chunk.length, true);
    };
    const end = () => void res.end();
    untilClosed(res, end);
    res.once(
      'close',
      stream(write, end, () => res.destroy()),
    );
  }

  function fail(res: ServerResponse, error: unknown): void {
    onError(error);
    if (res.headersSent) {
      res.destroy();
      return;
    }
    res.writeHead(500, { 'content-type': 'text/plain', connection: 'close' });
    res.end('The simulator failed to answer. This is a defect of Roadtest.\n');
  }
}

/** From the absolute form that a proxy's client sends (`http://host/path`) to path and query. */
function originForm(target: string): string {
  if (!URL.canParse(target)) return `/${target}`;
  const { pathname, search } = new URL(target);
  return pathname + search;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** The bytes of a refused body that are still read and dropped; then the connection is cut. */
const DROPPED = 64 * 1024 * 1024;

/**
 * Reads the body into the call, then goes on. A body over the limit is not kept: the call is marked
 * and answered at once, and the rest is dropped as it comes in, so that the caller lives to read the
 * answer. A caller who breaks off in the middle is never answered.
 */
function readBody(req: IncomingMessage, limit: number, call: Call, then: () => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  const refuse = (): void => {
    length = 0;
    chunks.length = 0;
    call.unread = tooLarge;
    then();
  };
  req.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (call.unread) {
      if (length > DROPPED) req.destroy();
    } else if (length > limit) refuse();
    else chunks.push(chunk);
  });
  req.on('end', () => {
    if (call.unread) return;
    const [whole] = chunks;
    takeBody(call, whole?.length === length ? whole : Buffer.concat(chunks, length));
    then();
  });
  if (Number(req.headers['content-length']) > limit) refuse();
}
