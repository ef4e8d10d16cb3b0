/** The public API, in several dialects: every operation, with and without a token, with good and bad bodies. */

import { defaultProfile, type Profile } from '../../../contracts/profile/index.ts';
import { operations } from '../../../contracts/specification/index.ts';
import { createSimulator } from '../../../simulator/index.ts';
import { envelopedProfile } from '../../enveloped.generated.ts';
import { bodyNear, idNear, queryNear } from './bodies.ts';
import { callsOf, type Service } from './calls.ts';
import type { Chance } from './mutate.ts';
import type { Asked } from './world.ts';

const profiles: readonly Profile[] = [
  defaultProfile,
  envelopedProfile,
  {
    roadtest: 1,
    name: 'Slow and strict',
    openings: {
      'rate-limit': { requests: 40, per: 'PT1H', retryAfter: true },
      consistency: { readableAfter: 'PT10M' },
      'records.id': { form: 'number' },
      'users.delete-self': 'allowed',
      'groups.delete-devices': 'refused',
    },
  },
];

const bodies: readonly object[] = [
  { userName: 'demo', apiKey: 'demo-key' },
  { latitude: 48.1, longitude: 11.5, speed: 33, deviceTime: '2026-01-05T08:00:00Z', attributes: { a: 1 } },
  {
    latitude: -90,
    longitude: 180,
    altitude: -400,
    course: 359.9,
    satellites: 12,
    ignition: true,
    battery: 50,
  },
  { type: 'sos', text: 'Help', severity: 'critical', channels: ['sms'], raisedAt: '2026-01-05T08:00:00Z' },
  { name: 'Night shift', description: 'x', deviceIds: ['dev-1', 'dev-2'] },
  {
    name: 'Ann',
    email: 'ann@example.com',
    phone: '+49',
    country: 'DE',
    timeZone: 'Europe/Berlin',
    groupIds: ['1'],
    notify: ['email'],
  },
];

const writing = operations.filter(({ method }) => method !== 'GET');

export const publicApi = callsOf({ name: 'fuzz-public-api', open, draw });

async function open(chance: Chance): Promise<Service> {
  const simulator = createSimulator({
    devices: 4,
    groups: 2,
    users: 3,
    profile: chance.pick(profiles),
    historyPerDevice: 5,
  });
  const { handle, profile, fleet } = simulator;
  // The records of the beginning are made when they are first read: that is not a change.
  fleet.groups.list();
  fleet.users.list();
  const reply = await handle({
    method: 'POST',
    target: `${profile.basePath}/api/Auth/Token`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: 'demo', apiKey: 'demo-key' }),
  });
  const { token } = JSON.parse(reply.body) as { token?: string };
  return {
    handle,
    basePath: profile.basePath,
    admitted: { authorization: `Bearer ${token}` },
    close: () => simulator.stop(),
  };
}

const ids = ['1', '2', '3', '4', 'dev-1', 'dev-2', 'grp-1', 'usr-1', 'usr-2'] as const;

function draw(chance: Chance, { basePath, admitted }: Service): Asked {
  const { method, path } = chance.pick(chance.below(4) === 0 ? operations : writing);
  const target = basePath + path.replace(/\{\w+\}/, () => idNear(ids, chance)) + queryNear(chance);
  const writes = chance.below(8) === 0 || !['GET', 'DELETE'].includes(method);
  const headers = {
    ...(chance.below(8) > 0 && admitted),
    ...(chance.below(15) === 0 && {
      authorization: chance.pick(['Bearer', 'Bearer x', 'bearer  ', 'Basic x', 'Bearer a.b.c', '\u0000']),
    }),
    ...(writes && {
      'content-type': chance.pick([
        'application/json',
        'application/json',
        'application/json; charset=utf-8',
        'text/plain',
        'application/x+json',
        '',
      ]),
    }),
  };
  return {
    method:
      chance.below(15) === 0
        ? chance.pick(['GET', 'PUT', 'PATCH', 'POST', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'X'])
        : method,
    target:
      chance.below(25) === 0
        ? chance.pick([
            '/',
            '//',
            '/api',
            `${target}/`,
            target.toUpperCase(),
            '/%',
            `${basePath}/api/../api/devices`,
          ])
        : target,
    headers,
    ...(writes && {
      body: bodyNear(chance.below(4) > 0 ? bodyFor(path, chance) : chance.pick(bodies), chance),
    }),
  };
}

/** A body that is good for the operations of a path. */
function bodyFor(path: string, chance: Chance): object {
  const fitting = [/Token/, /locations/, /locations/, /alerts/, /groups/, /users/];
  const good = bodies.filter((_, at) => fitting[at]?.test(path));
  return chance.pick(good.length > 0 ? good : bodies);
}
