/** The page's knowledge where a browser cannot bring it about: answers that come late, twice or in pieces. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { configure } from '../../simulator/console/api/http.ts';
import { createEventReader, openStream, type StreamState } from '../../simulator/console/api/stream.ts';
import { type Link, readLink, writeLink } from '../../simulator/console/state/address.ts';
import { setClock, setMoment, simulatedAt } from '../../simulator/console/state/clock.ts';
import { devices, loadDevice, loadDevices } from '../../simulator/console/state/devices.ts';
import { addEvents, handOnEvents } from '../../simulator/console/state/events.ts';
import { renewAll, resource } from '../../simulator/console/state/resource.ts';
import { ofThisWorld, setWorld } from '../../simulator/console/state/world.ts';
import type { ClockView, ShownEvent } from '../../simulator/control/schemas/index.ts';

const START = Date.UTC(2026, 0, 5, 8);
const MINUTE = 60_000;
const iso = (at: number) => new Date(at).toISOString();
const store = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };

let worlds = 0;
/** Another world: nothing of what the page knew holds in it. */
function anotherWorld(name: string | null = null): void {
  setWorld({ world: `known ${++worlds}`, story: name && `${name} ${worlds}`, seed: 1 });
}
beforeEach(() => anotherWorld());

const view = (at: number, facts: Partial<ClockView> = {}): ClockView => ({
  ...{ now: iso(at), speed: 60, frozen: false, until: null, advancing: false },
  ...facts,
});

let sequence = 0;
function hear(...events: { kind: ShownEvent['kind']; [fact: string]: unknown }[]): void {
  addEvents(
    events.map((each) => ({ at: iso(START), sequence: ++sequence, ...each }) as unknown as ShownEvent),
  );
  handOnEvents();
}

describe('the clock', () => {
  /** The server's words at moments of real time, and where the page then has its clock, after the start. */
  const rows: [string, (() => void)[], real: number, shown: number][] = [
    ['runs on at its speed', [() => setClock(view(START), 1_000)], 2_000, 60_000],
    ['stands while it is frozen', [() => setClock(view(START, { frozen: true }), 0)], 5_000, 0],
    [
      'stops where the server stops by itself',
      [() => setClock(view(START, { until: iso(START + MINUTE) }), 0)],
      60_000,
      MINUTE,
    ],
    [
      'jumps where it is far off',
      [() => setClock(view(START), 0), () => setMoment(START + MINUTE, 10_000)],
      10_000,
      MINUTE,
    ],
    [
      'goes along with a server that is on its way, and not back',
      [
        () => setClock(view(START, { frozen: true, advancing: true }), 0),
        () => setMoment(START + 60 * MINUTE, 100),
        () => setMoment(START + 30 * MINUTE, 200),
      ],
      200,
      60 * MINUTE,
    ],
    [
      'goes back with another world',
      [
        () => setClock(view(START + 60 * MINUTE), 0),
        () => anotherWorld(),
        () => setClock(view(START, { frozen: true }), 200),
      ],
      200,
      0,
    ],
  ];
  it.each(rows)('%s', (_, said, real, shown) => {
    for (const say of said) say();
    expect(simulatedAt(real) - START).toBe(shown);
  });

  it('never goes back while the server runs evenly, whenever it is heard', () => {
    const gap = fc.record({ gap: fc.integer({ min: 1, max: 400 }), late: fc.integer({ min: 0, max: 80 }) });
    fc.assert(
      fc.property(fc.array(gap, { maxLength: 40 }), (frames) => {
        anotherWorld();
        setClock(view(START, { speed: 600 }), 0);
        let real = 0;
        let shown = simulatedAt(0);
        for (const { gap, late } of frames) {
          real += gap;
          setMoment(START + (real - late) * 600, real);
          const next = simulatedAt(real);
          expect(next).toBeGreaterThanOrEqual(shown);
          shown = next;
        }
      }),
    );
  });
});

describe('what is known of devices', () => {
  /** The answer of the server: so many e-mails, after so many events. */
  let answer: { email: number; sequence: number };
  beforeEach(() => {
    anotherWorld('fleet');
    configure({
      store,
      async send(address) {
        const { email, sequence } = answer;
        const limits = { expires: false, expirationDate: null, dailyEmail: 9, dailySms: null };
        const device = { id: 'dev-1', number: 1, limits: { ...limits, usage: { email, sms: 0 } } };
        if (/devices\/./.test(address)) return Response.json({ ...device, sequence });
        return Response.json({ total: 1, sequence, devices: [device] });
      },
    });
  });
  const sent = (sequence: number, count = 1) => ({
    ...{ sequence, kind: 'message-sent' as const, deviceId: 'dev-1', channel: 'email', count },
  });
  const emails = () => devices.get('dev-1')?.limits.usage.email;

  it('counts each message once, though it is in an answer, is heard twice, or comes before a late answer', async () => {
    answer = { email: 5, sequence: 10 };
    await loadDevices();
    hear(sent(9), sent(10), sent(11, 2));
    hear(sent(11, 2));
    expect(emails()).toBe(7);
    await loadDevice('dev-1'); // an answer of before
    expect(emails()).toBe(7);
    answer = { email: 9, sequence: 13 };
    await loadDevice('dev-1');
    hear(sent(12), sent(13), sent(14));
    expect(emails()).toBe(10);
    hear({ sequence: 15, kind: 'day-ended' });
    expect(emails()).toBe(0);
  });
});

describe('the link', () => {
  const nothing: Link = {
    ...{ story: null, seed: null, at: null, device: null },
    panel: null,
  };
  it('leaves out what there is not', () => {
    for (const hash of [
      '#panel=toString',
      '#panel=',
      '#seed=-1&at=tomorrow&story=',
      '#at=2026-13-45T00:00:00Z',
    ])
      expect(readLink(hash), hash).toEqual(nothing);
  });

  it('comes back as it was written, whatever the names', () => {
    const name = fc.option(fc.string({ minLength: 1, unit: 'grapheme' }));
    fc.assert(
      fc.property(name, name, fc.option(fc.nat()), (story, device, seed) => {
        const link = { ...nothing, story, device, seed };
        expect(readLink(writeLink(link))).toEqual(link);
      }),
    );
  });
});

it('what is fetched again is so once for many events, and again after a pause where that failed', async () => {
  let real = 0;
  let tries = 0;
  const later = (ms = 1_000) => {
    real += ms;
    return renewAll(real);
  };
  const tried = resource(async () => {
    tries++;
    if (tries === 1) throw new Error('no');
    return tries;
  });
  for (let event = 0; event < 3; event++) tried.ask();
  for (const [ms, expected] of [
    [1_000, 1],
    [10, 1],
    [1_000, 2],
    [1_000, 2],
  ] as const) {
    await later(ms);
    expect(tries).toBe(expected);
  }
  expect(tried.value).toBe(2);
});

it('an answer about the world before is none about this', async () => {
  expect(await ofThisWorld(Promise.resolve('an answer'))).toBe('an answer');
  const late = ofThisWorld(Promise.resolve('an answer'));
  anotherWorld();
  expect(await late).toBeUndefined();
});

describe('a stream', () => {
  /** The `last-event-id` of each request. */
  let asked: (string | undefined)[];
  let open: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isThere: boolean;
  let states: StreamState[];
  let heard: string[];
  let stream: ReturnType<typeof openStream>;
  beforeEach(async () => {
    vi.useFakeTimers();
    [asked, states, heard, isThere] = [[], [], [], true];
    configure({
      store,
      async send(_address, init) {
        if (!isThere) throw new TypeError('fetch failed');
        asked.push(new Headers(init?.headers).get('last-event-id') ?? undefined);
        return new Response(
          new ReadableStream<Uint8Array>({
            start(controller) {
              open = controller;
              init?.signal?.addEventListener('abort', () => controller.error(new Error('aborted')));
            },
          }),
        );
      },
    });
    stream = openStream({
      address: '/_control/events',
      onState: (state) => states.push(state),
      onEvents: (events) => heard.push(...events.map(({ data }) => data)),
    });
    await tick();
  });
  afterEach(() => {
    stream.close();
    vi.useRealTimers();
  });
  const tick = (ms = 1) => vi.advanceTimersByTimeAsync(ms);
  const write = (text: string) => open?.enqueue(new TextEncoder().encode(text));

  it('goes on after the last event that it received, once it was cut or paused', async () => {
    write('id: 12\nevent: a\ndata: one\n\n');
    await tick();
    open?.error(new Error('cut'));
    await tick(1_000);
    write('id: 13\nevent: a\ndata: two\n\n');
    await tick();
    stream.pause();
    await tick(60_000);
    expect(asked).toEqual([undefined, '12']);
    stream.resume();
    await tick();
    expect([heard, asked]).toEqual([
      ['one', 'two'],
      [undefined, '12', '13'],
    ]);
    stream.close();
    await tick(60_000);
    expect(asked).toHaveLength(3);
  });

  it('waits longer from attempt to attempt while the server is away, and no longer than some seconds', async () => {
    isThere = false;
    open?.error(new Error('cut'));
    await tick(60_000);
    const waits = states.flatMap((state) => (state.kind === 'waiting' ? [state.after] : []));
    expect(waits.slice(0, 6)).toEqual([200, 500, 1_000, 2_000, 5_000, 5_000]);
    isThere = true;
    stream.retry();
    await tick();
    expect(states.at(-1)).toEqual({ kind: 'live' });
  });

  it('begins anew without a past when it is restarted, and hands on nothing of before', async () => {
    write('id: 12\nevent: a\ndata: of the world before\n\n');
    stream.restart();
    await tick();
    write('event: a\ndata: of this world\n\n');
    await tick();
    expect([heard, asked]).toEqual([['of this world'], [undefined, undefined]]);
  });

  it('is read alike however it is cut into pieces, and an event once it is whole', () => {
    const text =
      'event: world\ndata: {}\n\n: a comment\n\nid: 7\nevent: a\ndata: …\n\ndata: 1\ndata: 2\r\n\r\n';
    const whole = createEventReader()(text);
    expect(whole.map(({ event, data, id }) => [event, data, id])).toEqual([
      ['world', '{}', undefined],
      ['a', '…', '7'],
      ['message', '1\n2', '7'],
    ]);
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 12 }), (places) => {
        const read = createEventReader();
        const ends = [...new Set([...places, text.length])].sort((a, b) => a - b);
        expect(ends.flatMap((end, index) => read(text.slice(ends[index - 1] ?? 0, end)))).toEqual(whole);
      }),
    );
  });
});
