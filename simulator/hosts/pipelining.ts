/**
 * Pipelined requests: those that come on a connection before earlier ones are answered. A client that never reads would
 * have all of them answered into memory, so the next one waits while too much is unsent.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes of one connection that may be unsent when the next request is begun. */
const MOST_UNSENT = 1024 * 1024;
/** Requests of one connection that are processed at once: the length of an answer is not known before it is made. */
const MOST_AT_ONCE = 8;

interface Pipeline {
  readonly underWay: Set<ServerResponse>;
  readonly waiting: (() => void)[];
}

const pipelines = new WeakMap<Socket, Pipeline>();

/** Begins a request at once, or when enough of the answers before it has been sent; never on a connection that is gone. */
export function inTurn({ socket }: IncomingMessage, res: ServerResponse, begin: () => void): void {
  // A response has its socket from the beginning where no other one is before it.
  if (res.socket !== null) {
    begin();
    return;
  }
  const pipeline = pipelines.get(socket) ?? newPipeline(socket);
  pipeline.waiting.push(() => {
    pipeline.underWay.add(res);
    res.once('close', () => {
      pipeline.underWay.delete(res);
      goOn(pipeline, socket);
    });
    begin();
  });
  goOn(pipeline, socket);
}

function newPipeline(socket: Socket): Pipeline {
  const pipeline: Pipeline = { underWay: new Set(), waiting: [] };
  pipelines.set(socket, pipeline);
  socket.on('drain', () => goOn(pipeline, socket));
  return pipeline;
}

function goOn({ underWay, waiting }: Pipeline, socket: Socket): void {
  while (waiting.length > 0 && !socket.destroyed && !isFull(underWay, socket)) waiting.shift()?.();
}

function isFull(underWay: ReadonlySet<ServerResponse>, socket: Socket): boolean {
  let unsent = socket.writableLength;
  for (const { writableLength } of underWay) unsent += writableLength;
  return unsent > MOST_UNSENT || underWay.size >= MOST_AT_ONCE;
}
