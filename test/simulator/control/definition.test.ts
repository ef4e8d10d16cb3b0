/** The control API against its one definition: each reply has the form that its types promise. */
import { Ajv } from 'ajv';
import { afterAll, expect, it } from 'vitest';
import { shutdownRoute } from '../../../cli/serving/serving.ts';
import { readStory } from '../../../scenarios/language/read.ts';
import type { Shelf } from '../../../scenarios/player/stage/shelf.ts';
import { createStage, type Stage } from '../../../scenarios/player/stage/stage.ts';
import { definition, type RouteKey } from '../../../simulator/control/schemas/index.ts';
import { routeWords } from '../../../simulator/control/schemas/words.ts';
import { createSimulator } from '../../../simulator/index.ts';
import { classRoutes } from '../../../simulator/worlds/class.ts';
import type { ServedWorld } from '../../../simulator/worlds/hosted-world.ts';
import { worldRoutes } from '../../../simulator/worlds/routes.ts';
import { Worlds } from '../../../simulator/worlds/worlds.ts';
import { ManualPace } from '../../manual-pace.ts';

const text = `
title: One SMS too many
clock: { start: 2026-03-02 08:00, for: 2h, timeZone: Europe/Berlin }
places: { depot: { around: [52.5, 13.4], radius: 200m } }
fleet: { van: { limits: { dailySms: 1 } } }
timeline:
  - at: 10m
    caption: The driver presses the button twice.
    do: { alert: van, type: sos, channels: [sms], times: 2 }
expect: [{ alerts: 2 }]
objectives: [{ name: Look, call: listDevices }]
questions: [{ question: How many?, choices: [one, two], answer: 2 }]
`;
const read = () => readStory(text, { file: 'story.yaml' });
const shelf: Shelf = { list: async () => [await read()], named: read, read };
const pace = new ManualPace(Date.UTC(2026, 5, 1));
const stage: Stage = createStage({
  plain: (added) => createSimulator({ devices: 3, pace, ...added }),
  playing: { pace },
  shelf,
  controls: [
    shutdownRoute(() => undefined),
    ...worldRoutes(() => worlds),
    ...classRoutes(() => worlds, { usual: {}, scheme: 'http', outside: () => undefined }),
  ],
});
const worlds: Worlds<ServedWorld> = new Worlds({
  plain: stage,
  make: () => createStage({ plain: (added) => createSimulator({ pace, ...added }) }),
  pace,
  newToken: () => 'a-token',
});
afterAll(() => worlds.stop());

async function ask(key: RouteKey, device: string, body?: object): Promise<unknown> {
  const [method = '', path = ''] = key.split(' ');
  const reply = await stage.handle({
    method,
    target: `/_control${path.replace('{id}', device)}`,
    headers: {},
    body: body && JSON.stringify(body),
  });
  expect(reply.status, `${key}: ${reply.body}`).toBe(routeWords[key].status ?? 200);
  return JSON.parse(reply.body);
}

/** A request for each route, in an order in which all of them succeed. */
const bodies: { readonly [Key in RouteKey]: object | undefined } = {
  'PUT /story': { name: 'story' },
  'GET /openapi.json': undefined,
  'GET /control-openapi.json': undefined,
  'GET /stories': undefined,
  'GET /story': undefined,
  'GET /devices/{id}/trips': undefined,
  'GET /trips': undefined,
  'GET /clock': undefined,
  'PUT /clock': { speed: 'max', until: null },
  'POST /clock/advance': { by: 'PT20M', maxEvents: 10_000 },
  'DELETE /clock/advance': undefined,
  'GET /deadlines': undefined,
  'GET /account': undefined,
  'PUT /account': { apiEnabled: true, apiKey: 'another', licences: { total: 40 } },
  'GET /devices': undefined,
  'POST /devices': { count: 2, name: 'New' },
  'DELETE /devices/{id}': undefined,
  'GET /devices/{id}': undefined,
  'GET /devices/{id}/track': undefined,
  'GET /devices/{id}/limits': undefined,
  'PUT /devices/{id}/limits': { dailyEmail: 1, dailySms: null, expires: false },
  'PUT /devices/{id}/faults': { clock: { behind: '1h' }, copies: 2, for: '10m' },
  'GET /devices/{id}/faults': undefined,
  'POST /devices/{id}/send': { channel: 'email', count: 3 },
  'POST /inject': { device: 'dev-1', kind: 'sos' },
  'POST /caption': { text: 'Look.' },
  'GET /lesson': undefined,
  'POST /lesson/answers': { question: 0, choice: 1 },
  'GET /outbox': undefined,
  'GET /alerts': undefined,
  'GET /health': undefined,
  'GET /role': undefined,
  'GET /names': undefined,
  'GET /requests': undefined,
  'GET /requests/count': undefined,
  'POST /wait': { for: 'messages', timeout: '1s' },
  'DELETE /requests': undefined,
  'PUT /faults': { rules: [{ operation: 'listDevices', latency: 5 }] },
  'GET /faults': undefined,
  'GET /profile': undefined,
  'GET /specification': undefined,
  'POST /shutdown': {},
  'GET /verification': undefined,
  'POST /story/seek': { to: '2026-03-02T00:00:00Z' },
  'GET /fixture': undefined,
  'PUT /fixture': { devices: [{ id: 'dev-1' }, { id: 'dev-2' }] },
  'GET /snapshot': undefined,
  'PUT /snapshot': {},
  'POST /reset': {},
  'POST /devices/{id}/activate': {},
  'POST /worlds': { name: 'beside', devices: 2 },
  'GET /worlds': undefined,
  'POST /class': { trainees: ['Anna'] },
  'GET /class': undefined,
  'GET /worlds/{id}': undefined,
  'DELETE /worlds/{id}': undefined,
};

const ajv = new Ajv({ allowUnionTypes: true, discriminator: true });

it('answers every route in the form of its definition', async () => {
  const seen = new Map<string, unknown>();
  for (const key of Object.keys(bodies) as RouteKey[]) {
    if (key === 'POST /devices/{id}/activate') await expire();
    if (key === 'POST /story/seek') await ask('PUT /story', '', { name: 'story' });
    if (key === 'PUT /fixture') await ask('PUT /story', '', { name: null });
    const start = key === 'POST /story/seek' ? storyStart() : undefined;
    const body = start ?? (key === 'PUT /snapshot' ? (seen.get('GET /snapshot') as object) : bodies[key]);
    const device = key.startsWith('DELETE') ? 'dev-2' : 'dev-1';
    const named = key.includes('/worlds');
    const reply = await ask(key, named ? 'beside' : device, body);
    seen.set(key, reply);
    const validate = ajv.compile(definition[key].reply);
    expect([key, validate(reply), validate.errors]).toEqual([key, true, null]);
  }

  function storyStart(): object {
    return { to: new Date(stage.simulator.clock.now() + 60_000).toISOString() };
  }
  async function expire(): Promise<void> {
    const { now } = stage.simulator.clock.view();
    const tomorrow = new Date(now + 86_400_000).toISOString().slice(0, 10);
    await ask('PUT /devices/{id}/limits', 'dev-1', { expires: true, expirationDate: tomorrow });
    await ask('POST /clock/advance', '', { by: 'P3D' });
    await ask('PUT /account', '', { licences: { total: 100 } });
  }
});

it.each<[key: RouteKey, body: object, problem: object]>([
  [
    'PUT /account',
    { licences: { total: 'ten' } },
    { field: 'licences.total', detail: 'licences.total must be number, not string.' },
  ],
  ['PUT /account', { licences: { free: 1 } }, { field: 'licences.free', hint: 'Possible: total.' }],
  ['PUT /account', { apiKey: '' }, { field: 'apiKey', detail: 'apiKey must be a string that is not empty.' }],
  ['PUT /clock', { speed: 'fast' }, { field: 'speed', detail: 'speed must be a number, or `max`.' }],
  [
    'POST /devices',
    { count: 1.5 },
    { field: 'count', detail: 'count must be a whole number from 1 to 10000.' },
  ],
  ['POST /inject', { kind: 'sos' }, { field: 'device', hint: 'Send {"device":"dev-1","kind":"sos"}.' }],
  [
    'POST /inject',
    { device: 'dev-1', kind: 'fire' },
    {
      field: 'kind',
      detail:
        'kind must be one of sos, power-cut, dropout, theft, speeding, wrong-clock, no-fix, zero-position, jumps, duplicates, newest-first, stuck-sensor.',
    },
  ],
])('refuses a wrong body of %s: %j', async (key, body, problem) => {
  const [method = '', path = ''] = key.split(' ');
  const reply = await stage.handle({
    method,
    target: `/_control${path}`,
    headers: {},
    body: JSON.stringify(body),
  });
  expect(reply.status).toBe(422);
  expect(JSON.parse(reply.body)).toMatchObject({ code: 'BODY_INVALID', ...problem });
});
