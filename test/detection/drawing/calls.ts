/**
 * Draws the calls of a trace: every operation, every control, in orders that a working day could bring. They are
 * carried out as they are drawn, so that most of them name what there is.
 */
import { DAY } from '../../../contracts/kit/durations.ts';
import { isoUtc } from '../../../contracts/kit/times.ts';
import type { OperationId } from '../../../contracts/specification/operations.ts';
import { operations } from '../../../contracts/specification/operations.ts';
import { type Bearer, bearers, type TracedCall } from '../trace.ts';
import { type BodyKind, right, unreadable, wrong } from './bodies.ts';
import type { Dice } from './dice.ts';
import { Scene } from './scene.ts';

const JSON_TYPE = 'application/json';
const PATCH_TYPE = 'application/merge-patch+json';
const control = (path: string): string => `/_control${path}`;

/** After so many calls the state is read as a tester reads it. */
const STATE_EVERY = 25;
const stateReads = ['/devices', '/account'].map((path): TracedCall => ['GET', control(path), 'none']);

const dailyCalls: readonly (readonly [weight: number, draw: (scene: Scene) => TracedCall[]])[] = [
  [22, operationCall],
  [1, strayCall],
  [1.2, tokenCall],
  [3.5, setLimits],
  [4, send],
  [1.2, activate],
  [3, advance],
  [0.8, changeAccount],
  [0.8, createDevices],
  [1.2, readControls],
];

/** So many calls from a seed. */
export async function drawTrace(seed: number, count: number): Promise<TracedCall[]> {
  const scene = new Scene(seed);
  const calls: TracedCall[] = [tokenRequest(credentials), ...stateReads];
  await scene.carryOut(calls);
  let sinceState = 0;
  while (calls.length < count) {
    const next = scene.dice.weighted(dailyCalls)(scene);
    await scene.carryOut(next);
    calls.push(...next);
    sinceState += next.length;
    if (sinceState < STATE_EVERY) continue;
    calls.push(...stateReads);
    sinceState = 0;
  }
  return calls.slice(0, count);
}

const credentials = { userName: 'demo', apiKey: 'demo-key' };

function tokenRequest(body: unknown, contentType: string = JSON_TYPE): TracedCall {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return ['POST', '/api/Auth/Token', 'none', text, contentType];
}

function tokenCall(scene: Scene): TracedCall[] {
  const { dice } = scene;
  const body = dice.one<unknown>([
    credentials,
    credentials,
    { ...credentials, extra: [1] },
    { ...credentials, apiKey: 'wrong' },
    { ...credentials, userName: 'Demo' },
    { userName: 'demo' },
    { apiKey: 'demo-key' },
    { userName: 5, apiKey: 'demo-key' },
    { userName: 'demo', apiKey: null },
    { userName: '', apiKey: '' },
    {},
    [credentials],
    ...unreadable,
  ]);
  return [
    tokenRequest(
      body,
      dice.weighted([
        [8, JSON_TYPE],
        [1, 'text/plain'],
        [1, `${JSON_TYPE}; charset=utf-8`],
      ]),
    ),
  ];
}

const wrongBearers = (Object.keys(bearers) as Bearer[]).filter((name) => name !== 'latest');

function bearer(dice: Dice): Bearer {
  return dice.share() < 0.95 ? 'latest' : dice.one(wrongBearers);
}

const noIds = [
  'dev-0',
  'dev-999',
  'grp-999',
  'usr-999',
  '1',
  'x',
  'DEV-1',
  'dev-01',
  'grp-1%20',
  '%zz',
  'dev%2d1',
];
const queries = [
  'limit=2',
  'limit=2&offset=1',
  'offset=3',
  'offset=999',
  'limit=1000',
  'limit=1001',
  'limit=0',
  'limit=-1',
  'limit=x',
  'offset=1.5',
  'group=grp-1',
  'group=grp-2&limit=1',
  'group=grp-999',
  'group=x',
  'page=2',
  'cursor=c2',
  'unknown=1',
];

const bodyOf: { readonly [O in OperationId]?: BodyKind } = {
  postLocations: 'location',
  postAlerts: 'alert',
  createGroup: 'group',
  replaceGroup: 'group',
  updateGroup: 'group',
  createUser: 'user',
  replaceUser: 'user',
  updateUser: 'user',
};

/** How often an operation is called, beside the others. */
const often: { readonly [O in OperationId]?: number } = {
  postLocations: 3,
  postAlerts: 3,
  deleteGroup: 0.5,
  deleteUser: 0.5,
  listCountries: 0.4,
  listTimeZones: 0.4,
};
const called = operations
  .filter(({ guarded }) => guarded)
  .map((operation) => [often[operation.id] ?? 1, operation] as const);

function operationCall(scene: Scene): TracedCall[] {
  const { dice } = scene;
  const { id, method, path, pathId, lists } = dice.weighted(called);
  const named = pathId === null ? '' : dice.share() < 0.95 ? scene.id(pathId) : dice.one(noIds);
  const query = lists && dice.share() < 0.5 ? `?${dice.one(queries)}` : '';
  const target = path.replace(/\{\w+\}/, named) + query;
  const kind = bodyOf[id];
  if (kind === undefined) return [[method, target, bearer(dice)]];
  const patch = method === 'PATCH';
  const contentType = dice.weighted([
    [20, patch ? PATCH_TYPE : JSON_TYPE],
    [1, JSON_TYPE],
    [1, 'text/plain'],
    [1, `${JSON_TYPE}; charset=utf-8`],
  ]);
  return [[method, target, bearer(dice), bodyText(scene, kind, patch), contentType]];
}

function bodyText(scene: Scene, kind: BodyKind, partial: boolean): string {
  const { dice } = scene;
  if (dice.share() < 0.03) return dice.one(unreadable);
  const one = (): unknown => (dice.share() < 0.78 ? right(scene, kind, partial) : wrong(scene, kind));
  const many = (kind === 'location' || kind === 'alert') && dice.share() < 0.3;
  return JSON.stringify(many ? Array.from({ length: dice.whole(0, 3) }, one) : one());
}

/** Paths and methods that are not served, and spellings of those that are. */
function strayCall(scene: Scene): TracedCall[] {
  const { dice } = scene;
  const [method, target] = dice.one([
    ['GET', '/'],
    ['GET', '/api'],
    ['GET', '/api/nothing'],
    ['GET', '/api/devices/'],
    ['GET', '/API/Devices'],
    ['GET', '/api/devices/dev-1/nothing'],
    ['GET', '/api/devices/dev-1/locations'],
    ['DELETE', '/api/devices/dev-1'],
    ['PATCH', '/api/groups'],
    ['PUT', '/api/users'],
    ['HEAD', '/api/devices'],
    ['OPTIONS', '/api/groups/grp-1'],
    ['GET', '/api/Auth/Token'],
    ['POST', '/api/auth/token'],
    ['GET', '/api/users/countries/DE'],
    ['GET', '/api//devices'],
    ['GET', '/api/devices//lastLocation'],
  ] as const);
  return [[method, target, bearer(dice)]];
}

function onDevice(scene: Scene, method: string, path: string, body?: unknown, expired = false): TracedCall {
  const { dice } = scene;
  const target = control(`/devices/${dice.share() < 0.97 ? scene.device(expired) : dice.one(noIds)}${path}`);
  return body === undefined
    ? [method, target, 'none']
    : [method, target, 'none', JSON.stringify(body), JSON_TYPE];
}

const reads = (call: TracedCall): TracedCall => [
  'GET',
  call[1].replace(/\/(activate|send)$/, '/limits'),
  'none',
];

function setLimits(scene: Scene): TracedCall[] {
  const { dice } = scene;
  const body = dice.share() < 0.75 ? right(scene, 'limits', true) : wrong(scene, 'limits');
  const usage = dice.share() < 0.06 ? { usage: { email: 1, sms: 0 } } : {};
  const change = onDevice(scene, 'PUT', '/limits', { ...Object(body), ...usage });
  return [change, reads(change)];
}

function send(scene: Scene): TracedCall[] {
  const { dice } = scene;
  const channel = dice.weighted<unknown>([
    [10, 'email'],
    [10, 'sms'],
    [1, 'post'],
    [1, undefined],
  ]);
  const count = dice.weighted<unknown>([
    [6, undefined],
    [6, 1],
    [6, 2],
    [4, 4],
    [2, 9],
    [1, 0],
    [1, 1.5],
  ]);
  const sending = onDevice(scene, 'POST', '/send', { channel, count });
  return dice.share() < 0.5 ? [sending] : [sending, reads(sending)];
}

function activate(scene: Scene): TracedCall[] {
  const { dice } = scene;
  const body = dice.weighted<object>([
    [6, {}],
    [2, { expirationDate: isoUtc(scene.now + 9 * DAY).slice(0, 10) }],
    [1, { expirationDate: 'soon' }],
    [1, { expirationDate: '2025-01-01' }],
  ]);
  const activating = onDevice(scene, 'POST', '/activate', body, dice.share() < 0.75);
  return [activating, reads(activating), ['GET', control('/account'), 'none']];
}

/** Time passes. Most callers then fetch a new token, for the old one may have expired. */
function advance(scene: Scene): TracedCall[] {
  const { dice } = scene;
  const by = dice.weighted([
    [3, 'PT1S'],
    [4, 'PT5M'],
    [4, 'PT50M'],
    [2, 'PT1H'],
    [4, 'PT3H'],
    [3, 'PT16H'],
    [2, 'P1D'],
    [0.5, 'P5D'],
  ]);
  const passing: TracedCall = ['POST', control('/clock/advance'), 'none', JSON.stringify({ by }), JSON_TYPE];
  const renewed = dice.share() < 0.95 ? [tokenRequest(credentials)] : [];
  return [passing, ...renewed];
}

/** API access and licences; what would end all that follows is taken back. */
function changeAccount(scene: Scene): TracedCall[] {
  const { dice } = scene;
  const put = (change: object): TracedCall => [
    'PUT',
    control('/account'),
    'none',
    JSON.stringify(change),
    JSON_TYPE,
  ];
  if (dice.share() < 0.6) {
    const { used } = scene.licences;
    const total = dice.one<unknown>([
      used,
      used + 1,
      used + 1,
      used + 4,
      used + 4,
      used + 4,
      used - 1,
      0,
      -1,
      1.5,
    ]);
    return [put({ licences: { total } })];
  }
  const meanwhile = [...operationCall(scene), tokenRequest(credentials), ...operationCall(scene)];
  return [put({ apiEnabled: false }), ...meanwhile, put({ apiEnabled: true })];
}

function createDevices(scene: Scene): TracedCall[] {
  const { dice } = scene;
  const body = dice.share() < 0.8 ? right(scene, 'device') : wrong(scene, 'device');
  return [['POST', control('/devices'), 'none', JSON.stringify(body), JSON_TYPE]];
}

function readControls(scene: Scene): TracedCall[] {
  const { dice } = scene;
  const path = dice.one(['/clock', '/devices?offset=2&limit=3', '/devices/dev-1']);
  return [['GET', control(path), 'none']];
}
