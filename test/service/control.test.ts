/** The control API by its routes: what each answers, what of it another route shows, and how bad input is refused. */
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { completeProfile } from '../../contracts/profile/index.ts';
import { envelopedProfile } from '../enveloped.generated.ts';
import { ManualPace } from '../manual-pace.ts';
import { type Client, open, openWorlds } from './client.ts';
import type { Table } from './table.ts';

type At = Client<Table>;

interface Row {
  /** The state before the call. */
  readonly before?: (at: At) => Promise<unknown>;
  readonly body?: object | ((at: At) => Promise<object>);
  readonly replies: object;
  /** The answers of other routes afterwards, by their paths. */
  readonly shows?: { readonly [path: string]: object };
}

const START = '2026-01-05T08:00:00.000Z';
const call = (at: At) => at.call('GET', '/api/devices');
const expiring = (at: At) =>
  at.control('PUT /devices/dev-1/limits', { expires: true, expirationDate: '2026-01-06' });
const expired = async (at: At) => {
  await expiring(at);
  await at.control('POST /clock/advance', { by: 'P1D' });
};
const sms = (count: number) => (at: At) => at.control('POST /devices/dev-1/send', { channel: 'sms', count });
const running = async (at: At) => {
  // Each of its days takes a while.
  at.served.simulator.events.onEvent(() => {
    for (const end = performance.now() + 2; performance.now() < end; );
  });
  void at.control('POST /clock/advance', { by: 'P3000D' });
};
const alert = (at: At) => at.api('POST /api/devices/dev-1/alerts', { type: 'sos', channels: ['sms'] });

/** By method and path. A route has a row; the query of one stands in the key. */
const routes: { readonly [route: string]: Row } = {
  'GET /clock': { replies: { now: START, speed: 1, frozen: true, until: null, advancing: false } },
  'PUT /clock': {
    body: { now: '2026-01-05T10:00:00Z', speed: 60 },
    replies: { now: '2026-01-05T10:00:00.000Z', speed: 60, frozen: true },
    shows: { '/clock': { now: '2026-01-05T10:00:00.000Z', speed: 60 } },
  },
  'POST /clock/advance': {
    before: async (at) => [await at.token(), await expiring(at)],
    body: { by: '16h' },
    replies: {
      from: START,
      reached: '2026-01-06T00:00:00.000Z',
      settled: true,
      complete: true,
      events: 3,
      happened: [
        { at: '2026-01-05T09:00:00.000Z', kind: 'token-expired' },
        { at: '2026-01-06T00:00:00.000Z' },
        { at: '2026-01-06T00:00:00.000Z' },
      ],
      counts: { 'token-expired': 1, 'day-ended': 1, 'device-expired': 1 },
    },
    shows: {
      '/clock': { now: '2026-01-06T00:00:00.000Z' },
      '/account': { licences: { total: 2, used: 1, available: 1 } },
    },
  },
  'DELETE /clock/advance': { before: running, replies: { interrupted: true } },
  'GET /deadlines?limit=2': {
    before: async (at) => [await at.token(), await expiring(at)],
    replies: {
      now: START,
      deadlines: [
        { at: '2026-01-05T09:00:00.000Z', kind: 'token-expiry' },
        { at: '2026-01-06T00:00:00.000Z' },
      ],
    },
  },

  'GET /account': {
    replies: {
      userName: 'demo',
      apiEnabled: true,
      timeZone: 'UTC',
      dayEnds: '00:00 UTC',
      licences: { total: 2, used: 2, available: 0 },
    },
  },
  'PUT /account': {
    body: { apiEnabled: false, licences: { total: 40 } },
    replies: { apiEnabled: false, licences: { total: 40, used: 2, available: 38 } },
    shows: { '/account': { apiEnabled: false, licences: { total: 40 } } },
  },
  'GET /devices?offset=1': {
    replies: { total: 2, devices: [{ id: 'dev-2', number: 2, licence: 'used', limits: { dailySms: null } }] },
  },
  'POST /devices': {
    before: (at) => at.control('PUT /account', { licences: { total: 9 } }),
    body: {
      id: 'dev-77',
      name: 'Crane',
      group: 'grp-1',
      limits: { dailySms: 2 },
      usage: { sms: 1 },
      position: [48.5, 11.5],
    },
    replies: {
      devices: [
        {
          id: 'dev-77',
          number: 3,
          name: 'Crane',
          groupId: 'grp-1',
          limits: { dailySms: 2, usage: { sms: 1 } },
        },
      ],
    },
    shows: { '/devices/dev-77': { name: 'Crane', licence: 'used' }, '/account': { licences: { used: 3 } } },
  },
  'GET /devices/dev-2': { replies: { id: 'dev-2', number: 2, licence: 'used' } },
  'DELETE /devices/dev-2': {
    replies: {},
    shows: { '/devices': { total: 1 }, '/account': { licences: { total: 2, used: 1, available: 1 } } },
  },
  'GET /devices/dev-1/track': {
    before: (at) =>
      at.api('POST /api/devices/dev-1/locations', { deviceTime: START, latitude: 48.5, longitude: 11 }),
    replies: { locations: [{ latitude: 48.5, longitude: 11 }] },
    shows: { '/devices/dev-1/track?limit=0': { locations: [] }, '/devices/dev-2/track': { locations: [] } },
  },
  'GET /devices/dev-1/limits': {
    before: sms(2),
    replies: { expires: false, dailyEmail: null, dailySms: null, usage: { email: 0, sms: 2 } },
  },
  'PUT /devices/dev-1/limits': {
    body: { dailySms: 3, expires: true, expirationDate: '2026-01-07' },
    replies: { dailySms: 3, dailyEmail: null, expires: true, expirationDate: '2026-01-07' },
    shows: {
      '/devices/dev-1/limits': { dailySms: 3, expirationDate: '2026-01-07' },
      '/devices/dev-2/limits': { dailySms: null, expirationDate: null },
    },
  },
  'POST /devices/dev-1/activate': {
    before: expired,
    body: { expirationDate: '2026-02-01' },
    replies: { id: 'dev-1', licence: 'used', limits: { expirationDate: '2026-02-01' } },
    shows: { '/account': { licences: { used: 2 } }, '/devices/dev-1': { licence: 'used' } },
  },
  'POST /devices/dev-1/send': {
    before: (at) => at.control('PUT /devices/dev-1/limits', { dailySms: 2 }),
    body: { channel: 'sms', count: 3 },
    replies: { sent: 2, withheld: 1, reason: 'daily-limit' },
    shows: {
      '/devices/dev-1/limits': { usage: { email: 0, sms: 2 } },
      '/outbox?device=dev-1': { sent: 2, withheld: 1 },
      '/outbox?device=dev-2': { messages: [] },
    },
  },
  'GET /outbox?limit=1': {
    before: sms(3),
    replies: { sent: 3, withheld: 0, messages: [{ deviceId: 'dev-1', channel: 'sms', outcome: 'sent' }] },
  },
  'GET /alerts?limit=1': {
    before: async (at) => [
      await at.api('POST /api/devices/dev-2/alerts', { type: 'tow' }),
      await at.control('PUT /devices/dev-1/limits', { dailySms: 0 }),
      await alert(at),
    ],
    replies: {
      alerts: [
        {
          deviceId: 'dev-1',
          type: 'sos',
          notifications: expect.arrayContaining([
            { userId: 'usr-1', channel: 'sms', outcome: 'withheld', reason: 'daily-limit' },
          ]),
        },
      ],
    },
  },
  'GET /names?limit=1': { replies: { groups: [{ id: 'grp-1' }], users: [{ id: 'usr-1' }] } },

  'GET /requests?status=401': {
    before: call,
    replies: {
      count: 1,
      dropped: 0,
      sequence: 1,
      requests: [
        {
          sequence: 1,
          operation: 'listDevices',
          simulatedAt: START,
          request: { method: 'GET', target: '/api/devices' },
          reply: { status: 401 },
        },
      ],
    },
  },
  'POST /wait': {
    before: call,
    body: { for: 'requests', operation: 'listDevices' },
    replies: { count: 1, sequence: 1, requests: [{ operation: 'listDevices' }], events: [], messages: [] },
  },
  'GET /faults': { replies: { rules: [] } },
  'PUT /faults': {
    body: { rules: [{ operation: 'listDevices', status: 503 }] },
    replies: { rules: [{ operation: 'listDevices', status: 503, hits: 0 }] },
    shows: { '/faults': { rules: [{ operation: 'listDevices', hits: 0 }] } },
  },

  'GET /profile': { replies: { name: 'default', openings: { 'token.lifetime': 'PT1H' } } },
  'GET /openapi.json': { replies: { openapi: '3.1.0' } },
  'GET /control-openapi.json': { replies: { openapi: '3.1.0', servers: [{ url: '/_control' }] } },
  'GET /health': { replies: {} },
  'GET /role': { replies: {} },

  'GET /fixture': { replies: { account: { userName: 'demo' }, devices: [{ id: 'dev-1' }, { id: 'dev-2' }] } },
  'PUT /fixture': {
    body: { clock: { now: '2026-03-02T08:00:00Z' }, devices: [{ id: 'truck-9' }] },
    replies: { now: '2026-03-02T08:00:00.000Z' },
    shows: { '/devices': { total: 1, devices: [{ id: 'truck-9' }] } },
  },
  'GET /snapshot': { replies: { format: 'roadtest-snapshot' } },
  'PUT /snapshot': {
    body: async (at) => {
      const snapshot = await at.shown('/snapshot');
      await at.control('POST /clock/advance', { by: 'PT1H' });
      return snapshot;
    },
    replies: { now: START },
    shows: { '/clock': { now: START } },
  },
  'POST /reset': {
    before: async (at) => [await expired(at), await sms(3)(at)],
    body: {},
    replies: { now: START },
    shows: { '/account': { licences: { used: 2 } }, '/outbox': { sent: 0 }, '/clock': { now: START } },
  },

  'GET /worlds': {
    before: (at) => at.control('POST /worlds', { name: 'a' }),
    replies: { worlds: [{ name: 'a' }] },
  },
  'POST /worlds': {
    body: { name: 'checkout', devices: 5 },
    replies: {
      name: 'checkout',
      baseUrl: '/w/checkout',
      controlUrl: '/w/checkout/_control',
      pageUrl: '/w/checkout/',
      userName: 'demo',
      apiKey: 'demo-key',
    },
    shows: { '/worlds': { worlds: [{ name: 'checkout' }] }, '/devices': { total: 2 } },
  },
  'DELETE /worlds/a': {
    before: (at) => at.control('POST /worlds', { name: 'a' }),
    replies: {},
    shows: { '/worlds': { worlds: [] } },
  },
};

/** The route of the published description that a row is about. */
const described = (route: string) => route.replace(/\?.*/, '').replace(/(devices|worlds)\/[^/]+/, '$1/{id}');

test.each(Object.entries(routes))('%s', async (route, { before, body, replies, shows = {} }) => {
  const at = openWorlds();
  await before?.(at);
  const given = typeof body === 'function' ? await body(at) : body;
  const reply = await at.control(route, given);
  const { paths, components } = await at.shown('/control-openapi.json');
  const [method = '', path = ''] = described(route).split(' ');
  const { default: _, ...successes } = paths[path][method.toLowerCase()].responses;
  const [status = ''] = Object.keys(successes);
  expect({ status: reply.status, reply: reply.json }).toMatchObject({
    status: Number(status),
    reply: replies,
  });
  const { schema } = successes[status].content['application/json'];
  const validate = new Ajv({ allowUnionTypes: true, discriminator: true, strict: false }).compile({
    ...schema,
    components,
  });
  expect(validate(reply.json) || validate.errors, 'what the published description says').toBe(true);
  for (const [shown, facts] of Object.entries(shows))
    expect(await at.shown(shown), shown).toMatchObject(facts);
});

// biome-ignore lint/suspicious/noExplicitAny: parts of a description
type Facts = { [name: string]: any };

test('each route that the server describes has a row, but for its streams', async () => {
  const { paths } = await openWorlds().shown('/control-openapi.json');
  const served = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const rows = [...new Set(Object.keys(routes).map(described)), 'GET /events', 'GET /positions'];
  expect(served.sort()).toEqual(rows.sort());
});

/** Calls that are refused, and then nothing has changed. */
type Refused = readonly [route: string, body: unknown, code: string, facts?: Facts];
const refused: readonly Refused[] = [
  ['PUT /clock', { now: '2026-01-05T07:59:59Z' }, 'TIME_BACKWARDS', { field: 'now' }],
  ['PUT /clock', { now: 'tomorrow' }, 'TIME_INVALID'],
  ['PUT /clock', { now: 5 }, 'BODY_INVALID', { field: 'now' }],
  ['PUT /clock', { speed: 0 }, 'SPEED_INVALID'],
  ['PUT /clock', { speed: -1 }, 'SPEED_INVALID'],
  ['PUT /clock', { speed: 'fast' }, 'BODY_INVALID', { detail: 'speed must be a number, or `max`.' }],
  ['PUT /clock', { speed: 'max', frozen: false }, 'SPEED_NEEDS_UNTIL'],
  ['PUT /clock', { frozen: 'yes' }, 'BODY_INVALID', { field: 'frozen' }],
  ['PUT /clock', { until: 3 }, 'BODY_INVALID', { detail: 'until must be string or null.' }],
  ['PUT /clock', { frozzen: true }, 'BODY_INVALID', { field: 'frozzen' }],
  ['PUT /clock', '[1]', 'BODY_INVALID'],
  ['POST /clock/advance', {}, 'BODY_INVALID'],
  ['POST /clock/advance', { by: 'PT1H', to: '2026-01-06T00:00:00Z' }, 'BODY_INVALID'],
  ['POST /clock/advance', { by: 'an hour' }, 'DURATION_INVALID'],
  ['POST /clock/advance', { by: 'P900Y' }, 'DURATION_INVALID'],
  ['POST /clock/advance', { by: '-PT1H' }, 'TIME_BACKWARDS'],
  ['POST /clock/advance', { to: '2126-01-04T00:00:00Z' }, 'TIME_OUT_OF_RANGE'],
  ['POST /clock/advance', { by: 'PT1H', maxEvents: 0 }, 'BODY_INVALID', { field: 'maxEvents' }],
  ['POST /clock/advance?by=PT1H', { by: 'PT1H' }, 'QUERY_INVALID', { field: 'by' }],
  ['PUT /account', { licences: { total: -1 }, apiKey: 'other' }, 'LICENCES_BELOW_ZERO'],
  [
    'PUT /account',
    { licences: { total: 'ten' }, apiEnabled: false },
    'BODY_INVALID',
    { field: 'licences.total' },
  ],
  ['PUT /account', { licences: { free: 1 } }, 'BODY_INVALID', { hint: 'Possible: total.' }],
  [
    'PUT /account',
    { apiKey: '', apiEnabled: false },
    'BODY_INVALID',
    { field: 'apiKey', detail: 'apiKey must be a text that is not empty.' },
  ],
  ['POST /devices', { count: 1.5 }, 'BODY_INVALID', { field: 'count' }],
  ['POST /devices', { count: 10_001 }, 'BODY_INVALID', { field: 'count' }],
  ['POST /devices', { id: 'dev-1' }, 'ID_TAKEN', { status: 409 }],
  ['POST /devices', { id: 'a/b' }, 'BODY_INVALID'],
  ['POST /devices', { id: 'dev-9', count: 2 }, 'BODY_INVALID'],
  ['POST /devices', { group: 'Nowhere' }, 'UNKNOWN_REFERENCE'],
  ['POST /devices', { licence: 'used' }, 'NO_LICENCE_AVAILABLE', { status: 409 }],
  ['POST /devices', { expires: true }, 'EXPIRY_NEEDS_DATE'],
  ['POST /devices', { position: [100, 0] }, 'BODY_INVALID'],
  ['GET /devices/dev-99', undefined, 'UNKNOWN_DEVICE', { status: 404 }],
  ...['dev-0', 'dev-01', '1', '__proto__', '%2e%2e', 'dev-1%00', '%zz'].map(
    (id) => [`GET /devices/${id}/limits`, undefined, 'UNKNOWN_DEVICE', { status: 404 }] as const,
  ),
  ['PUT /devices/dev-1/limits', { dailyEmail: 5, dailySms: -1 }, 'LIMIT_OUT_OF_RANGE', { field: 'dailySms' }],
  ...[1.5, 1_000_001].map(
    (dailySms) =>
      ['PUT /devices/dev-1/limits', { dailySms }, 'LIMIT_OUT_OF_RANGE', { field: 'dailySms' }] as const,
  ),
  ['PUT /devices/dev-1/limits', { usage: { email: 0, sms: 0 } }, 'USAGE_READ_ONLY'],
  ['PUT /devices/dev-1/limits', { expires: true }, 'EXPIRY_NEEDS_DATE'],
  ['PUT /devices/dev-1/limits', { expires: true, expirationDate: '2026-02-30' }, 'EXPIRY_DATE_INVALID'],
  ['PUT /devices/dev-1/limits', '{"__proto__":{"dailyEmail":1}}', 'BODY_NOT_JSON', { status: 400 }],
  ['PUT /devices/dev-1/limits', '{"dailyEmail":', 'BODY_NOT_JSON', { status: 400 }],
  ['POST /devices/dev-1/activate', {}, 'DEVICE_NOT_EXPIRED', { status: 409 }],
  ['POST /devices/dev-1/send', { channel: 'fax' }, 'BODY_INVALID', { field: 'channel' }],
  ['POST /devices/dev-1/send', { channel: 'email', count: 0 }, 'BODY_INVALID', { field: 'count' }],
  ['POST /devices/dev-1/send', { channel: 'email', count: 1e9 }, 'BODY_INVALID', { field: 'count' }],
  ['POST /devices/dev-1/send', {}, 'BODY_INVALID', { field: 'channel' }],
  ...['many', '', '1e1', '0x1', '-1', '1?x'].map(
    (limit) => [`GET /outbox?limit=${limit}`, undefined, 'QUERY_INVALID', { field: 'limit' }] as const,
  ),
  ['GET /outbox?devices=dev-1', undefined, 'QUERY_INVALID', { hint: 'Did you mean device?' }],
  ['GET /requests?limt=5', undefined, 'QUERY_INVALID', { field: 'limt', hint: 'Did you mean limit?' }],
  ['GET /devices?page=2', undefined, 'QUERY_INVALID', { field: 'page', hint: 'Possible: offset, limit.' }],
  ['GET /devices?limit=1&limit=2', undefined, 'QUERY_INVALID', { field: 'limit' }],
  ['GET /clock?now', undefined, 'QUERY_INVALID', { field: 'now', hint: 'It takes none.' }],
  ['GET /events?kind=message-sent', undefined, 'QUERY_INVALID', { hint: 'Did you mean kinds?' }],
  ['GET /events?kinds=mesage-sent', undefined, 'QUERY_INVALID', { field: 'kinds' }],
  ['GET /positions?with=drive', undefined, 'QUERY_INVALID', { field: 'with' }],
  ['GET /fixture?locations=all', undefined, 'QUERY_INVALID', { field: 'locations' }],
  ['GET /snapshot?apiKey=yes', undefined, 'QUERY_INVALID', { field: 'apiKey' }],
  ['PUT /snapshot', {}, 'SNAPSHOT_INVALID'],
  ['GET /clok', undefined, 'UNKNOWN_PATH', { status: 404, hint: expect.stringContaining('/_control/clock') }],
  [
    'PUT /device/dev-7/limits',
    {},
    'UNKNOWN_PATH',
    { status: 404, hint: 'Did you mean /_control/devices/dev-7/limits?' },
  ],
  ['PATCH /clock', undefined, 'METHOD_NOT_ALLOWED', { status: 405 }],
  ['POST /worlds', { name: '../x' }, 'BODY_INVALID', { field: 'name' }],
  ['POST /worlds', { fork: 'nowhere' }, 'UNKNOWN_WORLD', { status: 404 }],
  ['POST /worlds', { fixture: {}, devices: 3 }, 'WORLD_INVALID', { field: 'devices' }],
  ['PUT /fixture', { device: [] }, 'FIXTURE_INVALID'],
  ['DELETE /worlds/nowhere', undefined, 'UNKNOWN_WORLD', { status: 404 }],
];

test.each(refused.map(([route, body, code, facts = {}]) => ({ route, body, code, facts })))(
  '$route $body is refused as $code, and nothing changes',
  async ({ route, body, code, facts }) => {
    const at = openWorlds();
    await at.shown('/names'); // groups and users are made when they are first read
    const before = (await at.control('GET /snapshot?apiKey=include')).body;
    const reply = await at.control(route, body);
    expect(reply).toMatchObject({ status: facts.status ?? 422, json: { code, ...facts } });
    expect(reply.json.detail).toMatch(/\S/);
    expect((await at.control('GET /snapshot?apiKey=include')).body).toBe(before);
  },
);

test('an advance lets others be answered, refuses a second one, and stops after as many events as it may take', async () => {
  const at = openWorlds();
  await running(at);
  expect(await at.shown('/clock')).toMatchObject({ advancing: true });
  expect((await at.control('POST /clock/advance', { by: 'PT1S' })).json).toMatchObject({
    code: 'ADVANCE_RUNNING',
  });
  expect((await at.control('DELETE /clock/advance')).json).toMatchObject({ interrupted: true });
  await expect.poll(() => at.shown('/clock')).toMatchObject({ advancing: false });
  const other = open({ devices: 0 });
  expect((await other.control('POST /clock/advance', { by: 'P10D', maxEvents: 3 })).json).toMatchObject({
    settled: false,
    stopped: 'event-limit',
    events: 3,
    reached: '2026-01-08T00:00:00.000Z',
  });
});

test.each(['max', 60])('a clock that runs at %s reaches its end and freezes there', async (speed) => {
  const pace = new ManualPace();
  const onTime = pace.after.bind(pace);
  pace.after = (ms, run) => onTime(ms + 7, run); // as those of a busy machine
  const at = open({ pace });
  await at.control('PUT /clock', { speed, until: '2026-01-05T08:30:00Z', frozen: false });
  for (let minute = 0; minute < 45; minute++) pace.elapse(1_000);
  const end = { now: '2026-01-05T08:30:00.000Z', frozen: true };
  await expect.poll(() => at.shown('/clock')).toMatchObject(end);
});

test('devices added are so many at most, with so many locations together', async () => {
  const at = open({ devices: 0, licences: 20_000 });
  const locations = (count: number) => Array.from({ length: count }, () => ({ latitude: 48, longitude: 11 }));
  const add = async (body: object) => (await at.control('POST /devices', body)).json;
  expect(await add({ count: 10_000, locations: locations(11) })).toMatchObject({ code: 'BODY_INVALID' });
  expect(await at.shown('/devices')).toMatchObject({ total: 0 });
  expect((await add({ count: 10_000, locations: locations(10) })).devices).toHaveLength(10_000);
});

test('the dialect is published, and nothing of the profile that is for its owner', async () => {
  const advance = {
    by: 'http',
    method: 'POST',
    url: '/tick',
    headers: { 'x-key': 'secret-of-ours' },
  } as const;
  const profile = { ...envelopedProfile, controls: { advance }, known: { device: ['dev-9'] } };
  const { basePath, name, openings, ...more } = await open({ profile }).shown('/profile');
  expect({ basePath, name, openings, more }).toMatchObject({
    name: envelopedProfile.name,
    more: { roadtest: 1 },
  });
  expect(openings).toEqual(completeProfile(envelopedProfile).openings);
  expect(Object.keys(more)).toEqual(['roadtest']);
});
