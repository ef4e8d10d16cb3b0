/** Waits for calls, events and messages, by the control API and in code. */
import { afterEach, describe, expect, it } from 'vitest';
import { createControl } from '../../../simulator/control/client/index.ts';
import { serve } from '../../../simulator/hosts/node.ts';
import {
  createSimulator,
  createWorlds,
  type Simulator,
  type SimulatorOptions,
} from '../../../simulator/index.ts';
import { ManualPace } from '../../manual-pace.ts';
import { clientOf } from '../client.ts';

const made: { stop(): void }[] = [];
afterEach(() => {
  for (const one of made.splice(0)) one.stop();
});
function world(options: SimulatorOptions = {}) {
  const simulator = createSimulator({ devices: 2, ...options });
  made.push(simulator);
  return { simulator, ...clientOf(simulator), client: clientOf(simulator) };
}
const call = (simulator: Simulator, path = '/api/devices') =>
  simulator.fetch(new Request(`http://localhost${path}`));
/** Until so many wait: each has a timer, and a clock that stands still has none. */
async function untilOpen(pace: ManualPace, count: number): Promise<void> {
  while (pace.waiting !== count) await new Promise((resolve) => setTimeout(resolve));
}

describe('POST /wait', () => {
  it('answers as soon as enough calls match, those of before among them', async () => {
    const { simulator, control } = world();
    await call(simulator);
    const asked = { for: 'requests', operation: 'listDevices', status: 401, count: 2 };
    expect((await control('POST', '/wait', { ...asked, count: 1 })).json).toMatchObject({
      count: 1,
      sequence: 1,
      requests: [{ operation: 'listDevices', reply: { status: 401 } }],
      events: [],
      messages: [],
    });
    const waiting = control('POST', '/wait', asked);
    await call(simulator, '/api/users');
    await call(simulator);
    expect((await waiting).json).toMatchObject({ count: 2, sequence: 3, requests: [{}, { sequence: 3 }] });
    const later = control('POST', '/wait', { ...asked, since: 3, count: 1, limit: 0 });
    await call(simulator);
    expect((await later).json).toMatchObject({ count: 1, sequence: 4, requests: [] });
  });

  it('waits for events of a kind and a device', async () => {
    const { control } = world();
    const waiting = control('POST', '/wait', { for: 'events', kind: 'limits-set', device: 'dev-2' });
    await control('PUT', '/devices/dev-1/limits', { dailySms: 1 });
    await control('PUT', '/devices/dev-2/limits', { dailySms: 2 });
    expect((await waiting).json).toMatchObject({
      count: 1,
      events: [{ kind: 'limits-set', deviceId: 'dev-2', dailySms: 2 }],
    });
  });

  it('waits for recorded locations, which are not kept', async () => {
    const pace = new ManualPace();
    const { control, authorised } = world({ pace });
    const waiting = control('POST', '/wait', {
      for: 'events',
      kind: 'location-recorded',
      since: 0,
      field: 'latitude:48',
    });
    await untilOpen(pace, 1);
    const report = { deviceTime: '2026-01-05T07:00:00Z', longitude: 11 };
    await authorised('POST', '/api/devices/dev-1/locations', { ...report, latitude: 47 });
    await authorised('POST', '/api/devices/dev-1/locations', { ...report, latitude: 48 });
    expect((await waiting).json).toMatchObject({ count: 1, events: [] });
  });

  it('waits for messages, which may be many at once', async () => {
    const { control } = world();
    const asked = { for: 'messages', device: 'dev-1', field: ['channel:sms', 'outcome:sent'], count: 3 };
    const waiting = control('POST', '/wait', asked);
    await control('POST', '/devices/dev-1/send', { channel: 'email', count: 5 });
    await control('POST', '/devices/dev-1/send', { channel: 'sms', count: 4 });
    const { count, sequence, messages } = (await waiting).json;
    expect([count, sequence, messages.length]).toEqual([4, 9, 4]);
    expect(messages[0]).toMatchObject({ deviceId: 'dev-1', channel: 'sms', outcome: 'sent' });
  });

  it('is woken by what an advance of the clock brings, and by its date', async () => {
    const { control } = world();
    const since = '2026-01-06T00:00:00Z';
    const waiting = control('POST', '/wait', { for: 'events', kind: 'day-ended', since, count: 2 });
    await control('POST', '/clock/advance', { by: 'P2D' });
    expect((await waiting).json).toMatchObject({ count: 2, events: [{ kind: 'day-ended' }, {}] });
  });

  it('says what was waited for, how many came, and what came nearest', async () => {
    const pace = new ManualPace();
    const { simulator, control } = world({ pace });
    await call(simulator, '/api/devices/dev-1');
    await call(simulator, '/api/users?token=abc');
    const asked = { for: 'requests', operation: 'listDevices', status: 401, path: '/api/d*', timeout: '10s' };
    const waiting = control('POST', '/wait', { ...asked, count: 2 });
    await untilOpen(pace, 1);
    await call(simulator);
    pace.elapse(9_999);
    pace.elapse(1);
    expect(await waiting).toMatchObject({
      status: 408,
      json: {
        code: 'WAIT_TIMEOUT',
        detail:
          'Waited 10s for requests with operation listDevices and status 401 and path /api/d*: 1 of 2 came.',
        hint: 'Nearest: GET /api/devices/dev-1 401 (another operation); GET /api/users?token=<REDACTED> 401 (another operation, another path).',
        waitedFor: 'requests',
        wanted: 2,
        matched: 1,
        nearest: [
          { sequence: 1, missed: ['operation'] },
          { sequence: 2, entry: 'GET /api/users?token=<REDACTED> 401', missed: ['operation', 'path'] },
        ],
      },
    });
    expect(pace.waiting).toBe(0);
  });

  it('shows no key in its refusal, not even one that was asked for', async () => {
    const { control } = world();
    const asked = { for: 'requests', field: 'note:demo-key', timeout: '0s' };
    const { text } = await control('POST', '/wait', asked);
    expect(text).toContain('WAIT_TIMEOUT');
    expect(text).not.toContain('demo-key');
  });

  it.each([
    [{ for: 'requests', kind: 'limits-set' }, 'WAIT_INVALID', 'kind'],
    [{ for: 'messages', operation: 'listDevices' }, 'WAIT_INVALID', 'operation'],
    [{ for: 'events', kind: 'limit-set' }, 'BODY_INVALID', 'kind'],
    [{ for: 'events', device: 'dev-9' }, 'FILTER_INVALID', 'device'],
    [{ for: 'calls' }, 'BODY_INVALID', 'for'],
    [{}, 'BODY_INVALID', 'for'],
    [{ for: 'requests', count: 0 }, 'BODY_INVALID', 'count'],
    [{ for: 'requests', count: 100_001 }, 'BODY_INVALID', 'count'],
    [{ for: 'requests', timeout: '6m' }, 'WAIT_INVALID', 'timeout'],
    [{ for: 'requests', timeout: '-PT1S' }, 'WAIT_INVALID', 'timeout'],
    [{ for: 'requests', timeout: 'soon' }, 'WAIT_INVALID', 'timeout'],
    [{ for: 'requests', timeout: '1'.repeat(200) }, 'WAIT_INVALID', 'timeout'],
    [{ for: 'requests', path: 'x'.repeat(501) }, 'FILTER_INVALID', 'path'],
    [{ for: 'requests', field: Array.from({ length: 21 }, () => 'a') }, 'FILTER_INVALID', 'field'],
    [{ for: 'requests', world: 'checkout' }, 'BODY_INVALID', 'world'],
  ])('refuses %j', async (body, code, field) => {
    const { control, simulator } = world();
    expect(await control('POST', '/wait', body)).toMatchObject({ status: 422, json: { code, field } });
    simulator.stop();
  });

  it('ends when the world is reset, restored, or stopped', async () => {
    const pace = new ManualPace();
    const { control, simulator } = world({ pace });
    const checkpoint = simulator.checkpoint();
    const endings = [
      () => control('POST', '/reset'),
      async () => simulator.goTo(checkpoint),
      async () => simulator.stop(),
    ];
    for (const end of endings) {
      const waiting = control('POST', '/wait', { for: 'requests' });
      await untilOpen(pace, 1);
      await end();
      expect(await waiting).toMatchObject({ status: 409, json: { code: 'WAIT_ENDED' } });
    }
    expect((await control('POST', '/wait', { for: 'requests' })).json.code).toBe('WAIT_ENDED');
  });

  it('is bounded in number, and one that ends makes room', async () => {
    const pace = new ManualPace();
    const { control, simulator } = world({ pace });
    const all = Array.from({ length: 100 }, () => control('POST', '/wait', { for: 'requests' }));
    await untilOpen(pace, 100);
    expect(await control('POST', '/wait', { for: 'requests' })).toMatchObject({
      status: 429,
      json: { code: 'WAITS_FULL' },
    });
    await call(simulator);
    for (const { status } of await Promise.all(all)) expect(status).toBe(200);
    expect((await control('POST', '/wait', { for: 'requests' })).status).toBe(200);
  });

  it('is woken by a call that is not kept', async () => {
    const pace = new ManualPace();
    const { control, simulator } = world({ journalSize: 0, pace });
    const waiting = control('POST', '/wait', { for: 'requests' });
    await untilOpen(pace, 1);
    await call(simulator);
    expect((await waiting).json).toMatchObject({ count: 1, requests: [] });
  });
});

it('a world that is deleted ends its waits, and no other', async () => {
  const worlds = createWorlds();
  made.push(worlds);
  await worlds.create({ name: 'a' });
  const control = createControl('http://localhost', { fetch: worlds.fetch });
  const asked = { for: 'requests', timeout: '1m' } as const;
  const inA = control
    .world('a')
    .wait(asked)
    .catch((error: unknown) => error);
  const inPlain = control.wait(asked);
  await control.worlds.remove('a');
  expect(await inA).toMatchObject({ code: 'WAIT_ENDED', status: 409 });
  await worlds.fetch(new Request('http://localhost/api/devices'));
  expect((await inPlain).count).toBe(1);
});

describe('the caller of a wait', () => {
  const asked = { method: 'POST', body: '{"for":"requests","timeout":"1m"}' };
  it('that gives up makes room, in process', async () => {
    const pace = new ManualPace();
    const { simulator } = world({ pace });
    const given = new AbortController();
    const { signal } = given;
    const wait = () => simulator.fetch(new Request('http://localhost/_control/wait', { ...asked, signal }));
    const gone = [wait(), wait(), wait()].map((answer) => answer.catch(() => 'gone'));
    await untilOpen(pace, 3);
    given.abort();
    expect(await Promise.all(gone)).toEqual(['gone', 'gone', 'gone']);
    expect(pace.waiting).toBe(0);
  });

  it('that goes away makes room, on a socket; a server that stops sends them away', async () => {
    const pace = new ManualPace();
    const { simulator } = world({ pace });
    const server = await serve(simulator);
    const given = new AbortController();
    const gone = fetch(`${server.url}/_control/wait`, { ...asked, signal: given.signal }).catch(() => 'gone');
    const patient = fetch(`${server.url}/_control/wait`, asked);
    await untilOpen(pace, 2);
    given.abort();
    expect(await gone).toBe('gone');
    await untilOpen(pace, 1);
    const closed = server.close();
    expect((await patient).status).toBe(409);
    await closed;
    expect(pace.waiting).toBe(0);
  });
});

describe('simulator.journal.wait', () => {
  it('gives the calls, or throws what the control API answers', async () => {
    const pace = new ManualPace();
    const { simulator } = world({ pace });
    const { journal } = simulator;
    const waiting = journal.wait({ operation: 'listDevices' }, { count: 2, timeout: '5s' });
    await call(simulator);
    await call(simulator);
    expect(await waiting).toMatchObject([{ sequence: 1 }, { sequence: 2 }]);
    const late = journal.wait({ status: 200 }).catch((error: unknown) => error);
    await untilOpen(pace, 1);
    pace.elapse(10_000);
    expect(await late).toMatchObject({
      code: 'WAIT_TIMEOUT',
      hint: expect.stringContaining('401 (another status)'),
    });
    await expect(journal.wait({}, { timeout: '10 years' })).rejects.toMatchObject({ code: 'WAIT_INVALID' });
    await expect(journal.wait({}, { count: 0.5 })).rejects.toMatchObject({ code: 'WAIT_INVALID' });
    const open = journal.wait({ status: 200 }).catch((error: unknown) => error);
    await untilOpen(pace, 1);
    simulator.restart();
    expect(await open).toMatchObject({ code: 'WAIT_ENDED' });
  });
});
