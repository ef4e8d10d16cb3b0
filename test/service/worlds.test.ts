/** Many worlds on one server: apart from each other, bounded, forked, ended. */
import { describe, expect, it } from 'vitest';
import { createSimulator } from '../../simulator/index.ts';
import { ManualPace } from '../manual-pace.ts';
import { openWorlds } from './client.ts';
import type { WorldsOptions } from './table.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Worlds of two devices, and functions that call them. */
function served(options: WorldsOptions = {}) {
  const { served: worlds, call, control } = openWorlds(options);
  const token = async (path: string): Promise<string> =>
    (await call('POST', `${path}/api/Auth/Token`, { userName: 'demo', apiKey: 'demo-key' })).json.token;
  const devices = async (path: string, bearer: string) =>
    (await call('GET', `${path}/api/devices`, undefined, { authorization: `Bearer ${bearer}` })).status;
  return { worlds, call, create: (body: object = {}) => control('POST /worlds', body), token, devices };
}

describe('a world', () => {
  it('has addresses under the name by which the caller reached the server', async () => {
    const { call } = served();
    const { json } = await call('POST', '/_control/worlds', { name: 'a' }, { host: 'localhost:4010' });
    expect(json.controlUrl).toBe('http://localhost:4010/w/a/_control');
  });

  it('stands in at another address for a call that names it in a header, links and all', async () => {
    const { call, create, worlds } = served();
    await create({ name: 'a', devices: 3 });
    await create({ name: 'b', devices: 5 });
    const named = { 'x-roadtest-world': 'b' };
    for (const path of ['', '/w/a'])
      expect((await call('GET', `${path}/_control/devices`, undefined, named)).json.total).toBe(5);
    const { userName, apiKey } = worlds.simulator.fleet.account;
    const { json } = await call('POST', '/w/a/api/Auth/Token', { userName, apiKey }, named);
    const authorization = { authorization: `Bearer ${json.token}` };
    const made = await call('POST', '/w/a/api/groups', { name: 'North' }, { ...named, ...authorization });
    expect([made.status, made.headers.location]).toEqual([
      201,
      expect.stringMatching(/^\/w\/a\/api\/groups\//),
    ]);
    expect((await call('GET', '/w/a/api/devices', undefined, authorization)).status).toBe(401);
    for (const name of ['nowhere', '../x', ''])
      expect((await call('GET', '/_control/clock', undefined, { 'x-roadtest-world': name })).json.code).toBe(
        'UNKNOWN_WORLD',
      );
    expect((await call('DELETE', '/_control/worlds/a', undefined, named)).json.code).toBe('UNKNOWN_PATH');
  });

  it('has a clock, a journal, faults and records of its own', async () => {
    const { call, create, token, worlds } = served();
    const { simulator: a } = await worlds.create({ name: 'a' });
    await create({ name: 'b' });
    await call('POST', '/w/a/_control/clock/advance', { by: 'PT1H' });
    await call('PUT', '/w/a/_control/faults', { rules: [{ operation: 'listDevices', refusal: 'failed' }] });
    await token('/w/a');
    a.fleet.groups.create({ name: 'Only here', deviceIds: [] });
    const seen = async (path: string) => ({
      now: (await call('GET', `${path}/_control/clock`)).json.now,
      faults: (await call('GET', `${path}/_control/faults`)).json.rules.length,
      requests: (await call('GET', `${path}/_control/requests`)).json.requests.length,
      groups: (await call('GET', `${path}/_control/names`)).json.groups.length,
    });
    const untouched = { now: '2026-01-05T08:00:00.000Z', faults: 0, requests: 0, groups: 1 };
    expect([await seen('/w/a'), await seen('/w/b'), await seen('')]).toEqual([
      { now: '2026-01-05T09:00:00.000Z', faults: 1, requests: 1, groups: 2 },
      untouched,
      untouched,
    ]);
  });

  it('is opened by its own tokens alone, also when it is a fork', async () => {
    const { create, token, devices } = served();
    await create({ name: 'a' });
    const tokens = { '': await token(''), '/w/a': await token('/w/a') };
    await create({ name: 'b' });
    await create({ name: 'c', fork: 'a' });
    for (const path of ['', '/w/a', '/w/b', '/w/c']) {
      for (const [of, bearer] of Object.entries(tokens)) {
        expect([path, of, await devices(path, bearer)]).toEqual([path, of, of === path ? 200 : 401]);
      }
    }
  });

  it('is not opened by the tokens of one that had its name before, deleted or dropped', async () => {
    const played = async () => {
      const pace = new ManualPace();
      const { create, call, token, devices, worlds } = served({ pace, bounds: { idleMs: 10 * MINUTE } });
      const seen: unknown[] = [];
      for (const end of [() => call('DELETE', '/_control/worlds/a'), () => pace.elapse(20 * MINUTE)]) {
        await create({ name: 'a' });
        const old = await token('/w/a');
        await end();
        expect(worlds.names()).toEqual([]);
        await create({ name: 'a' });
        const bearer = await token('/w/a');
        expect([await devices('/w/a', old), await devices('/w/a', bearer)]).toEqual([401, 200]);
        seen.push(old, bearer, (await call('GET', '/w/a/_control/devices')).body);
        await call('DELETE', '/_control/worlds/a');
      }
      expect(seen[2]).toBe(seen[5]);
      return seen;
    };
    // And the same calls give the same bytes.
    expect(await played()).toEqual(await played());
  });

  it('keeps its prefix in the address of the next page', async () => {
    const openings = {
      'operations.paging': { by: 'link', size: 2, max: 2, firstPage: 1, totalHeader: null },
    } as const;
    const { create, call, token } = served({
      devices: 3,
      profile: { roadtest: 1, name: 'linked', openings },
    });
    await create({ name: 'a' });
    const bearer = { authorization: `Bearer ${await token('/w/a')}` };
    const { link = '' } = (await call('GET', '/w/a/api/devices', undefined, bearer)).headers;
    const [, next = ''] = /^<([^>]+)>; rel="next"$/.exec(link) ?? [];
    expect(next).toMatch(/^\/w\/a\/api\/devices\?/);
    expect((await call('GET', next, undefined, bearer)).status).toBe(200);
  });

  it('knows no other worlds, and cannot make any', async () => {
    const { create, call } = served();
    await create({ name: 'a' });
    expect((await call('GET', '/w/a/_control/worlds')).json.code).toBe('UNKNOWN_PATH');
    expect((await call('POST', '/w/a/_control/worlds', {})).json.code).toBe('UNKNOWN_PATH');
    expect((await call('GET', '/w/a/w/a/_control/clock')).status).toBe(404);
  });

  it('is guarded like the plain one', async () => {
    const { create, call } = served({ controlToken: 'secret-token' });
    expect((await create()).json.code).toBe('CONTROL_TOKEN_NEEDED');
    const authorised = { 'x-control-token': 'secret-token' };
    await call('POST', '/_control/worlds', { name: 'a' }, authorised);
    expect((await call('GET', '/w/a/_control/clock')).json.code).toBe('CONTROL_TOKEN_NEEDED');
    expect((await call('GET', '/w/a/_control/clock', undefined, authorised)).status).toBe(200);
    const foreign = { ...authorised, host: 'localhost', origin: 'https://evil.example' };
    expect((await call('GET', '/w/a/_control/clock', undefined, foreign)).json.code).toBe('FOREIGN_ORIGIN');
    expect((await call('POST', '/_control/worlds', {}, foreign)).json.code).toBe('FOREIGN_ORIGIN');
  });
});

describe('the beginning of a world', () => {
  it('is another world as it is now, which then goes its own way', async () => {
    const { worlds, call } = served();
    const { simulator } = worlds;
    simulator.fleet.limits.set(2, { dailySms: 7 });
    simulator.fleet.account.setApiKey('changed-key');
    await simulator.clock.advance(simulator.clock.now() + HOUR);
    const digest = simulator.fleet.log.digest();
    const { simulator: fork } = await worlds.create({ name: 'fork', fork: null });
    expect(fork.fleet.limits.get(2).dailySms).toBe(7);
    expect([fork.clock.now(), fork.fleet.log.digest()]).toEqual([simulator.clock.now(), digest]);
    fork.fleet.limits.set(2, { dailySms: 1 });
    await fork.clock.advance(fork.clock.now() + HOUR);
    expect([simulator.fleet.limits.get(2).dailySms, simulator.fleet.log.digest()]).toEqual([7, digest]);
    const account = await call('POST', '/w/fork/api/Auth/Token', { userName: 'demo', apiKey: 'changed-key' });
    expect(account.status).toBe(200);
    await call('POST', '/w/fork/_control/reset');
    expect([fork.fleet.limits.get(2).dailySms, fork.fleet.log.digest()]).toEqual([7, digest]);
  });

  it('is a snapshot, whose clock goes on as it did or as it is asked to', async () => {
    const { worlds, create, call } = served({ seed: 4 });
    const snapshot = worlds.simulator.snapshot();
    expect((await create({ name: 'a', snapshot })).status).toBe(201);
    expect((await create({ name: 'b', snapshot, speed: 60 })).status).toBe(201);
    const clock = async (name: string) => {
      const { frozen, speed } = (await call('GET', `/w/${name}/_control/clock`)).json;
      return { frozen, speed };
    };
    expect([await clock('a'), await clock('b')]).toEqual([
      { frozen: true, speed: 1 },
      { frozen: false, speed: 60 },
    ]);
    await call('PUT', '/w/b/_control/clock', { frozen: true });
    await call('POST', '/w/b/_control/reset');
    expect(await clock('b')).toEqual({ frozen: false, speed: 60 });
  });

  it('is the present where it runs, and a time that is named', async () => {
    const pace = new ManualPace(Date.UTC(2026, 5, 1, 12));
    const { worlds } = served({ pace });
    const now = async (beginning: object) => (await worlds.create(beginning)).simulator.clock.now();
    expect(await now({ frozen: false })).toBe(Date.UTC(2026, 5, 1, 12));
    expect(await now({ at: 'now' })).toBe(Date.UTC(2026, 5, 1, 12));
    expect(await now({ at: '2026-03-02T08:00:00Z' })).toBe(Date.UTC(2026, 2, 2, 8));
    expect(await now({})).toBe(Date.UTC(2026, 0, 5, 8));
  });

  it.each<[body: object, code: string, field: string | undefined]>([
    [{ snapshot: {}, fork: null }, 'WORLD_INVALID', 'fork'],
    [{ fork: null, devices: 3 }, 'WORLD_INVALID', 'devices'],
    [{ fork: 'nowhere' }, 'UNKNOWN_WORLD', undefined],
    [{ snapshot: {} }, 'SNAPSHOT_INVALID', 'format'],
    [{ story: { name: 'tunnel' } }, 'UNKNOWN_STORY', 'story'],
    [{ devices: 1_000_000 }, 'BODY_INVALID', 'devices'],
    [{ at: 'yesterday' }, 'TIME_INVALID', undefined],
    [{ timeZone: 'Mars/Olympus' }, 'OPTION_INVALID', 'timeZone'],
    [{ speed: 'max' }, 'SPEED_NEEDS_UNTIL', 'until'],
    [{ colour: 'red' }, 'BODY_INVALID', 'colour'],
    [{ name: 'a' }, 'WORLD_EXISTS', 'name'],
  ])('%j is refused with %s, and nothing is left of it', async (body, code, field) => {
    const { worlds, create } = served();
    await create({ name: 'a' });
    const { json } = await create(body);
    expect([json.code, json.field]).toEqual([code, field]);
    expect(worlds.names()).toEqual(['a']);
  });
});

describe('names', () => {
  const odd = ['', '..', '../a', '%2e%2e', 'a%2fb', 'a/b', 'A', '-a', 'a b', 'a\u0000', 'ä', '\u202egnp'];
  const hostile = [...odd, '__proto__', 'x'.repeat(64), 'x'.repeat(100_000)];

  it.each(hostile.map((name) => [name.slice(0, 20), name]))('%j is refused', async (_, name) => {
    const { create, call, worlds } = served();
    expect((await create({ name })).json).toMatchObject({ code: 'BODY_INVALID', field: 'name' });
    await expect(worlds.create({ name })).rejects.toMatchObject({ code: 'WORLD_INVALID', field: 'name' });
    expect((await create({ fork: name })).status).toBe(422);
    const path = `/_control/worlds/${encodeURIComponent(name)}`;
    expect((await call('DELETE', path)).status).toBe(name === '' ? 405 : 404);
    // Text that is not a name is a path of the plain world, in whose dialect it is refused.
    expect((await call('GET', `/w/${name}/_control/clock`)).json.code).toMatch(/^UNKNOWN_(PATH|WORLD)$/);
    expect(worlds.names()).toEqual([]);
  });

  it('are given where none is chosen, and none twice', async () => {
    const { create } = served();
    await create({ name: 'world-2' });
    const names = [(await create()).json.name, (await create()).json.name];
    expect(names).toEqual(['world-1', 'world-3']);
  });

  it('do not take the paths of a profile away from it', async () => {
    const { create, call } = served({
      profile: { roadtest: 1, name: 'odd', basePath: '/w/fleet/v1', openings: {} },
    });
    expect((await create({ name: 'fleet' })).json.code).toBe('WORLD_EXISTS');
    expect((await call('GET', '/w/fleet/v1/api/devices')).status).toBe(401);
  });
});

describe('the table of worlds', () => {
  it('holds so many and no more, however many are asked for', async () => {
    const { create, worlds } = served({ bounds: { maxWorlds: 3 } });
    const replies = await Promise.all(Array.from({ length: 20 }, () => create({ devices: 0 })));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(replies.at(-1)?.json).toMatchObject({ code: 'WORLDS_FULL', status: 429 });
    worlds.delete('world-1');
    expect((await create({ name: 'again' })).status).toBe(201);
  });

  it('holds no more memory than it may: before a world is made, and after', async () => {
    const { create, worlds } = served({ bounds: { maxBytes: 1_000_000 } });
    expect((await create({ devices: 1_000 })).json.code).toBe('WORLDS_FULL');
    const large = createSimulator({ devices: 1_000 }).snapshot();
    expect((await create({ snapshot: large })).json.code).toBe('WORLDS_FULL');
    expect(worlds.names()).toEqual([]);
    expect((await create({ devices: 10 })).status).toBe(201);
  });

  it('drops a world that has been idle for long, and none that is in use', async () => {
    const pace = new ManualPace();
    const { create, call, worlds } = served({ pace, bounds: { idleMs: 10 * MINUTE } });
    for (const name of ['idle', 'called', 'heard']) await create({ name });
    const { stream } = await call('GET', '/w/heard/_control/events');
    const close = stream?.(() => undefined);
    for (let minute = 0; minute < 21; minute++) {
      pace.elapse(MINUTE);
      await call('GET', '/w/called/_control/clock');
    }
    expect(worlds.names()).toEqual(['called', 'heard']);
    expect((await call('GET', '/w/idle/_control/clock')).json.code).toBe('UNKNOWN_WORLD');
    close?.();
    pace.elapse(20 * MINUTE);
    expect(worlds.names()).toEqual([]);
    expect(pace.waiting).toBe(0);
  });

  it('answers what is under way in a world that is deleted, and ends its streams', async () => {
    const pace = new ManualPace();
    const { create, call, worlds } = served({ pace });
    await create({ name: 'a' });
    const { simulator } = await worlds.create({ name: 'running', frozen: false });
    await call('PUT', '/w/a/_control/faults', { rules: [{ operation: 'issueToken', latency: 500 }] });
    const slow = call('POST', '/w/a/api/Auth/Token', { userName: 'demo', apiKey: 'demo-key' });
    let ends = 0;
    const { stream } = await call('GET', '/w/a/_control/events');
    const stop = stream?.(
      () => undefined,
      () => {
        ends++;
        stop?.(); // as a host does when its connection is closed
      },
    );
    expect((await call('DELETE', '/_control/worlds/a')).json).toEqual({ name: 'a', status: 'deleted' });
    expect((await call('DELETE', '/_control/worlds/running')).status).toBe(200);
    expect([ends, simulator.clock.view().frozen]).toEqual([1, true]);
    expect((await call('GET', '/w/a/api/devices')).json.code).toBe('UNKNOWN_WORLD');
    expect((await call('DELETE', '/_control/worlds/a')).json.code).toBe('UNKNOWN_WORLD');
    pace.elapse(500);
    expect((await slow).status).toBe(200);
  });

  it('reads no body for a world that there is not, and a whole snapshot for a new one', () => {
    const { worlds } = served();
    const limit = (method: string, target: string) => worlds.bodyLimit({ method, target, headers: {} });
    expect(limit('POST', '/w/none/api/groups')).toBe(0);
    expect(limit('POST', '/_control/worlds')).toBe(500 * 2 ** 20);
    expect(limit('POST', '/_control/worlds?x')).toBe(500 * 2 ** 20);
    expect(limit('POST', '/_control/clock/advance')).toBe(2 ** 20);
  });
});
