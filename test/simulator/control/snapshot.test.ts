import { expect, test } from 'vitest';
import { serve } from '../../../simulator/hosts/node.ts';
import { createSimulator } from '../../../simulator/index.ts';
import { turns } from '../../sample.ts';
import { type Client, clientOf, signed } from '../client.ts';

const inTurn = turns(2, 1);

const options = { devices: 4, seed: 9 };

/** A little of everything, so that a snapshot has something to hold. */
async function live(client: Client): Promise<void> {
  await client.authorised('POST', '/api/groups', { name: 'Night shift', deviceIds: ['dev-1', 'dev-2'] });
  await client.authorised('POST', '/api/devices/dev-1/locations', {
    latitude: 48.1,
    longitude: 11.5,
    speed: 33.3,
  });
  await client.control('PUT', '/devices/dev-1/limits', {
    dailyEmail: 1,
    expires: true,
    expirationDate: '2026-01-07',
  });
  await client.authorised('POST', '/api/devices/dev-1/alerts', { type: 'sos', text: 'Help' });
  await client.control('PUT', '/faults', {
    rules: [{ operation: 'listUsers', refusal: 'failed', probability: 0.5 }],
  });
  await client.control('POST', '/clock/advance', { by: 'PT5H' });
}

/** The future of a world, as one text. */
async function future(client: Client): Promise<string> {
  const seen: unknown[] = [];
  for (const path of [
    '/api/devices',
    '/api/groups',
    '/api/users',
    '/api/users',
    '/api/users',
    '/api/devices/dev-1/lastLocation',
  ]) {
    seen.push((await client.authorised('GET', path)).text);
  }
  seen.push((await client.authorised('POST', '/api/devices/dev-1/alerts', { type: 'sos' })).text);
  seen.push((await client.authorised('POST', '/api/users', { name: 'New' })).text);
  seen.push((await client.control('POST', '/clock/advance', { by: 'P3D' })).text);
  seen.push((await client.control('GET', '/outbox')).text, (await client.control('GET', '/devices')).text);
  return JSON.stringify(seen);
}

test('a restored world goes on exactly as the one it was taken of', async () => {
  const first = clientOf(createSimulator(options));
  await live(first);
  const snapshot = (await first.control('GET', '/snapshot')).text;
  const second = clientOf(createSimulator(options));
  expect((await second.control('PUT', '/snapshot', snapshot)).status).toBe(200);
  expect(await future(second)).toBe(await future(first));
});

test('a snapshot can be taken back into the world that it came from', async () => {
  const client = clientOf(createSimulator(options));
  await live(client);
  const snapshot = (await client.control('GET', '/snapshot')).text;
  const once = await future(client);
  await client.control('PUT', '/snapshot', snapshot);
  expect(await future(client)).toBe(once);
});

test('reset leads back to the seed', async () => {
  const client = clientOf(createSimulator(options));
  await live(client);
  expect((await client.control('POST', '/reset')).json).toMatchObject({
    now: '2026-01-05T08:00:00.000Z',
    frozen: true,
  });
  expect((await client.control('GET', '/snapshot')).text).toBe(
    (await clientOf(createSimulator(options)).control('GET', '/snapshot')).text,
  );
  expect((await client.control('GET', '/requests')).json.requests).toEqual([]);
});

test('what is not a snapshot, or one of another version, profile or seed, is refused and changes nothing', async () => {
  const client = clientOf(createSimulator(options));
  await live(client);
  const good = (await client.control('GET', '/snapshot')).json;
  const bad: [object, string][] = [
    [{}, 'SNAPSHOT_INVALID'],
    [{ ...good, format: 'other' }, 'SNAPSHOT_INVALID'],
    [{ ...good, version: 2 }, 'SNAPSHOT_VERSION'],
    [{ ...good, profile: 'Another' }, 'SNAPSHOT_PROFILE'],
    [{ ...good, seed: 10 }, 'SNAPSHOT_INVALID'],
    [{ ...good, timeline: undefined }, 'SNAPSHOT_INVALID'],
    [{ ...good, timeline: {} }, 'SNAPSHOT_INVALID'],
    [{ ...good, fleet: {} }, 'SNAPSHOT_INVALID'],
    [{ ...good, fleet: { ...good.fleet, version: 99 } }, 'SNAPSHOT_INVALID'],
  ];
  for (const [snapshot, code] of bad) {
    const refused = await client.control('PUT', '/snapshot', snapshot);
    expect([refused.status, refused.json.code]).toEqual([422, code]);
  }
  expect((await client.control('GET', '/snapshot')).json).toEqual(good);
});

test('an edited snapshot is refused in one line, and changes nothing', async () => {
  const client = clientOf(createSimulator(options));
  await live(client);
  const good = (await client.control('GET', '/snapshot?apiKey=include')).json;
  const { digest: _, ...without } = good;
  for (const edited of [
    without,
    { ...good, tokensIssued: good.tokensIssued + 1 },
    { ...good, fleet: { ...good.fleet, account: { ...good.fleet.account, licenceTotal: 99 } } },
    { ...good, more: true },
  ]) {
    const refused = await client.control('PUT', '/snapshot', edited);
    expect(refused.json).toMatchObject({
      code: 'SNAPSHOT_INVALID',
      detail: 'The snapshot was edited after it was taken.',
      hint: expect.stringContaining('fixture'),
    });
    expect((await client.control('GET', '/snapshot?apiKey=include')).json).toEqual(good);
  }
  const { apiKey: _key, ...account } = good.fleet.account;
  const shared = { ...good, fleet: { ...good.fleet, account } };
  expect((await client.control('PUT', '/snapshot', shared)).status).toBe(200);
});

test('a snapshot of another form is refused as a whole, whichever part is damaged', async () => {
  const client = clientOf(createSimulator(options));
  await live(client);
  const earlier = (await client.control('GET', '/snapshot')).json;
  await client.control('POST', '/clock/advance', { by: 'P2D' });
  const now = (await client.control('GET', '/snapshot')).text;
  const { clock, timeline, fleet, faults } = earlier;
  const [deadline] = timeline.deadlines;
  const damages: object[] = [
    { clock: null },
    { clock: { ...clock, speed: -1 } },
    { clock: { ...clock, speed: 'fast' } },
    { clock: { ...clock, frozen: false, until: 5 } },
    { timeline: null },
    { timeline: { ...timeline, now: 'noon' } },
    { timeline: { ...timeline, now: 1.5 } },
    { timeline: { ...timeline, nextSequence: 1 } },
    { timeline: { ...timeline, deadlines: [{ ...deadline, at: null }] } },
    { timeline: { ...timeline, deadlines: [{ ...deadline, at: 5 }] } },
    { timeline: { ...timeline, deadlines: [deadline, deadline] } },
    { timeline: { ...timeline, deadlines: [{ ...deadline, kind: 'other' }] } },
    { fleet: null },
    { fleet: { ...fleet, account: null } },
    { fleet: { ...fleet, account: { ...fleet.account, licenceTotal: '4' } } },
    { fleet: { ...fleet, devices: {} } },
    { fleet: { ...fleet, columns: { ...fleet.columns, count: 5 } } },
    { fleet: { ...fleet, groups: { nextId: 2, records: [5] } } },
    { fleet: { ...fleet, log: { ...fleet.log, kept: 'none' } } },
    { fleet: { ...fleet, expiry: 3 } },
    { faults: null },
    { faults: { ...faults, rules: 5 } },
    { faults: { ...faults, rules: [{ operation: 'nonsense' }] } },
    { delayedReads: null },
    { delayedReads: {} },
    { tokensIssued: '5' },
  ];
  for (const damage of damages) {
    const refused = await client.control('PUT', '/snapshot', signed({ ...earlier, ...damage }));
    expect([refused.status, refused.json.code], JSON.stringify(damage)).toEqual([422, 'SNAPSHOT_INVALID']);
    expect((await client.control('GET', '/snapshot')).text, JSON.stringify(damage)).toBe(now);
  }
});

test('a snapshot taken in process stays as it is while its world goes on, before and after it is restored', async () => {
  const simulator = createSimulator({
    ...options,
    profile: {
      roadtest: 1,
      name: 'Slow',
      openings: {
        'rate-limit': { requests: 50, per: 'PT1H', retryAfter: true },
        consistency: { readableAfter: 'PT10S' },
      },
    },
  });
  const client = clientOf(simulator);
  await live(client);
  await client.token(); // counts in the window of the rate limit that the snapshot is taken in
  const snapshot = simulator.snapshot();
  const taken = JSON.stringify(snapshot);
  for (let round = 0; round < 2; round++) {
    await live(client);
    expect(JSON.stringify(snapshot)).toBe(taken);
    simulator.restore(snapshot);
    expect(JSON.stringify(simulator.snapshot())).toBe(taken);
  }
});

test('what was prepared for the start is there again after a reset', async () => {
  const simulator = createSimulator({
    ...options,
    prepare: (fleet, now) => {
      fleet.locations.plan(1, [{ deviceTime: now + 60_000, latitude: 48, longitude: 11 }]);
    },
  });
  const client = clientOf(simulator);
  const lastLocation = () => client.authorised('GET', '/api/devices/dev-1/lastLocation');
  for (const _round of ['first', 'after the reset']) {
    expect((await lastLocation()).status).toBe(404);
    await client.control('POST', '/clock/advance', { by: 'PT1M' });
    expect((await lastLocation()).json.latitude).toBe(48);
    await client.control('POST', '/reset');
  }
});

test.runIf(inTurn())(
  'a world of a thousand devices comes out and goes in over a socket, although it is longer than other bodies',
  async () => {
    const simulator = createSimulator({ devices: 1_000 });
    for (let id = 1; id <= 1_000; id++) {
      for (let minute = 0; minute < 20; minute++) {
        simulator.fleet.locations.record(id, { deviceTime: minute * 60_000, latitude: 48, longitude: 11 });
      }
    }
    const server = await serve(simulator);
    const world = await (await fetch(`${server.url}/_control/snapshot`)).text();
    expect(world.length).toBeGreaterThan(1024 * 1024);
    const put = await fetch(`${server.url}/_control/snapshot`, { method: 'PUT', body: world });
    expect(put.status).toBe(200);
    expect(await (await fetch(`${server.url}/_control/snapshot`)).text()).toBe(world);
    await server.close();
  },
);

test('holds the API key only when it is asked for, and leaves the key that holds there', async () => {
  const first = clientOf(createSimulator({ ...options, apiKey: 'key-of-the-first' }));
  const without = (await first.control('GET', '/snapshot')).text;
  expect(without).not.toContain('key-of-the-first');
  const second = createSimulator({ ...options, apiKey: 'key-of-the-second' });
  expect((await clientOf(second).control('PUT', '/snapshot', without)).status).toBe(200);
  expect(second.fleet.account.apiKey).toBe('key-of-the-second');

  const whole = (await first.control('GET', '/snapshot?apiKey=include')).text;
  expect((await clientOf(second).control('PUT', '/snapshot', whole)).status).toBe(200);
  expect(second.fleet.account.apiKey).toBe('key-of-the-first');

  const refused = await first.control('GET', '/snapshot?apiKey=yes');
  expect(refused).toMatchObject({ status: 422, json: { code: 'BODY_INVALID', field: 'apiKey' } });
});

test('a snapshot taken in a program holds the API key only when it is asked for, too', () => {
  const simulator = createSimulator({ ...options, apiKey: 'key-of-ours' });
  expect(JSON.stringify(simulator.snapshot())).not.toContain('key-of-ours');
  expect(simulator.snapshot({ apiKey: 'include' }).fleet.account.apiKey).toBe('key-of-ours');
});
