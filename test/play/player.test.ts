/** How histories are played where a deployment answers now and then, refuses, or leaves open whether it did something. */
import { describe, expect, it } from 'vitest';
import type { Exploration } from '../../contracts/explore/exploration.ts';
import type { ExploreOptions } from '../../contracts/explore/options.ts';
import type { Step } from '../../contracts/play/steps.ts';
import { defaultProfile } from '../../contracts/profile/default.ts';
import type { Controls } from '../../contracts/profile/profile.ts';
import { createSimulator } from '../../simulator/simulator.ts';
import { ADDRESS, exploreBy } from '../explore/exploring.ts';

type Answers = (request: Request, serve: (request: Request) => Promise<Response>) => Promise<Response>;

/** An exploration of a simulator, some of whose answers are others. */
async function exploreThrough(answers: Answers, options: Partial<ExploreOptions>): Promise<Exploration> {
  const simulator = createSimulator({ devices: 0, licences: 10 });
  try {
    const fetch = (request: Request) => answers(request, simulator.fetch);
    return await exploreBy(fetch, { profile: simulator.profile, seed: 3, ...options });
  } finally {
    simulator.stop();
  }
}

const playing = (...first: Step[][]) => ({ first, onlyFirst: true });

/** Controls at an address of their own: that one breaks off there is not held against the deployment. */
const elsewhere: Controls = {
  createDevice: {
    by: 'http',
    method: 'POST',
    url: '/_control/devices',
    reads: { deviceId: '/devices/0/id' },
  },
  setLimits: {
    ...{ by: 'http', method: 'PUT', url: '/_control/devices/{deviceId}/limits' },
    body: { dailyEmail: '{dailyEmail}' },
  },
  send: {
    ...{ by: 'http', method: 'POST', url: '/_control/devices/{deviceId}/send' },
    ...{ body: { channel: '{channel}', count: '{count}' }, reads: { sent: '/sent' } },
  },
};

/** A limit of 0 takes effect, and is answered as if the control had broken off. */
const limitsOfZeroBreakOff: Answers = async (request, serve) => {
  if (request.url === `${ADDRESS}/_control/clock`) return new Response('', { status: 404 });
  const isChange = request.method === 'PUT' && request.url.endsWith('/limits');
  const isZero = isChange && Object.values(await request.clone().json()).includes(0);
  const response = await serve(request);
  return isZero ? Response.json({}, { status: 500 }) : response;
};

const device = { do: 'device', device: 1 } as const;
const limit = (to: number) => ({ do: 'limit', device: 1, channel: 'email', to }) as const;
const send = { do: 'send', device: 1, channel: 'email', count: 1 } as const;
const group = { do: 'create', family: 'group', record: 1 } as const;

describe('a change of which it is not known whether it was carried out', () => {
  it.each<[string, Step, number]>([
    ['by itself', limit(0), 5],
    [
      'at the same time as others',
      { do: 'burst', calls: [{ do: 'replace', family: 'group', record: 1 }, limit(0)] },
      // A read shows first that the group is the run's own.
      6,
    ],
  ])('%s ends the history', async (_, step, steps) => {
    const run = await exploreThrough(limitsOfZeroBreakOff, {
      ...playing([device, group, limit(2), send, step, send, send]),
      profile: { ...defaultProfile, controls: elsewhere, controlsUrl: 'http://127.0.0.1:4011' },
    });
    expect(run.failures).toEqual([]);
    expect(run.brokenOff).toBe(0);
    // The step itself is the last, and none follows.
    expect(run.steps).toBe(steps);
  });
});

it('devices that can no longer be made come again', async () => {
  let made = 0;
  const few: Answers = async (request, serve) => {
    if (request.method !== 'POST' || !request.url.endsWith('/_control/devices')) return serve(request);
    return ++made > 2 ? Response.json({ code: 'NO_MORE' }, { status: 409 }) : serve(request);
  };
  const both = [device, { ...device, device: 2 }] as const;
  const run = await exploreThrough(few, playing([...both], [...both], [...both]));
  expect(run.untaken).toBe(0);
  expect(run.devices).toBe(2);
});

it('nothing is written to a deleted record whose id may be that of another client', async () => {
  const record = { family: 'group', record: 1 } as const;
  const gone = { do: 'delete', ...record } as const;
  const write = { do: 'replace', ...record } as const;
  const steps: Step[] = [
    { do: 'create', ...record },
    gone,
    write,
    { do: 'burst', calls: [write, gone] },
    gone,
  ];
  const writesOf = async (reuse: 'never' | 'reused') => {
    const sent: string[] = [];
    const openings = { ...defaultProfile.openings, 'records.id-reuse': reuse };
    await exploreThrough(
      (request, serve) => {
        if (/groups\/./.test(request.url)) sent.push(request.method);
        return serve(request);
      },
      { ...playing(steps), profile: { ...defaultProfile, openings } },
    );
    return sent.filter((method) => method !== 'GET');
  };
  expect(await writesOf('reused')).toEqual(['DELETE']);
  expect((await writesOf('never')).length).toBeGreaterThan(1);
});

it('a location of a device that comes again is not taken for its newest', async () => {
  const locate = { do: 'locate', device: 1, late: false } as const;
  const last = { do: 'last', device: 1 } as const;
  const histories = [
    [device, locate, locate, locate, last],
    [device, locate, last],
  ];
  const run = await exploreThrough((request, serve) => serve(request), {
    ...playing(...histories),
    maxDevices: 1,
  });
  expect(run.failures).toEqual([]);
});

it('a failure that passed when it was played again is suspect, though it fails three times after that', async () => {
  // Made-up tokens are good ones in the first play of the history, in the third and in the fourth.
  const failing = new Set([0, 2, 3]);
  let plays = 0;
  let found = -1;
  let good: string | null = null;
  const run = await exploreThrough(
    (request, serve) => {
      const sent = request.headers.get('authorization');
      const isMadeUp = sent?.includes('garbage-') ?? false;
      if (!isMadeUp) good = sent ?? good;
      if (!isMadeUp || good === null) return serve(request);
      if (found < 0) found = plays;
      if (!failing.has(plays - found)) return serve(request);
      const headers = new Headers(request.headers);
      headers.set('authorization', good);
      return serve(new Request(request, { headers }));
    },
    { seed: 4, readOnly: true, requests: 60, onHistory: () => plays++ },
  );
  expect(found).toBe(0);
  expect(run.failures[0]).toMatchObject({ verdict: 'suspect', played: 5, failed: 3 });
});
