/** The worlds of `roadtest serve`: stages of their own, and what judges a world calls that world alone. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { explore } from '../../cli/commands/explore.ts';
import { run } from '../../cli/run.ts';
import type { Settings } from '../../cli/serving/settings.ts';
import { type Running, start } from '../../cli/serving/start.ts';
import { HOUR } from '../../contracts/kit/durations.ts';
import { type Server, serve } from '../../simulator/hosts/node.ts';
import { createWorlds, type SimulatorWorlds } from '../../simulator/index.ts';
import { cli, folder } from '../command/verifying.ts';
import { testIo } from '../command/world.ts';
import { turns } from '../sample.ts';

const inTurn = turns(6);

const running: Running[] = [];
afterEach(async () => {
  for (const { server, worlds } of running.splice(0)) {
    await server.close();
    worlds.stop();
  }
});

async function served(settings: Partial<Settings> = {}, env = {}) {
  const started = await start({ port: 0, host: '127.0.0.1', frozen: true, ...settings }, testIo({ env }));
  running.push(started);
  const { url } = started.server;
  const control = async (method: string, path: string, body?: object) => {
    const reply = await fetch(url + path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'manual',
    });
    const text = await reply.text();
    return {
      status: reply.status,
      headers: reply.headers,
      text,
      json: text.startsWith('{') ? JSON.parse(text) : {},
    };
  };
  const create = (body: object) => control('POST', '/_control/worlds', body);
  return { ...started, url, control, create };
}

describe('a world of roadtest serve', () => {
  it('begins as the server did, with its fixture, credentials and moment', async () => {
    const fixture = join(folder, 'begun.yaml');
    writeFileSync(fixture, 'account: { userName: ada, apiKey: ada-key }\ndevices: [{ id: truck-9 }]\n');
    const { create, control } = await served(
      { fixture, at: '2026-05-01T00:00:00Z' },
      { ROADTEST_USER_NAME: 'demo', ROADTEST_API_KEY: 'demo-key' },
    );
    expect((await create({ name: 'a' })).json).toMatchObject({ userName: 'ada', apiKey: 'ada-key' });
    expect((await control('GET', '/w/a/_control/devices')).json.devices[0].id).toBe('truck-9');
    expect((await control('GET', '/w/a/_control/clock')).json).toMatchObject({
      now: '2026-05-01T00:00:00.000Z',
      frozen: true,
    });
    await create({ name: 'b', devices: 2 });
    expect((await control('GET', '/w/b/_control/devices')).json.total).toBe(2);
  });

  it('has licences for devices that are added', async () => {
    const { create, control } = await served();
    await create({ name: 'a' });
    for (const world of ['', '/w/a']) {
      const { json } = await control('POST', `${world}/_control/devices`, { id: 'truck-9' });
      expect(json.devices[0].licence).toBe('used');
    }
  });

  it('is described as it answers: no pattern of ids where they may be others', async () => {
    const { control } = await served();
    const { text } = await control('GET', '/_control/openapi.json');
    expect(text).not.toContain('^dev-');
    expect(text).toContain('A larger number than 1000 is taken as 1000.');
    const profile = join(folder, 'with-ids.yaml');
    writeFileSync(
      profile,
      'roadtest: 1\nname: ours\nopenings: { records.id: { form: string, prefixes: { device: v- } } }\n',
    );
    const other = await served({ profile });
    const path = '/_control/openapi.json';
    expect((await other.control('GET', path)).text).toContain('^v-[1-9]');
    expect((await other.control('POST', '/_control/devices', { id: 'v-tow' })).status).toBe(201);
    expect((await other.control('GET', path)).text).not.toContain('^v-[1-9]');
  });

  it('is not opened by a token of the one that had its name before, with a story or without', async () => {
    const { create, control, url } = await served();
    for (const how of [{}, { story: { name: 'tunnel' } }]) {
      const { userName, apiKey } = (await create({ name: 'a', ...how })).json;
      const token = async () => {
        const json = { 'content-type': 'application/json' };
        const asked = { method: 'POST', headers: json, body: JSON.stringify({ userName, apiKey }) };
        const issued = await fetch(`${url}/w/a/api/Auth/Token`, asked);
        return ((await issued.json()) as { token: string }).token;
      };
      const opens = async (bearer: string) => {
        const headers = { authorization: `Bearer ${bearer}` };
        return (await fetch(`${url}/w/a/api/devices`, { headers })).status;
      };
      const old = await token();
      await control('DELETE', '/_control/worlds/a');
      await create({ name: 'a', ...how });
      expect([await opens(old), await opens(await token())]).toEqual([401, 200]);
      await control('DELETE', '/_control/worlds/a');
    }
  });

  it('plays a story that is named, or brought as a text; a fork of it goes on from the same moment', async () => {
    const { create, control } = await served();
    expect((await create({ name: 'a', story: { name: 'tunnel' } })).status).toBe(201);
    await control('POST', '/w/a/_control/clock/advance', { by: 'PT10M' });
    expect((await create({ name: 'b', fork: 'a' })).status).toBe(201);
    const state = async (path: string) => {
      const { story } = (await control('GET', `${path}/_control/story`)).json;
      const { fleet, timeline } = (await control('GET', `${path}/_control/snapshot`)).json;
      return [story?.name, timeline.now, fleet.log.digest];
    };
    const forked = await state('/w/a');
    expect(forked[0]).toBe('tunnel');
    expect(await state('/w/b')).toEqual(forked);
    await control('POST', '/w/b/_control/clock/advance', { by: 'PT10M' });
    expect(await state('/w/a')).toEqual(forked);
    await control('POST', '/w/b/_control/reset');
    expect(await state('/w/b')).toEqual(forked);
    expect((await state(''))[0]).toBe(undefined);
  });

  it('plays a story with a fixture in it, and refuses one that names a file', async () => {
    const { create, control } = await served();
    const story = (fixture: string) => ({
      file: 'mine.yaml',
      text: `title: T\nclock: { start: 2026-03-02 08:00, for: 1h }\nfixture: ${fixture}\n`,
    });
    expect((await create({ name: 'cast', story: story('{ devices: [{ id: dev-4711 }] }') })).status).toBe(
      201,
    );
    const { devices } = (await control('GET', '/w/cast/_control/devices')).json;
    expect(devices).toMatchObject([{ id: 'dev-4711' }]);
    for (const fixture of ['fleet.yaml', '/etc/passwd']) {
      const { status, json } = await create({ story: story(fixture) });
      expect([status, json.problems[0].code, json.problems[0].line]).toEqual([
        422,
        'FIXTURE_NOT_READABLE',
        3,
      ]);
    }
    const wrong = await control('PUT', '/_control/story', story('{ devices: [{ group: North }] }'));
    expect(wrong.json.problems).toMatchObject([{ code: 'UNKNOWN_GROUP', line: 3, column: 24 }]);
  });

  it('refuses a story with what is wrong in it, and leaves no world behind', async () => {
    const { create, control } = await served();
    const { status, json } = await create({ story: { text: 'title: 1\n', file: 'mine.yaml' } });
    expect([status, json.code, json.problems[0].line]).toEqual([422, 'STORY_INVALID', 1]);
    expect((await create({ story: { name: 'nowhere' } })).json.code).toBe('UNKNOWN_STORY');
    expect((await control('GET', '/_control/worlds')).json.worlds).toEqual([]);
  });

  it('is a fork of the fleet that drives, and drives on like it', async () => {
    const { create, control, simulator } = await served({ alive: true });
    await simulator.clock.advance(simulator.clock.now() + HOUR);
    expect((await create({ name: 'fork', fork: null })).status).toBe(201);
    await control('POST', '/w/fork/_control/clock/advance', { by: 'PT1H' });
    await simulator.clock.advance(simulator.clock.now() + HOUR);
    const { fleet } = (await control('GET', '/w/fork/_control/snapshot')).json;
    expect(fleet.log.digest).toEqual(simulator.snapshot().fleet.log.digest);
  });

  it('is still and frozen where nothing else is said, with the seed and the devices of the server', async () => {
    const { create, control } = await served({ frozen: false, devices: 3, seed: 9 });
    await create({ name: 'a' });
    const { seed, clock, timeline, companion } = (await control('GET', '/w/a/_control/snapshot')).json;
    expect([seed, clock.frozen, timeline.now, companion]).toEqual([9, true, Date.UTC(2026, 0, 5, 8), null]);
    expect((await control('GET', '/w/a/_control/devices')).json.total).toBe(3);
  });

  it('has the live page below its prefix; one that there is not has none', async () => {
    const { create, control } = await served();
    await create({ name: 'a' });
    for (const door of ['/w/a', '/w/a/', '/w/a/?x', '/w/a/_console']) {
      const { status, headers } = await control('GET', door);
      expect([door, status, headers.get('location')]).toEqual([door, 302, '/w/a/_console/']);
    }
    const plain = await control('GET', '/_console/settings.json');
    expect((await control('GET', '/w/a/_console/settings.json')).text).toBe(plain.text);
    expect((await control('GET', '/w/b/_console/')).json.code).toBe('UNKNOWN_WORLD');
  });

  it('can be called by a page of another origin, but for its control API', async () => {
    const { create, url } = await served();
    await create({ name: 'a' });
    const asked = async (path: string) => {
      const reply = await fetch(url + path, { headers: { origin: 'https://app.example' } });
      return [reply.status, reply.headers.get('access-control-allow-origin')];
    };
    expect(await asked('/w/a/api/devices')).toEqual([401, 'https://app.example']);
    expect(await asked('/w/a/_control/clock')).toEqual([403, null]);
  });

  it('ends its streams when it is deleted, while the server goes on', async () => {
    const { create, control, url } = await served();
    await create({ name: 'a' });
    const stream = await fetch(`${url}/w/a/_control/events`);
    const text = stream.text();
    expect((await control('DELETE', '/_control/worlds/a')).status).toBe(200);
    expect(await text).toContain('event: world');
    expect((await control('GET', '/_control/health')).status).toBe(200);
  });

  it('cannot end the server', async () => {
    const { create, control } = await served();
    await create({ name: 'a' });
    expect((await control('POST', '/w/a/_control/shutdown', {})).json.code).toBe('UNKNOWN_PATH');
  });
});

describe('a world as a target', () => {
  let worlds: SimulatorWorlds;
  let server: Server;
  const targets: string[] = [];

  beforeAll(async () => {
    worlds = createWorlds();
    server = await serve({
      ...worlds,
      handle(call) {
        targets.push(call.target);
        return worlds.handle(call);
      },
    });
  });
  afterAll(async () => {
    await server.close();
    worlds.stop();
  });

  /** Everything that was called while something ran, but for the fork that is judged in the world's place: all is of the world. */
  async function calledBy(name: string, work: (url: string) => Promise<unknown>) {
    if (!worlds.names().includes(name)) await worlds.create({ name });
    const before = worlds.simulator.snapshot();
    targets.length = 0;
    await work(`${server.url}/w/${name}`);
    expect(worlds.simulator.snapshot()).toEqual(before);
    const all = targets.filter((target) => !target.startsWith('/_control/worlds'));
    const within = all.filter((target) => target.startsWith(`/w/${name}/`));
    expect(all).toEqual(within);
    expect(worlds.names()).toContain(name);
    expect(worlds.names().filter((one) => one.startsWith('run-'))).toEqual([]);
    return within.map((target) => target.slice(`/w/${name}`.length));
  }

  it.runIf(inTurn())('is verified by its own control API, and its rules are judged', async () => {
    const called = await calledBy('verified', async (url) => {
      const { out, code } = await cli([
        'verify',
        url,
        '--only',
        'limits/stops-at-limit',
        '--seed',
        '1',
        '--json',
      ]);
      const verdicts = JSON.parse(out).outcomes.map(({ verdict }: { verdict: string }) => verdict);
      expect([code, ...new Set(verdicts)]).toEqual([0, 'pass']);
    });
    expect(called.some((target) => target.startsWith('/_control/devices/'))).toBe(true);
  });

  it.runIf(inTurn())('is explored by its own control API', async () => {
    const called = await calledBy('explored', async (url) => {
      const io = testIo({ cwd: folder, env: { XDG_STATE_HOME: folder } });
      const words = ['explore', url, '--seed', '2', '--requests', '60'];
      expect(await run({ explore: async () => explore }, words, io)).toBe(0);
    });
    expect(called.some((target) => target.startsWith('/_control/'))).toBe(true);
  });

  it('is swept by its own control API: what a run left there is put back', async () => {
    const { simulator } = await worlds.create({ name: 'left' });
    simulator.fleet.limits.set(1, { dailyEmail: 5 });
    const called = await calledBy('left', async (target) => {
      const entries = [
        { entry: 'run', format: 'roadtest-journal', version: 2, nonce: 'abcd2345', target, startedAt: '' },
        {
          ...{ entry: 'change', number: 1, setting: 'limits', id: 'dev-1' },
          ...{ was: { dailyEmail: 41 }, set: { dailyEmail: 5 } },
        },
      ];
      writeFileSync(join(folder, 'left.jsonl'), entries.map((line) => `${JSON.stringify(line)}\n`).join(''));
      expect(await cli(['sweep', 'left.jsonl'])).toMatchObject({ code: 0 });
    });
    expect(simulator.fleet.limits.get(1).dailyEmail).toBe(41);
    expect(called).toContain('/_control/devices/dev-1/limits');
  });

  it('that there is not is named as such', async () => {
    const { code, err } = await cli(['verify', `${server.url}/w/nowhere`]);
    expect([code, err]).toEqual([2, expect.stringContaining('GET /_control/worlds')]);
  });
});
