/** `roadtest export load`: the requests of a story, sent to a service in the same dialect, bring about what the story does. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { playStory } from '../../scenarios/index.ts';
import type { Simulator } from '../../simulator/index.ts';
import { dialects } from './dialects.ts';
import { line, put } from './line.ts';
import { deployed, folder } from './verifying.ts';

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
  - { at: 07:02, do: { createGroup: Late, devices: van-1 } }
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
beforeAll(() =>
  put({ 'vans.yaml': story, 'enveloped.json': dialects.enveloped, 'paged.json': dialects.paged }),
);

interface Timed {
  at: number;
  method: string;
  path: string;
  contentType?: string;
  body?: unknown;
  auth?: string;
  refused?: boolean;
  makes?: { place: string; names?: string[] };
}
interface Load {
  tokenPath: string;
  devices: (string | number)[];
  requests: Timed[];
}
const loadIn = (name: string): Load => JSON.parse(readFileSync(join(folder, name, 'requests.json'), 'utf8'));

/** Sends each request at its moment of the deployment's clock; returns those that were answered otherwise than the story. */
async function send(
  { tokenPath, devices, requests }: Load,
  url: string,
  simulator: Simulator,
): Promise<string[]> {
  const ids = new Map<string, string | number>(devices.map((id, index) => [`{device:${index + 1}}`, id]));
  const filled = (text: string) =>
    text
      .replaceAll(/"(\{\w+:\d+\})"/g, (whole, place) => JSON.stringify(ids.get(place) ?? whole))
      .replaceAll(/\{(?:device|group|user):\d+\}/g, (place) => encodeURIComponent(ids.get(place) ?? place));
  const start = simulator.clock.now();
  const wrong: string[] = [];
  for (const { at, method, path, contentType, body, auth, makes, refused = false } of requests) {
    if (start + at * 1000 > simulator.clock.now()) await simulator.clock.advance(start + at * 1000);
    const json = { 'content-type': 'application/json' };
    const credentials = JSON.stringify({ userName: 'demo', apiKey: 'demo-key' });
    const signedIn = await fetch(url + tokenPath, { method: 'POST', headers: json, body: credentials });
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

/** The knowledge of a service in the end, without ids. */
function known({ fleet, clock }: Simulator) {
  return {
    now: clock.now(),
    last: [1, 2, 3].map((device) => {
      const { receivedAt: _, ...last } = fleet.locations.last(device) ?? { receivedAt: 0 };
      return last;
    }),
    alerts: fleet.alerts
      .recent(1_000)
      .map(({ deviceId, type, raisedAt, text }) => [deviceId, type, raisedAt, text]),
    outbox: fleet.outbox
      .list({ limit: 1_000 })
      .map(({ deviceId, channel, recipient, at }) => [deviceId, channel, recipient, at]),
    groups: fleet.groups.list().map(({ name, deviceIds }) => [name, deviceIds]),
    users: fleet.users.list().map(({ name, phone, email }) => [name, phone, email]),
  };
}

describe('an exported load', () => {
  it.each(Object.keys(dialects))(
    'in the dialect %s brings about on a service what the story does',
    async (name) => {
      const speaking = name === 'default' ? '' : `--profile ${name}.json`;
      const { code, out, err } = await line(`export load vans.yaml -o ${name} ${speaking}`);
      expect([code, err, readdirSync(join(folder, name)).sort()]).toEqual([
        0,
        '',
        ['locustfile.py', 'requests.json'],
      ]);
      expect(out).toContain('the API has no call for it: 1 × set-licences');
      const load = loadIn(name);
      const refused = load.requests
        .filter((request) => request.refused)
        .map(({ path }) => path.replace(/^.*\//, ''));
      expect(refused).toContain('alerts');

      const profile = dialects[name];
      const { passed, simulator: told } = await playStory(story, { ...(profile && { profile }) });
      expect(passed).toBe(true);
      const { url, simulator } = await deployed({
        ...(profile && { profile }),
        ...{ at: '2026-03-02T07:00:00Z', timeZone: 'UTC', seed: 4 },
        fixture: {
          account: { licences: 3 },
          devices: [{ name: 'Van 1' }, { name: 'Van 2' }, { licence: 'expired' }],
        },
      });
      expect(await send(load, url, simulator)).toEqual([]);
      await simulator.clock.advance(Date.UTC(2026, 2, 2, 7, 30));
      expect(known(simulator)).toEqual(known(told));
      told.stop();
    },
  );

  it('is the same every time, and holds no secret', async () => {
    const env = { ROADTEST_USER_NAME: 'somebody', ROADTEST_API_KEY: 'a-key-that-nobody-may-see' };
    for (const name of ['once', 'once', 'twice']) await line(`export load vans.yaml -o ${name}`, { env });
    expect(loadIn('twice')).toEqual(loadIn('once'));
    expect(JSON.stringify(loadIn('once'))).not.toMatch(/a-key-that|bearer ey/i);
  });

  it('stops at --until, and moves its times by --at', async () => {
    await line('export load vans.yaml -o short --until 150s --at 2030-01-01T00:00:00Z');
    const { requests } = loadIn('short');
    expect(Math.max(...requests.map(({ at }) => at))).toBeLessThanOrEqual(150);
    const reports = requests.filter(({ path }) => path.endsWith('/locations'));
    expect(reports.length).toBeGreaterThan(0);
    for (const { body } of reports)
      expect(JSON.stringify(body)).toMatch(/"deviceTime":"2030-01-01T00:0[0-2]/);
  });
});
