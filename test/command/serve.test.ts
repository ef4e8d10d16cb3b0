/** `roadtest serve`: what it prints, the world that it begins with, who may call, and what is left when it ends. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSimulator } from '../../simulator/index.ts';
import { envelopedProfile } from '../enveloped.generated.ts';
import { gpx, lineString, northwards } from '../stories/tracks.ts';
import { begun, line, put } from './line.ts';
import { type Service, serviceOf } from './roadtest.ts';
import { folder } from './verifying.ts';

const MINUTE = 60_000;
const DEFAULT_START = '2026-01-05T08:00:00.000Z';
const at = (name: string) => join(folder, name);
const drive = northwards(30);
const points = (vehicle: string, longitude: number, lost = 0) =>
  Array.from({ length: 8 }, (_, second) => {
    const time = new Date(Date.UTC(2024, 2, 1, 8, 0, second)).toISOString();
    return `${vehicle},${time},${second < lost ? ',,0' : `48.000${second},${longitude},3`}`;
  });
const fleet = [
  'vehicle,time,lat,lon,fix',
  ...points('A', 11),
  ...points('B', 11.005, 2),
  'C,2024-03-01T08:00:00Z,48,12,3',
];

beforeAll(() =>
  put({
    'a.gpx': gpx(drive),
    'b.geojson': lineString(drive),
    'c.json': lineString(drive).replace('"name":"Morning round",', ''),
    'fleet.csv': fleet.join('\n'),
    'enveloped.json': envelopedProfile,
    'cast.yaml':
      'clock: { now: 2026-03-02T08:00:00Z, frozen: true }\naccount: { userName: ada, apiKey: ada-key }\ndevices: [{ id: dev-4711, position: [48, 11] }]\n',
    'plain.yaml': 'devices: [{ name: A }]\n',
    'fast.yaml': 'clock: { now: 2026-03-02T08:00:00Z, speed: 60, frozen: true }\n',
    'told.yaml': 'title: T\nclock: { start: 2026-03-02 08:00, for: 1h }\nfixture: another.yaml\n',
    'car.yaml':
      'title: Mine\nclock: { start: 2026-03-02 08:00, for: 1h }\nfleet:\n  car: { start: [52.5, 13.4] }\nexpect: { devices: 2 }\n',
    'town.pmtiles': 'PMTiles\u0003 and so on',
    'kept.yaml':
      'roadtest: 1\nname: kept\nopenings: { records.unknown-fields: kept, operations.envelope: { bodies: { group: { at: /group, constants: { /v: 1 } } } } }\n',
  }),
);

const services: Service[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.stop();
});
async function served(words = '', env = {}): Promise<Service> {
  const service = await serviceOf(begun(`serve --port 0 --json ${words}`, { env }));
  services.push(service);
  return service;
}

interface Clock {
  now: string;
  speed: number;
  frozen: boolean;
  until: string | null;
}
interface Device {
  id: string;
  name: string;
}
const clockOf = async ({ control }: Service) => (await control<Clock>('GET', '/clock')).body;
const devicesOf = async ({ control }: Service) =>
  (await control<{ devices: Device[] }>('GET', '/devices')).body.devices;
const advance = ({ control }: Service, by: string) => control('POST', '/clock/advance', { by });
/** How many devices have a last location. */
const reporting = async (service: Service) => {
  const asked = (await devicesOf(service)).map(({ id }) => service.api('GET', `/devices/${id}/lastLocation`));
  return (await Promise.all(asked)).filter(({ status }) => status === 200).length;
};
const digestOf = async (service: Service) => {
  await service.control('PUT', '/clock', { frozen: true });
  await advance(service, 'PT10M');
  return (await service.control<{ fleet: { log: { digest: string } } }>('GET', '/snapshot')).body.fleet.log
    .digest;
};
const isNow = (moment: string) => Math.abs(Date.parse(moment) - Date.now()) < MINUTE;
/** The line that the welcome offers for pasting, run by a shell. */
const pasted = async (out: string): Promise<unknown> => {
  const [, text = ''] = /^ *(curl .*)$/m.exec(out) ?? [];
  return JSON.parse((await promisify(execFile)('bash', ['-c', text], { cwd: folder })).stdout);
};

describe('the welcome', () => {
  it.each([
    ['serve --port 0 --devices 3', {}, [{}, {}, {}]],
    [
      'serve --port 0 --devices 1',
      { ROADTEST_USER_NAME: 'o\'neill "jr"', ROADTEST_API_KEY: '$(touch x) `y`' },
      [{}],
    ],
    ['serve --port 0 --devices 2 --profile enveloped.json', {}, { success: true }],
  ])(
    'of %s has addresses, and a line that lists the devices when it is pasted',
    async (words, env, answer) => {
      const shown = begun(words, { env });
      await expect.poll(() => shown.out).toContain('Ctrl+C');
      const [, page = ''] = /Live page {2}(http:\S+\/_console\/)\n/.exec(shown.out) ?? [];
      expect((await fetch(page)).headers.get('content-type')).toContain('text/html');
      expect(shown.out).toContain('/_control');
      expect(await pasted(shown.out)).toMatchObject(answer);
      expect(existsSync(at('x'))).toBe(false);
      expect(await shown.stop()).toMatchObject({ code: 0, err: '' });
    },
  );

  it('for programs is one line of JSON, and nothing else', async () => {
    const service = await served('--devices 2');
    const { code, out, err } = await service.stop();
    expect([code, err, out.endsWith('}\n')]).toEqual([0, '', true]);
    const { baseUrl } = service;
    expect(JSON.parse(out)).toEqual({
      baseUrl,
      controlUrl: `${baseUrl}/_control`,
      userName: 'demo',
      apiKey: 'demo-key',
    });
  });
});

describe('the world', () => {
  it.each<[words: string, clock: object, devices: number, reporting: number]>([
    ['', { frozen: false, speed: 1 }, 10, 10],
    ['--still --devices 3', { frozen: false, speed: 1 }, 3, 0],
    ['--speed 60 --devices 2', { frozen: false, speed: 60 }, 2, 2],
    ['--frozen --devices 3', { frozen: true, now: DEFAULT_START }, 3, 0],
    ['--frozen --at 2030-06-01T12:00:00Z', { frozen: true, now: '2030-06-01T12:00:00.000Z' }, 10, 0],
    ['--frozen --at now', { frozen: true }, 10, 0],
    ['--fixture cast.yaml', { frozen: true, now: '2026-03-02T08:00:00.000Z' }, 1, 1],
    ['--fixture plain.yaml', { frozen: false, speed: 1 }, 1, 0],
    ['--fixture fast.yaml --speed 5', { frozen: false, speed: 5 }, 0, 0],
    [
      '--fixture fast.yaml --at 2026-05-01T00:00:00Z --frozen',
      { frozen: true, now: '2026-05-01T00:00:00.000Z' },
      0,
      0,
    ],
    ['--scenario licence-crunch --frozen', { frozen: true, now: '2026-03-09T22:30:00.000Z' }, 11, 10],
    [
      '--frozen --track a.gpx b.geojson --track c.json',
      { frozen: true, now: '2024-05-13T08:30:00.000Z', until: '2024-05-13T08:30:29.000Z' },
      3,
      3,
    ],
    ['--frozen --at now --devices 4 --track a.gpx', { frozen: true }, 4, 1],
  ])('of serve %s', async (words, clock, devices, count) => {
    const service = await served(words);
    const began = await clockOf(service);
    expect(began).toMatchObject(clock);
    if (!('now' in clock) && !words.includes('fast')) expect(isNow(began.now), began.now).toBe(true);
    expect(await devicesOf(service)).toHaveLength(devices);
    await advance(service, 'PT2S');
    expect(await reporting(service)).toBe(count);
  });

  it('is the same from the same seed, that of a simulator in process, and another from another', async () => {
    const [one, again, other] = await Promise.all(
      ['7', '7', '8'].map((seed) => served(`--frozen --seed ${seed}`)),
    );
    const names = async (service?: Service) => (await devicesOf(service as Service)).map(({ name }) => name);
    expect(await names(one)).toEqual(await names(again));
    expect(await names(one)).not.toEqual(await names(other));
    expect(await names(one)).toEqual(
      createSimulator({ seed: 7 })
        .fleet.devices.list()
        .map(({ name }) => name),
    );
  });

  it('makes room for as many devices as there are tracks, and says what of them is left out, to programs too', async () => {
    expect(await devicesOf(await served(`--frozen --track${' a.gpx'.repeat(12)}`))).toHaveLength(12);
    const service = await served('--frozen --track fleet.csv');
    const { tracks } = JSON.parse(await service.process.firstLine());
    const none = { untimed: 0, noFix: 0, repeated: 0, dates: 0, jumps: 0 };
    expect(tracks).toEqual([
      { deviceId: 'dev-1', name: 'A', fixes: 8, leftOut: none },
      { deviceId: 'dev-2', name: 'B', fixes: 6, leftOut: { ...none, noFix: 2 } },
    ]);
    expect(service.process.err).toContain(
      'warning left out: fleet.csv: vehicle "C": the file has points of a single moment only.',
    );
    expect(service.process.err).toContain(
      'more than a tenth of the track "B" is left out: 2 points without a position.',
    );
  });

  it('keeps the ids, the account and the beginning of its fixture, which a reset goes back to', async () => {
    const service = await served('--fixture cast.yaml');
    expect(service).toMatchObject({ userName: 'ada', apiKey: 'ada-key' });
    await service.control('POST', '/devices', { name: 'one more' });
    await advance(service, 'PT1H');
    await service.control('POST', '/reset');
    expect((await devicesOf(service)).map(({ id }) => id)).toEqual(['dev-4711']);
    expect(await clockOf(service)).toMatchObject({ now: '2026-03-02T08:00:00.000Z', frozen: true });
  });

  it('of a story plays from its start at the speed, and a reset puts it back, clock and all', async () => {
    const service = await served('--scenario tunnel --speed 60', { ROADTEST_API_KEY: 'of-our-own' });
    expect(service.apiKey).toBe('of-our-own');
    const { story } = (await service.control<{ story: { start: string; end: string } }>('GET', '/story'))
      .body;
    await service.control('PUT', '/clock', { frozen: true, speed: 1, until: null });
    await advance(service, 'PT10M');
    await service.control('POST', '/reset');
    const clock = await clockOf(service);
    expect(clock).toMatchObject({ frozen: false, speed: 60, until: story.end });
    expect(Date.parse(clock.now) - Date.parse(story.start)).toBeLessThan(10 * MINUTE);
  });

  it('speaks the dialect of a profile, and breaks the rule that is to be broken', async () => {
    const service = await served(
      '--scenario car.yaml --profile enveloped.json --deviate auth/header-required',
    );
    const answer = await fetch(`${service.baseUrl}/api/devices`); // without a token
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"label":"car"')]);
  });
});

describe('a snapshot', () => {
  it('goes on when it is imported, drives on, and is what a reset goes back to', async () => {
    const before = await served('--seed 5 --devices 4');
    await before.control('PUT', '/clock', { frozen: true });
    await advance(before, 'PT20S');
    const { now } = await clockOf(before);
    const devices = await devicesOf(before);
    put({ 'world.json': (await before.control('GET', '/snapshot')).body });
    const [after, again] = await Promise.all(['', ''].map(() => served('--import world.json')));
    if (!after || !again) throw new Error('nothing is served');
    expect(await clockOf(after)).toMatchObject({ frozen: true, now });
    expect(await devicesOf(after)).toEqual(devices);
    expect(await digestOf(after)).toEqual(await digestOf(again));
    expect(await reporting(after)).toBe(4);
    await after.control('POST', '/reset');
    expect(await clockOf(after)).toMatchObject({ frozen: true, now });
  });

  it('has no API key', async () => {
    const before = await served('--frozen', { ROADTEST_API_KEY: 'key-of-ours' });
    const { body } = await before.control<{ fleet: { account: object } }>('GET', '/snapshot');
    expect(body.fleet.account).not.toHaveProperty('apiKey');
    put({ 'key.json': body });
    expect((await served('--import key.json')).apiKey).toBe('demo-key');
  });
});

describe('who may call', () => {
  it('the control API off the loopback address, or with a token of the environment: who has that', async () => {
    const open = await served('--host 0.0.0.0');
    expect(open.controlToken).toMatch(/^[\w-]{20,}$/);
    const given = await served('', { ROADTEST_CONTROL_TOKEN: 'open-sesame' });
    expect(given.controlToken).toBe('open-sesame');
    for (const service of [open, given]) {
      expect((await fetch(`${service.controlUrl}/clock`)).status).toBe(401);
      expect((await service.control('GET', '/clock')).status).toBe(200);
    }
  });

  it('no route of the control API with a parameter that it has not, and nothing is done then', async () => {
    const service = await served('--frozen --devices 1');
    const { paths } = (
      await service.control<{ paths: { [path: string]: object } }>('GET', '/control-openapi.json')
    ).body;
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => [method.toUpperCase(), path] as const),
    );
    expect(routes.length).toBeGreaterThan(40);
    for (const [method, path] of routes) {
      const { body } = await service.control<object>(
        method,
        `${path.replace('{id}', 'dev-1')}?nmae=1`,
        method === 'GET' ? undefined : {},
      );
      expect([method, path, body]).toEqual([
        method,
        path,
        expect.objectContaining({ code: 'QUERY_INVALID', field: 'nmae' }),
      ]);
    }
    expect((await service.control('GET', '/health')).body).toEqual({ status: 'ok' });
  });

  it('shutdown by the control API, which ends the server; health says that it answers', async () => {
    const service = await served('--frozen');
    expect((await service.control('GET', '/health')).body).toEqual({ status: 'ok' });
    await service.control('POST', '/worlds', { name: 'a' });
    const world = await fetch(`${service.baseUrl}/w/a/_control/shutdown`, { method: 'POST' });
    expect(world.status).toBe(404);
    expect((await service.control('POST', '/shutdown', {})).status).toBe(202);
    expect(await service.process.ended).toMatchObject({ code: 0, err: '' });
  });
});

describe('--strict', () => {
  const last = async ({ control }: Service) =>
    (
      await control<{ requests: { reply: { status: number }; note?: string }[] }>('GET', '/requests?limit=1')
    ).body.requests.at(-1);

  it.each<[call: [method: string, path: string, body?: object], code: string, meant: string]>([
    [['POST', '/groups', { nmae: 'North' }], 'STRICT_UNKNOWN_FIELD', 'did you mean "/name"?'],
    [['GET', '/devices?limt=2'], 'STRICT_UNKNOWN_PARAMETER', '"limit"'],
    [['GET', '/grups'], 'UNKNOWN_PATH', 'Did you mean /api/groups?'],
  ])('refuse refuses %j as %s, warn serves it and notes it', async (call, code, meant) => {
    const [refusing, warning] = await Promise.all(
      ['refuse', 'warn'].map((what) => served(`--frozen --strict ${what} --log json`)),
    );
    if (!refusing || !warning) throw new Error('nothing is served');
    const refused = await refusing.api<{ detail: string }>(...call);
    expect([refused.status, refused.body]).toEqual([
      code === 'UNKNOWN_PATH' ? 404 : 422,
      expect.objectContaining({ code, detail: expect.stringContaining(meant) }),
    ]);
    expect((await refusing.api('GET', '/devices?group=grp-1&limit=2')).status).toBe(200);
    await warning.api(...call);
    const { note = '' } = (await last(warning)) ?? {};
    expect(note).toMatch(new RegExp(`^strict: ${code}: `));
    await warning.api('GET', '/devices');
    expect((await last(warning))?.note).toBeUndefined();
    expect((await warning.stop()).out).toContain(JSON.stringify(note).slice(1, -1));
  });

  it('refuses a header that is nearly one; where unknown fields are kept it tells near misses alone', async () => {
    const { baseUrl } = await served('--frozen --strict refuse');
    const misspelt = await fetch(`${baseUrl}/api/groups`, { headers: { Autorization: 'Bearer x' } });
    expect([misspelt.status, await misspelt.json()]).toMatchObject([
      422,
      { code: 'STRICT_UNKNOWN_HEADER', field: 'autorization' },
    ]);
    const kept = await served('--frozen --strict refuse --profile kept.yaml');
    const made = (group: object) => kept.api<{ code?: string }>('POST', '/groups', { group, v: 1 });
    expect((await made({ name: 'North', colour: 'red' })).status).toBe(201);
    expect((await made({ name: 'North', descripton: 'x' })).body).toMatchObject({
      code: 'STRICT_UNKNOWN_FIELD',
    });
  });
});

describe('the log', () => {
  it.each<[words: string, interactive: boolean, lines: RegExp[]]>([
    [
      '',
      true,
      [
        /^08:00:00 {2}GET {5}\/api\/devices +401 {2}\d+\.\d ms {2}listDevices$/,
        /^08:00:00 {2}GET {5}\/api\/nowhere +404 {2}\d+\.\d ms$/,
      ],
    ],
    ['', false, []],
    ['--json', true, []],
    ['--log off', true, []],
    [
      '--log json',
      false,
      [
        /^\{.*"simulatedAt":"2026-01-05T08:00:00\.000Z".*"operation":"listDevices"|"operation":"listDevices".*"status":401/,
        /"target":"\/api\/nowhere".*/,
      ],
    ],
  ])(
    'of serve %s on a terminal (%s) has a line for each call of the public API',
    async (words, interactive, lines) => {
      const stop = new AbortController();
      let out = '';
      const ended = line(`serve --port 0 --frozen ${words}`, {
        interactive,
        stop: stop.signal,
        out: (text) => (out += text),
      });
      await expect.poll(() => /http:\/\/127\.0\.0\.1:\d+/.exec(out)?.[0]).toBeDefined();
      const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(out) ?? [];
      await expect.poll(() => out).toMatch(/Ctrl\+C|\}\n$/);
      const before = out.length;
      for (const path of ['/api/devices', '/api/nowhere', '/_control/clock']) await fetch(url + path);
      stop.abort();
      await ended;
      const logged = out
        .slice(before)
        .split('\n')
        .filter((text) => text.trim() !== '');
      expect(logged).toEqual(lines.map((each) => expect.stringMatching(each)));
    },
  );

  it.each(['pretty', 'json'])('as %s says that a location is ahead of the clock', async (format) => {
    const service = await served(`--frozen --devices 1 --log ${format}`);
    const body = [{ deviceTime: '2026-01-05T11:00:00Z', latitude: 48, longitude: 11 }];
    await service.api('POST', '/devices/dev-1/locations', body);
    expect((await service.stop()).out).toMatch(
      /postLocations.*A location is ahead of the clock by up to 3 hours\./,
    );
  });
});
