/**
 * An event stream by `fetch`: unlike EventSource it can send the control token, and says when it has to
 * reconnect. A stream that was cut goes on after the last event it received.
 */
import { ApiError, respond } from './http.ts';

export type StreamState =
  | { kind: 'connecting' }
  | { kind: 'live' }
  /** The next attempt is `after` real milliseconds away. */
  | { kind: 'waiting'; attempt: number; after: number; why: string };

export interface Stream {
  /** Tries now instead of waiting for the next attempt. */
  retry(): void;
  /** Begins anew, as if nothing had been received yet. */
  restart(): void;
  /** Lets go of the connection, of which a browser has few for all its tabs, until `resume`. */
  pause(): void;
  /** Goes on after the last event it received. */
  resume(): void;
  close(): void;
}

export interface StreamOptions {
  address: string;
  onEvents: (events: readonly ServerEvent[]) => void;
  onState?: (state: StreamState) => void;
}

/** Real milliseconds before the attempts to reconnect; the last one is for all further ones. */
const WAITS = [200, 500, 1_000, 2_000, 5_000];

/** Opens the stream, and keeps it open until it is closed. */
export function openStream({ address, onEvents, onState }: StreamOptions): Stream {
  let closed = false;
  let lastId: string | undefined;
  let abort = new AbortController();
  let wake: () => void = () => undefined;
  let again = false;
  /** Set while it is paused: ends the pause. */
  let endPause: (() => void) | undefined;
  let pause: Promise<void> | undefined;

  async function run(): Promise<void> {
    let attempt = 0;
    while (!closed) {
      await pause;
      if (closed) return;
      onState?.({ kind: 'connecting' });
      let why = 'The stream ended.';
      try {
        await receive(() => {
          attempt = 0;
          onState?.({ kind: 'live' });
        });
      } catch (error) {
        why = error instanceof ApiError ? error.message : 'The connection was cut.';
      }
      if (closed) return;
      if (again) {
        again = false;
        continue;
      }
      const after = WAITS[Math.min(attempt, WAITS.length - 1)] ?? 0;
      attempt++;
      onState?.({ kind: 'waiting', attempt, after, why });
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, after);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      again = false;
    }
  }

  async function receive(onOpen: () => void): Promise<void> {
    abort = new AbortController();
    const { signal } = abort;
    const headers = {
      accept: 'text/event-stream',
      ...(lastId !== undefined && { 'last-event-id': lastId }),
    };
    const reply = await respond(address, { headers, signal });
    if (!reply.body) throw new Error('There is no stream.');
    onOpen();
    const read = createEventReader();
    const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      // A piece may have come before the stream was let go of: it is part of what begins anew.
      if (done || signal.aborted) return;
      const events = read(value);
      if (events.length === 0) continue;
      lastId = events.at(-1)?.id ?? lastId;
      onEvents(events);
      if (signal.aborted) return;
    }
  }

  void run();
  return {
    retry: () => wake(),
    restart() {
      lastId = undefined;
      again = true;
      abort.abort();
      wake();
    },
    pause() {
      pause ??= new Promise((resolve) => {
        endPause = resolve;
      });
      again = true;
      abort.abort();
      wake();
    },
    resume() {
      pause = undefined;
      endPause?.();
    },
    close() {
      closed = true;
      abort.abort();
      wake();
      endPause?.();
    },
  };
}

/** Server-sent events (HTML standard, 9.2) from the text of a stream, however it was cut into pieces. */
export interface ServerEvent {
  event: string;
  data: string;
  /** As the last event that had one said. */
  id: string | undefined;
}

/** Feed it pieces of text; it returns the events that are complete. */
export function createEventReader(): (piece: string) => ServerEvent[] {
  let rest = '';
  let event = '';
  let data: string[] = [];
  let id: string | undefined;

  return (piece) => {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    const events: ServerEvent[] = [];
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) events.push({ event: event || 'message', data: data.join('\n'), id });
        event = '';
        data = [];
        continue;
      }
      const colon = line.indexOf(':');
      const field = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
      if (field === 'event') event = value;
      else if (field === 'data') data.push(value);
      else if (field === 'id') id = value;
    }
    return events;
  };
}
