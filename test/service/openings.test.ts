/** The openings of the document, as the simulator performs them: by default, and as a profile says. */
import { describe, expect, test } from 'vitest';

import { type Profile, ProfileError, parseProfile } from '../../contracts/profile/index.ts';
import { createSimulator } from '../../simulator/index.ts';
import { open } from './client.ts';

const world = (openings: Profile['openings'] = {}, options = {}) =>
  open({ devices: 5, profile: { roadtest: 1, name: 'Test', openings }, ...options });

describe('paging', () => {
  const ids = (json: { id: string }[]) => json.map((record) => record.id);

  test('is none unless asked for, and the total is in a header', async () => {
    const client = world();
    const all = await client.api('GET /api/devices');
    expect(ids(all.json)).toHaveLength(5);
    expect(all.headers['x-total-count']).toBe('5');
    const some = await client.api('GET /api/devices?limit=2&offset=3');
    expect(ids(some.json)).toEqual(['dev-4', 'dev-5']);
    expect(some.headers['x-total-count']).toBe('5');
    expect(ids((await client.api('GET /api/devices?offset=99')).json)).toEqual([]);
  });

  test.each(['limit=0', 'limit=two', 'limit=', 'limit=1e3', 'limit=+2', 'offset=-1', 'offset=1.5'])(
    '%s is refused',
    async (query) => {
      const answer = await world().api(`GET /api/devices?${query}`);
      expect([answer.status, answer.json.code]).toEqual([422, 'QUERY_INVALID']);
    },
  );

  test('by page counts from the first page on', async () => {
    const client = world({
      'operations.paging': { by: 'page', size: 2, max: 10, firstPage: 1, totalHeader: null },
      'operations.query': { page: 'p', limit: 'n' },
    });
    expect(ids((await client.api('GET /api/devices')).json)).toEqual(['dev-1', 'dev-2']);
    expect(ids((await client.api('GET /api/devices?p=3')).json)).toEqual(['dev-5']);
    expect(ids((await client.api('GET /api/devices?p=2&n=3')).json)).toEqual(['dev-4', 'dev-5']);
    expect((await client.api('GET /api/devices?p=0')).status).toBe(422);
  });

  test('by Link header leads through all pages', async () => {
    const client = world({
      'operations.paging': { by: 'link', size: 2, max: 10, firstPage: 1, totalHeader: null },
    });
    const seen: string[] = [];
    let next: string | undefined = '/api/devices';
    while (next) {
      const page = await client.api(`GET ${next}`);
      seen.push(...ids(page.json));
      next = /<([^>]+)>; rel="next"/.exec(page.headers.link ?? '')?.[1];
    }
    expect(seen).toEqual(['dev-1', 'dev-2', 'dev-3', 'dev-4', 'dev-5']);
  });

  test('by cursor reports the next one in the payload and refuses one of its own making', async () => {
    const list = (at: string) => ({ at, form: 'array' as const, next: '/next' });
    const client = world({
      'operations.paging': { by: 'cursor', size: 3, max: 10, firstPage: 1, totalHeader: null },
      'operations.envelope': {
        lists: { devices: list('/items'), groups: list('/items'), users: list('/items') },
      },
    });
    const first = await client.api('GET /api/devices');
    expect(ids(first.json.items)).toEqual(['dev-1', 'dev-2', 'dev-3']);
    const second = await client.api(`GET /api/devices?cursor=${first.json.next}`);
    expect(ids(second.json.items)).toEqual(['dev-4', 'dev-5']);
    expect(second.json.next ?? null).toBeNull();
    expect((await client.api('GET /api/devices?cursor=3')).status).toBe(422);
  });
});

test('devices are filtered by group', async () => {
  const client = world();
  await client.api('POST /api/groups', { name: 'Two', deviceIds: ['dev-2', 'dev-4'] });
  const { headers, json } = await client.api('GET /api/groups');
  const group = json.find((each: { name: string }) => each.name === 'Two');
  expect(headers['content-type']).toBe('application/json');
  const devices = await client.api(`GET /api/devices?group=${group.id}`);
  expect(devices.json.map((device: { id: string }) => device.id)).toEqual(['dev-2', 'dev-4']);
  expect((await client.api('GET /api/devices?group=grp-999')).json).toEqual([]);
});

test('a rate limit counts in simulated time and says when to come back', async () => {
  const client = world({ 'rate-limit': { requests: 3, per: 'PT1M', retryAfter: true } });
  const token = { authorization: `Bearer ${await client.token()}` };
  const get = () => client.call('GET', '/api/devices', undefined, token);
  expect([(await get()).status, (await get()).status]).toEqual([200, 200]);
  const refused = await get();
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
  await client.control('POST /clock/advance', { by: 'PT60S' });
  expect((await get()).status).toBe(200);
});

test('a token request over the rate limit is answered as every failed one', async () => {
  const client = world({
    'rate-limit': { requests: 1, per: 'PT1M', retryAfter: true },
    'errors.body': { form: 'text', contentType: 'text/plain' },
  });
  await client.token();
  const refused = await client.call('POST', '/api/Auth/Token', { userName: 'demo', apiKey: 'demo-key' });
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
  expect(refused.json).toEqual({ success: false, error: expect.stringMatching(/\S/) });
});

test('a write becomes readable when the profile says, in every kind of read', async () => {
  const client = world({ consistency: { readableAfter: 'PT5S' } });
  const names = async () =>
    (await client.api('GET /api/groups')).json.map((group: { name: string }) => group.name);
  const before = await names();
  const created = (await client.api('POST /api/groups', { name: 'Fresh' })).json;
  const path = `/api/groups/${created.id}`;
  expect(await names()).toEqual(before);
  expect((await client.api(`GET ${path}`)).status).toBe(404);
  await client.control('POST /clock/advance', { by: 'PT5S' });
  expect(await names()).toEqual([...before, 'Fresh']);
  await client.api(`PATCH ${path}`, { name: 'Renamed' });
  expect((await client.api(`GET ${path}`)).json.name).toBe('Fresh');
  await client.api(`DELETE ${path}`);
  expect((await client.api(`GET ${path}`)).json.name).toBe('Fresh');
  expect(await names()).toContain('Fresh');
  await client.control('POST /clock/advance', { by: 'PT5S' });
  expect((await client.api(`GET ${path}`)).status).toBe(404);
  expect(await names()).toEqual(before);
  await client.api('POST /api/devices/dev-1/locations', { latitude: 1, longitude: 2 });
  expect((await client.api('GET /api/devices/dev-1/lastLocation')).status).toBe(404);
  await client.control('POST /clock/advance', { by: 'PT5S' });
  expect((await client.api('GET /api/devices/dev-1/lastLocation')).json.latitude).toBe(1);
});

test('a POST of locations and alerts that queries a range gives what is in it, and records nothing', async () => {
  const purpose = {
    does: 'query' as const,
    body: { form: 'bare' as const, at: '', many: false, required: {} },
    query: { from: '/begin', to: '/end' },
  };
  const client = world({ 'locations.purpose': purpose, 'alerts.purpose': purpose });
  client.served.fleet.locations.record(1, {
    deviceTime: Date.UTC(2026, 0, 5, 7),
    latitude: 48,
    longitude: 11,
  });
  const range = { begin: '2026-01-05T06:00:00Z', end: '2026-01-05T08:00:00Z' };
  const found = await client.api('POST /api/devices/dev-1/locations', range);
  expect(found.json).toMatchObject([{ latitude: 48, deviceTime: '2026-01-05T07:00:00.000Z' }]);
  const none = await client.api('POST /api/devices/dev-1/locations', {
    begin: '2026-01-05T07:30:00Z',
    end: range.end,
  });
  expect(none.json).toEqual([]);
  expect((await client.api('POST /api/devices/dev-1/alerts', range)).json).toEqual([]);
  expect((await client.api('POST /api/devices/dev-1/locations', { begin: range.begin })).status).toBe(422);
});

describe('refusals', () => {
  test('name ids and places as the dialect writes them, and say what belongs there', async () => {
    const client = world({
      'records.group': { fields: { id: '/id', name: '/title', deviceIds: '/members' } },
      'records.user': {
        fields: { id: '/id', name: '/name', timeZone: '/zone', notify: '/via', groupIds: '/teams' },
      },
      'operations.envelope': { bodies: { group: { at: '/group' }, user: { at: '' } } },
    });
    const strangers = { group: { title: 'x', members: ['dev-1', 'dev-99'] } };
    const late = { latitude: 1, longitude: 1, deviceTime: '2200-01-01T00:00:00Z' };
    for (const [call, body, field, detail] of [
      ['POST /groups', strangers, '/group/members', 'There is no device dev-99.'],
      ['PATCH /groups/grp-1', strangers, '/group/members', 'There is no device dev-99.'],
      ['POST /users', { name: 'x', teams: ['grp-99'] }, '/teams', 'There is no group grp-99.'],
      [
        'POST /users',
        { name: 'x', zone: 'Mars/Base' },
        '/zone',
        'the name of a time zone such as Europe/Berlin',
      ],
      [
        'POST /users',
        { name: 'x', via: ['fax'] },
        '/via',
        'a list of email and sms, each of them at most once.',
      ],
      ['POST /groups', { group: { title: '' } }, '/group/title', 'a text of 1 to 200 characters.'],
      ['POST /devices/dev-1/locations', late, '/deviceTime', 'a time from 1970 to 2100.'],
    ] as const)
      expect((await client.api(call.replace(' ', ' /api'), body)).json, call).toMatchObject({
        field,
        detail: expect.stringContaining(detail),
      });
  });

  test('are text, or nothing, where a profile says so', async () => {
    const text = await world({ 'errors.body': { form: 'text', contentType: 'text/plain' } }).api(
      'GET /api/nothing',
    );
    expect(text.headers['content-type']).toBe('text/plain');
    expect(text.body).toMatch(/\S/);
    const empty = await world({ 'errors.body': { form: 'empty' } }).api('GET /api/nothing');
    expect([empty.status, empty.body, empty.headers['content-type']]).toEqual([404, '', undefined]);
  });

  test('of what was deleted may differ from what never was', async () => {
    const client = world({ 'errors.status': { 'deleted-id': 410 } });
    const group = (await client.api('POST /api/groups', { name: 'Short-lived' })).json;
    await client.api(`DELETE /api/groups/${group.id}`);
    expect((await client.api(`GET /api/groups/${group.id}`)).status).toBe(410);
    expect((await client.api('GET /api/groups/grp-4711')).status).toBe(404);
  });

  test('of operations that an account may not call are not refusals of its token', async () => {
    const client = world({ 'auth.roles': { mayNotCall: ['deleteUser'] } });
    expect((await client.api('DELETE /api/users/usr-2')).status).toBe(403);
    expect((await client.api('GET /api/users/usr-2')).status).toBe(200);
  });
});

test('limit settings are in the device record where a profile names them', async () => {
  const client = world({
    'limits.names': {
      fields: { dailyEmail: '/limits/mail', usageEmail: '/limits/mailToday', expires: '/limits/ends' },
    },
  });
  await client.control('PUT /devices/dev-1/limits', { dailyEmail: 4 });
  await client.control('POST /devices/dev-1/send', { channel: 'email', count: 3 });
  expect((await client.api('GET /api/devices/dev-1')).json.limits).toEqual({
    mail: 4,
    mailToday: 3,
    ends: false,
  });
  expect((await client.api('GET /api/devices')).json[0].limits.mailToday).toBe(3);
  expect((await world().api('GET /api/devices/dev-1')).json).not.toHaveProperty('limits');
});

describe('what the fleet does by a profile', () => {
  /** New settings of an expired device: Expires off, the date moved ahead, or to another day that has passed. */
  const changes = {
    off: { expires: false },
    ahead: { expirationDate: '2026-01-07' },
    passed: { expirationDate: '2026-01-04' },
    other: { dailySms: 5 },
  } as const;

  test.each([
    ['activation', []],
    ['switching-off', ['off']],
    ['date-ahead', ['ahead']],
    ['either', ['off', 'ahead']],
  ] as const)(
    'expired.leaves-by %s: a device is used again by these settings alone, %j',
    async (by, reviving) => {
      const revived: string[] = [];
      for (const [name, change] of Object.entries(changes)) {
        const { control, shown } = world({ 'expired.leaves-by': by });
        await control('PUT /devices/dev-1/limits', { expires: true, expirationDate: '2026-01-05' });
        expect(await shown('/devices/dev-1')).toMatchObject({ licence: 'expired' });
        await control('PUT /devices/dev-1/limits', change);
        if ((await shown('/devices/dev-1')).licence === 'used') revived.push(name);
      }
      expect(revived).toEqual(reviving);
    },
  );

  test.each([
    ['never', [3, 4]],
    ['reused', [2, 3]],
  ] as const)('records.id-reuse %s: ids of new records', async (reuse, expected) => {
    const { served } = world({ 'records.id-reuse': reuse }, { groups: 2 });
    const { groups } = served.fleet;
    groups.delete(2);
    expect(['a', 'b'].map((name) => groups.create({ name }).id)).toEqual(expected);
  });

  test.each([
    ['none', [], []],
    ['group-users', [1, 3], []],
    ['all-users', [1, 2, 3], [1, 2, 3]],
  ] as const)(
    'alerts.recipients %s: users of a device in a group, and in none',
    (recipients, inGroup, inNone) => {
      const { fleet } = world({ 'alerts.recipients': recipients }, { groups: 2, users: 1 }).served;
      for (const groupId of [2, 1])
        fleet.users.create({ name: 'A', email: 'a@example.com', notify: ['email'], groupIds: [groupId] });
      const notified = () =>
        fleet.alerts.raise(1, { type: 'sos', channels: ['email'] }).notifications.map(({ userId }) => userId);
      expect(notified()).toEqual(inGroup);
      fleet.groups.update(1, { deviceIds: [] });
      expect(notified()).toEqual(inNone);
    },
  );

  test.each([
    ['stays-spent', undefined, true],
    ['switches-expiry-off', undefined, false],
    ['needs-date', 'EXPIRY_NEEDS_DATE', true],
  ] as const)('activation.also %s', async (also, code, expires) => {
    const { control, shown } = world({ 'activation.also': also } as Profile['openings']);
    await control('PUT /devices/dev-1/limits', { expires: true, expirationDate: '2026-01-05' });
    const { json } = await control('POST /devices/dev-1/activate', {});
    expect(json.code).toBe(code);
    expect(await shown('/devices/dev-1/limits')).toMatchObject({ expires });
  });

  test('groups.delete-devices refused: a group with devices stays', async () => {
    const { api } = world({ 'groups.delete-devices': 'refused' });
    expect((await api('DELETE /api/groups/grp-1')).status).toBe(409);
    expect((await api('GET /api/groups/grp-1')).status).toBe(200);
  });

  test('locations.order received: the last is the one that came last', async () => {
    const { fleet } = world({ 'locations.order': 'received' }).served;
    const at = (minute: number) => ({
      deviceTime: Date.UTC(2026, 0, 5, 7, minute),
      latitude: minute,
      longitude: 1,
    });
    for (const minute of [20, 10]) fleet.locations.record(1, at(minute));
    expect(fleet.locations.last(1)).toMatchObject({ latitude: 10 });
  });
});

describe('a device of several groups, where a profile has a place for all', () => {
  const profile = parseProfile(
    '{ roadtest: 1, name: several, openings: { records.device: { fields: { id: /id, name: /name, groupIds: /groups } } } }',
  );
  const several = { devices: 4, groups: 2, seed: 3, profile };

  test('is shown with all of them, by itself and by each', async () => {
    const { api } = open(several);
    const groups = async () => (await api('GET /api/devices/dev-1')).json.groups;
    const { json: night } = await api('POST /api/groups', { name: 'Night', deviceIds: ['dev-1'] });
    expect(await groups()).toEqual(['grp-1', night.id]);
    for (const group of ['grp-1', night.id]) {
      const { json } = await api(`GET /api/devices?group=${group}`);
      expect(json.map(({ id }: { id: string }) => id)).toContain('dev-1');
    }
    await api('PATCH /api/groups/grp-1', { deviceIds: [] });
    expect(await groups()).toEqual([night.id]);
  });

  test('has its alerts told to the users of each, once', () => {
    const { fleet } = open({ ...several, users: 1 }).served;
    for (const groupId of [1, 2])
      fleet.users.create({ name: 'A', email: 'a@example.com', notify: ['email'], groupIds: [groupId] });
    const { notifications } = fleet.alerts.raise(3, { type: 'sos', channels: ['email'] });
    expect(notifications.map(({ userId }) => userId)).toEqual([1, 2, 3]);
  });
});

describe('a profile that cannot be performed is refused before anything is served', () => {
  const field = (fields: object) => ({ openings: { 'records.group': { fields } } });
  test.each<[what: string, profile: unknown, code: string]>([
    ['a path of the control API', { basePath: '/_control/v1', openings: {} }, 'BASE_PATH_INVALID'],
    ['no place for what the service needs', field({ id: '/id' }), 'FACT_NEEDED'],
    ['a mistyped opening', { openings: { 'token.lifetme': 'PT8H' } }, 'UNKNOWN_FIELD'],
    ['no openings', {}, 'WRONG_TYPE'],
  ])('%s', (_what, profile, code) => {
    const given = { roadtest: 1, name: 'Test', ...(profile as object) } as Profile;
    expect(() => createSimulator({ profile: given })).toThrow(ProfileError);
    expect(() => createSimulator({ profile: given })).toThrow(
      expect.objectContaining({ issues: expect.arrayContaining([expect.objectContaining({ code })]) }),
    );
  });
});
