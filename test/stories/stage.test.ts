/** A server's view: a story put on and taken off, what is injected, trips, recorded drives, a fleet that drives about. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { serve } from '../command/roadtest.ts';
import digests from './digests.json' with { type: 'json' };
import { newWorld } from './served.ts';
import { watch } from './watching.ts';

const START = Date.UTC(2026, 2, 2, 6);
const at = (minutes: number, start = START): string => new Date(start + minutes * 60_000).toISOString();

const short = `title: A short day
summary: One van is at its limit.
clock: { start: 2026-03-02T06:00:00Z, for: 4h, seed: 5 }
places: { depot: { around: [52.5, 13.4], radius: 200m }, yard: [52.51, 13.41] }
routes: { round: { waypoints: [[52.5, 13.4], [52.51, 13.41]] } }
users: { Dispatch: { email: d@example.com, notify: [email] } }
fleet: { van: { count: 2, start: [52.5, 13.4], limits: { dailyEmail: 1 } } }
timeline:
  - { at: 1h, chapter: Trouble, caption: A sensor is loose., do: { alert: van-1, type: vibration, times: 2, apart: 1m } }
  - { at: 2h, expect: { from: van-1, sent: 1 } }
  - { every: 1h, caption: Still here. }
expect: { from: van-1, withheld: 1, reason: daily-limit }
`;
const mine = { file: 'mine.yaml', text: short };
const rounds = `title: Rounds
clock: { start: 2026-03-02T06:00:00Z, for: 4h, seed: 5 }
places: { there: { around: depot, radius: 300m } }
routes: { town: roaming, round: { roads: [depot, market-square, depot] } }
fleet: { van: { count: 3, drives: { route: town, dwell: 1m }, report: { moving: 10s, parked: 1m } } }
`;

type Control = Awaited<ReturnType<typeof newWorld>>['control'];

/** Calls that read like what is done. */
function doing(control: Control) {
  const read = async (path: string) => (await control('GET', path)).body;
  return {
    control,
    read,
    put: (story: object) => control('PUT', '/story', story),
    by: (by: string) => control('POST', '/clock/advance', { by }),
    to: (minutes: number, start?: number) => control('POST', '/story/seek', { to: at(minutes, start) }),
    inject: (kind: string, device = 'dev-1') => control('POST', '/inject', { device, kind }),
    alerts: async (): Promise<string[]> =>
      (await read('/alerts')).alerts.map(({ type }: { type: string }) => type),
    /** Reports of the last minutes. */
    async track(minutes = 1e6, device = 'dev-1') {
      const { locations } = await read(`/devices/${device}/track?limit=10000`);
      const since = Date.parse((await read('/clock')).now) - minutes * 60_000;
      return (locations as Reported[]).filter(({ receivedAt }) => Date.parse(receivedAt) > since);
    },
  };
}
interface Reported {
  deviceTime: string;
  receivedAt: string;
  latitude: number;
  longitude: number;
  speed: number;
  ignition: boolean;
  fuel: number;
}
const staged = async (beginning: object = { devices: 3 }) => doing((await newWorld(beginning)).control);
const onRounds = async () => {
  const made = await staged({ story: { file: 'rounds.yaml', text: rounds } });
  await made.by('PT20M');
  return made;
};

describe('a story on the stage', () => {
  it('comes after the plain fleet and before it; what there is to choose from and to draw is told', async () => {
    const { read, put } = await staged();
    const { story, roads, recorded } = await read('/story');
    expect({ story, recorded }).toEqual({ story: null, recorded: null });
    const drawn = roads.features.map(
      ({ properties }: { properties: { class: string; tunnel?: boolean } }) => properties,
    );
    const classes = new Set(drawn.map((road: { class: string }) => road.class));
    for (const kind of ['main', 'ring', 'arterial', 'street', 'river', 'block', 'park', 'district', 'place'])
      expect(classes, kind).toContain(kind);
    expect(drawn).toContainEqual(expect.objectContaining({ tunnel: true }));
    const { stories } = await read('/stories');
    const shipped = Object.keys(digests).filter((name) => !name.startsWith('field/'));
    expect(stories.map(({ name }: { name: string }) => name)).toEqual(shipped);
    expect(stories[0]).toMatchObject({ name: 'first-day', devices: 5, duration: 'PT1H35M', chapters: 3 });

    const { status, body } = await put(mine);
    expect(status).toBe(200);
    expect(body.story).toMatchObject({
      ...{ name: 'mine', title: 'A short day', seed: 5, start: at(0), end: at(240), devices: 2 },
      chapters: [{ at: at(60), title: 'Trouble' }],
      sites: [
        { name: 'depot', at: [52.5, 13.4], area: { circle: { centre: [52.5, 13.4], radius: 200 } } },
        { name: 'yard', at: [52.51, 13.41] },
      ],
      expectations: [{ met: null, line: 10, label: expect.any(String) }, { met: null }],
    });
    expect(body.story.routes.features[0].geometry.coordinates.flat()).toEqual([13.4, 52.5, 13.41, 52.51]);
    expect(body.roads).toBeNull(); // it is elsewhere
    const kinds = body.story.entries.map(
      ({ at, kind }: { at: string; kind: string }) => `${at.slice(11, 16)} ${kind}`,
    );
    expect(kinds).toEqual(expect.arrayContaining(['07:00 chapter', '08:00 expectation', '09:00 caption']));
    expect([(await read('/devices')).total, await read('/clock')]).toMatchObject([
      2,
      { now: at(0), frozen: true },
    ]);
    expect((await put({ ...mine, seed: 9 })).body.story.seed).toBe(9);
    expect((await put({ name: null })).body).toMatchObject({
      story: null,
      roads: { type: 'FeatureCollection' },
    });
    expect((await read('/devices')).total).toBe(3);
  });

  it('is the last of several that are put on at once, and ends an advance that is under way', async () => {
    const { put, read, by } = await staged();
    await Promise.all([put(mine), put({ name: null }), put({ ...mine, seed: 2 })]);
    expect((await read('/story')).story.seed).toBe(2);
    await put({ text: rounds.replace('for: 4h', 'for: 300d').replace('count: 3', 'count: 50') });
    const [advanced] = await Promise.all([by('P300D'), put(mine)]);
    expect(advanced.body).toMatchObject({ settled: false, stopped: 'interrupted' });
    expect((await read('/clock')).now).toBe(at(0));
  });

  it('goes as the clock went before, unless it says how, pauses where it says so, and is frozen at its end', async () => {
    const { put, control, read, to } = await staged();
    const stopped = () =>
      vi.waitFor(async () => {
        const clock = await read('/clock');
        expect(clock.frozen).toBe(true);
        return clock;
      }, 20_000);
    const paced = short.replace(
      'timeline:\n',
      'timeline:\n  - { at: 10m, caption: On., speed: 3600 }\n  - { at: 11m, caption: Look., pause: on }\n',
    );
    await control('PUT', '/clock', { speed: 100_000, frozen: false });
    await put({ text: paced });
    const paused = await stopped();
    expect(paused).toMatchObject({ speed: 3_600, until: at(240) });
    expect([paused.now >= at(11), paused.now < at(120)]).toEqual([true, true]);
    await control('PUT', '/clock', { speed: 100_000, frozen: false });
    expect(await stopped()).toMatchObject({ now: at(240), speed: 100_000, until: null });
    expect((await read('/story')).story.expectations.map(({ met }: { met: boolean }) => met)).toEqual([
      true,
      true,
    ]);
    await to(5);
    await to(30);
    expect(await read('/clock')).toMatchObject({ now: at(30), frozen: true });
    await to(5);
    await control('PUT', '/clock', { speed: 'max', frozen: false, until: at(40) });
    expect(await stopped()).toMatchObject({ now: at(40) });
  });

  it('is shown on open streams: another world, its events, and nothing again of what was before a seek', async () => {
    const world = await newWorld({ devices: 3 });
    const { put, by, to, control } = doing(world.control);
    const events = await watch(`${world.controlUrl}/events`, world.headers);
    await events.until(({ event }) => event === 'clock');
    await put(mine);
    const { data } = await events.until(({ event, data }) => event === 'world' && data.story === 'mine');
    expect(data.world).not.toBe(events.all[0]?.data.world);
    await by('PT3H');
    expect((await events.until(({ event }) => event === 'story-chapter')).data.title).toBe('Trouble');
    await events.until(({ event, data }) => event === 'story-caption' && data.at === at(180));
    const seen = events.all.length;
    await to(90);
    await events.until(({ event }) => event === 'world');
    await by('PT30M');
    await events.until(({ event }) => event === 'story-expectation');
    expect(events.all.slice(seen).map(({ event }) => event)).not.toContain('story-chapter');
    await put({ name: null });
    await events.until(({ event, data }) => event === 'world' && data.story === null);
    await control('PUT', '/devices/dev-3/limits', { dailyEmail: 4 });
    expect((await events.until(({ event }) => event === 'limits-set')).data.deviceId).toBe('dev-3');
    events.close();
  });

  it('has the ways of its routes, but not that of one who is towed away', async () => {
    const { put, read } = await staged({ story: { text: rounds } });
    const { features } = (await read('/story')).story.routes;
    expect(features).toMatchObject([{ properties: { name: 'round' } }]); // who roams has no way
    expect(features[0].geometry.coordinates.length).toBeGreaterThan(10);
    expect((await put({ name: 'theft' })).body.story).toMatchObject({
      name: 'theft',
      routes: { features: [] },
    });
  });
});

describe('what is injected', () => {
  it.each<
    [kind: string, says: string, check: (made: Awaited<ReturnType<typeof onRounds>>) => Promise<unknown>]
  >([
    ['sos', 'SOS', async ({ alerts }) => expect(await alerts()).toEqual(['sos'])],
    ['power-cut', 'is cut', async ({ alerts }) => expect(await alerts()).toEqual(['power-cut'])],
    [
      'dropout',
      'no signal for 10 minutes',
      async ({ by, track }) => {
        await by('PT9M');
        expect(await track(8)).toEqual([]);
        await by('PT5M');
        expect(
          (await track(4)).filter((one) => Date.parse(one.receivedAt) - Date.parse(one.deviceTime) > 60_000)
            .length,
        ).toBeGreaterThan(3);
      },
    ],
    [
      'speeding',
      '50 km/h above',
      async ({ by, track }) => {
        const top = async () => Math.max(...(await track(9)).map(({ speed }) => speed));
        const usual = await top();
        await by('PT10M');
        expect(await top()).toBeGreaterThan(usual + 25);
        await by('PT10M');
        expect(await top()).toBeLessThan(usual + 25);
      },
    ],
    [
      'theft',
      'towed away',
      async ({ by, track, alerts, read }) => {
        await by('PT3M');
        const towed = (await track(2)).filter(({ speed }) => speed > 10);
        expect([towed.length > 2, towed.every(({ ignition }) => ignition === false)]).toEqual([true, true]);
        await by('PT25M');
        expect(await track(20)).toEqual([]);
        expect((await read('/devices')).devices[0]).toMatchObject({ status: 'offline' });
        await by('PT20M');
        const found = (await track()).at(-1);
        expect(found).toMatchObject({ speed: 0 });
        expect(found?.latitude).not.toBe(towed[0]?.latitude);
        expect(await alerts()).toEqual(['power-cut', 'tow']);
      },
    ],
  ])('%s says what it does, and does it', async (kind, says, check) => {
    const made = await onRounds();
    expect((await made.inject(kind)).body.did).toContain(says);
    await check(made);
  });

  it('of faults of reports says what it does, and is over after ten minutes', async () => {
    const { inject, track, by } = await onRounds();
    const span = (values: number[]) => Math.max(...values) - Math.min(...values);
    const wrong: [string, string, (reports: Reported[]) => boolean][] = [
      [
        'wrong-clock',
        'clock is 1826d ahead for 10 minutes',
        (seen) => seen.some(({ deviceTime }) => deviceTime > '2031'),
      ],
      ['no-fix', 'no fix', (seen) => seen.length === 0],
      ['zero-position', '0, 0', (seen) => seen.some(({ latitude }) => latitude === 0)],
      ['jumps', '5 km off', (seen) => span(seen.map(({ latitude }) => latitude)) > 0.02],
      [
        'duplicates',
        '3 times',
        (seen) => new Set(seen.map(({ deviceTime }) => deviceTime)).size < seen.length,
      ],
      [
        'newest-first',
        'no signal for 10 minutes; then it sends what it kept newest first',
        (seen) => seen.length === 0,
      ],
      ['stuck-sensor', 'fuel is stuck', (seen) => span(seen.map(({ fuel }) => fuel)) === 0],
    ];
    for (const [kind, says, isWrong] of wrong) {
      expect((await inject(kind)).body.did).toContain(says);
      await by('PT5M');
      expect(isWrong(await track(4)), kind).toBe(true);
      await by('PT12M');
      expect(isWrong(await track(4)), kind).toBe(false);
    }
  });

  it('says why nothing moves where there is no way to drive, or no story', async () => {
    const { put, inject, alerts } = await staged();
    for (const kind of ['sos', 'power-cut', 'dropout', 'theft', 'speeding']) {
      expect((await inject(kind)).status, kind).toBe(200);
      expect(await alerts(), kind).not.toEqual([]);
    }
    expect((await inject('theft')).body.did).toContain('No story is played');
    await put({ text: 'title: P\nclock: { start: 2026-03-02T06:00:00Z, for: 4h }\nfleet: { van: }\n' });
    for (const kind of ['theft', 'speeding'])
      expect((await inject(kind)).body.did).toContain(
        'The story knows no way to drive, so it stays where it is.',
      );
  });

  it('is refused of reports that are not made; one that came later can call for help, too', async () => {
    const { control, put, inject } = await staged();
    expect(await inject('no-fix')).toMatchObject({ status: 409, body: { code: 'DEVICE_REPORTS_NOTHING' } });
    await put({ text: rounds });
    const { body } = await control('POST', '/devices', { name: 'Newcomer' });
    await control('PUT', '/account', { licences: { total: 4 } });
    await control('POST', `/devices/${body.devices[0].id}/activate`);
    expect((await inject('sos', body.devices[0].id)).body.did).toContain('Newcomer');
  });
});

it('what is refused changes nothing, and says which field or line is wrong', async () => {
  const { control, read } = await staged({ story: { file: 'rounds.yaml', text: rounds } });
  await control('PUT', '/devices/dev-3/limits', { expires: true, expirationDate: '2020-01-01' });
  const before = await read('/fixture');
  const rows = readFileSync(join(import.meta.dirname, 'refused.txt'), 'utf8')
    .trim()
    .split('\n');
  for (const row of rows) {
    const [, method = '', path = '', given = '', wanted] = /^(\w+) (\S+) ?(.*) > (.*)$/.exec(row) ?? [];
    const { status, body } = await control(method, path, given === '' ? undefined : JSON.parse(given));
    const [problem] = body.problems ?? [];
    const where = problem ? `${problem.code} at ${problem.line}:${problem.column}` : body.field;
    expect([status, body.code, where].filter(Boolean).join(' '), row).toBe(wanted);
    expect(await read('/fixture'), row).toEqual(before);
  }
  expect((await read('/story')).story.name).toBe('rounds');
});

it('trips and stops of a vehicle are told, how long it was in an area, and the day of the fleet', async () => {
  const { read, put, to } = await staged();
  // Ten minutes in the depot, five to the north at 15 m/s, and ten there.
  const line =
    'title: T\nclock: { start: 2026-03-02T06:00:00Z, for: 1h }\nplaces: { depot: { around: [48, 11], radius: 1500m } }\nroutes: { way: { waypoints: [[48, 11], [48.04, 11]], speedLimit: 54 } }\nfleet: { van: { start: [48, 11], report: { moving: 10s, parked: 10s } }, idle: }\ntimeline: [{ at: 10m, do: { drive: van, route: way } }]\n';
  await put({ text: line });
  await to(30);
  const { trips, stops, since } = await read('/devices/dev-1/trips');
  expect([since.slice(0, 16), trips.length, stops.length]).toEqual(['2026-03-02T06:00', 1, 2]);
  expect(trips[0].distance / 1_000).toBeCloseTo(4.45, 0);
  expect(Math.abs(Date.parse(trips[0].start) - Date.parse(at(10)))).toBeLessThan(60_000);
  expect(stops[0].areas).toEqual([
    { name: 'depot', seconds: expect.toSatisfy((seconds: number) => Math.abs(seconds - 600) < 30) },
  ]);
  expect(stops[1].areas).toEqual([]);
  expect(trips[0].areas[0].seconds).toSatisfy((seconds: number) => seconds > 80 && seconds < 130);
  const day = await read('/trips');
  expect(day).toMatchObject({ day: '2026-03-02', devices: 2, of: 2, trips: 1 });
  expect(Math.abs(day.driving - 300)).toBeLessThan(60);
  expect(await read('/trips?day=2026-03-01')).toMatchObject({ trips: 0, stops: 0, since: null });
});

describe('recorded drives', () => {
  const folder = mkdtempSync(join(tmpdir(), 'roadtest-drives-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const EIGHT = Date.UTC(2026, 0, 5, 8);
  /** Eastwards at 72 km/h, a fix every ten seconds, for so many minutes. */
  const drive = (minutes: number) => {
    const name = `${minutes}.csv`;
    const rows = Array.from({ length: minutes * 6 + 1 }, (_, index) =>
      [at(index / 6, EIGHT), 48, 11 + (index * 200) / 74_404].join(),
    );
    writeFileSync(join(folder, name), `time,lat,lon\n${rows.join('\n')}\n`);
    return name;
  };
  async function onTheRoad(minutes = 60) {
    const words = ['--frozen', '--devices', '3', '--track', drive(minutes), drive(30)];
    const service = await serve(words, { cwd: folder });
    return { ...doing(service.control as Control), stop: service.stop };
  }

  it('are shown from end to end, gone back and forth in, and are those of a snapshot that is put in their place', async () => {
    const { read, to, track, control, stop } = await onTheRoad();
    const { recorded } = await read('/story');
    expect(recorded).toMatchObject({
      start: at(0, EIGHT),
      end: at(60, EIGHT),
      drives: [{ device: 'dev-1' }, { device: 'dev-2' }],
    });
    const [first, second] = recorded.drives;
    expect([first.seconds.length, second.seconds.at(-1), second.speed[1]]).toEqual([361, 1_800, 72]);
    const holds = async (minutes: number) => {
      expect((await to(minutes, EIGHT)).body).toMatchObject({ now: at(minutes, EIGHT), frozen: true });
      return JSON.stringify([await track(), await track(1e6, 'dev-2')]);
    };
    const [early, late] = [await holds(10), await holds(50)];
    expect([await holds(10), await track(), await holds(50)]).toEqual([
      early,
      expect.objectContaining({ length: 61 }),
      late,
    ]);
    expect((await to(61, EIGHT)).body.code).toBe('STORY_TIME');
    await to(20, EIGHT);
    const { body: saved } = await control('GET', '/snapshot');
    const other = await onTheRoad(90);
    await other.to(20, EIGHT);
    const { body: longer } = await other.control('GET', '/snapshot');
    await to(40, EIGHT);
    expect((await control('PUT', '/snapshot', saved)).status).toBe(200);
    expect((await read('/story')).recorded).toEqual(recorded);
    expect([await holds(50), await holds(25), await holds(50)]).toSatisfy(
      ([one, , again]: string[]) => one === again && one === late,
    );
    expect((await control('PUT', '/snapshot', longer)).status).toBe(422);
    await Promise.all([stop(), other.stop()]);
  });

  it('are held back, sped up and towed away by what is injected, which stays when one goes back a little', async () => {
    const { to, inject, track, alerts, stop } = await onTheRoad();
    await to(20, EIGHT);
    expect((await inject('dropout')).body.did).toContain('no signal for 10 minutes');
    for (const minutes of [29, 35, 25]) {
      await to(minutes, EIGHT);
      // Reports that were kept come partly twice.
      expect((await track()).length).toSatisfy((length: number) =>
        minutes === 35 ? length >= 211 && length < 230 : length === 121,
      );
    }
    await to(20, EIGHT);
    await to(19, EIGHT);
    await inject('speeding');
    await to(40, EIGHT);
    const speeds = (from: number, until: number) =>
      track().then(
        (all) =>
          new Set(
            all
              .filter((one) => one.deviceTime > at(from, EIGHT) && one.deviceTime < at(until, EIGHT))
              .map(({ speed }) => Math.round(speed)),
          ),
      );
    expect([await speeds(19, 29), await speeds(31, 40)]).toEqual([new Set([122]), new Set([72])]);
    await to(18, EIGHT);
    expect((await inject('theft')).body.did).toContain('is towed away');
    await to(60, EIGHT);
    const after = (await track()).filter(({ deviceTime }) => deviceTime > at(19, EIGHT));
    expect(after.at(-1)).toMatchObject({ speed: 0, ignition: false });
    expect(after.filter(({ deviceTime }) => deviceTime < at(21, EIGHT)).length).toBeGreaterThan(3);
    expect(
      after.filter(({ deviceTime }) => deviceTime > at(21, EIGHT) && deviceTime < at(51, EIGHT)),
    ).toEqual([]);
    expect((await alerts()).sort()).toEqual(['power-cut', 'tow']);
    await stop();
  });
});

describe('the plain fleet that drives about', () => {
  const alive = async () => {
    const service = await serve(['--devices', '10', '--seed', '3']);
    const made = doing(service.control as Control);
    const { body } = await service.control<{ now: string }>('PUT', '/clock', { frozen: true });
    const began = Date.parse(body.now);
    /** Goes on to so many seconds after the fleet began, whatever of that the machine has used. */
    const to = (seconds: number) =>
      service.control('POST', '/clock/advance', { to: new Date(began + seconds * 1_000).toISOString() });
    const speeds = async () =>
      (await Promise.all(Array.from({ length: 10 }, (_, n) => made.track(1e6, `dev-${n + 1}`)))).map(
        (own) => own.at(-1)?.speed ?? -1,
      );
    return { ...made, speeds, to, stop: service.stop };
  };

  it('is on its way within half a minute, stops at times, raises an alert now and then, and goes the same way again', async () => {
    const { by, to, speeds, alerts, control, inject, track, put, stop } = await alive();
    await to(5);
    expect(await speeds()).not.toContain(-1);
    await to(35);
    expect((await speeds()).filter((speed) => speed > 5).length).toBeGreaterThan(4);
    await to(3_600);
    const once = JSON.stringify(await speeds());
    await control('POST', '/reset');
    await control('PUT', '/clock', { frozen: true });
    await to(5);
    await to(35);
    await to(3_600);
    expect(JSON.stringify(await speeds())).toBe(once);
    const { body: saved } = await control('GET', '/snapshot');
    expect(JSON.parse(once)).toContain(0);
    await by('PT3H');
    const [later, raised] = [JSON.stringify(await speeds()), await alerts()];
    expect([raised.length > 6, raised.length < 48]).toEqual([true, true]);
    expect(new Set(raised)).toEqual(new Set(['geofence-enter', 'geofence-exit', 'idling', 'speeding']));
    expect((await control('PUT', '/snapshot', saved)).status).toBe(200);
    expect(JSON.stringify(await speeds())).toBe(once);
    await by('PT3H');
    expect(JSON.stringify(await speeds())).toBe(later);
    expect((await inject('theft', 'dev-3')).body.did).toContain('towed away');
    await by('PT15M');
    expect(await track(10, 'dev-3')).toEqual([]);
    await put({ name: 'tunnel' });
    expect((await put({ name: null })).body.story).toBeNull();
    await by('PT1S');
    expect(await speeds()).not.toContain(-1);
    const companion = { ...saved.companion, devices: 9 };
    expect((await control('PUT', '/snapshot', { ...saved, companion })).status).toBeGreaterThanOrEqual(400);
    await stop();
  });
});
