/** An event stream as a page reads it. */
export interface Event {
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape
  data: any;
}

export interface Watching {
  /** All that came so far. */
  all: Event[];
  /** The first from here on that is meant. */
  until(meant: (event: Event) => boolean): Promise<Event>;
  close(): void;
}

export async function watch(url: string, headers: { [name: string]: string } = {}): Promise<Watching> {
  const abort = new AbortController();
  const response = await fetch(url, { headers, signal: abort.signal });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  const all: Event[] = [];
  let seen = 0;
  let text = '';
  return {
    all,
    async until(meant) {
      for (;;) {
        while (seen < all.length) {
          const event = all[seen++] as Event;
          if (meant(event)) return event;
        }
        const { done, value } = await reader.read();
        if (done) throw new Error(`The stream of ${url} has ended.`);
        const frames = (text + decoder.decode(value, { stream: true })).split('\n\n');
        text = frames.pop() as string;
        for (const frame of frames) {
          const [, event = '', data = 'null'] = /event: (.*)\ndata: (.*)$/.exec(frame) ?? [];
          all.push({ event, data: JSON.parse(data) });
        }
      }
    },
    close: () => abort.abort(),
  };
}
