/** The streams of the control API: what happens, as it happens, and where the devices are. */
import { describe, expect, it } from 'vitest';
import { ManualPace } from '../manual-pace.ts';
import { open } from './client.ts';

const kindsOf = (text: string) => text.match(/(?<=^event: ).*$/gm);

describe('the event stream', () => {
  it('reports what happens and how the clock is set, until it is closed', async () => {
    const at = open();
    const live = await at.stream('/events');
    expect(live.reply.headers).toMatchObject({ 'content-type': 'text/event-stream' });
    await at.control('PUT /devices/dev-1/limits', { dailyEmail: 0 });
    await at.control('POST /devices/dev-1/send', { channel: 'email' });
    await at.control('PUT /clock', { speed: 60 });
    expect(live.text()).toMatch(/event: message-withheld\ndata: \{.*"deviceId":"dev-1".*\}\n\n/);
    expect(live.text()).toMatch(/event: clock\ndata: \{.*"speed":60/);
    live.close();
    const before = live.text();
    await at.control('POST /devices/dev-1/send', { channel: 'email' });
    expect(live.text()).toBe(before);
  });

  it('fills up from where it was cut, by its query or the header of a browser', async () => {
    const at = open();
    await at.control('PUT /devices/dev-1/limits', { dailyEmail: 0 });
    const first = await at.stream('/events?since=0');
    const last =
      first
        .text()
        .match(/(?<=^id: )\d+$/gm)
        ?.at(-1) ?? '';
    await at.control('POST /devices/dev-1/send', { channel: 'email' });
    for (const [path, headers] of [
      [`/events?since=${last}`, {}],
      ['/events?since=0', { 'last-event-id': last }],
    ] as const) {
      const again = await at.stream(path, headers);
      expect(kindsOf(again.text()), path).toContain('message-withheld');
      expect(kindsOf(again.text()), path).not.toContain('limits-set');
    }
  });

  it('holds no key, wherever it is', async () => {
    const at = open();
    await at.api('POST /api/groups', { name: 'Vans' });
    const [group] = (await at.api('GET /api/groups')).json.slice(-1);
    await at.control('PUT /account', { apiKey: group.id }); // a key that is in an event, too
    const { text } = await at.stream('/events?since=0&kinds=group-created');
    expect(text()).toContain('"groupId":"$ROADTEST_API_KEY"');
    expect(text()).not.toContain(group.id);
  });
});

describe('the stream of positions', () => {
  interface Frame {
    n: number;
    p: string;
  }
  /** The devices of all frames, with their places. */
  function placesIn(text: string) {
    const frames = [...text.matchAll(/^event: positions\ndata: (.*)$/gm)].map(
      ([, data = '']): Frame => JSON.parse(data),
    );
    return frames.flatMap(({ n, p }) => {
      const bytes = new DataView(Uint8Array.from(Buffer.from(p, 'base64')).buffer);
      return Array.from({ length: n }, (_, row) => ({
        device: bytes.getUint32(row * 16, true),
        latitude: bytes.getInt32(row * 16 + 4, true) / 1e7,
        longitude: bytes.getInt32(row * 16 + 8, true) / 1e7,
      }));
    });
  }
  const report = (latitude: number, longitude: number) => ({
    deviceTime: Date.UTC(2026, 0, 5, 8),
    latitude,
    longitude,
  });

  it('says where every device is, and begins anew with the world', async () => {
    const at = open();
    const { locations } = at.served.fleet;
    locations.record(1, report(48.5, -11.25));
    locations.record(2, report(-33, 151));
    const all = await at.stream('/positions');
    expect(placesIn(all.text())).toEqual([
      { device: 1, latitude: 48.5, longitude: -11.25 },
      { device: 2, latitude: -33, longitude: 151 },
    ]);
    await at.control('POST /reset');
    expect(kindsOf(all.text())).toEqual(expect.arrayContaining(['world']));
  });

  it('sends what is new, at most ten times a second, nothing when nothing is, and leaves no timer behind', async () => {
    const pace = new ManualPace();
    const at = open({ pace });
    const { locations } = at.served.fleet;
    const stream = await at.stream('/positions');
    const framesOf = (text: string) => kindsOf(text)?.filter((kind) => kind === 'positions').length ?? 0;
    for (let tick = 0; tick < 20; tick++) {
      locations.record(1, { ...report(48, tick), deviceTime: Date.UTC(2026, 0, 5, 8) + tick });
      pace.elapse(20);
    }
    const busy = framesOf(stream.text());
    expect({ busy, last: placesIn(stream.text()).at(-1)?.device }).toEqual({
      busy: expect.toSatisfy((frames) => frames >= 3 && frames <= 5),
      last: 1,
    });
    pace.elapse(1_000);
    const quiet = framesOf(stream.text());
    pace.elapse(10_000);
    expect(framesOf(stream.text())).toBe(quiet);
    expect(placesIn(stream.text()).at(-1)).toMatchObject({ longitude: 19 });
    locations.record(1, { ...report(50, 50), deviceTime: 0 }); // late: not the last
    pace.elapse(1_000);
    expect(placesIn(stream.text()).at(-1)).toMatchObject({ longitude: 19 });
    stream.close();
    expect(pace.waiting).toBe(0);
  });
});
