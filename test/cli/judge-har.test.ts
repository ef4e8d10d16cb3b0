/** `roadtest judge` with a HAR: the calls of any client, judged for what they show, and no secret of them shown. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { defaultProfile } from '../../contracts/profile/index.ts';
import { launchHere } from '../command/roadtest.ts';
import { type DeployedOptions, deployed, folder } from '../command/verifying.ts';
import { demo } from '../explore/exploring.ts';

const file = (name: string) => join(folder, name);
writeFileSync(file('dialect.json'), JSON.stringify(defaultProfile));

interface Entry {
  readonly startedDateTime: string;
  readonly request: {
    readonly url: string;
    readonly headers: { name: string; value: string }[];
    readonly [name: string]: unknown;
  };
  readonly [name: string]: unknown;
}

type Judged = Awaited<ReturnType<typeof judged>>;

interface Client {
  readonly entries: Entry[];
  call(
    method: string,
    path: string,
    body?: object | string,
    token?: string,
  ): Promise<{ status: number; text: string }>;
  token(): Promise<string>;
}

const own = { 'x-auth-token': 'header-secret-7731', cookie: 'sid=cookie-secret-7731' };
/** With all digits, as a proxy writes it. */
const moment = () => {
  const [now, digits = ''] = (performance.timeOrigin + performance.now()).toFixed(3).split('.');
  return new Date(Number(now)).toISOString().replace('Z', `${digits}Z`);
};

/** A client behind a recording proxy. */
function clientOf(base: string): Client {
  const entries: Entry[] = [];
  const call: Client['call'] = async (method, path, body, token) => {
    const text = typeof body === 'object' ? JSON.stringify(body) : body;
    const mimeType = typeof body === 'object' ? 'application/json' : 'application/x-www-form-urlencoded';
    const headers = {
      ...(body !== undefined && { 'content-type': mimeType }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    const [startedDateTime, began] = [moment(), performance.now()];
    const answer = await fetch(base + path, { method, headers, ...(text !== undefined && { body: text }) });
    const answered = await answer.text();
    const listed = (of: Iterable<[string, string]>) => [...of].map(([name, value]) => ({ name, value }));
    entries.push({
      ...{ startedDateTime, time: performance.now() - began },
      request: {
        ...{ method, url: base + path },
        headers: listed(Object.entries({ host: 'fleet.example', ...headers })),
        ...(text !== undefined && { postData: { mimeType, text } }),
      },
      response: {
        ...{ status: answer.status, headers: listed(answer.headers) },
        content: { size: answered.length, text: answered },
      },
    });
    return { status: answer.status, text: answered };
  };
  return {
    ...{ entries, call },
    token: async () => JSON.parse((await call('POST', '/api/Auth/Token', demo)).text).token,
  };
}

/** A group made, replaced and read. */
async function replacing({ call, token }: Client): Promise<string> {
  const bearer = await token();
  const { id } = JSON.parse((await call('POST', '/api/groups', { name: 'Night shift' }, bearer)).text);
  await call('PUT', `/api/groups/${id}`, { name: 'Day shift' }, bearer);
  expect((await call('GET', `/api/groups/${id}`, undefined, bearer)).status).toBe(200);
  return bearer;
}

async function recorded(
  options: DeployedOptions,
  work: (client: Client) => Promise<unknown>,
): Promise<Entry[]> {
  const client = clientOf((await deployed(options)).url);
  await work(client);
  return client.entries;
}

function judged(entries: readonly object[], ...words: string[]) {
  writeFileSync(file('traffic.har'), JSON.stringify({ log: { version: '1.2', entries } }));
  const line = ['judge', 'traffic.har', '--profile', 'dialect.json', '--json', ...words];
  return launchHere(line, { cwd: folder, env: { XDG_STATE_HOME: folder } }).ended;
}

const outcomesIn = ({ out }: Judged): { id: string; verdict: string; reason: string }[] =>
  JSON.parse(out).outcomes;
const verdictsIn = (one: Judged): string[] =>
  outcomesIn(one)
    .filter(({ verdict }) => verdict !== 'pass')
    .map(({ id, verdict }) => `${id} ${verdict}`);

/** As browsers export it. */
const withoutCredentials = (entries: readonly Entry[]) =>
  entries.map((entry) => ({
    ...entry,
    request: {
      ...entry.request,
      headers: entry.request.headers.filter(({ name }) => name !== 'authorization'),
    },
  }));

it('passes what holds, whatever the order of the entries', async () => {
  const entries = await recorded({}, async (client) => {
    await replacing(client);
    await client.call('GET', '/nothing');
    await client.call('GET', '/api/devices');
  });
  const seen = await judged(entries.toReversed(), '--require', 'pass>=2');
  expect([seen.code, verdictsIn(seen)]).toEqual([0, []]);
  const passed = outcomesIn(seen).map(({ id }) => id);
  expect(passed).toEqual(expect.arrayContaining(['groups/replaced', 'auth/header-required/listDevices']));
  expect(JSON.parse(seen.out).warnings).toContain(
    '1 of 6 calls that are not of the interface at this address.',
  );
});

it('fails what no client can have brought about, and suspects what another one may have', async () => {
  const open = await recorded({ deviate: 'auth/header-required/listGroups' }, async (client) => {
    await replacing(client);
    await client.call('GET', '/api/groups');
  });
  const failed = await judged(open);
  expect([failed.code, verdictsIn(failed)]).toEqual([1, ['auth/header-required/listGroups fail']]);
  const suspect = await judged(await recorded({ deviate: 'groups/replaced' }, replacing));
  expect([suspect.code, verdictsIn(suspect)]).toEqual([3, ['groups/replaced suspect']]);
});

it('without credentials is judged for what it shows, and of tokens nothing is reached', async () => {
  const open = await recorded({ deviate: 'auth/header-required/listGroups' }, async (client) => {
    await replacing(client);
    await client.call('GET', '/api/groups');
  });
  const seen = await judged(withoutCredentials(open));
  const reasonOf = (wanted: string) => outcomesIn(seen).find(({ id }) => id === wanted);
  expect(reasonOf('groups/replaced')?.verdict).toBe('pass');
  expect(reasonOf('auth/header-required/listGroups')).toMatchObject({
    verdict: 'inconclusive',
    reason: expect.stringContaining('shows no credentials, which browsers leave out'),
  });
  const isBad = (one: string) => / (fail|suspect)$/.test(one);
  expect(verdictsIn(seen).filter(isBad)).toEqual([]);
});

it('fails nothing for what a browser answered itself, leaves out, or shows of headers by and by', async () => {
  const entries = await recorded({}, replacing);
  const [read] = entries.slice(-1);
  if (!read) throw new Error('There is no entry.');
  const late = { startedDateTime: '2035-01-05T08:00:00.000Z', time: 5 };
  const bare = { ...read.request, headers: [] };
  const stale = { status: 200, headers: [], content: { size: 2, text: '{"id":"x","name":"Old"}' } };
  const seen = await judged([
    ...entries,
    { ...read, ...late, response: stale, _fromCache: 'disk' },
    { ...read, ...late, response: { ...stale, content: { size: 90 } } },
    { ...read, ...late, request: bare },
    { ...read, ...late, time: -1, response: stale },
  ]);
  expect([seen.code, verdictsIn(seen)]).toEqual([0, []]);
});

it('fails nothing where the order of calls that overlap decides it', async () => {
  const slow: DeployedOptions = {
    onReply: async (reply, { method }) => {
      if (method === 'PUT') await new Promise((resolve) => setTimeout(resolve, 300));
      return reply;
    },
  };
  const entries = await recorded(slow, async ({ call, token }) => {
    const bearer = await token();
    const { id } = JSON.parse((await call('POST', '/api/groups', { name: 'Night shift' }, bearer)).text);
    const path = `/api/groups/${id}`;
    const writing = call('PUT', path, { name: 'Day shift' }, bearer);
    const reads = [1, 2, 3].map(() => call('GET', path, undefined, bearer));
    await Promise.all([writing, ...reads, call('PUT', path, { name: 'Late shift' }, bearer)]);
    await call('GET', path, undefined, bearer);
  });
  const seen = await judged(entries);
  expect([seen.code, verdictsIn(seen)]).toEqual([0, []]);
});

it('shows no secret of it, in whatever report', async () => {
  let token = '';
  const entries = await recorded({ deviate: 'groups/replaced' }, async (client) => {
    token = await replacing(client);
    await client.call('GET', '/api/groups?apiKey=query-secret-7731&page=1', undefined, token);
    await client.call('POST', '/api/Auth/Token', 'userName=demo&apiKey=form-secret-7731');
    await client.call('POST', '/api/groups', { name: 'Late', apiKey: 'body-secret-7731' }, token);
    await client.call('POST', '/api/groups', { name: 'header-secret-7731 of all' }, token);
  });
  const secretly = entries.map((entry) => ({
    ...entry,
    request: {
      ...entry.request,
      url: entry.request.url.replace('http://', 'http://user:userinfo-7731@'),
      headers: [
        ...entry.request.headers,
        ...Object.entries(own).map(([name, value]) => ({ name, value })),
        { name: 'x-odd', value: 'odd-secret-7731' },
      ],
    },
  }));
  for (const words of [[], ['--reporter', 'text,json,html,junit,markdown', '--output', 'secrets']]) {
    writeFileSync(file('secret.har'), JSON.stringify({ log: { entries: secretly } }));
    const line = [
      'judge',
      'secret.har',
      '--profile',
      'dialect.json',
      ...(words.length > 0 ? words : ['--json']),
    ];
    const { out: said, err } = await launchHere(line, { cwd: folder, env: { XDG_STATE_HOME: folder } }).ended;
    const written = words.length > 0 ? readdirSync(file('secrets')) : [];
    expect(written).toHaveLength(words.length > 0 ? 5 : 0);
    const out = [said, ...written.map((name) => readFileSync(join(file('secrets'), name), 'utf8'))].join(
      '\n',
    );
    expect(out).toContain('groups/replaced');
    for (const secret of [...token.split('.').slice(1), demo.apiKey, '7731'])
      expect(out + err).not.toContain(secret);
  }
});

it('of another form is refused with a code, and a recording has its own profile', async () => {
  const rows: [string, string][] = [
    ['{"log":{"entries":{}}}', 'HAR_INVALID'],
    ['{"log":{"entries":[{"request":{"url":"javascript:1"}},null,7]}}', 'HAR_INVALID'],
    ['{"log":{"entries":[', 'HAR_INVALID'],
    ['{"format":"roadtest-recording"}', 'RECORDING_CHANGED'],
  ];
  for (const [text, code] of rows) {
    writeFileSync(file('bad.har'), text);
    const { code: exit, err } = await launchHere(['judge', 'bad.har'], { cwd: folder }).ended;
    expect([exit, err]).toEqual([2, expect.stringContaining(`[${code}]`)]);
  }
});
