/** Calls near good ones on a world of the served API, in two dialects: none fails, one that is refused changes nothing, and the world goes on. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { operations } from '../../contracts/specification/index.ts';
import { root, type Service, serve } from '../command/roadtest.ts';
import { dataNear, jsonOf } from './drawn.ts';

/** Worlds, and calls of each. */
const WORLDS = 2;
const CALLS = 25;

/** No call takes longer. */
const LONGEST_MS = 20_000;

/** The calls of a table: method, path, and bodies that are good for them. */
const callsOf = (table: string) =>
  [...table.matchAll(/^(\S+) (\S+) ?(.*)$/gm)].map(([, method = '', path = '', rest = '']) => ({
    ...{ method, path },
    good: rest === '' ? [] : rest.split(' ; ').map((body) => JSON.parse(body) as object),
  }));

/** Calls of the control API, in a world. */
const control = callsOf(`
PUT /clock {"frozen":true} ; {"now":"2026-03-05T09:00:00Z","frozen":true} ; {"frozen":true,"until":null}
POST /clock/advance {"by":"PT1H"} ; {"by":"PT90M","maxEvents":1}
PUT /account {"apiEnabled":false} ; {"licences":{"total":9}} ; {"apiEnabled":true}
POST /devices {} ; {"count":2} ; {"id":"dev-77","limits":{"dailySms":1},"usage":{"sms":1},"licence":"expired"}
POST /devices {"name":"New","expirationDate":"2026-12-31","position":[48,11],"locations":[{"latitude":1,"longitude":2}]}
PUT /devices/{id}/limits {"dailySms":1} ; {"dailyEmail":null,"expires":true,"expirationDate":"2026-04-07"}
POST /devices/{id}/activate {} ; {"expirationDate":"2026-12-31"}
POST /devices/{id}/send {"channel":"sms"} ; {"channel":"email","count":5}
PUT /faults {"rules":[{"operation":"listDevices","refusal":"failed","probability":0.1}]} ; {"rules":[]}
PUT /fixture {"devices":[{"id":"dev-1","position":[0,0]},{}],"groups":[{"id":"grp-1"}],"users":[],"alerts":[]}
POST /inject {"device":"dev-1","kind":"sos"} ; {"device":"dev-2","kind":"dropout"}
PUT /story {"name":"no-such-story"} ; {"text":"title: x"}
PUT /snapshot {}
POST /reset {}
GET /clock
GET /deadlines
GET /account
GET /devices
GET /devices/{id}
GET /devices/{id}/track
GET /outbox
GET /alerts
GET /requests
GET /faults
GET /story`);
/** Calls of the public API: all operations, by the end of their path. */
const bodies = callsOf(`
- Token {"userName":"demo","apiKey":"demo-key"}
- locations {"latitude":48.1,"longitude":11.5,"speed":33,"deviceTime":"2026-03-02T08:00:00Z","attributes":{"a":1}}
- alerts {"type":"sos","text":"Help","severity":"critical","channels":["sms"]}
- groups {"name":"Night shift","description":"x","deviceIds":["dev-1","dev-2"]}
- users {"name":"Ann","email":"ann@example.com","country":"DE","timeZone":"Europe/Berlin","groupIds":["grp-1"],"notify":["email"]}`);
const api = operations.map(({ method, path }) => ({
  ...{ method, path },
  good: method === 'GET' ? [] : (bodies.find(({ path: end }) => path.includes(end))?.good ?? [{}]),
}));

interface Call {
  method: string;
  path: string;
  body?: string | undefined;
  admitted?: boolean;
}

const ids = [
  ...'dev-1 dev-2 grp-1 usr-1 1 0 -1 1e1 9007199254740993 %00 %zz %2e%2e __proto__ %E2%80%AE 1%2F2'.split(
    ' ',
  ),
  'x'.repeat(3_000),
];
const queries = [
  ...['', '', ''],
  ...'limit=-1 limit=1e9&offset=x page=9007199254740993 from=%zz since=x field=__proto__:x path=a*:* %'
    .split(' ')
    .map((query) => `?${query}`),
];
const nested = [65, 100_000].map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);
const odd = ['not JSON', '', '\u0000', '{"a":"\\ud800"}', '['.repeat(100_000), ...nested];
const methods = ['HEAD', 'OPTIONS', 'X', 'PATCH', 'GET', 'POST'];

/** One call near a good one: mostly with a good method and place, and with its body changed in one to three places. */
function callOf({ method, path, good }: (typeof control)[number]): fc.Arbitrary<Call> {
  const mostly = <T, U>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<U>) =>
    fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: rare });
  return fc.record({
    method: mostly(fc.constant(method), fc.constantFrom(...methods)),
    path: fc
      .tuple(fc.constantFrom(...ids, ...ids.slice(0, 4)), fc.constantFrom(...queries))
      .map(([id, query]) => path.replace(/\{\w+\}/g, id) + query),
    body:
      good.length === 0
        ? fc.constant(undefined)
        : mostly(dataNear(good).map(jsonOf), fc.constantFrom(...odd)),
    admitted: mostly(fc.constant(true), fc.constant(false)),
  });
}

const calls = fc.oneof(
  ...control.map((one) => callOf({ ...one, path: `/_control${one.path}` })),
  ...api.map(callOf),
);

/** An answer that tells of a mistake in the code in place of one in the request. */
const OWN_MISTAKE =
  /Cannot (read|set|convert|destructure|mix)|is not (a function|iterable|defined)|has no item \d|call stack|"INTERNAL"|undefined \(/;

/** One world of a server, and how it is called. */
class World {
  readonly #url: string;
  readonly #basePath: string;
  #token = '';
  /** The state as a fixture told it after the last call. */
  #before: string | undefined;

  constructor(url: string, basePath: string) {
    this.#url = url;
    this.#basePath = basePath;
  }

  async signIn(credentials: object): Promise<void> {
    const { text } = await this.call({
      method: 'POST',
      path: '/api/Auth/Token',
      body: JSON.stringify(credentials),
    });
    this.#token = /eyJ[\w.-]+/.exec(text)?.[0] ?? '';
  }

  /** Throws for an answer that no caller may get, whatever was sent. */
  async call({ method, path, body, admitted = true }: Call): Promise<{ status: number; text: string }> {
    const headers = {
      ...(admitted && { authorization: `Bearer ${this.#token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const sent = body !== undefined && !['GET', 'HEAD'].includes(method) && { body };
    const url = this.#url + (path.startsWith('/api') ? this.#basePath : '') + path;
    const signal = AbortSignal.timeout(LONGEST_MS);
    const asked = `${method} ${path.slice(0, 200)} ${(body ?? '').slice(0, 300)}`;
    const { status, text } = await fetch(url, { method, headers, signal, ...sent })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch((error: unknown) => {
        throw new Error(`${asked}: ${error}`);
      });
    const shown = `${asked} got ${status} ${text.slice(0, 500)}`;
    // A failure that a fault rule asks for is none.
    const isInjected = text.includes('INJECTED_FAULT') || status === 501;
    if (!isInjected && (status >= 500 || OWN_MISTAKE.test(text))) throw new Error(shown);
    // Node itself refuses a method that HTTP does not have, without a body.
    if (path.startsWith('/_control') && status >= 400 && text !== '')
      expect(JSON.parse(text), shown).toMatchObject({ code: expect.stringMatching(/^[A-Z]+(_[A-Z]+)*$/) });
    return { status, text };
  }

  async served(method: string, path: string, body?: object): Promise<string> {
    const { status, text } = await this.call({
      method,
      path: `/_control${path}`,
      body: body && JSON.stringify(body),
    });
    expect(status, `${method} ${path}: ${text.slice(0, 500)}`).toBeLessThan(300);
    return text;
  }

  /** A refused call changes nothing that a fixture tells of. */
  async try(call: Call): Promise<void> {
    const { status } = await this.call(call);
    const after = await this.served('GET', '/fixture');
    if (status >= 400) expect(after, `${call.method} ${call.path} was refused`).toBe(this.#before ?? after);
    this.#before = after;
  }

  /** Whatever it was told, it is read, saved and restored, goes on for a day, and begins anew. */
  async goesOn(): Promise<void> {
    await this.served('PUT', '/clock', { frozen: true });
    await this.served('PUT', '/faults', { rules: [] });
    for (const path of ['deadlines', 'account', 'devices', 'outbox', 'alerts', 'requests'])
      await this.served('GET', `/${path}`);
    const once = await this.served('GET', '/snapshot?apiKey=include');
    await this.served('PUT', '/snapshot', JSON.parse(once));
    expect(
      await this.served('GET', '/snapshot?apiKey=include'),
      'a world is another once it was restored',
    ).toBe(once);
    expect(JSON.parse(await this.served('POST', '/clock/advance', { by: 'P1D' }))).toMatchObject({
      settled: true,
    });
    await this.served('POST', '/reset');
    await this.served('GET', '/devices');
  }
}

async function worldOf({ baseUrl, control, userName, apiKey }: Service): Promise<World> {
  const { origin, pathname } = new URL(baseUrl);
  const { status, body } = await control<{ name: string }>('POST', '/worlds', { devices: 4, frozen: true });
  expect(status, JSON.stringify(body)).toBe(201);
  const world = new World(`${origin}/w/${body.name}`, pathname.replace(/\/$/, ''));
  await world.signIn({ userName, apiKey });
  return world;
}

describe.each([
  ['the default dialect', []],
  ['an enveloped one', ['--profile', join(root, 'contracts/profile/examples/enveloped.yaml')]],
])('calls near good ones, in %s', (_, words) => {
  it('are answered, and the world goes on', async () => {
    const service = await serve(['--still', '--frozen', ...words]);
    await fc.assert(
      fc.asyncProperty(fc.array(calls, { minLength: CALLS, maxLength: CALLS }), async (drawn) => {
        const world = await worldOf(service);
        for (const call of drawn) await world.try(call);
        await world.goesOn();
      }),
      { numRuns: WORLDS, endOnFailure: true },
    );
    await service.stop();
  });

  it('snapshots near good ones are refused whole, or taken', async () => {
    const service = await serve(['--still', '--frozen', ...words]);
    const world = await worldOf(service);
    const good = await world.served('GET', '/snapshot');
    await fc.assert(
      fc.asyncProperty(dataNear([JSON.parse(good)]), async (changed) => {
        await world.try({ method: 'PUT', path: '/_control/snapshot', body: jsonOf(signed(changed)) });
        // The world of a forged one may go on wrongly: a good one takes its place.
        await world.served('PUT', '/snapshot', JSON.parse(good));
        expect(await world.served('GET', '/snapshot')).toBe(good);
      }),
      { numRuns: 6, endOnFailure: true },
    );
    // Deeper than any of the fields, in a body that is good but for it.
    for (const inside of nested) {
      const body = `{"name":"Deep","extra":${inside}}`;
      await world.call({ method: 'POST', path: '/api/groups', body });
      const made = (await world.served('GET', '/fixture')).includes('"Deep"');
      expect(made, `a group is made of ${inside.length} characters of JSON in JSON`).toBe(false);
    }
    await world.goesOn();
    await service.stop();
  });
});

/** With the digest of its content, which is looked at before all else: of all but the API key. */
function signed(snapshot: unknown): unknown {
  try {
    const { digest: _, fleet: whole, ...others } = Object(snapshot);
    const { account, ...fleet } = whole;
    const { apiKey: _secret, ...known } = account;
    const digest = createHash('sha256')
      .update(JSON.stringify([others, fleet, known]))
      .digest('hex');
    return { ...others, fleet: whole, digest };
  } catch {
    return snapshot;
  }
}
