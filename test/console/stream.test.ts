import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { configure } from '../../simulator/console/api/http.ts';
import { openStream, type Stream, type StreamState } from '../../simulator/console/api/stream.ts';

/** A server whose streams the test writes and cuts. */
function streamServer() {
  const asked: { [name: string]: string }[] = [];
  const open: ReadableStreamDefaultController<Uint8Array>[] = [];
  let isThere = true;
  configure({
    store: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
    async send(_address, init) {
      if (!isThere) throw new TypeError('fetch failed');
      asked.push({ ...(init?.headers as { [name: string]: string }) });
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          open.push(controller);
          init?.signal?.addEventListener('abort', () => controller.error(new Error('aborted')));
        },
      });
      return new Response(body);
    },
  });
  return {
    asked,
    write: (text: string) => open.at(-1)?.enqueue(new TextEncoder().encode(text)),
    cut: () => open.at(-1)?.error(new Error('cut')),
    go: () => {
      isThere = false;
    },
    comeBack: () => {
      isThere = true;
    },
  };
}

describe('a stream of the page', () => {
  let stream: Stream;
  let states: StreamState[];
  let heard: string[];
  beforeEach(() => {
    vi.useFakeTimers();
    states = [];
    heard = [];
  });
  afterEach(() => {
    stream.close();
    vi.useRealTimers();
  });
  const open = () => {
    stream = openStream({
      address: '/_control/events',
      onState: (state) => states.push(state),
      onEvents: (events) => heard.push(...events.map(({ data }) => data)),
    });
  };

  it('goes on after the last event it received when it was cut', async () => {
    const server = streamServer();
    open();
    await vi.advanceTimersByTimeAsync(1);
    server.write('id: 12\nevent: a\ndata: one\n\n');
    await vi.advanceTimersByTimeAsync(1);
    server.cut();
    await vi.advanceTimersByTimeAsync(1_000);
    server.write('id: 13\nevent: a\ndata: two\n\n');
    await vi.advanceTimersByTimeAsync(1);
    expect(heard).toEqual(['one', 'two']);
    expect(server.asked.map((headers) => headers['last-event-id'])).toEqual([undefined, '12']);
    expect(states.map(({ kind }) => kind)).toEqual(['connecting', 'live', 'waiting', 'connecting', 'live']);
  });

  it('waits longer from attempt to attempt while the server is away, and no longer than some seconds', async () => {
    const server = streamServer();
    server.go();
    open();
    await vi.advanceTimersByTimeAsync(60_000);
    const waits = states.flatMap((state) => (state.kind === 'waiting' ? [state.after] : []));
    expect(waits.slice(0, 6)).toEqual([200, 500, 1_000, 2_000, 5_000, 5_000]);
    server.comeBack();
    stream.retry();
    await vi.advanceTimersByTimeAsync(1);
    expect(states.at(-1)).toEqual({ kind: 'live' });
  });

  it('begins anew without a past when it is restarted', async () => {
    const server = streamServer();
    open();
    await vi.advanceTimersByTimeAsync(1);
    server.write('id: 12\nevent: a\ndata: one\n\n');
    await vi.advanceTimersByTimeAsync(1);
    stream.restart();
    await vi.advanceTimersByTimeAsync(1);
    expect(server.asked.map((headers) => headers['last-event-id'])).toEqual([undefined, undefined]);
  });

  it('hands on nothing that came before it was restarted', async () => {
    const server = streamServer();
    open();
    await vi.advanceTimersByTimeAsync(1);
    server.write('event: a\ndata: of the world before\n\n');
    stream.restart();
    await vi.advanceTimersByTimeAsync(1);
    server.write('event: a\ndata: of this world\n\n');
    await vi.advanceTimersByTimeAsync(1);
    expect(heard).toEqual(['of this world']);
  });

  it('lets go of its connection while it is paused, and goes on where it was', async () => {
    const server = streamServer();
    open();
    await vi.advanceTimersByTimeAsync(1);
    server.write('id: 12\nevent: a\ndata: one\n\n');
    await vi.advanceTimersByTimeAsync(1);
    stream.pause();
    stream.pause();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.asked).toHaveLength(1);
    stream.resume();
    await vi.advanceTimersByTimeAsync(1);
    expect(server.asked.map((headers) => headers['last-event-id'])).toEqual([undefined, '12']);
    expect(states.map(({ kind }) => kind)).toEqual(['connecting', 'live', 'connecting', 'live']);
  });

  it('asks for nothing more once it is closed', async () => {
    const server = streamServer();
    open();
    await vi.advanceTimersByTimeAsync(1);
    stream.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.asked).toHaveLength(1);
  });
});
