/** Devices that the profile names: one holder at a time, and nobody waits for ever. */
import { describe, expect, test } from 'vitest';
import { DevicePool } from '../../../contracts/deployment/making/devices.ts';
import type { Profile } from '../../../contracts/profile/index.ts';
import { createSimulator } from '../../../simulator/index.ts';
import { outcomeOf, runAgainst } from '../support.ts';

const poolOf = (...device: string[]) => new DevicePool({ options: {}, profile: { known: { device } } });

describe('The devices that the profile names', () => {
  test('are held by one at a time, and whoever waits is served in turn', async () => {
    const pool = poolOf('a', 'b');
    const [one, two, three] = [{}, {}, {}];
    expect(await pool.take(2, one)).toEqual(['a', 'b']);
    const served: string[] = [];
    const waiting = [
      pool.take(1, two).then(() => served.push('two')),
      pool.take(1, three).then(() => served.push('three')),
    ];
    await Promise.resolve();
    expect(served).toEqual([]);
    pool.release(one);
    await Promise.all(waiting);
    expect(served).toEqual(['two', 'three']);
  });

  test('are those that a holder has already, when it asks again', async () => {
    const pool = poolOf('a');
    const holder = {};
    expect(await pool.take(1, holder)).toEqual(['a']);
    expect(await pool.take(1, holder)).toEqual(['a']);
    pool.release(holder);
    expect(await pool.take(1, {})).toEqual(['a']);
  });

  test('are never waited for by one who holds some: it could be waited for itself', async () => {
    const pool = poolOf('a', 'b');
    const [one, two] = [{}, {}];
    await pool.take(1, one);
    await pool.take(1, two);
    await expect(pool.take(2, one)).rejects.toThrow('2 devices');
    await expect(pool.take(2, two)).rejects.toThrow('2 devices');
  });

  test('are not enough for more than there are', async () => {
    await expect(poolOf('a').take(2, {})).rejects.toMatchObject({
      unlock: ['controls.createDevice', 'known.device'],
    });
  });
});

test('One device for all cases, and raised limits that are ignored: the run comes to its end', async () => {
  const simulator = createSimulator();
  const limits: { [name: string]: unknown } = {};
  /** The control API under another path; a limit is only ever lowered. */
  const office = async (request: Request) => {
    const text = request.method === 'GET' ? undefined : await request.text();
    const change = request.method === 'PUT' ? (JSON.parse(text ?? '') as typeof limits) : {};
    for (const [name, limit] of Object.entries(change)) {
      const before = limits[name];
      if (typeof before === 'number' && typeof limit === 'number' && limit > before) change[name] = before;
      limits[name] = change[name];
    }
    const body = request.method === 'PUT' ? JSON.stringify(change) : text;
    const url = request.url.replace('/office/', '/_control/');
    return simulator.fetch(new Request(url, { method: request.method, ...(body !== undefined && { body }) }));
  };
  const fetch = async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/_control')) return new Response('', { status: 404 });
    return pathname.startsWith('/office/') ? office(request) : simulator.fetch(request);
  };
  const device = '/office/devices/{deviceId}';
  const profile: Profile = {
    ...simulator.profile,
    known: { device: ['dev-1'] },
    controls: {
      readLimits: {
        by: 'http',
        method: 'GET',
        url: `${device}/limits`,
        reads: {
          ...{ dailyEmail: '/dailyEmail', dailySms: '/dailySms' },
          ...{ usageEmail: '/usage/email', usageSms: '/usage/sms' },
        },
      },
      setLimits: {
        by: 'http',
        method: 'PUT',
        url: `${device}/limits`,
        body: { dailyEmail: '{dailyEmail}', dailySms: '{dailySms}' },
      },
      send: {
        by: 'http',
        method: 'POST',
        url: `${device}/send`,
        body: { channel: '{channel}', count: '{count}' },
        reads: { sent: '/sent', withheld: '/withheld' },
      },
    },
  };
  const run = await runAgainst(fetch, { profile, only: ['limits/', 'groups/'] });
  simulator.stop();
  expect(run.interrupted).toBe(false);
  expect(run.outcomes.filter(({ verdict }) => verdict === 'error')).toEqual([]);
  expect(outcomeOf(run, 'groups/replaced').verdict).toBe('pass');
});
