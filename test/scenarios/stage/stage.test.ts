import { afterEach, describe, expect, test } from 'vitest';
import { readStory } from '../../../scenarios/language/read.ts';
import type { Shelf } from '../../../scenarios/player/stage/shelf.ts';
import { createStage, type Stage, type StageOptions } from '../../../scenarios/player/stage/stage.ts';
import type { Verified } from '../../../scenarios/player/stage/verification.ts';
import { type Server, serve } from '../../../simulator/hosts/node.ts';
import { createSimulator } from '../../../simulator/index.ts';
import { ManualPace } from '../../manual-pace.ts';
import { watch } from '../../stories/watching.ts';

const text = `
title: A short day
summary: One van is at its limit.
clock: { start: 2026-03-02T06:00:00Z, for: 4h, seed: 5 }
places:
  depot: { around: [52.5, 13.4], radius: 200m }
  yard: [52.51, 13.41]
routes:
  round: { waypoints: [[52.5, 13.4], [52.51, 13.41]] }
groups: { Vans: '' }
users:
  Dispatch: { email: d@example.com, phone: '+34600000000', groups: [Vans], notify: [email, sms] }
fleet:
  van: { count: 2, group: Vans, start: [52.5, 13.4], limits: { dailyEmail: 1 } }
timeline:
  - at: 1h
    chapter: Trouble
    caption: A sensor is loose.
    do: { alert: van-1, type: vibration, times: 2, apart: 1m }
  - at: 2h
    expect: { from: van-1, sent: 1 }
  - every: 1h
    caption: Still here.
expect: { from: van-1, withheld: 1, reason: daily-limit }
`;
const wrong = 'title: T\nclock: { start: 2026-03-02T06:00:00Z, for: 1h }\nfleet:\n  van: { cont: 2 }\n';

const stages: Stage[] = [];
const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  for (const stage of stages.splice(0)) stage.stop();
});

const start = '2026-03-02T06:00:00.000Z';
const read = (source: string, file = 'short.yaml') => readStory(source, { file });
const shelf: Shelf = {
  list: async () => [await read(text)],
  named: async (name) => (name === 'short' ? read(text) : undefined),
  read,
};

function stageOf(options: Partial<StageOptions> = {}) {
  const pace = new ManualPace(Date.UTC(2026, 5, 1));
  const stage = createStage({
    plain: (added) => createSimulator({ devices: 3, pace, ...added }),
    playing: { pace },
    shelf,
    ...options,
  });
  stages.push(stage);
  const control = async (method: string, path: string, body?: unknown) => {
    const reply = await stage.handle({
      method,
      target: `/_control${path}`,
      headers: {},
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status: reply.status, json: JSON.parse(reply.body) };
  };
  return { stage, pace, control };
}

describe('a stage', () => {
  test('shows the plain fleet first, and lists the stories that there are', async () => {
    const { control } = stageOf();
    expect((await control('GET', '/story')).json).toMatchObject({
      story: null,
      roads: { type: 'FeatureCollection' },
      recorded: null,
    });
    expect((await control('GET', '/devices')).json.total).toBe(3);
    expect((await control('GET', '/stories')).json.stories).toEqual([
      {
        name: 'short',
        title: 'A short day',
        summary: 'One van is at its limit.',
        devices: 2,
        duration: 'PT4H',
        chapters: 1,
      },
    ]);
  });

  test('puts on a story by its name, from its first moment, and the plain fleet again', async () => {
    const { control } = stageOf();
    const { status, json } = await control('PUT', '/story', { name: 'short' });
    expect(status).toBe(200);
    expect(json.story).toMatchObject({
      name: 'short',
      title: 'A short day',
      seed: 5,
      start,
      end: '2026-03-02T10:00:00.000Z',
      timeZone: 'UTC',
      devices: 2,
      chapters: [{ at: '2026-03-02T07:00:00.000Z', title: 'Trouble' }],
      sites: [
        { name: 'depot', at: [52.5, 13.4], area: { circle: { centre: [52.5, 13.4], radius: 200 } } },
        { name: 'yard', at: [52.51, 13.41] },
      ],
    });
    expect(json.roads).toBe(null); // it is elsewhere
    expect(json.story.routes.features).toMatchObject([
      {
        properties: { name: 'round' },
        geometry: {
          type: 'LineString',
          coordinates: [
            [13.4, 52.5],
            [13.41, 52.51],
          ],
        },
      },
    ]);
    const kinds = json.story.entries.map(({ at, kind }: { at: string; kind: string }) => [
      at.slice(11, 16),
      kind,
    ]);
    expect(kinds).toContainEqual(['07:00', 'chapter']);
    expect(kinds).toContainEqual(['08:00', 'expectation']);
    expect(kinds).toContainEqual(['09:00', 'caption']);
    expect(json.story.expectations).toMatchObject([
      { met: null, line: expect.any(Number), label: expect.any(String) },
      { met: null },
    ]);
    expect((await control('GET', '/devices')).json.total).toBe(2);
    expect((await control('GET', '/clock')).json).toMatchObject({ now: start, frozen: true });

    expect((await control('PUT', '/story', { name: null })).json).toMatchObject({
      story: null,
      // Nothing is known of where it is: a page shows it parked about the town.
      roads: { type: 'FeatureCollection' },
      recorded: null,
    });
    expect((await control('GET', '/devices')).json.total).toBe(3);
  });

  test('goes on as the clock went before, and is frozen at the end of the story', async () => {
    const { control, pace } = stageOf();
    await control('PUT', '/clock', { speed: 3600, frozen: false });
    await control('PUT', '/story', { name: 'short' });
    expect((await control('GET', '/clock')).json).toMatchObject({ speed: 3600, frozen: false });
    pace.elapse(10_000);
    const { json } = await control('GET', '/clock');
    expect(json).toMatchObject({ now: '2026-03-02T10:00:00.000Z', frozen: true, until: null });
    const { story } = (await control('GET', '/story')).json;
    expect(story.expectations.map(({ met }: { met: boolean }) => met)).toEqual([true, true]);
  });

  test('plays at another seed on request', async () => {
    const { stage, control } = stageOf();
    expect((await control('PUT', '/story', { name: 'short', seed: 9 })).json.story.seed).toBe(9);
    expect(stage.simulator.seed).toBe(9);
  });

  test('plays a text of a user, and says what is wrong in it, line by line', async () => {
    const { control } = stageOf();
    const brought = await control('PUT', '/story', { file: 'mine.yaml', text });
    expect(brought.json.story.name).toBe('mine');
    const refused = await control('PUT', '/story', { file: 'wrong.yaml', text: wrong });
    expect(refused.status).toBe(422);
    expect(refused.json).toMatchObject({
      code: 'STORY_INVALID',
      detail: expect.stringContaining('wrong.yaml'),
    });
    expect(refused.json.problems[0]).toMatchObject({
      line: 4,
      column: expect.any(Number),
      code: expect.any(String),
      message: expect.any(String),
    });
    expect((await control('GET', '/story')).json.story.name).toBe('mine'); // nothing half-done
  });

  test.each([
    [{ name: 'nothing-like-it' }, 404, 'UNKNOWN_STORY'],
    [{}, 422, 'BODY_INVALID'],
    [{ name: 'short', text }, 422, 'BODY_INVALID'],
    [{ name: 'short', seed: -1 }, 422, 'BODY_INVALID'],
    [{ name: 'short', seed: 1.5 }, 422, 'BODY_INVALID'],
    [{ story: 'short' }, 422, 'BODY_INVALID'],
  ])('refuses %j', async (body, status, code) => {
    const { control } = stageOf();
    const refused = await control('PUT', '/story', body);
    expect([refused.status, refused.json.code]).toEqual([status, code]);
  });
});

test('a story that cannot be played is refused as well, and what was served goes on', async () => {
  const story = await read(text);
  const routes = [
    {
      name: 'far',
      kind: 'roads' as const,
      stops: [
        [10, 10],
        [11, 11],
      ] as const,
    },
  ];
  const { control } = stageOf({ shelf: { ...shelf, named: async () => ({ ...story, routes }) } });
  const refused = await control('PUT', '/story', { name: 'short' });
  expect([refused.status, refused.json.code]).toEqual([422, 'STORY_INVALID']);
  expect(refused.json.problems).toMatchObject([{ code: 'ROUTE_OFF_MAP', hint: expect.any(String) }]);
  expect((await control('GET', '/devices')).json.total).toBe(3);
});

test('a defect on the way to a story is reported as one, not as a fault of the story', async () => {
  const lost = Object.assign(new Error('Cannot find module /home/me/x.js'), { code: 'ERR_MODULE_NOT_FOUND' });
  const { control } = stageOf({ shelf: { ...shelf, named: () => Promise.reject(lost) } });
  const [outcome] = await Promise.allSettled([control('PUT', '/story', { name: 'short' })]);
  if (outcome.status === 'rejected') expect(outcome.reason).toBe(lost);
  else expect(outcome.value.status).toBe(500);
});

test('of several stories that are put on at once the last one stays', async () => {
  const { control } = stageOf();
  const asked = [{ name: 'short' }, { name: null }, { name: 'short', seed: 2 }];
  await Promise.all(asked.map((body) => control('PUT', '/story', body)));
  expect((await control('GET', '/story')).json.story.seed).toBe(2);
});

test('a story put on during a long advance ends that advance', async () => {
  const { stage, control } = stageOf({
    plain: (added) => createSimulator({ devices: 1, ...added }),
    playing: {},
  });
  const minutes = Array.from({ length: 300_000 }, (_, minute) => ({
    deviceTime: Date.UTC(2026, 0, 5, 8, minute),
    latitude: 48,
    longitude: 11,
  }));
  stage.simulator.fleet.locations.plan(1, minutes);
  const advance = control('POST', '/clock/advance', { by: 'P300D' });
  await control('PUT', '/story', { name: 'short' });
  expect((await advance).json).toMatchObject({ settled: false, stopped: 'interrupted' });
  expect((await control('GET', '/clock')).json.now).toBe(start);
});

describe('going to a moment', () => {
  test('leads to the same world forward, back, and forward again', async () => {
    const { stage, control } = stageOf();
    await control('PUT', '/story', { name: 'short' });
    const at = async (to: string) => {
      const { json } = await control('POST', '/story/seek', { to });
      expect(json).toMatchObject({ now: to, frozen: true });
      return stage.simulator.fleet.log.digest();
    };
    const [early, late] = ['2026-03-02T07:30:00.000Z', '2026-03-02T09:59:00.000Z'];
    const digests = [
      await at(early),
      await at(late),
      await at(early),
      await at(late),
      await at(start),
      await at(late),
    ];
    expect(digests[2]).toBe(digests[0]);
    expect(digests[3]).toBe(digests[1]);
    expect(digests[5]).toBe(digests[1]);
    expect(digests[0]).not.toBe(digests[1]);
  });

  test('keeps the clock going', async () => {
    const { control } = stageOf();
    await control('PUT', '/story', { name: 'short' });
    await control('PUT', '/clock', { speed: 60, frozen: false });
    const { json } = await control('POST', '/story/seek', { to: '2026-03-02T08:00:00Z' });
    expect(json).toMatchObject({ speed: 60, frozen: false, until: '2026-03-02T10:00:00.000Z' });
  });

  test('is refused outside the story, and without one', async () => {
    const { control } = stageOf();
    expect((await control('POST', '/story/seek', { to: start })).json.code).toBe('NO_STORY');
    await control('PUT', '/story', { name: 'short' });
    const outside = await control('POST', '/story/seek', { to: '2026-03-03T00:00:00Z' });
    expect([outside.status, outside.json.code]).toEqual([422, 'STORY_TIME']);
    expect((await control('POST', '/story/seek', {})).json.field).toBe('to');
    expect((await control('POST', '/story/seek', { to: 'noon' })).json.code).toBe('TIME_INVALID');
  });
});

describe('what a user injects', () => {
  test('is in the log, and stays when one goes back a little', async () => {
    const { stage, control } = stageOf();
    await control('PUT', '/story', { name: 'short' });
    await control('POST', '/story/seek', { to: '2026-03-02T06:10:00Z' });
    const before = stage.simulator.fleet.log.digest();
    const { json } = await control('POST', '/inject', { device: 'dev-2', kind: 'sos' });
    expect(json.did).toContain('SOS');
    expect(stage.simulator.fleet.log.digest()).not.toBe(before);
    await control('POST', '/story/seek', { to: '2026-03-02T06:20:00Z' });
    await control('POST', '/story/seek', { to: '2026-03-02T06:15:00Z' });
    const { alerts } = (await control('GET', '/alerts')).json;
    expect(alerts).toMatchObject([{ deviceId: 'dev-2', type: 'sos', latitude: 52.5, longitude: 13.4 }]);
  });

  test('stays as well when it is a setting, or a call of the API', async () => {
    const { stage, control } = stageOf();
    await control('PUT', '/story', { name: 'short' });
    await control('POST', '/story/seek', { to: '2026-03-02T06:10:00Z' });
    await control('PUT', '/devices/dev-1/limits', { dailySms: 3 });
    await control('PUT', '/account', { licences: { total: 7 } });
    const { userName, apiKey } = stage.simulator.fleet.account;
    const headers = { 'content-type': 'application/json' };
    const login = { method: 'POST', target: '/api/Auth/Token', headers };
    const { status } = await stage.handle({ ...login, body: JSON.stringify({ userName, apiKey }) });
    expect(status).toBe(200);
    await control('POST', '/story/seek', { to: '2026-03-02T08:20:00Z' });
    await control('POST', '/story/seek', { to: '2026-03-02T06:15:00Z' });
    const { fleet } = stage.simulator;
    expect((await control('GET', '/account')).json.licences.total).toBe(7);
    expect(fleet.limits.get(1).dailySms).toBe(3);
    expect(fleet.log.counts['token-issued']).toBe(1);
  });

  test('a theft is reported at once, and the power is cut some minutes later', async () => {
    const { control } = stageOf();
    await control('PUT', '/story', { name: 'short' });
    expect((await control('POST', '/inject', { device: 'dev-1', kind: 'theft' })).json.did).toContain(
      'towed away',
    );
    await control('POST', '/clock/advance', { by: 'PT5M' });
    const { alerts } = (await control('GET', '/alerts')).json;
    expect(alerts.map(({ type }: { type: string }) => type)).toEqual(['power-cut', 'tow']);
  });

  test.each(['sos', 'power-cut', 'dropout', 'theft', 'speeding'])(
    'in a plain fleet %s does what is possible, and says what',
    async (kind) => {
      const { stage, control } = stageOf();
      const { status, json } = await control('POST', '/inject', { device: 'dev-1', kind });
      expect(status).toBe(200);
      expect(json.did).toContain(stage.simulator.fleet.devices.nameOf(1));
      expect((await control('GET', '/alerts')).json.alerts.length).toBeGreaterThan(0);
      const saved = stage.simulator.snapshot();
      stage.simulator.restore(saved);
      expect(stage.simulator.fleet.log.digest()).toBe(createSimulatorLike(stage, saved).fleet.log.digest());
    },
  );

  test('is refused for a device or a kind that there is none of, and by the service', async () => {
    const { stage, control } = stageOf();
    const refused = async (body: object) => {
      const { status, json } = await control('POST', '/inject', body);
      return [status, json.code, json.field];
    };
    expect(await refused({ device: 'dev-9', kind: 'sos' })).toEqual([404, 'UNKNOWN_DEVICE', 'device']);
    expect(await refused({ device: 'dev-1', kind: 'fire' })).toEqual([422, 'BODY_INVALID', 'kind']);
    expect(await refused({ kind: 'sos' })).toEqual([422, 'BODY_INVALID', 'device']);
    stage.simulator.fleet.licences.expire(1);
    expect((await refused({ device: 'dev-1', kind: 'sos' })).slice(0, 2)).toEqual([409, 'DEVICE_EXPIRED']);
  });
});

function createSimulatorLike(stage: Stage, saved: unknown) {
  const other = createStage({ plain: (added) => createSimulator({ devices: 3, ...added }), shelf });
  stages.push(other);
  other.simulator.restore(saved);
  expect(other.simulator).not.toBe(stage.simulator);
  return other.simulator;
}

describe('a verification of a twin', () => {
  test('is shown while it is under way, with its summary and report in the end, or with why it failed', async () => {
    const { stage, control } = stageOf();
    const view = async () => (await control('GET', '/verification')).json;
    expect(await view()).toEqual({ state: 'none' });
    expect((await control('GET', '/verification/report')).json.code).toBe('NO_REPORT');
    let finish: (verified: Verified) => void = () => undefined;
    const shown = stage.showVerification(
      new Promise((resolve) => {
        finish = resolve;
      }),
    );
    expect(await view()).toEqual({ state: 'running' });
    await control('PUT', '/story', { name: 'short' }); // goes its own way
    finish({ summary: 'all hold', holds: true, html: '<!doctype html>' });
    await shown;
    expect(await view()).toEqual({ state: 'done', summary: 'all hold', holds: true });
    const call = { method: 'GET', target: '/_control/verification/report', headers: {}, body: undefined };
    expect(await stage.handle(call)).toMatchObject({ status: 200, body: '<!doctype html>' });
    await stage.showVerification(Promise.reject(new Error('no memory')));
    expect(await view()).toEqual({ state: 'failed', summary: 'no memory' });
  });
});

describe('who looks on', () => {
  test('learns on the same connection that another world is served, and gets its events', async () => {
    const { stage, control } = stageOf();
    const server = await serve(stage);
    servers.push(server);
    const events = await watch(`${server.url}/_control/events`);
    await events.until(({ event }) => event === 'clock');
    await control('PUT', '/story', { name: 'short' });
    const world = await events.until(({ event, data }) => event === 'world' && data.story === 'short');
    expect(world.data.world).not.toBe(events.all[0]?.data.world);
    await control('POST', '/clock/advance', { by: 'PT1H' });
    const chapter = await events.until(({ event }) => event === 'story-chapter');
    expect(chapter.data.title).toBe('Trouble');

    await control('PUT', '/story', { name: null });
    await events.until(({ event, data }) => event === 'world' && data.story === null);
    await control('PUT', '/devices/dev-3/limits', { dailyEmail: 4 });
    expect((await events.until(({ event }) => event === 'limits-set')).data.deviceId).toBe('dev-3');
    events.close();
  });

  test('is not reported again what comes before the moment that one goes back to', async () => {
    const { stage, control } = stageOf();
    const server = await serve(stage);
    servers.push(server);
    await control('PUT', '/story', { name: 'short' });
    await control('POST', '/clock/advance', { by: 'PT3H' });
    const events = await watch(`${server.url}/_control/events`);
    await events.until(({ event }) => event === 'clock');
    await control('POST', '/story/seek', { to: '2026-03-02T07:30:00Z' });
    await events.until(({ event, data }) => event === 'world' && data.world !== events.all[0]?.data.world);
    await control('POST', '/clock/advance', { to: '2026-03-02T08:00:00Z' });
    await events.until(({ event }) => event === 'story-expectation');
    const kinds = events.all.map(({ event }) => event);
    expect(kinds).not.toContain('story-chapter');
    expect(kinds.filter((kind) => kind === 'world')).toHaveLength(2);
    events.close();
  });

  test('leaves nothing behind: no timer of a world that is gone, no listener', async () => {
    const { stage, control, pace } = stageOf();
    const call = { method: 'GET', target: '/_control/positions', headers: {}, body: undefined };
    const stop = (await stage.handle(call)).stream?.(() => undefined);
    for (let round = 0; round < 3; round++) {
      await control('PUT', '/story', { name: 'short' });
      await control('PUT', '/clock', { frozen: false });
      await control('PUT', '/story', { name: null });
    }
    await control('PUT', '/clock', { frozen: true });
    expect(pace.waiting).toBe(1); // the stream's own
    stop?.();
    expect(pace.waiting).toBe(0);
  });
});
