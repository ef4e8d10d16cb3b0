/** `roadtest export load`: the requests of a story, sent to a service in the same dialect, bring about the same. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { exporting } from '../../cli/commands/export.ts';
import type { ProcessStreams } from '../../cli/process-streams.ts';
import { run } from '../../cli/run.ts';
import { parseProfile } from '../../contracts/profile/index.ts';
import { readStory } from '../../scenarios/language/read.ts';
import { perform } from '../../scenarios/player/perform.ts';
import type { TimedRequest } from '../../scenarios/player/requests.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import { demo, deployed } from '../command/verifying.ts';
import { testIo } from '../command/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'roadtest-export-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const hasLocust = spawnSync('locust', ['--version']).status === 0;
const enveloped = resolve('contracts/profile/examples/enveloped.yaml');

/** Reports, alerts, groups and users by each verb, calls with and without a token, and a device whose expiry refuses. */
const story = `
title: Two vans
clock: { start: 2026-03-02 07:00, for: 30m, timeZone: UTC, seed: 4 }
groups: { vans: Vans }
users: { Ann: { email: ann@example.com, groups: [vans], notify: [email] } }
account: { licences: 3 }
fleet:
  van: { count: 2, label: "Van {n}", group: vans, start: depot, report: { moving: 30s, parked: 1m } }
  old: { licence: expired, start: depot, report: { moving: 30s, parked: 1m } }
timeline:
  - at: 07:02
    do: { createGroup: Late, devices: van-1 }
  - { at: 07:03, do: { alert: van-2, type: sos } }
  - { at: 07:04, do: { patchGroup: Late, name: Later } }
  - { at: 07:05, do: { replaceGroup: Later, devices: van-2 } }
  - { at: 07:06, do: { createUser: Bob, email: bob@example.com, groups: [Later], notify: [email] } }
  - { at: 07:07, do: { alert: van-2, type: low-battery } }
  - { at: 07:08, do: { alert: old, type: sos, outcome: refused } }
  - { at: 07:09, do: { patchUser: Bob, phone: "+49 30 1" } }
  - { at: 07:10, expect: [{ reply: listGroups, with: no-token, answered: refused }, { reply: readDevice, of: van-1 }] }
  - { at: 07:11, do: { deleteGroup: Later } }
  - { at: 07:12, do: { setLicences: 5 } }
  - { at: 07:13, do: { alert: van-1, type: sos } }
`;
writeFileSync(join(folder, 'vans.yaml'), story);

async function cli(words: readonly string[], given: Partial<ProcessStreams> = {}) {
  const io = testIo({ cwd: folder, ...given });
  const code = await run({ export: async () => exporting }, ['export', ...words], io);
  return { code, ...io.written() };
}

interface Load {
  tokenPath: string;
  devices: (string | number)[];
  requests: TimedRequest[];
}

function loadIn(name: string): Load {
  return JSON.parse(readFileSync(join(folder, name, 'requests.json'), 'utf8')) as Load;
}

/** Sends each request at its moment of the deployment's clock; returns those that were answered otherwise than the story. */
async function send({ tokenPath, devices, requests }: Load, url: string, simulator: Simulator) {
  const ids = new Map(devices.map((id, index) => [`{device:${index + 1}}`, id]));
  const filled = (text: string) =>
    text
      .replaceAll(/"(\{\w+:\d+\})"/g, (whole, place) => JSON.stringify(ids.get(place) ?? whole))
      .replaceAll(/\{(?:device|group|user):\d+\}/g, (place) => encodeURIComponent(ids.get(place) ?? place));
  const start = simulator.clock.now();
  const wrong: string[] = [];
  for (const request of requests) {
    const { at, method, path, contentType, body, auth, makes, refused = false } = request;
    if (start + at * 1000 > simulator.clock.now()) await simulator.clock.advance(start + at * 1000);
    const signedIn = await fetch(url + tokenPath, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userName: demo.ROADTEST_USER_NAME, apiKey: demo.ROADTEST_API_KEY }),
    });
    const { token } = (await signedIn.json()) as { token: string };
    const reply = await fetch(url + filled(path), {
      method,
      headers: {
        ...(auth !== 'none' && { authorization: `Bearer ${token}` }),
        ...(contentType !== undefined && { 'content-type': contentType }),
      },
      ...(body !== undefined && { body: filled(JSON.stringify(body)) }),
    });
    const text = await reply.text();
    const isServed = reply.ok && JSON.parse(text || '{}').success !== false;
    if (isServed === refused) wrong.push(`${at} ${method} ${path}: ${reply.status} ${text}`);
    if (!makes || !isServed) continue;
    const id = makes.names?.reduce((value, name) => value[name], JSON.parse(text));
    ids.set(makes.place, id ?? reply.headers.get('location')?.split('/').at(-1));
  }
  return wrong;
}

/** The knowledge of a service in the end, without ids and without what the story does not send. */
function known({ fleet, clock }: Simulator, devices: number) {
  const numbers = Array.from({ length: devices }, (_, index) => index + 1);
  const messages = fleet.outbox.list({ limit: 1_000 });
  return {
    now: clock.now(),
    last: numbers.map((device) => {
      const { receivedAt: _, ...last } = fleet.locations.last(device) ?? {};
      return last;
    }),
    alerts: fleet.alerts
      .recent(1_000)
      .map(({ deviceId, type, severity, raisedAt, text }) => [deviceId, type, severity, raisedAt, text]),
    outbox: messages.map(({ deviceId, channel, recipient, at }) => [deviceId, channel, recipient, at]),
    groups: fleet.groups.list().map(({ name, deviceIds }) => [name, deviceIds]),
    users: fleet.users.list().map(({ name, phone, email }) => [name, phone, email]),
  };
}

describe('an exported load', () => {
  it.each([
    ['the default dialect', []],
    ['an enveloped dialect', ['--profile', enveloped]],
  ])('in %s brings about on a service what the story does', async (name, further) => {
    const { code, out, err } = await cli(['load', 'vans.yaml', '-o', name, ...further]);
    expect(err).toBe('');
    expect([code, readdirSync(join(folder, name)).sort()]).toEqual([0, ['locustfile.py', 'requests.json']]);
    expect(out).toContain('the API has no call for it: 1 × set-licences');
    const load = loadIn(name);
    const profile = further.length > 0 ? parseProfile(readFileSync(enveloped, 'utf8')) : undefined;
    const given = { ...(profile && { profile }) };
    const told = await readStory(story, { file: 'vans.yaml' });
    const played = perform(told, given);
    await played.simulator.clock.advance(told.clock.end);
    expect(played.results().filter(({ state }) => state !== 'met')).toEqual([]);
    const { url, simulator } = await deployed({
      ...given,
      ...{ at: '2026-03-02T07:00:00Z', timeZone: 'UTC', userName: 'demo', apiKey: 'demo-key' },
      fixture: {
        account: { licences: 3 },
        devices: [{ name: 'Van 1' }, { name: 'Van 2' }, { licence: 'expired' }],
      },
    });
    expect(await send(load, url, simulator)).toEqual([]);
    await simulator.clock.advance(told.clock.end);
    expect(
      load.requests.filter(({ refused }) => refused).map(({ path }) => path.replace(/^.*\//, '')),
    ).toContain('alerts');
    expect(known(simulator, 3)).toEqual(known(played.simulator, 3));
  });
});

describe('an exported load', () => {
  it('is the same every time, holds no secret, stops at --until and moves its times by --at', async () => {
    const env = { ROADTEST_USER_NAME: 'somebody', ROADTEST_API_KEY: 'a-key-that-nobody-may-see' };
    await cli(['load', 'vans.yaml', '-o', 'once'], { env });
    await cli(['load', 'vans.yaml', '-o', 'once'], { env });
    await cli(['load', 'vans.yaml', '-o', 'twice'], { env });
    expect(loadIn('twice')).toEqual(loadIn('once'));
    expect(JSON.stringify(loadIn('once'))).not.toMatch(/a-key-that|bearer ey/i);
    await cli(['load', 'vans.yaml', '-o', 'short', '--until', '150s', '--at', '2030-01-01T00:00:00Z']);
    const { requests } = loadIn('short');
    expect(Math.max(...requests.map(({ at }) => at))).toBeLessThanOrEqual(150);
    const reports = requests.filter(({ path }) => path.endsWith('/locations'));
    for (const { body } of reports)
      expect(body).toMatchObject({ deviceTime: expect.stringMatching(/^2030-01-01T00:0[0-2]/) });
  });

  it.runIf(hasLocust)(
    'is sent by Locust, with the devices that it is told',
    { timeout: 120_000 },
    async () => {
      await cli(['load', 'vans.yaml', '-o', 'locust']);
      writeFileSync(join(folder, 'ids.txt'), 'dev-3\ndev-2\ndev-1\n');
      const { url, simulator } = await deployed({
        at: '2026-03-02T07:30:00Z',
        fixture: { devices: [{ licence: 'expired' }, {}, {}] },
      });
      const words = [
        '-f',
        'locust/locustfile.py',
        '--headless',
        '-u',
        '1',
        '--speed',
        '0',
        '--devices',
        'ids.txt',
        '--host',
        url,
      ];
      const sent = spawn('locust', words, { cwd: folder, env: { ...process.env, ...demo } });
      let told = '';
      sent.stderr.setEncoding('utf8').on('data', (text) => {
        told += text;
      });
      const [code] = await once(sent, 'close');
      expect([code, simulator.fleet.groups.list().map(({ name }) => name)], told).toEqual([0, ['vans']]);
      expect(simulator.fleet.alerts.recent(9).map(({ deviceId }) => deviceId)).toEqual([3, 2, 2]);
      expect(simulator.fleet.locations.last(1)).toBeUndefined();
      expect(simulator.fleet.locations.last(3)).toBeDefined();
    },
  );
});

describe('what cannot be exported', () => {
  it.each([
    [['cars', 'vans.yaml', '-o', 'x'], 'UNKNOWN_ARGUMENT', 'Did you mean roadtest export load vans.yaml?'],
    [['load', 'vans.yaml'], 'MISSING_ARGUMENT', 'roadtest export load STORY -o DIR'],
    [['load', 'nowhere.yaml', '-o', 'x'], 'FILE_NOT_READABLE', 'nowhere.yaml'],
    [['load', 'vans.yaml', '-o', 'x', '--until', '3h'], 'UNTIL_INVALID', 'is outside the story'],
    [['load', 'vans.yaml', '-o', 'vans.yaml'], 'FILE_NOT_WRITABLE', 'vans.yaml'],
    [['load', 'vans.yaml', '-x', 'y'], 'UNKNOWN_OPTION', '-x'],
  ])('%j: %s', async (words, wrong, reported) => {
    const { code, err } = await cli(words);
    expect([code, err]).toEqual([2, expect.stringContaining(wrong)]);
    expect(err).toContain(reported);
    expect(readdirSync(folder).filter((name) => name === 'x' || name.endsWith('.tmp'))).toEqual([]);
  });

  it('one that is interrupted leaves nothing', async () => {
    const { code, err } = await cli(['load', 'vans.yaml', '-o', 'never'], { stop: AbortSignal.abort() });
    expect([code, err]).toEqual([3, expect.stringContaining('INTERRUPTED')]);
    expect(readdirSync(folder)).not.toContain('never');
  });
});
