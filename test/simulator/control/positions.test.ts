import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { type Server, serve } from '../../../simulator/hosts/node.ts';
import { createSimulator, type Simulator, type SimulatorOptions } from '../../../simulator/index.ts';
import { fewLicences } from '../../few-licences.ts';
import { ManualPace } from '../../manual-pace.ts';
import { runs, turns } from '../../sample.ts';

const inTurn = turns(2, 1);

const start = Date.UTC(2026, 0, 5, 8);
const second = 1000;
const report = (latitude: number, longitude: number, facts = {}) => ({
  deviceTime: start,
  latitude,
  longitude,
  ...facts,
});

interface Position {
  latitude: number;
  longitude: number;
  speed: number | null;
  course: number | null;
  bits: number;
}

/** A page that looks on: it keeps the last position that it received of each device. */
class Page {
  readonly held = new Map<number, Position>();
  /** The frames: when each came in real time, its length in bytes, and its devices. */
  readonly frames: { at: number; simulated: string; bytes: number; devices: number[] }[] = [];
  readonly worlds: string[] = [];
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  take(chunk: string): void {
    const [, event, data] = /^event: (\w+)\ndata: (.*)\n\n$/.exec(chunk) as unknown as [
      string,
      string,
      string,
    ];
    const facts = JSON.parse(data);
    if (event === 'world') {
      this.worlds.push(facts.world);
      this.held.clear();
      return;
    }
    const bytes = new DataView(Uint8Array.from(Buffer.from(facts.p, 'base64')).buffer);
    expect(bytes.byteLength).toBe(facts.n * 16);
    const devices: number[] = [];
    for (let place = 0; place < bytes.byteLength; place += 16) {
      const [speed, bits] = [bytes.getUint16(place + 12, true), bytes.getUint8(place + 15)];
      devices.push(bytes.getUint32(place, true));
      this.held.set(bytes.getUint32(place, true), {
        latitude: bytes.getInt32(place + 4, true) / 1e7,
        longitude: bytes.getInt32(place + 8, true) / 1e7,
        speed: speed === 0xffff ? null : speed / 10,
        course: bits & 16 ? null : (bytes.getUint8(place + 14) * 360) / 256,
        bits: bits & ~16,
      });
    }
    this.frames.push({ at: this.#now(), simulated: facts.at, bytes: Buffer.byteLength(chunk), devices });
  }
}

/** A simulator in real time moved by hand, and a page that looks on. */
function lookedAt(options: SimulatorOptions, query = '') {
  const pace = new ManualPace(Date.UTC(2026, 5, 1));
  const simulator = createSimulator({ pace, ...options });
  const page = new Page(() => pace.monotonic());
  const opened = (async () => {
    const call = { method: 'GET', target: `/_control/positions${query}`, headers: {}, body: undefined };
    const reply = await simulator.handle(call);
    return reply.stream?.((chunk) => page.take(chunk)) as () => void;
  })();
  return { simulator, pace, page, opened };
}

describe('the stream of positions', () => {
  test('says where every device is, with speed, course, ignition and licence', async () => {
    const { simulator, page, opened } = lookedAt(fewLicences(4, 3));
    const { locations } = simulator.fleet;
    locations.record(1, report(48.1234567, -11.7654321, { speed: 52.34, course: 90, ignition: true }));
    locations.record(2, report(-33.9, 151.2, { speed: 0, course: 359.9, ignition: false }));
    locations.record(3, report(0, 0));
    (await opened)();
    expect(page.held.get(1)).toEqual({
      latitude: 48.1234567,
      longitude: -11.7654321,
      speed: 52.3,
      course: 90,
      bits: 3,
    });
    expect(page.held.get(2)).toMatchObject({ speed: 0, course: 0, bits: 2 });
    expect(page.held.get(3)).toMatchObject({ speed: null, course: null, bits: 0 });
    expect(page.held.has(4)).toBe(false); // never reported
    expect(page.frames[0]?.simulated).toBe('2026-01-05T08:00:00.000Z');
  });

  test('sends what is new, and nothing when nothing is', async () => {
    const { simulator, pace, page, opened } = lookedAt({ devices: 100 });
    for (let id = 1; id <= 100; id++) simulator.fleet.locations.record(id, report(48, id / 10));
    const stop = await opened;
    pace.elapse(10 * second);
    expect(page.frames.map(({ devices }) => devices.length)).toEqual([100]);
    simulator.fleet.locations.record(7, report(49, 8, { deviceTime: start + 1 }));
    pace.elapse(10 * second);
    expect(page.frames.map(({ devices }) => devices.length)).toEqual([100, 1]);
    expect(page.held.get(7)?.latitude).toBe(49);
    simulator.fleet.locations.record(7, report(50, 8, { deviceTime: start - 1 })); // late: not the last
    pace.elapse(second);
    expect(page.held.get(7)?.latitude).toBe(49);
    stop();
  });

  test('reports that a device expires, and that it has not been heard of for long, although it does not report', async () => {
    const { simulator, pace, page, opened } = lookedAt({ devices: 2 });
    simulator.fleet.locations.record(1, report(48, 11));
    const stop = await opened;
    await simulator.clock.advance(start + 16 * 60 * second);
    pace.elapse(second);
    expect(page.held.get(1)?.bits).toBe(8);
    simulator.fleet.licences.expire(1);
    pace.elapse(second);
    expect(page.held.get(1)?.bits).toBe(8 + 4);
    stop();
  });

  test.runIf(inTurn())(
    'keeps to ten frames and 300 kB a second with 10,000 moving, and every device comes each second',
    async () => {
      const devices = 10_000;
      const { simulator, pace, page, opened } = lookedAt({ devices, historyPerDevice: 4 });
      const move = (tick: number) => {
        for (let id = 1; id <= devices; id++) {
          simulator.fleet.locations.record(id, report(48 + tick / 1e4, 11, { deviceTime: start + tick }));
        }
      };
      move(0);
      const stop = await opened;
      for (let tick = 1; tick <= 50; tick++) {
        move(tick);
        pace.elapse(100);
      }
      const within = (from: number, to: number) => page.frames.filter(({ at }) => at >= from && at < to);
      for (let from = 0; from + second <= 5 * second; from += 100) {
        const frames = within(from, from + second);
        expect(frames.length).toBeLessThanOrEqual(10);
        expect(frames.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(300_000);
        expect(new Set(frames.flatMap((frame) => frame.devices)).size).toBe(devices);
      }
      stop();
    },
  );

  test('comes slower on request, and of picked devices alone', async () => {
    const { simulator, pace, page, opened } = lookedAt({ devices: 10 }, '?devices=3,5,999&rate=2');
    const stop = await opened;
    for (let tick = 0; tick < 100; tick++) {
      for (let id = 1; id <= 10; id++)
        simulator.fleet.locations.record(id, report(48, 11, { deviceTime: start + tick }));
      pace.elapse(100);
    }
    expect([...page.held.keys()].sort()).toEqual([3, 5]);
    expect(page.frames.length).toBe(20);
    stop();
  });

  test('refuses what is not a number of a device', async () => {
    const simulator = createSimulator();
    const call = { method: 'GET', target: '/_control/positions?devices=dev-1', headers: {}, body: undefined };
    const { status, body } = await simulator.handle(call);
    expect(status).toBe(422);
    expect(JSON.parse(body)).toMatchObject({ code: 'BODY_INVALID', field: 'devices' });
  });

  test('notifies every listener anew when another world has taken the place, and says so first', async () => {
    const { simulator, pace, page, opened } = lookedAt({ devices: 2 });
    simulator.fleet.locations.record(1, report(48, 11));
    const earlier = simulator.snapshot();
    simulator.fleet.locations.record(1, report(49, 11));
    simulator.fleet.locations.record(2, report(50, 11));
    const stop = await opened;
    simulator.restore(earlier);
    pace.elapse(second);
    expect([...page.held]).toMatchObject([[1, { latitude: 48 }]]);
    expect(new Set(page.worlds).size).toBe(2);
    stop();
  });

  test('leaves no timer and no listener behind', async () => {
    const { simulator, pace, page, opened } = lookedAt({ devices: 2 });
    const stop = await opened;
    expect(pace.waiting).toBe(1);
    stop();
    expect(pace.waiting).toBe(0);
    simulator.reset();
    expect(page.worlds).toHaveLength(1);
  });

  test('whatever comes in, and in whatever order: once it is quiet a page holds the last position of each', async () => {
    const reports = fc.array(
      fc.record({
        id: fc.integer({ min: 1, max: 12 }),
        age: fc.integer({ min: -100, max: 100 }),
        latitude: fc.integer({ min: -900_000_000, max: 900_000_000 }),
        longitude: fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }),
        wait: fc.integer({ min: 0, max: 400 }),
        joins: fc.boolean(),
      }),
      { maxLength: 60 },
    );
    await fc.assert(
      fc.asyncProperty(reports, fc.integer({ min: 1, max: 10 }), async (given, rate) => {
        const { simulator, pace, page, opened } = lookedAt({ devices: 12 }, `?rate=${rate}`);
        const stop = await opened;
        for (const { id, age, latitude, longitude, wait, joins } of given) {
          const at = { deviceTime: start - age, latitude: latitude / 1e7, longitude: longitude / 1e7 };
          const device = joins ? simulator.fleet.devices.create({}).id : id;
          if (simulator.fleet.devices.isExpired(device)) continue; // reports nothing
          simulator.fleet.locations.record(device, at);
          pace.elapse(wait);
        }
        pace.elapse(2 * second);
        for (let id = 1; id <= simulator.fleet.devices.count; id++) {
          const last = simulator.fleet.locations.last(id);
          const held = page.held.get(id);
          expect([held?.latitude, held?.longitude]).toEqual([last?.latitude, last?.longitude]);
        }
        stop();
      }),
      { numRuns: runs(60) },
    );
  });
});

describe('over a socket', () => {
  let server: Server | undefined;
  let simulator: Simulator | undefined;
  afterEach(async () => {
    await server?.close();
    simulator?.stop();
  });

  async function served(options: SimulatorOptions) {
    simulator = createSimulator(options);
    server = await serve(simulator);
    return { simulator, control: `${server.url}/_control` };
  }

  /** Reads an event stream until it holds what is looked for. */
  async function read(url: string, enough: (text: string) => boolean): Promise<string> {
    const response = await fetch(url);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of response.body as ReadableStream<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true });
      if (enough(text)) break;
    }
    return text;
  }

  test('positions arrive while the clock runs', async () => {
    const { simulator, control } = await served({ devices: 3, frozen: false, speed: 1000 });
    const plan = Array.from({ length: 1000 }, (_, step) =>
      report(48 + step / 1000, 11, { deviceTime: start + step * second }),
    );
    simulator.fleet.locations.plan(2, plan);
    const text = await read(`${control}/positions`, (sofar) => sofar.split('event: positions').length > 4);
    const page = new Page(() => 0);
    for (const frame of text.split('\n\n').slice(0, -1)) page.take(`${frame}\n\n`);
    expect(page.held.get(2)?.latitude).toBeGreaterThan(48);
    expect(page.frames.map(({ simulated }) => simulated)).toEqual(
      page.frames.map(({ simulated }) => simulated).toSorted(),
    );
  });

  test('an event stream begins with the world, and says when another one has taken its place', async () => {
    const { simulator, control } = await served({ devices: 3, seed: 7 });
    const worlds = (text: string) =>
      [...text.matchAll(/event: world\ndata: (.*)\n\nevent: clock/g)].map(([, data]) =>
        JSON.parse(data ?? ''),
      );
    const reading = read(`${control}/events`, (text) => worlds(text).length === 3);
    await fetch(`${control}/clock`); // the stream is open by now, or will see one world less
    await new Promise((resolve) => setTimeout(resolve, 50));
    await fetch(`${control}/reset`, { method: 'POST' });
    simulator.restore(simulator.snapshot());
    const text = await reading;
    expect(text.startsWith('event: world\n')).toBe(true);
    expect(worlds(text)).toMatchObject(Array(3).fill({ story: null, seed: 7 }));
    expect(new Set(worlds(text).map(({ world }) => world)).size).toBe(3);
  });
});
