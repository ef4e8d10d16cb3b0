/** A world for each test, as a user writes it, in this process and on a server; and what is to fail, with its message. */
import { env } from 'node:process';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { roadtestHandler } from 'roadtest/msw';
import { test as base, type TestWorld, type WorldOptions } from 'roadtest/vitest';
import { afterEach, describe, expect, vi } from 'vitest';

const places: [where: string, options: WorldOptions][] = [
  ['in this process', {}],
  ['on a server', { server: env.ROADTEST_CONTROL_URL }],
];
const send = (world: TestWorld, channel: 'sms' | 'email', count = 1) =>
  world.control.devices.send('dev-1', { channel, count });

for (const [where, options] of places) {
  const test = base.extend({ worldOptions: { ...options, devices: 2 } });

  describe.concurrent(where, () => {
    test.for([0, 1, 2, 3, 4, 5])(
      'a test that moves its clock and resets: %i',
      async (number, { expect, world }) => {
        const start = Date.UTC(2026, 0, 5, 8);
        await world.advance({ by: `PT${number + 1}M` });
        await expect(world).toBeAt(start + (number + 1) * 60_000);
        await send(world, 'sms', number + 1);
        await expect(world).toHaveSent({ channel: 'sms', count: number + 1 });
        await world.control.reset();
        await expect(world).toBeAt(new Date(start));
        await expect(world).not.toHaveSent();
        await world.advance({ to: new Date('2026-01-06T00:00:00Z') });
        await expect(world).toBeAt('2026-01-06T00:00:00Z');
      },
    );
  });

  describe(where, () => {
    test('calls of the code under test are found by operation, device, path, field and moment', async ({
      world,
    }) => {
      await expect(world).not.toHaveReceivedCall();
      const headers = { authorization: `Bearer ${await world.token()}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ name: 'North', deviceIds: ['dev-2'] });
      await fetch(`${world.baseUrl}/api/groups`, { method: 'POST', headers, body });
      await fetch(`${world.baseUrl}/api/devices/dev-2`, { headers });
      await expect(world).toHaveReceivedCall({ operation: 'readDevice', status: 200, count: 1 });
      await expect(world).toHaveReceivedCall({ path: '/api/Auth*', operation: 'issueToken' });
      await expect(world).toHaveReceivedCall({ device: 'dev-2', count: 2 });
      await expect(world).toHaveReceivedCall({ device: 'dev-2', path: '/api/dev*', status: 200, count: 1 });
      await expect(world).toHaveReceivedCall({ field: 'name:North', since: 1, count: 1 });
      await expect(world).not.toHaveReceivedCall({ device: 'dev-2', count: 1 });
      await expect(world).not.toHaveReceivedCall({ device: 'dev-1' });
      await expect(world).not.toHaveReceivedCall({ since: '2026-01-05T08:00:01Z' });
    });

    test('what the code under test does by itself is waited for', async ({ world }) => {
      for (const ms of [5, 10]) setTimeout(() => fetch(`${world.baseUrl}/api/devices/dev-1`), ms);
      await expect(world).toHaveReceivedCall({ device: 'dev-1', count: 2, within: '1m' });
      setTimeout(() => send(world, 'sms'), 5);
      await expect(world).toHaveSent({ channel: 'sms', within: '1m' });
      await expect(world).not.toHaveSent({ channel: 'email', within: '20ms' });
    });
  });
}

describe('beside what a test replaces', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  base('timers of Vitest stand still, and the world does not', async ({ world }) => {
    vi.useFakeTimers();
    await world.advance({ by: 'PT1H' });
    expect((await fetch(`${world.baseUrl}/api/devices`)).status).toBe(401);
    await expect(world).toBeAt('2026-01-05T09:00:00Z');
  });

  const server = setupServer();
  base('MSW has a boundary for each test, with its own world behind one address', async ({ world }) => {
    const simulator = world.simulator ?? expect.fail('there is no simulator');
    server.listen({ onUnhandledRequest: 'error' });
    await server.boundary(async () => {
      const map = http.get('https://maps.example.com/', () => HttpResponse.text('map'));
      server.use(map, roadtestHandler(simulator, { baseUrl: 'https://api.example.com' }));
      expect((await fetch('https://api.example.com/api/devices')).status).toBe(401);
      expect(await (await fetch('https://maps.example.com/')).text()).toBe('map');
    })();
    server.close();
    await expect(world).toHaveReceivedCall({ operation: 'listDevices', count: 1 });
  });
});

base(
  'calls of long ago are known; what the journal no longer keeps of them is denied nowhere',
  async ({ world }) => {
    const call = (method: string, target: string, body?: string) =>
      world.simulator?.handle({ method, target, headers: { 'content-type': 'application/json' }, body });
    await call('POST', '/api/groups', '{"name":"North"}');
    for (let i = 0; i < 999; i++) await call('GET', '/api/devices');
    await expect(world).toHaveReceivedCall({ field: 'name:North', count: 1 });
    await expect(world).not.toHaveReceivedCall({ field: 'name:South' });
    await call('GET', '/api/devices');
    const bodyless = expect(world).not.toHaveReceivedCall({ field: 'name:South' });
    await expect(bodyless).rejects.toThrow('the journal no longer keeps older calls');
    const dated = { field: 'name:South', since: new Date('2026-01-05T08:00:00Z') };
    await expect(expect(world).not.toHaveReceivedCall(dated)).rejects.toThrow('no longer keeps older calls');
    for (const since of [1, new Date('2026-01-05T08:00:01Z')])
      await expect(world).not.toHaveReceivedCall({ field: 'name:South', since });
    for (let i = 0; i < 9_000; i++) await call('GET', '/api/devices');
    for (const sought of [{ operation: 'createUser' }, { operation: 'createUser', since: 0 }] as const) {
      const denied = expect(world).not.toHaveReceivedCall(sought);
      await expect(denied).rejects.toThrow('the journal no longer keeps older calls');
    }
    await expect(world).not.toHaveReceivedCall({ operation: 'createUser', since: 2 });
    await expect(world).toHaveReceivedCall({ operation: 'listDevices' });
    await expect(expect(world).toHaveReceivedCall({ count: 10_000 })).rejects.toThrow('cannot be known');
  },
);

const failing: { readonly [what: string]: (world: TestWorld) => Promise<void> } = {
  messages: async (world) => {
    await send(world, 'email');
    await expect(world).toHaveSent({ channel: 'sms', count: 2 });
  },
  calls: async (world) => {
    await fetch(`${world.baseUrl}/api/devices`);
    await expect(world).not.toHaveReceivedCall({ status: 401 });
  },
  'calls that do not come': async (world) => {
    for (const path of ['devices/dev-2', 'users']) await fetch(`${world.baseUrl}/api/${path}`);
    await expect(world).toHaveReceivedCall({ operation: 'readDevice', device: 'dev-1', within: '20ms' });
  },
  moments: (world) => expect(world).toBeAt('2026-01-05T09:00:00Z'),
  'a field that there is not': (world) => expect(world).not.toHaveSent({ chanel: 'sms' } as object),
  'a matcher': (world) => expect(world).not.toHaveSent({ subject: expect.stringContaining('x') }),
  'a channel': (world) => expect(world).not.toHaveSent({ channel: 'smss' } as object),
  'another device': (world) => expect(world).not.toHaveSent({ deviceId: 'dev-77' }),
  'a count': (world) => expect(world).not.toHaveSent({ count: -1 }),
  'an operation': (world) => expect(world).not.toHaveReceivedCall({ operation: 'listDevice' } as object),
  'a method': (world) => expect(world).not.toHaveReceivedCall({ method: 'GET' } as object),
  'a status': (world) => expect(world).not.toHaveReceivedCall({ status: 2000 }),
  'a device of calls': (world) => expect(world).not.toHaveReceivedCall({ device: 'van-1' }),
  'a span': (world) => expect(world).not.toHaveReceivedCall({ within: 'soon' }),
  'an unknown device': async (world) => void (await world.control.devices.read('dev-77')),
};
for (const [what, fails] of Object.entries(failing)) base(`fails: ${what}`, ({ world }) => fails(world));
base.extend({ worldOptions: { fork: null } })('fails: a fork in this process', ({ world }) => void world);
