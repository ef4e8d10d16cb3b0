/** `roadtest learn`: what a deployment shows, what a description or a recording says, and that nothing of it is made up. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Profile, parseProfile } from '../../contracts/profile/index.ts';
import type { Run } from '../../contracts/verify/index.ts';
import { envelopedProfile } from '../enveloped.generated.ts';
import { type Foreign, start } from '../foreign/server.ts';
import { SEED } from '../sample.ts';
import { line, put } from './line.ts';
import { demo, deployed, folder } from './verifying.ts';

type Openings = Profile['openings'];
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const paging = (more: object) => ({
  'operations.paging': { by: 'page', size: 3, max: 50, firstPage: 1, totalHeader: null, ...more },
});

/** The openings that a deployment fills, and what is learned of them by reading alone. */
const shown: { readonly [what: string]: { openings: object; learned?: object } } = {
  'pages with numbers from 1': { openings: paging({}) },
  'pages with numbers from 0': { openings: paging({ firstPage: 0 }) },
  'pages by an offset, with a header for the total': {
    openings: paging({ by: 'offset', totalHeader: 'X-Total' }),
  },
  'pages by a cursor': {
    openings: {
      ...paging({ by: 'cursor', size: 2 }),
      'operations.envelope': {
        lists: Object.fromEntries(
          ['devices', 'groups', 'users'].map((list) => [
            list,
            { form: 'array', at: '/items', next: '/next' },
          ]),
        ),
      },
    },
    learned: { 'operations.paging': { by: 'cursor' } },
  },
  'names of query parameters': {
    openings: { ...paging({ by: 'offset' }), 'operations.query': { limit: 'size', offset: 'from' } },
    learned: { 'operations.query': { limit: 'size', offset: 'from' } },
  },
  'lists and records in envelopes': {
    openings: {
      'operations.envelope': {
        lists: { devices: { form: 'array', at: '/data' }, users: { form: 'array', at: '/data' } },
        records: { device: { at: '/device' } },
      },
    },
  },
  'fields under other names, and times with an offset': {
    openings: {
      'records.group': { fields: { id: '/key', name: '/title' } },
      'records.time': { form: 'iso', offset: '+05:45' },
    },
  },
  'ids that are numbers, times as seconds, and the statuses and the life of tokens': {
    openings: {
      'records.id': { form: 'number' },
      'records.time': { form: 'epoch-seconds' },
      'token.status': { issued: 201, refused: 403 },
      'token.lifetime': 'PT8H',
    },
  },
};

describe('a deployment', () => {
  it.each(Object.entries(shown))('shows %s, and it is learned as it is', async (_, { openings, learned }) => {
    const fixture = {
      devices: Array.from({ length: 8 }, (_device, index) => ({ name: `Van ${index}` })),
      groups: Array.from({ length: 8 }, (_group, index) => ({ name: `Group ${index}` })),
      users: Array.from({ length: 8 }, (_user, index) => ({
        name: `User ${index}`,
        email: `u${index}@example.test`,
      })),
    };
    const profile: Profile = { roadtest: 1, name: 'shown', openings: openings as Openings };
    const { url } = await deployed({ profile, fixture });
    const { code, out, err } = await line('learn {url}', { names: { url }, env: demo });
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(/^Learned \d+ openings \(\d+ answers\) from \d+ requests to /),
    ]);
    expect(Number(/from (\d+) requests/.exec(err)?.[1])).toBeLessThanOrEqual(80);
    const {
      max: _max,
      size: _size,
      ...pages
    } = (openings as { 'operations.paging'?: { max?: number; size?: number } })['operations.paging'] ?? {};
    const wanted = learned ?? {
      ...openings,
      ...('operations.paging' in openings && { 'operations.paging': pages }),
    };
    expect(parseProfile(out).openings).toMatchObject(wanted);
  });

  it('of which a record has no property `id` names the place that is unique in lists and in paths', async () => {
    const openings = {
      'records.device': { fields: { id: '/imei', name: '/title' } },
      'records.user': { fields: { id: '/badge', name: '/name', email: '/email' } },
    } as Openings;
    const { url } = await deployed({ profile: { roadtest: 1, name: 'imei', openings } });
    const { out } = await line('learn {url}', { names: { url }, env: demo });
    const { 'records.device': device, 'records.user': user } = parseProfile(out).openings;
    expect([device?.fields.id, user?.fields.id]).toEqual(['/imei', '/badge']);
  });

  it('that is tried by writes shows how they are put and answered, and has afterwards what it had', async () => {
    const { url, simulator } = await deployed({ profile: envelopedProfile });
    const world = () => JSON.stringify([simulator.fleet.groups.list(), simulator.fleet.users.list()]);
    const before = world();
    const names = { url: url + envelopedProfile.basePath };
    const { code, out } = await line('learn {url} --write', { names, env: demo });
    expect([code, world()]).toEqual([0, before]);
    const { openings } = parseProfile(out);
    const { 'operations.envelope': envelope, ...own } = envelopedProfile.openings;
    expect(openings['operations.envelope']?.bodies).toMatchObject(envelope?.bodies ?? {});
    expect(openings['patch.format']?.form).toBe(own['patch.format']?.form ?? openings['patch.format']?.form);
    expect(out).toMatch(/# {3}send: .* # have messages sent/);
  });
});

describe('a deployment of another make', () => {
  const env = { ROADTEST_USER_NAME: 'dispatch', ROADTEST_API_KEY: 'k-7731-newfoundland' };
  const described = new URL('../foreign/openapi.yaml', import.meta.url).pathname;
  let depot: Foreign;
  beforeAll(async () => {
    depot = await start();
  });
  afterAll(() => depot.close());
  const roadtest = (text: string) => line(text, { names: { url: `${depot.url}/tracking`, described }, env });
  const wrong = ({ outcomes }: Run) =>
    outcomes.filter(({ verdict }) => !/^(pass|inconclusive)$/.test(verdict)).map(({ id }) => id);
  const passes = ({ outcomes }: Run, some = '') =>
    outcomes.filter(({ id, verdict }) => id.startsWith(some) && verdict === 'pass').length;

  it('prints where it has things, as its own profile says, and no secret', async () => {
    const { code, out } = await roadtest('learn {url}');
    const truth = parseProfile(readFileSync(new URL('../foreign/profile.yaml', import.meta.url), 'utf8'));
    const { basePath, openings } = parseProfile(out);
    expect([code, basePath]).toEqual([0, '/tracking']);
    for (const id of ['token.status', 'records.time', 'records.timeZone', 'operations.query'] as const)
      expect(truth.openings[id], id).toMatchObject(openings[id] as object);
    expect(openings['operations.envelope']).toMatchObject({
      lists: { devices: { form: 'map', at: '/units', next: '/next' }, users: { at: '/people' } },
      records: { device: { at: '/unit' }, group: { at: '' }, user: { at: '/person' } },
    });
    expect(openings['records.device']).toMatchObject({
      fields: { id: '/no', name: '/caption', groupId: '/crew' },
      values: { groupId: { null: 0 } },
    });
    expect(out).not.toContain(env.ROADTEST_API_KEY);
  });

  it('is written into a file that only its owner reads, and that none replaces unasked', async () => {
    expect(await roadtest('learn {url} -o learned.yaml')).toMatchObject({ code: 0, out: '' });
    if (process.platform !== 'win32') expect(statSync(join(folder, 'learned.yaml')).mode & 0o777).toBe(0o600);
    put({ 'learned.yaml': 'mine' });
    expect((await roadtest('learn {url} -o learned.yaml')).err).toContain('[FILE_EXISTS]');
    expect(read('learned.yaml')).toBe('mine');
    expect((await roadtest('learn {url} -o learned.yaml --force')).code).toBe(0);
    expect(read('learned.yaml')).toContain('records.device:');
  });

  it('is learned from by verify without a profile: nothing fails, nearly all is reached, nothing is left', async () => {
    const { out, err } = await roadtest(`verify {url} -o kept.yaml --reporter json --seed ${SEED}`);
    expect(err.split('\n')).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Learned \d+ openings \(\d+ answers\) from \d+ requests to /),
        expect.stringMatching(/^The run assumes what it learned of token\.status, .*, patch\.format\.$/),
        'The profile is in kept.yaml, to be read and completed.',
      ]),
    );
    const run = JSON.parse(out) as Run;
    expect(run).toMatchObject({ exitCode: 0, profile: 'learned', leftBehind: [] });
    expect([wrong(run), passes(run) > 134]).toEqual([[], true]);
    const again = await roadtest('verify {url} --profile kept.yaml --reporter json --only devices/');
    expect(again.err).not.toContain('Learned');
    expect(passes(JSON.parse(again.out) as Run)).toBe(passes(run, 'devices/'));
    expect((await roadtest('verify {url} -o kept.yaml')).err).toContain('[FILE_EXISTS]');
  });
});

describe('a description', () => {
  const text = { type: 'string' };
  const reply = (schema: object) => ({
    responses: { 200: { description: '', content: { 'application/json': { schema } } } },
  });
  const description = (paths: object) => ({
    openapi: '3.1.0',
    info: { title: 'Trackers', version: '1' },
    paths,
  });

  it('says by its paths which property is the id, though another one is called so', async () => {
    const device = { type: 'object', properties: { id: { type: 'integer' }, imei: text, name: text } };
    const paths = {
      '/api/devices': { get: reply({ type: 'array', items: device }) },
      '/api/devices/{imei}': { get: reply(device) },
    };
    put({ 'imei.json': description(paths) });
    const { out } = await line('learn --openapi imei.json');
    expect(parseProfile(out).openings['records.device']?.fields.id).toBe('/imei');
  });

  const content = (schema: object) => ({ 'application/json': { schema } });
  const deviceOf = (responses: object) => description({ '/api/devices/{deviceId}': { get: { responses } } });

  it('has parts in files beside it, which are read where they are in its folder', async () => {
    const device = { type: 'object', properties: { id: text, title: { $ref: '../texts.yaml#/name' } } };
    put({
      'parts/api.json': deviceOf({
        200: { description: '', content: content({ $ref: './schemas/Device.json' }) },
      }),
      'parts/schemas/Device.json': device,
      'parts/texts.yaml': 'name: { type: string }\nround: { $ref: "#/round" }\n',
    });
    const { out, err } = await line('learn --openapi parts/api.json');
    expect(parseProfile(out).openings['records.device']?.fields).toEqual({ id: '/id', name: '/title' });
    expect(err).not.toContain('not read');
  });

  it.each(['./Missing.json', '../Outside.json', 'https://elsewhere.example/Device.json'])(
    'has parts that are not read, such as %s: that is said on standard error, with what it costs',
    async ($ref) => {
      put({ 'Outside.json': { type: 'object', properties: { id: text } } });
      put({ 'inside/api.json': deviceOf({ 200: { description: '', content: content({ $ref }) } }) });
      const { code, err } = await line('learn --openapi inside/api.json');
      expect([code, err]).toEqual([0, expect.stringContaining(`such as "${$ref}" are not read`)]);
      expect(err).toMatch(/\d+ checks rest on what stands there/);
    },
  );

  it('has responses for a range of statuses, which are read but for the status', async () => {
    const device = { type: 'object', properties: { id: text, name: text } };
    const error = { type: 'object', properties: { message: text } };
    const responses = {
      '2XX': { description: 'x', content: content(device) },
      default: { description: 'The token is missing.', content: content(error) },
    };
    put({ 'ranges.json': deviceOf(responses) });
    const { out } = await line('learn --openapi ranges.json');
    const { openings } = parseProfile(out);
    expect(openings['records.device']?.fields).toEqual({ id: '/id', name: '/name' });
    expect(openings['operations.status']).toBeUndefined();
  });

  it('says nothing of an answer whose body it leaves out', async () => {
    const plain = { responses: { 200: { description: 'Done.' } } };
    const without = { responses: { 200: { description: 'Done, without a body.' } } };
    const paths = {
      '/api/groups/{id}': {
        get: reply({ type: 'object', properties: { id: text } }),
        delete: without,
        patch: plain,
      },
    };
    put({ 'bodiless.json': description(paths) });
    const { openings } = parseProfile((await line('learn --openapi bodiless.json')).out);
    expect(openings['operations.envelope']?.answers).toEqual({ deleteGroup: 'nothing' });
  });

  it('in Swagger 2.0 is refused as such, with what to do', async () => {
    put({ 'old.json': { swagger: '2.0', paths: {} } });
    const { code, err } = await line('learn --openapi old.json');
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/Swagger 2\.0.*swagger2openapi.*\[OPENAPI_INVALID\]/s),
    ]);
  });
});

describe('a recording of a browser', () => {
  interface Entry {
    request: { method: string; url: string; [name: string]: unknown };
    response: object;
  }
  const entries: Entry[] = [];
  let live = '';
  let base = '';
  const har = (of: unknown) => ({ log: { version: '1.2', entries: of } });
  const listed = (headers: { [name: string]: unknown }) =>
    Object.entries(headers).map(([name, value]) => ({ name, value: String(value) }));

  beforeAll(async () => {
    const { url } = await deployed({
      profile: envelopedProfile,
      onReply: (reply, { method, target, headers, body }) => {
        const postData = { mimeType: headers['content-type'], text: body };
        entries.push({
          request: {
            method,
            url: base.replace(/(:\d+).*/, '$1') + target,
            headers: listed(headers),
            ...(body !== undefined && { postData }),
          },
          response: { status: reply.status, headers: listed(reply.headers), content: { text: reply.body } },
        });
        return reply;
      },
    });
    base = url + envelopedProfile.basePath;
    ({ out: live } = await line('learn {url} --write', { names: { url: base }, env: demo }));
  });

  it('teaches payloads, bodies and changes as the deployment itself does, and no secret of it', async () => {
    put({ 'session.har': har(entries) });
    const { code, out, err } = await line('learn --har session.har');
    expect(code, err).toBe(0);
    const [own, other] = [parseProfile(out), parseProfile(live)];
    expect(own.basePath).toBe(envelopedProfile.basePath);
    for (const id of ['records.group', 'records.user', 'records.device', 'records.time'] as const)
      expect({ id, is: own.openings[id] }).toEqual({ id, is: other.openings[id] });
    for (const secret of ['demo-key', 'eyJ', base]) expect(out).not.toContain(secret);
  });

  it('of lists that take a number of records, and no other page, says that parameter alone', async () => {
    const devices = [1, 2, 3].map((id) => ({ id, name: `Van ${id}`, imei: `35000000000000${id}` }));
    const got = (query: string, some: object[]) => ({
      request: { method: 'GET', url: `http://depot.test/api/devices${query}` },
      response: { status: 200, headers: [], content: { text: JSON.stringify(some) } },
    });
    put({ 'short.har': har([got('', devices), got('?limit=1', devices.slice(0, 1))]) });
    const { out } = await line('learn --har short.har');
    expect(parseProfile(out).openings['operations.query']).toEqual({ limit: 'limit' });
    expect(out).not.toMatch(/operations\.paging (by|firstPage|totalHeader) /);
  });

  it.each<[what: string, text: () => unknown]>([
    ['no JSON', () => 'a text'],
    ['nothing', () => har([])],
    [
      'entries that are none',
      () => har([null, 1, 'x', [], { request: 1 }, { request: { method: 'GET', url: 'javascript:1' } }]),
    ],
    ['a list too deep', () => `{"log":{"entries":${'['.repeat(5_000)}${']'.repeat(5_000)}}}`],
    [
      'another service alone',
      () =>
        har(
          entries.map((entry) => ({ ...entry, request: { method: 'GET', url: 'https://else.example/x' } })),
        ),
    ],
    [
      'more values than are looked at',
      () => {
        const content = { text: `[${'0,'.repeat(1_500_000)}0]` };
        return har(
          entries.slice(0, 3).map((entry) => ({ ...entry, response: { status: 200, headers: [], content } })),
        );
      },
    ],
  ])('of %s is refused', async (_, text) => {
    put({ 'bad.har': text() });
    const { code, out, err } = await line('learn --har bad.har');
    expect([code, out, err]).toEqual([2, '', expect.stringContaining('[HAR_INVALID]')]);
  });
});
