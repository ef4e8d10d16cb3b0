/** The control API, with the routes of the live page and worlds: every route, with good and bad bodies. */
import { serverWorlds } from '../../../cli/serving/worlds.ts';
import { drivingFleet } from '../../../scenarios/player/stage/driving.ts';
import { createStage, type Stage } from '../../../scenarios/player/stage/stage.ts';
import { createSimulator } from '../../../simulator/index.ts';
import { worldRoutes } from '../../../simulator/worlds/routes.ts';
import { bodyNear, idNear, queryNear } from './bodies.ts';
import { callsOf, type Service } from './calls.ts';
import type { Chance } from './mutate.ts';
import type { Asked } from './world.ts';

/** Routes with bodies that are good for them. */
const routes: readonly (readonly [method: string, path: string, ...bodies: object[]])[] = [
  ['GET', '/clock'],
  [
    'PUT',
    '/clock',
    { frozen: true },
    { now: '2026-01-05T09:00:00Z' },
    { speed: 60, frozen: true, until: '2026-02-01T00:00:00Z' },
    { frozen: true, until: null },
  ],
  [
    'POST',
    '/clock/advance',
    { by: 'PT1H' },
    { to: '2026-01-06T00:00:00Z' },
    { by: 'PT90M', maxEvents: 1 },
    { by: 'P1D' },
  ],
  ['DELETE', '/clock/advance'],
  ['GET', '/deadlines'],
  ['GET', '/account'],
  [
    'PUT',
    '/account',
    { apiEnabled: false },
    { licences: { total: 2 } },
    { apiEnabled: true, licences: { total: 9 } },
    { apiKey: 'another' },
  ],
  ['GET', '/devices'],
  [
    'POST',
    '/devices',
    {},
    { count: 2 },
    { id: 'dev-77', group: 'grp-1', limits: { dailySms: 1 }, usage: { sms: 1 }, licence: 'expired' },
    { id: 5, expirationDate: '2026-12-31', position: [48, 11], locations: [{ latitude: 1, longitude: 2 }] },
    { name: 'New', model: 'X', licencePlate: 'A 1', imei: '00', phone: '+1' },
  ],
  ['GET', '/fixture'],
  ['GET', '/devices/{id}'],
  ['GET', '/devices/{id}/track'],
  ['GET', '/devices/{id}/limits'],
  [
    'PUT',
    '/devices/{id}/limits',
    { dailySms: 1 },
    { dailyEmail: null, dailySms: 0 },
    { expires: true, expirationDate: '2026-01-07' },
    { expires: false },
    { expires: true, expirationDate: '2026-01-04', dailySms: 2 },
  ],
  ['POST', '/devices/{id}/activate', {}, { expirationDate: '2026-12-31' }],
  ['POST', '/devices/{id}/send', { channel: 'sms' }, { channel: 'email', count: 5 }],
  ['GET', '/outbox'],
  ['GET', '/health'],
  ['GET', '/requests'],
  ['GET', '/requests/count'],
  ['DELETE', '/requests'],
  [
    'POST',
    '/wait',
    {
      for: 'requests',
      operation: 'listDevices',
      status: 404,
      path: '/api/*',
      field: 'a.b:c*',
      timeout: '0s',
    },
    { for: 'events', kind: 'limits-set', device: 'dev-1', since: 3, count: 2, timeout: '0s' },
    { for: 'messages', field: ['channel:sms', '__proto__'], since: '2026-01-05T09:00:00Z', timeout: '0s' },
  ],
  ['GET', '/alerts'],
  ['GET', '/positions'],
  ['GET', '/events'],
  ['GET', '/faults'],
  [
    'PUT',
    '/faults',
    { rules: [{ operation: 'listDevices', latency: 5, refusal: 'failed', probability: 0.1 }] },
    { rules: [] },
    { rules: [{ cut: 'before' }] },
  ],
  ['GET', '/profile'],
  ['GET', '/specification'],
  ['GET', '/snapshot'],
  ['PUT', '/snapshot', {}, { format: 'roadtest-snapshot', version: 1 }],
  ['POST', '/reset', {}],
  ['GET', '/stories'],
  ['GET', '/story'],
  ['PUT', '/story', { name: 'no-such-story' }, { text: 'title: x' }],
  ['POST', '/story/seek', { to: '2026-01-05T09:00:00Z' }],
  [
    'POST',
    '/inject',
    { device: 'dev-1', kind: 'sos' },
    { device: 'dev-2', kind: 'theft' },
    { device: 'dev-1', kind: 'dropout' },
  ],
  ['GET', '/worlds'],
  [
    'POST',
    '/worlds',
    { name: 'a', seed: 2, devices: 3 },
    { name: 'a', fork: null },
    { fork: 'a', speed: 60 },
    { at: '2026-03-02T08:00:00Z', timeZone: 'Europe/Berlin', frozen: true },
    { story: { text: 'title: x' } },
    { snapshot: { format: 'roadtest-snapshot', version: 1 } },
  ],
  ['GET', '/worlds/a'],
  ['DELETE', '/worlds/a'],
  ['GET', '/verification'],
  ['GET', '/verification/report'],
];

const writing = routes.filter(([method]) => method !== 'GET');

export const controlApi = callsOf({ name: 'fuzz-control-api', open, draw });

async function open(): Promise<Service> {
  const stage: Stage = createStage({
    plain: (added) => createSimulator({ devices: 4, ...added }),
    driving: drivingFleet(4, 1),
    controls: worldRoutes(() => worlds),
  });
  stage.simulator.fleet.groups.list();
  stage.simulator.fleet.users.list();
  const begun = () => ({ fixture: undefined, snapshot: undefined });
  const worlds = serverWorlds(stage, { devices: 4 }, begun, async () => ({
    simulator: {},
    stage: {},
  }));
  return { handle: worlds.handle, basePath: '', admitted: {}, close: () => worlds.stop() };
}

const ids = ['dev-1', 'dev-2', 'dev-3', 'dev-4'] as const;

function draw(chance: Chance): Asked {
  const [method, path, ...bodies] = chance.pick(chance.below(4) === 0 ? routes : writing);
  const world = chance.below(8) === 0 ? '/w/a' : '';
  const target = `${world}/_control${path.replace('{id}', () => idNear(ids, chance))}${method === 'GET' ? queryNear(chance) : ''}`;
  const takesBody = bodies.length > 0 || chance.below(12) === 0;
  return {
    method:
      chance.below(20) === 0
        ? chance.pick(['GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'])
        : method,
    target:
      chance.below(30) === 0
        ? chance.pick([
            '/_control',
            '/_control/',
            `${target}/`,
            '/_control/%zz',
            '/_controlx',
            '/_control//clock',
            '/w/',
            '/w/a',
            '/w/../_control/clock',
            '/w/%61/_control/clock',
            '/w/b/_control/clock',
          ])
        : target,
    ...(takesBody && { body: quick(bodyNear(chance.pick(bodies.length > 0 ? bodies : [{}]), chance)) }),
  };
}

/** A body that asks for a long stretch of time or many of something is lawful but slow: it is made to ask for less. */
function quick(body: string): string {
  return body
    .replace(/"(by|to|until|now)":"(P99999D|9999-[^"]*|\+\d[^"]*)"/g, '"$1":"P3D"')
    .replace(/"(count|devices)":(\d{4,}|1e\d+)/g, '"$1":3');
}
