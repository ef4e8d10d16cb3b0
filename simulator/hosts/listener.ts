/** One listener to a stream of text on a socket: sent in few large pieces, and nothing while it does not read. */
import { Buffer } from 'node:buffer';
import type { ServerResponse } from 'node:http';
import type { Held } from './backlog.ts';

export class Listener implements Held {
  readonly #res: ServerResponse;
  /** The text since the last piece. Listeners to the same events hold the same strings. */
  #waiting: string[] = [];
  #characters = 0;
  #awaitsFlush = false;

  constructor(res: ServerResponse) {
    this.#res = res;
    res.on('drain', () => this.flush());
  }

  /** Writes a little later, with all that comes at once. */
  write(chunk: string): void {
    if (this.#res.destroyed) return;
    this.#waiting.push(chunk);
    this.#characters += chunk.length;
    if (this.#awaitsFlush) return;
    this.#awaitsFlush = true;
    queueMicrotask(() => {
      this.#awaitsFlush = false;
      this.flush();
    });
  }

  flush(): void {
    if (this.#waiting.length === 0 || this.#res.destroyed || this.#res.writableNeedDrain) return;
    const piece = bytesOf(this.#waiting);
    this.#waiting = [];
    this.#characters = 0;
    this.#res.write(piece);
  }

  /** Sends what waits and ends the stream. */
  end(): void {
    this.flush();
    this.#res.end();
  }

  behind(): number {
    return this.#characters + this.#res.writableLength;
  }

  cut(): void {
    this.#waiting = [];
    this.#characters = 0;
    this.#res.destroy();
  }
}

let latest: { chunks: readonly string[]; bytes: Buffer } | undefined;

/** The chunks as bytes: the same ones for all listeners that are sent the same at once. */
function bytesOf(chunks: readonly string[]): Buffer {
  const known = latest?.chunks;
  const isSame = known?.length === chunks.length && known.every((chunk, at) => chunk === chunks[at]);
  if (!latest || !isSame) latest = { chunks, bytes: Buffer.from(chunks.join('')) };
  return latest.bytes;
}
