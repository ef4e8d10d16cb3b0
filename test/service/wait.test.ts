/** Waits for calls, events and messages, by the control API and in code. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { createControl } from '../../simulator/control/client/index.ts';
import { serve } from '../../simulator/hosts/node.ts';
import { ManualPace } from '../manual-pace.ts';
import { open, openWorlds } from './client.ts';

/** A simulator whose real time is moved by hand. */
function paced(options = {}) {
  const pace = new ManualPace();
  const at = open({ pace, ...options });
  return { pace, at, call: (path = '/api/devices') => at.call('GET', path) };
}

/** Until so many wait: each has a timer, and a clock that stands still has none. */
async function untilOpen(pace: ManualPace, count: number): Promise<void> {
  while (pace.waiting !== count) await new Promise((resolve) => setTimeout(resolve));
}

describe('POST /wait', () => {
  it('answers as soon as enough calls match, those of before among them', async () => {
    const { at, call } = paced();
    await call();
    const asked = { for: 'requests', operation: 'listDevices', status: 401, count: 2 };
    const waiting = at.control('POST /wait', asked);
    await call('/api/users');
    await call();
    expect((await waiting).json).toMatchObject({ count: 2, sequence: 3, requests: [{}, { sequence: 3 }] });
    const later = at.control('POST /wait', { ...asked, since: 3, count: 1, limit: 0 });
    await call();
    expect((await later).json).toMatchObject({ count: 1, sequence: 4, requests: [] });
  });

  it('waits for events of a kind and a device, and by what they say', async () => {
    const { at, pace } = paced();
    const set = at.control('POST /wait', { for: 'events', kind: 'limits-set', device: 'dev-2' });
    const located = at.control('POST /wait', {
      for: 'events',
      kind: 'location-recorded',
      since: 0,
      field: 'latitude:48',
    });
    const ended = at.control('POST /wait', {
      for: 'events',
      kind: 'day-ended',
      since: '2026-01-06T00:00:00Z',
      count: 2,
    });
    await untilOpen(pace, 3);
    for (const device of ['dev-1', 'dev-2'])
      await at.control(`PUT /devices/${device}/limits`, { dailySms: 2 });
    const facts = { deviceId: 'dev-2', dailySms: 2 };
    expect((await set).json).toMatchObject({ count: 1, events: [{ kind: 'limits-set', ...facts }] });
    const report = { deviceTime: '2026-01-05T07:00:00Z', longitude: 11 };
    for (const latitude of [47, 48])
      await at.api('POST /api/devices/dev-1/locations', { ...report, latitude });
    expect((await located).json).toMatchObject({ count: 1 });
    await at.control('POST /clock/advance', { by: 'P2D' });
    expect((await ended).json).toMatchObject({ count: 2, events: [{ kind: 'day-ended' }, {}] });
  });

  it('says what was waited for, how many came, and what came nearest; no secret', async () => {
    const { at, pace, call } = paced();
    await call('/api/devices/dev-1');
    await call('/api/users?token=abc');
    const asked = { for: 'requests', operation: 'listDevices', status: 401, path: '/api/d*', timeout: '10s' };
    const waiting = at.control('POST /wait', { ...asked, count: 2 });
    await untilOpen(pace, 1);
    await call();
    pace.elapse(10_000);
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
          { sequence: 2, missed: ['operation', 'path'] },
        ],
      },
    });
    expect(pace.waiting).toBe(0);
    const { body } = await open().control('POST /wait', {
      for: 'requests',
      field: 'note:demo-key',
      timeout: '0s',
    });
    expect(body).toContain('WAIT_TIMEOUT');
    expect(body).not.toContain('demo-key');
  });

  it.each<[body: object, code: string, field: string]>([
    [{ for: 'requests', kind: 'limits-set' }, 'WAIT_INVALID', 'kind'],
    [{ for: 'messages', operation: 'listDevices' }, 'WAIT_INVALID', 'operation'],
    [{ for: 'events', kind: 'limit-set' }, 'BODY_INVALID', 'kind'],
    [{ for: 'events', device: 'dev-9' }, 'FILTER_INVALID', 'device'],
    [{}, 'BODY_INVALID', 'for'],
    [{ for: 'requests', count: 0 }, 'BODY_INVALID', 'count'],
    [{ for: 'requests', count: 100_001 }, 'BODY_INVALID', 'count'],
    [{ for: 'requests', timeout: '6m' }, 'WAIT_INVALID', 'timeout'],
    [{ for: 'requests', timeout: 'soon' }, 'WAIT_INVALID', 'timeout'],
    [{ for: 'requests', field: Array.from({ length: 21 }, () => 'a') }, 'FILTER_INVALID', 'field'],
    [{ for: 'requests', world: 'checkout' }, 'BODY_INVALID', 'world'],
  ])('refuses %j', async (body, code, field) => {
    expect(await open().control('POST /wait', body)).toMatchObject({ status: 422, json: { code, field } });
  });

  it('ends when the world is reset, restored, begun anew or stopped', async () => {
    const { at, pace } = paced();
    const { served } = at;
    const saved = served.save();
    const endings = {
      reset: () => at.control('POST /reset'),
      restored: async () => served.load(saved),
      begunAnew: async () => served.restart(),
      stopped: async () => served.stop(),
    };
    for (const [ending, end] of Object.entries(endings)) {
      const waiting = at.control('POST /wait', { for: 'requests' });
      await untilOpen(pace, 1);
      await end();
      expect(await waiting, ending).toMatchObject({ status: 409, json: { code: 'WAIT_ENDED' } });
    }
    expect((await at.control('POST /wait', { for: 'requests' })).json).toMatchObject({ code: 'WAIT_ENDED' });
  });

  it('is bounded in number, one that ends makes room, and a call that is not kept wakes all', async () => {
    const { at, pace, call } = paced({ journalSize: 0 });
    const wait = () => at.control('POST /wait', { for: 'requests' });
    const all = Array.from({ length: 100 }, wait);
    await untilOpen(pace, 100);
    expect(await wait()).toMatchObject({ status: 429, json: { code: 'WAITS_FULL' } });
    await call();
    for (const { status, json } of await Promise.all(all)) expect([status, json.requests]).toEqual([200, []]);
    const again = wait();
    await untilOpen(pace, 1);
    await call();
    expect((await again).json).toMatchObject({ count: 1 });
  });
});

it('a world that is deleted ends its waits, and no other', async () => {
  const { served: worlds } = openWorlds();
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
  await worlds.fetch('/api/devices');
  expect(await inPlain).toMatchObject({ count: 1 });
});

describe('the caller of a wait', () => {
  const asked = { method: 'POST', body: '{"for":"requests","timeout":"1m"}' };

  it('that goes away makes room, on a socket; a server that stops sends them away', async () => {
    const { at, pace } = paced();
    const server = await serve(at.served);
    onTestFinished(() => server.close());
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

it('simulator.journal.wait gives the calls, or throws what the control API answers', async () => {
  const { at, pace, call } = paced();
  const { journal } = at.served;
  const waiting = journal.wait({ operation: 'listDevices' }, { count: 2, timeout: '5s' });
  await call();
  await call();
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
});
