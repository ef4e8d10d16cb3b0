import { describe, expect, test } from 'vitest';
import { createSimulator } from '../../../simulator/index.ts';
import { clientOf } from '../client.ts';

const world = (options = {}) => clientOf(createSimulator({ devices: 3, ...options }));

describe('limits', () => {
  test('are read and set, with the usage beside them', async () => {
    const { control } = world();
    expect((await control('GET', '/devices/dev-1/limits')).json).toEqual({
      expires: false,
      expirationDate: null,
      dailyEmail: null,
      dailySms: null,
      usage: { email: 0, sms: 0 },
    });
    const set = await control('PUT', '/devices/dev-1/limits', { dailyEmail: 2 });
    expect(set.json).toMatchObject({ dailyEmail: 2, dailySms: null });
  });

  test('let messages through up to the limit and hold back the rest until the next day', async () => {
    const { control } = world();
    await control('PUT', '/devices/dev-1/limits', { dailySms: 3 });
    const send = (count: number) => control('POST', '/devices/dev-1/send', { channel: 'sms', count });
    expect((await send(2)).json).toMatchObject({ sent: 2, withheld: 0 });
    expect((await send(2)).json).toMatchObject({ sent: 1, withheld: 1, reason: 'daily-limit' });
    expect((await control('GET', '/devices/dev-1/limits')).json.usage).toEqual({ email: 0, sms: 3 });
    await control('POST', '/clock/advance', { to: '2026-01-06T00:00:00Z' });
    expect((await control('GET', '/devices/dev-1/limits')).json.usage.sms).toBe(0);
    expect((await send(1)).json).toMatchObject({ sent: 1, withheld: 0 });
    const outbox = (await control('GET', '/outbox?device=dev-1')).json;
    expect(outbox).toMatchObject({ sent: 4, withheld: 1 });
    expect(
      outbox.messages.find((message: { outcome: string }) => message.outcome === 'withheld'),
    ).toMatchObject({
      deviceId: 'dev-1',
      channel: 'sms',
      reason: 'daily-limit',
    });
  });

  test.each([
    [{ dailyEmail: -1 }, 'LIMIT_OUT_OF_RANGE'],
    [{ dailyEmail: 1.5 }, 'LIMIT_OUT_OF_RANGE'],
    [{ dailySms: 1_000_001 }, 'LIMIT_OUT_OF_RANGE'],
    [{ dailyEmail: 5, dailySms: -1 }, 'LIMIT_OUT_OF_RANGE'],
    [{ expires: true }, 'EXPIRY_NEEDS_DATE'],
    [{ expires: true, expirationDate: '2026-02-30' }, 'EXPIRY_DATE_INVALID'],
    [{ usage: { email: 0 } }, 'USAGE_READ_ONLY'],
    [{ dailyEmail: '5' }, 'BODY_INVALID'],
    [{ dailyEmails: 5 }, 'BODY_INVALID'],
  ])('%j is refused as %s and nothing of it takes effect', async (change, code) => {
    const { control } = world();
    const refused = await control('PUT', '/devices/dev-1/limits', change);
    expect([refused.status, refused.json.code]).toEqual([422, code]);
    expect((await control('GET', '/devices/dev-1/limits')).json).toMatchObject({
      expires: false,
      dailyEmail: null,
      dailySms: null,
    });
  });

  test('a body that reaches for a prototype is refused', async () => {
    const { control } = world();
    expect((await control('PUT', '/devices/dev-1/limits', '{"__proto__":{"dailyEmail":1}}')).json.code).toBe(
      'BODY_NOT_JSON',
    );
    expect((await control('PUT', '/devices/dev-1/limits', '{"dailyEmail":')).json.code).toBe('BODY_NOT_JSON');
  });

  test.each(['dev-99', 'dev-0', 'dev-01', '1', '__proto__', '%2e%2e', 'dev-1%00'])(
    'a device %s that does not exist is answered with 404',
    async (id) =>
      expect((await world().control('GET', `/devices/${id}/limits`)).json.code).toBe('UNKNOWN_DEVICE'),
  );
});

describe('licences', () => {
  test('an expiry releases one, another device takes it, and the expired one is refused until one is free', async () => {
    const { control } = world();
    const licences = async () => (await control('GET', '/account')).json.licences;
    expect(await licences()).toEqual({ total: 3, used: 3, available: 0 });
    await control('PUT', '/devices/dev-1/limits', { expires: true, expirationDate: '2026-01-06' });
    await control('PUT', '/devices/dev-2/limits', { expires: true, expirationDate: '2026-01-07' });
    await control('POST', '/clock/advance', { to: '2026-01-06T00:00:00Z' });
    expect(await licences()).toEqual({ total: 3, used: 2, available: 1 });
    const created = await control('POST', '/devices', { name: 'Reserve' });
    expect(created.status).toBe(201);
    expect(created.json.devices[0]).toMatchObject({ id: 'dev-4', name: 'Reserve', licence: 'used' });
    const refused = await control('POST', '/devices/dev-1/activate');
    expect([refused.status, refused.json.code]).toEqual([409, 'NO_LICENCE_AVAILABLE']);
    await control('POST', '/clock/advance', { to: '2026-01-07T00:00:00Z' });
    const activated = await control('POST', '/devices/dev-1/activate', { expirationDate: '2026-02-01' });
    expect(activated.json).toMatchObject({ licence: 'used', limits: { expirationDate: '2026-02-01' } });
    expect(await licences()).toEqual({ total: 3, used: 3, available: 0 });
  });

  test('a device that is in use cannot be activated', async () => {
    expect((await world().control('POST', '/devices/dev-1/activate')).json.code).toBe('DEVICE_NOT_EXPIRED');
  });

  test('the account shows no key, takes a new one, and refuses licences below zero as a whole', async () => {
    const client = world();
    expect(JSON.stringify((await client.control('GET', '/account')).json)).not.toContain('demo-key');
    const refused = await client.control('PUT', '/account', { licences: { total: -1 }, apiKey: 'other-key' });
    expect(refused.status).toBe(422);
    expect(await client.token()).toBeDefined();
    await client.control('PUT', '/account', { apiKey: 'other-key' });
    expect(await client.token()).toBeUndefined();
  });

  test.each([
    { apiEnabled: false, licences: { total: -1 } },
    { licences: { total: 1.5 }, apiEnabled: false },
    { apiEnabled: false, apiKey: '' },
    { licences: { total: 9 }, apiEnabled: false, apiKey: '' },
    { apiEnabled: 'no', licences: { total: 9 }, apiKey: 'other-key' },
    { licences: { total: '9' }, apiEnabled: false },
    { apiKey: 7, licences: { total: 9 }, apiEnabled: false },
  ])('a change of the account that is refused in one field changes none: %j', async (change) => {
    const client = world();
    const seen = async () => [
      (await client.control('GET', '/account')).json,
      (await client.control('GET', '/events')).json,
    ];
    const before = await seen();
    expect((await client.control('PUT', '/account', change)).status).toBe(422);
    expect(await seen()).toEqual(before);
    expect(await client.token()).toBeDefined();
  });
});

test.each([
  [{ channel: 'fax' }, 'BODY_INVALID'],
  [{ channel: 'email', count: 0 }, 'BODY_INVALID'],
  [{ channel: 'email', count: 1.5 }, 'BODY_INVALID'],
  [{ channel: 'email', count: 1e9 }, 'BODY_INVALID'],
  [{}, 'BODY_INVALID'],
])('sending %j is refused as %s', async (body, code) => {
  expect((await world().control('POST', '/devices/dev-1/send', body)).json.code).toBe(code);
});

test.each([
  ['serves no device by its id', { deviceAnswering: () => undefined }],
  ['serves another device', { deviceAnswering: (id: number) => (id % 3) + 1 }],
  ['switches Expires on for new devices', { expiresByDefault: () => true }],
])('a simulator that %s answers with the device that was added', async (_, rules) => {
  const added = await world({ rules }).control('POST', '/devices', {});
  expect(added).toMatchObject({ status: 201, json: { devices: [{ id: 'dev-4' }] } });
});

describe('devices that are added', () => {
  test('are so many at most, with so many locations together, and none is there after a refusal', async () => {
    const simulator = createSimulator({ devices: 0 });
    const { control } = clientOf(simulator);
    const add = async (body: object) => (await control('POST', '/devices', body)).json;
    const locations = (count: number) =>
      Array.from({ length: count }, () => ({ latitude: 48, longitude: 11 }));
    expect(await add({ count: 10_001 })).toMatchObject({ code: 'BODY_INVALID', field: 'count' });
    expect(await add({ count: 10_000, locations: locations(11) })).toMatchObject({
      code: 'BODY_INVALID',
      field: 'count',
    });
    expect(simulator.fleet.devices.count).toBe(0);
    expect((await add({ count: 10_000, locations: locations(10) })).devices).toHaveLength(10_000);
    expect((await add({ locations: locations(101) })).devices).toHaveLength(1);
  });

  test('are a million in all at most, ones that were removed included', async () => {
    const simulator = createSimulator({ devices: 1_000_000 });
    simulator.fleet.remove(1_000_000);
    const { status, json } = await clientOf(simulator).control('POST', '/devices', {});
    expect([status, json.code]).toEqual([409, 'FLEET_FULL']);
  });
});
