/** `roadtest judge`: a recording has the verdicts of its run again, a HAR is judged for what it shows, and what is neither is refused. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { defaultProfile } from '../../contracts/profile/index.ts';
import type { Run } from '../../contracts/verify/index.ts';
import { line, put } from './line.ts';
import { type DeployedOptions, demo, deployed, folder } from './verifying.ts';

const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
type Data = { [name: string]: unknown };
const runIn = (text: string): Run => JSON.parse(text);

/** A recording with other content. */
function rewritten(text: string, change: (recording: Data) => Data): string {
  return JSON.stringify(change(JSON.parse(text)));
}

describe('a recording', () => {
  it.each<[what: string, options: DeployedOptions, words: string, code: number]>([
    ['that holds', {}, '--only token/issued,groups/created-is-listed --require judged>=100%', 0],
    ['that breaks a rule', { deviate: 'users/countries-listed' }, '--only users/countries', 1],
    [
      'that lets in what it must refuse',
      { deviate: 'auth/tampered-refused/readUser' },
      '--only auth/tampered-refused/readUser',
      1,
    ],
    ['that is only read', {}, '--only token/issued,users/ --read-only', 0],
    ['that stayed open', {}, '--only limits/ --read-only', 3],
    [
      'that has no profile',
      {
        around: (handle) => (call) =>
          call.target.startsWith('/_control') ? { status: 404, headers: {}, body: '' } : handle(call),
      },
      '--only token/issued',
      0,
    ],
  ])(
    'of a run %s has its report again, byte for byte, and its exit code',
    async (_, options, words, code) => {
      const { url } = await deployed(options);
      const asRun = await line(`verify {url} ${words} --record run.json --reporter json`, {
        names: { url },
        env: demo,
      });
      expect([asRun.code, asRun.err]).toEqual([code, expect.stringContaining('Recorded: run.json.')]);
      const [required = ''] = /--require \S+/.exec(words) ?? [];
      const again = await line(`judge run.json --reporter json ${required}`);
      expect([again.code, again.err, again.out]).toEqual([code, '', asRun.out]);
    },
  );

  it('has no token, and of it the form alone that judging needs', async () => {
    const issued: string[] = [];
    const { url } = await deployed({
      onReply: (reply) => {
        issued.push(...[...String(reply.body).matchAll(/"token":"([^"]+)"/g)].map(([, token = '']) => token));
        return reply;
      },
    });
    await line('verify {url} --only token/issued,auth/bearer-accepted/listGroups --record tokens.json', {
      names: { url },
    });
    const text = read('tokens.json');
    expect(issued.length).toBeGreaterThan(0);
    expect(
      issued.flatMap((token) => token.split('.').slice(1)).filter((part) => text.includes(part)),
    ).toEqual([]);
    expect(JSON.parse(text).issued[0].form).toMatchObject({ object: true });
  });

  it('with a rule that this version does not have says so, and is judged as far as it goes', async () => {
    const { url } = await deployed();
    await line('verify {url} --only token/ --record older.json', { names: { url } });
    put({
      'older.json': rewritten(read('older.json'), (recording) => ({
        ...recording,
        asked: [...(recording.asked as string[]), 'token/gone'],
      })),
    });
    const { code, out } = await line('judge older.json --reporter json');
    expect([code, runIn(out).warnings]).toEqual([
      0,
      expect.arrayContaining(['Not judged, since this version has no such rule: token/gone.']),
    ]);
  });

  describe('that cannot be judged', () => {
    let good = '';
    beforeAll(async () => {
      const { url } = await deployed();
      await line('verify {url} --only token/issued --record good.json', { names: { url } });
      good = read('good.json');
    });
    const changed = (change: (recording: Data) => Data) => () => rewritten(good, change);
    const factsOf = (facts: unknown) =>
      changed((one) => ({
        ...one,
        histories: (one.histories as Data[]).map((history) => ({ ...history, facts })),
      }));
    /** Each fact is this one. */
    const factOf = (fact: Data) =>
      changed((one) => ({
        ...one,
        histories: (one.histories as Data[]).map((history) => ({
          ...history,
          facts: (history.facts as Data[]).map(() => fact),
        })),
      }));
    const badProfile = { roadtest: 1, name: 'x', openings: { 'token.lifetime': 5 } };

    it.each<[what: string, text: () => string, code: string]>([
      ['is nothing', () => '', 'RECORDING_SYNTAX'],
      ['is cut', () => good.slice(0, good.length / 2), 'RECORDING_SYNTAX'],
      ['is other JSON', () => '{"entries":[]}', 'RECORDING_FORMAT'],
      ['is a list', () => '[]', 'RECORDING_FORMAT'],
      ['is of another version', () => good.replace('"version":3', '"version":4'), 'RECORDING_FORMAT'],
      ['has nothing in it', () => '{"format":"roadtest-recording","version":3}', 'RECORDING_INVALID'],
      [
        'is deep',
        () => `{"format":"roadtest-recording","x":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
        'RECORDING_SYNTAX',
      ],
      [
        'has a million values',
        () => `{"format":"roadtest-recording","x":[${'1,'.repeat(1_000_000)}1]}`,
        'RECORDING_SYNTAX',
      ],
      ['has more than it should', changed((one) => ({ ...one, extra: 1 })), 'RECORDING_INVALID'],
      ['has less than it should', changed(({ histories: _, ...one }) => one), 'RECORDING_INVALID'],
      [
        'names an exchange that is not there',
        changed((one) => ({ ...one, strays: [{ rule: 'token/issued', reason: 'x', exchanges: [9_999] }] })),
        'RECORDING_INVALID',
      ],
      ['has another kind of fact', factOf({ kind: 'rm', at: 0 }), 'RECORDING_INVALID'],
      ['has a moment that no date can hold', factOf({ kind: 'waited', at: 1e17 }), 'RECORDING_INVALID'],
      [
        'has more messages than any run sends',
        factOf({ kind: 'sent', at: 0, device: '1', channel: 'sms', asked: 1e15, sent: 0 }),
        'RECORDING_INVALID',
      ],
      [
        'has a date that is none',
        factOf({ kind: 'set', at: 0, device: '1', change: { expirationDate: '2026-02-31' }, done: true }),
        'RECORDING_INVALID',
      ],
      [
        'has a history without end',
        factsOf(Array.from({ length: 2_001 }, () => ({ kind: 'waited', at: 0 }))),
        'RECORDING_INVALID',
      ],
      [
        'has a profile that is none',
        changed((one) => ({
          ...one,
          circumstances: { ...(one.circumstances as Data), profile: badProfile },
        })),
        'RECORDING_INVALID',
      ],
      ['is a HAR of nothing', () => '{"log":{"entries":[]}}', 'HAR_INVALID'],
      ['is a HAR that is cut', () => '{"log":{"entries":[', 'HAR_INVALID'],
      ['is a HAR of no entries', () => '{"log":{"entries":{}}}', 'HAR_INVALID'],
      [
        'is a HAR of what are no calls',
        () => '{"log":{"entries":[{"request":{"url":"javascript:1"}},null,7]}}',
        'HAR_INVALID',
      ],
      [
        'is a HAR of millions of values',
        () => `{"log":{"entries":[${'1,'.repeat(4_000_001)}1]}}`,
        'HAR_INVALID',
      ],
    ])('since it %s is refused with a code', async (_, text, code) => {
      put({ 'bad.json': text() });
      const { code: exit, err, out } = await line('judge bad.json');
      const message = new RegExp(`^error The recording "bad\\.json" .*\\[${code}\\]\n {2}\\S`);
      expect([exit, out, err]).toEqual([2, '', expect.stringMatching(message)]);
    });
  });
});

interface Entry {
  readonly startedDateTime: string;
  readonly request: {
    readonly url: string;
    readonly headers: { name: string; value: string }[];
    readonly [name: string]: unknown;
  };
  readonly [name: string]: unknown;
}
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

/** With all digits, as a proxy writes it. */
const moment = () => {
  const [now, digits = ''] = (performance.timeOrigin + performance.now()).toFixed(3).split('.');
  return new Date(Number(now)).toISOString().replace('Z', `${digits}Z`);
};

/** A client behind a recording proxy. */
function clientOf(base: string): Client {
  const entries: Entry[] = [];
  const listed = (of: Iterable<[string, string]>) => [...of].map(([name, value]) => ({ name, value }));
  const call: Client['call'] = async (method, path, body, token) => {
    const text = typeof body === 'object' ? JSON.stringify(body) : body;
    const mimeType = typeof body === 'object' ? 'application/json' : 'application/x-www-form-urlencoded';
    const headers = {
      ...(body !== undefined && { 'content-type': mimeType }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    const [startedDateTime, began] = [moment(), performance.now()];
    const reply = await fetch(base + path, { method, headers, ...(text !== undefined && { body: text }) });
    const answered = await reply.text();
    entries.push({
      ...{ startedDateTime, time: performance.now() - began },
      request: {
        ...{
          method,
          url: base + path,
          headers: listed(Object.entries({ host: 'fleet.example', ...headers })),
        },
        ...(text !== undefined && { postData: { mimeType, text } }),
      },
      response: {
        status: reply.status,
        headers: listed(reply.headers),
        content: { size: answered.length, text: answered },
      },
    });
    return { status: reply.status, text: answered };
  };
  const credentials = { userName: 'demo', apiKey: 'demo-key' };
  return {
    entries,
    call,
    token: async () => JSON.parse((await call('POST', '/api/Auth/Token', credentials)).text).token,
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

describe('a HAR', () => {
  beforeAll(() => put({ 'dialect.json': defaultProfile }));
  const judged = async (entries: readonly object[], words = '') => {
    put({ 'traffic.har': { log: { version: '1.2', entries } } });
    const { code, out } = await line(`judge traffic.har --profile dialect.json --reporter json ${words}`);
    const run = runIn(out);
    const wrong = run.outcomes
      .filter(({ verdict }) => verdict !== 'pass')
      .map(({ id, verdict }) => `${id} ${verdict}`);
    return { code, run, wrong };
  };
  const open: DeployedOptions = { deviate: 'auth/header-required/listGroups' };
  const looking = async (client: Client) => {
    await replacing(client);
    await client.call('GET', '/api/groups');
  };

  it('passes what holds, whatever the order of the entries, and says what is not of the interface', async () => {
    const entries = await recorded({}, async (client) => {
      await replacing(client);
      await client.call('GET', '/nothing');
      await client.call('GET', '/api/devices');
    });
    const { code, run, wrong } = await judged(entries.toReversed(), '--require pass>=2');
    expect([code, wrong]).toEqual([0, []]);
    const passed = run.outcomes.map(({ id }) => id);
    expect(passed).toEqual(expect.arrayContaining(['groups/replaced', 'auth/header-required/listDevices']));
    expect(run.warnings).toContain('1 of 6 calls that are not of the interface at this address.');
  });

  it('fails what no client can have brought about, and suspects what another one may have', async () => {
    const failed = await judged(await recorded(open, looking));
    expect([failed.code, failed.wrong]).toEqual([1, ['auth/header-required/listGroups fail']]);
    const suspect = await judged(await recorded({ deviate: 'groups/replaced' }, replacing));
    expect([suspect.code, suspect.wrong]).toEqual([3, ['groups/replaced suspect']]);
  });

  it('without credentials, as browsers export it, is judged for what it shows; of tokens nothing is reached', async () => {
    const bare = (await recorded(open, looking)).map((entry) => {
      const headers = entry.request.headers.filter(({ name }) => name !== 'authorization');
      return { ...entry, request: { ...entry.request, headers } };
    });
    const { run, wrong } = await judged(bare);
    const outcome = (wanted: string) => run.outcomes.find(({ id }) => id === wanted);
    expect(outcome('groups/replaced')?.verdict).toBe('pass');
    expect(outcome('auth/header-required/listGroups')).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining('shows no credentials, which browsers leave out'),
    });
    expect(wrong.filter((one) => / (fail|suspect)$/.test(one))).toEqual([]);
  });

  it('fails nothing for what a browser answered itself, leaves out, or shows of headers by and by', async () => {
    const entries = await recorded({}, replacing);
    const last = entries.at(-1) as Entry;
    const late = { startedDateTime: '2035-01-05T08:00:00.000Z', time: 5 };
    const stale = { status: 200, headers: [], content: { size: 2, text: '{"id":"x","name":"Old"}' } };
    const { code, wrong } = await judged([
      ...entries,
      { ...last, ...late, response: stale, _fromCache: 'disk' },
      { ...last, ...late, response: { ...stale, content: { size: 90 } } },
      { ...last, ...late, request: { ...last.request, headers: [] } },
      { ...last, ...late, time: -1, response: stale },
    ]);
    expect([code, wrong]).toEqual([0, []]);
  });

  it('fails nothing where the order of calls that overlap decides it', async () => {
    const slow: DeployedOptions = {
      onReply: async (reply, { method }) => {
        if (method === 'PUT') await new Promise((after) => setTimeout(after, 150));
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
    const { code, wrong } = await judged(entries);
    expect([code, wrong]).toEqual([0, []]);
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
    const own = {
      'x-auth-token': 'header-secret-7731',
      cookie: 'sid=cookie-secret-7731',
      'x-odd': 'odd-secret-7731',
    };
    const secretly = entries.map(({ request, ...entry }) => ({
      ...entry,
      request: {
        ...request,
        url: request.url.replace('http://', 'http://user:userinfo-7731@'),
        headers: [...request.headers, ...Object.entries(own).map(([name, value]) => ({ name, value }))],
      },
    }));
    put({ 'secret.har': { log: { entries: secretly } } });
    const { out, err } = await line(
      'judge secret.har --profile dialect.json --reporter text,json,html,junit,markdown --output secrets',
    );
    const written = readdirSync(join(folder, 'secrets'));
    expect(written).toHaveLength(5);
    const all = [out, err, ...written.map((name) => read(`secrets/${name}`))].join('\n');
    expect(all).toContain('groups/replaced');
    const found = [...token.split('.').slice(1), 'demo-key', '7731'].filter((secret) => all.includes(secret));
    expect(found).toEqual([]);
  });
});
