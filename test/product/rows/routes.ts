/**
 * The effect of each route of the control API: a call of it on a new world of three devices, and what is seen then, in
 * the answer or elsewhere.
 */
import { type Answer, newWorld, type Service, serve, sharedServer } from '../server.ts';

interface RouteRow {
  route: string;
  /** The effect that is seen, as a text. */
  see(world: Service): Promise<string>;
  sign: RegExp;
}

/** The answer of the route itself. */
const own =
  (method: string, path: string, body?: unknown, before: readonly Call[] = []) =>
  async (world: Service): Promise<string> => {
    await made(world, before);
    return said(await world.control(method, path, body));
  };
/** The answer to a later call. */
const then =
  (method: string, path: string, body: unknown, later: string, before: readonly Call[] = []) =>
  async (world: Service): Promise<string> => {
    await made(world, [...before, [method, path, body]]);
    return said(await world.control('GET', later));
  };
type Call = readonly [method: string, path: string, body?: unknown];

const said = ({ status, text }: Answer): string => `${status} ${text}`;

async function made(world: Service, calls: readonly Call[]): Promise<void> {
  for (const [method, path, body] of calls) {
    const answer = await world.control(method, path, body);
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${said(answer)}`);
  }
}

/** The first text that matches, of a stream of events. */
async function streamed(world: Service, path: string, sign: RegExp): Promise<string> {
  const ended = new AbortController();
  const { body } = await fetch(world.controlUrl + path, { signal: ended.signal });
  let text = '';
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    if (sign.test(text)) break;
  }
  ended.abort();
  return text;
}

const tunnel = { name: 'tunnel' };
const expired = { fixture: { account: { licences: 3 }, devices: [{ id: 'dev-9', licence: 'expired' }] } };
const report = { deviceTime: '2026-01-05T07:00:00Z', latitude: 48, longitude: 11 };

/** The answer of the server that has the world; the request is told the name of the world. */
const ofWorlds =
  (ask: (server: Service, name: string) => Promise<Answer>) =>
  async (world: Service): Promise<string> =>
    said(await ask(await sharedServer(), /\/w\/([^/]+)/.exec(world.baseUrl)?.[1] ?? ''));

export const routeRows: readonly RouteRow[] = [
  { route: 'GET /clock', see: own('GET', '/clock'), sign: /"now":"2026-01-05T08:00:00.000Z".*"frozen":true/ },
  {
    route: 'PUT /clock',
    see: then('PUT', '/clock', { now: '2026-01-07T00:00:00Z' }, '/clock'),
    sign: /"now":"2026-01-07/,
  },
  {
    route: 'POST /clock/advance',
    see: then('POST', '/clock/advance', { by: 'PT90M' }, '/clock'),
    sign: /T09:30:00/,
  },
  {
    route: 'DELETE /clock/advance',
    see: own('DELETE', '/clock/advance'),
    sign: /^200 .*"interrupted":false/,
  },
  {
    route: 'GET /deadlines',
    see: own('GET', '/deadlines'),
    sign: /"at":"2026-01-06T00:00:00.000Z","kind":"day-end"/,
  },
  {
    route: 'GET /account',
    see: own('GET', '/account'),
    sign: /"licences":\{"total":8,"used":3,"available":5\}/,
  },
  {
    route: 'PUT /account',
    see: then('PUT', '/account', { apiEnabled: false, licences: { total: 9 } }, '/account'),
    sign: /"apiEnabled":false.*"total":9/,
  },
  { route: 'GET /devices', see: own('GET', '/devices'), sign: /"id":"dev-1".*"id":"dev-3"/ },
  {
    route: 'POST /devices',
    see: then('POST', '/devices', { id: 'dev-4711', name: 'Tow truck' }, '/devices'),
    sign: /"id":"dev-4711"/,
  },
  { route: 'GET /devices/{id}', see: own('GET', '/devices/dev-2'), sign: /"id":"dev-2"/ },
  {
    route: 'DELETE /devices/{id}',
    async see(world) {
      await made(world, [['DELETE', '/devices/dev-3']]);
      return said(await world.control('GET', '/devices'));
    },
    sign: /"id":"dev-2"(?!.*"id":"dev-3")/,
  },
  { route: 'GET /devices/{id}/limits', see: own('GET', '/devices/dev-2/limits'), sign: /"dailySms":null/ },
  {
    route: 'PUT /devices/{id}/limits',
    see: then('PUT', '/devices/dev-1/limits', { dailySms: 1 }, '/devices/dev-1/limits'),
    sign: /"dailySms":1/,
  },
  {
    route: 'GET /devices/{id}/faults',
    see: own('GET', '/devices/dev-1/faults', undefined, [
      ['PUT', '/story', tunnel],
      ['PUT', '/devices/dev-1/faults', { position: 'zero', for: '1h' }],
    ]),
    sign: /^200 \{"faults":\{"position":"zero"\},"until":\{"position":"2026-03-11T06:00:00.000Z"\}\}/,
  },
  {
    route: 'PUT /devices/{id}/faults',
    see: then('PUT', '/devices/dev-1/faults', { clock: { ahead: '1826d' } }, '/devices/dev-1/faults', [
      ['PUT', '/story', tunnel],
    ]),
    sign: /"clock":157766400000/,
  },
  {
    route: 'POST /devices/{id}/send',
    see: then('POST', '/devices/dev-1/send', { channel: 'email', count: 3 }, '/devices/dev-1/limits'),
    sign: /"usage":\{"email":3/,
  },
  {
    route: 'GET /outbox',
    see: own('GET', '/outbox', undefined, [['POST', '/devices/dev-1/send', { channel: 'sms' }]]),
    sign: /"sent":1.*"sms"/,
  },
  {
    route: 'POST /devices/{id}/activate',
    async see() {
      const world = await newWorld({ devices: undefined, ...expired });
      await made(world, [['POST', '/devices/dev-9/activate', {}]]);
      return said(await world.control('GET', '/devices/dev-9'));
    },
    sign: /"licence":"used"/,
  },
  {
    route: 'GET /devices/{id}/track',
    async see(world) {
      await world.api('POST', '/devices/dev-1/locations', report);
      return said(await world.control('GET', '/devices/dev-1/track'));
    },
    sign: /"latitude":48,"longitude":11/,
  },
  {
    route: 'GET /devices/{id}/trips',
    see: own('GET', '/devices/dev-1/trips', undefined, [
      ['PUT', '/story', tunnel],
      ['POST', '/clock/advance', { by: 'PT10M' }],
    ]),
    sign: /"trips":\[\{"start"/,
  },
  {
    route: 'GET /trips',
    see: own('GET', '/trips', undefined, [
      ['PUT', '/story', tunnel],
      ['POST', '/clock/advance', { by: 'PT10M' }],
    ]),
    sign: /"devices":1,.*"distance":[1-9]/,
  },
  {
    route: 'GET /alerts',
    async see(world) {
      await world.api('POST', '/devices/dev-1/alerts', { type: 'sos', raisedAt: '2026-01-05T07:00:00Z' });
      return said(await world.control('GET', '/alerts'));
    },
    sign: /"type":"sos"/,
  },
  {
    route: 'GET /names',
    see: own('GET', '/names'),
    sign: /"groups":\[\{"id":"grp-1".*"users":\[\{"id":"usr-1","name":"demo"/,
  },
  {
    route: 'GET /requests',
    async see(world) {
      await world.api('GET', '/devices');
      return said(await world.control('GET', '/requests'));
    },
    sign: /"operation":"listDevices"/,
  },
  {
    route: 'GET /requests/count',
    async see(world) {
      await world.api('GET', '/devices');
      return said(await world.control('GET', '/requests/count?operation=listDevices'));
    },
    sign: /"count":1,"dropped":0/,
  },
  {
    route: 'DELETE /requests',
    async see(world) {
      await world.api('GET', '/devices');
      await world.control('DELETE', '/requests');
      return said(await world.control('GET', '/requests'));
    },
    sign: /"count":0,.*"requests":\[\]/,
  },
  {
    route: 'POST /wait',
    async see(world) {
      const wanted = { for: 'messages', device: 'dev-1', field: 'channel:sms', timeout: '1m' };
      const waiting = world.control('POST', '/wait', wanted);
      await world.control('POST', '/devices/dev-1/send', { channel: 'sms' });
      return said(await waiting);
    },
    sign: /^200 .*"count":1,.*"deviceId":"dev-1"/,
  },
  { route: 'GET /events', see: (world) => streamed(world, '/events?since=0', /data: /), sign: /data: \{/ },
  { route: 'GET /positions', see: (world) => streamed(world, '/positions', /data: /), sign: /data: / },
  {
    route: 'POST /caption',
    async see(world) {
      await made(world, [['POST', '/caption', { text: 'Look at van-3.' }]]);
      return streamed(world, '/events?since=0', /Look/);
    },
    sign: /Look at van-3/,
  },
  {
    route: 'GET /lesson',
    see: then('PUT', '/story', { name: 'lesson/midnight' }, '/lesson'),
    sign: /"name":"See a message withheld","state":"open"/,
  },
  {
    route: 'POST /lesson/answers',
    see: own('POST', '/lesson/answers', { question: 0, choice: 1 }, [
      ['PUT', '/story', { name: 'lesson/midnight' }],
    ]),
    sign: /"chosen":1,"answer":1,"because":"A limit/,
  },
  { route: 'GET /role', see: own('GET', '/role'), sign: /"role":"trainer"/ },
  { route: 'GET /health', see: own('GET', '/health'), sign: /"status":"ok"/ },
  { route: 'GET /profile', see: own('GET', '/profile'), sign: /"name":"default"/ },
  {
    route: 'GET /openapi.json',
    see: own('GET', '/openapi.json'),
    sign: /"openapi":"3\.1\.0".*"listDevices"/,
  },
  {
    route: 'GET /control-openapi.json',
    see: own('GET', '/control-openapi.json'),
    sign: /"openapi":"3\.1\.0".*"postClockAdvance"/,
  },
  { route: 'GET /specification', see: own('GET', '/specification'), sign: /"id":"listDevices"/ },
  { route: 'GET /faults', see: own('GET', '/faults'), sign: /"rules":\[\]/ },
  {
    route: 'PUT /faults',
    async see(world) {
      await made(world, [['PUT', '/faults', { rules: [{ operation: 'listUsers', refusal: 'failed' }] }]]);
      return said(await world.api('GET', '/users'));
    },
    sign: /^5\d\d /,
  },
  {
    route: 'POST /reset',
    see: then('POST', '/reset', {}, '/clock', [['POST', '/clock/advance', { by: 'P1D' }]]),
    sign: /2026-01-05T08:00:00/,
  },
  { route: 'GET /fixture', see: own('GET', '/fixture?form=yaml'), sign: /^200 [\s\S]*\n {2}- id: dev-1/ },
  {
    route: 'PUT /fixture',
    see: then('PUT', '/fixture', { devices: [{ id: 'truck-9' }] }, '/devices'),
    sign: /"id":"truck-9"/,
  },
  { route: 'GET /snapshot', see: own('GET', '/snapshot'), sign: /^200 \{/ },
  {
    route: 'PUT /snapshot',
    async see(world) {
      const { body } = await world.control('GET', '/snapshot');
      await made(world, [
        ['POST', '/clock/advance', { by: 'P1D' }],
        ['PUT', '/snapshot', body],
      ]);
      return said(await world.control('GET', '/clock'));
    },
    sign: /2026-01-05T08:00:00/,
  },
  { route: 'GET /stories', see: own('GET', '/stories'), sign: /"name":"tunnel"/ },
  { route: 'GET /story', see: own('GET', '/story'), sign: /"story":null/ },
  { route: 'PUT /story', see: then('PUT', '/story', tunnel, '/story'), sign: /"name":"tunnel"/ },
  {
    route: 'POST /story/seek',
    see: then('POST', '/story/seek', { to: '2026-03-11T05:05:00Z' }, '/clock', [['PUT', '/story', tunnel]]),
    sign: /2026-03-11T05:05:00/,
  },
  {
    route: 'POST /inject',
    see: then('POST', '/inject', { device: 'dev-1', kind: 'sos' }, '/alerts', [['PUT', '/story', tunnel]]),
    sign: /"type":"sos"/,
  },
  { route: 'GET /verification', see: own('GET', '/verification'), sign: /"state":"none"/ },
  { route: 'GET /verification/report', see: own('GET', '/verification/report'), sign: /"code":"NO_REPORT"/ },
  { route: 'GET /worlds', see: ofWorlds(({ control }) => control('GET', '/worlds')), sign: /"most":2000/ },
  {
    route: 'POST /worlds',
    see: ofWorlds(({ control }) => control('POST', '/worlds', { name: 'made', ...expired })),
    sign: /^201 .*"controlUrl":"http:.*\/w\/made\/_control"/,
  },
  {
    route: 'GET /worlds/{id}',
    see: ofWorlds(({ control }, name) => control('GET', `/worlds/${name}`)),
    sign: /"devices":3/,
  },
  {
    route: 'DELETE /worlds/{id}',
    see: ofWorlds(async ({ control }, name) => {
      await control('DELETE', `/worlds/${name}`);
      return control('GET', `/worlds/${name}`);
    }),
    sign: /^404 /,
  },
  {
    route: 'GET /class',
    see: ofWorlds(({ control }) => control('GET', '/class')),
    sign: /"takesTrainees":false/,
  },
  {
    route: 'POST /class',
    async see() {
      const { control, process } = await serve(['--frozen'], {
        env: { ROADTEST_CONTROL_TOKEN: 'of-the-trainer' },
      });
      const answer = await control('POST', '/class', { trainees: ['anna'] });
      await control('POST', '/shutdown', {});
      await process.ended;
      return said(answer);
    },
    sign: /^201 .*"link":"http:[^"]*\/w\/anna\/_console\/#token=/,
  },
  {
    route: 'POST /shutdown',
    async see() {
      const { control, process } = await serve(['--frozen']);
      await control('POST', '/shutdown', {});
      return `ended with ${(await process.ended).code}`;
    },
    sign: /ended with 0/,
  },
];
