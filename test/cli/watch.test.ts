/** `roadtest watch`: the traffic of clients, judged as it goes by. */

import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judge } from '../../cli/commands/judge.ts';
import { watch } from '../../cli/commands/watch.ts';
import { run } from '../../cli/run.ts';
import { defaultProfile } from '../../contracts/profile/index.ts';
import { demo } from '../explore/exploring.ts';
import { type CommandResult, type DeployedOptions, deployed, folder } from './verifying.ts';
import { testIo } from './world.ts';

const file = (name: string) => join(folder, name);
writeFileSync(file('dialect.json'), JSON.stringify(defaultProfile));

/** The status of the answer to a request whose target is sent as it is. */
function statusOf(base: string, path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, agent: false }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode));
    });
    sent.on('error', reject);
    sent.end();
  });
}

interface Client {
  base: string;
  call(
    method: string,
    path: string,
    body?: object,
    token?: string,
  ): Promise<{ status: number; text: string }>;
  token(): Promise<string>;
}

function clientOf(base: string): Client {
  const call: Client['call'] = async (method, path, body, token) => {
    const headers = {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    const answer = await fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return { status: answer.status, text: await answer.text() };
  };
  return {
    base,
    call,
    token: async () => JSON.parse((await call('POST', '/api/Auth/Token', demo)).text).token,
  };
}

/** Watches a target while a client does something, to the report. */
async function watched(
  target: string,
  words: readonly string[],
  work: (client: Client) => Promise<unknown>,
): Promise<CommandResult> {
  const stopping = new AbortController();
  const io = testIo({ cwd: folder, env: { XDG_STATE_HOME: folder }, stop: stopping.signal });
  const line = ['watch', '--target', target, '--port', '0', '--profile', 'dialect.json', ...words];
  const code = run({ watch: async () => watch }, line, io);
  await expect.poll(() => io.written().err, { timeout: 20_000 }).toContain('Watching');
  const [base = ''] = /http:\/\/127\.0\.0\.1:\d+(?=: send)/.exec(io.written().err) ?? [];
  await work(clientOf(base));
  stopping.abort();
  return { code: await code, ...io.written() };
}

async function watching(
  options: DeployedOptions,
  words: readonly string[],
  work: (client: Client) => Promise<unknown>,
): Promise<CommandResult> {
  return watched((await deployed(options)).url, words, work);
}

/** A group made, replaced and read. */
async function replacing({ call, token }: Client): Promise<string> {
  const bearer = await token();
  const { id } = JSON.parse((await call('POST', '/api/groups', { name: 'Night shift' }, bearer)).text);
  await call('PUT', `/api/groups/${id}`, { name: 'Day shift' }, bearer);
  expect((await call('GET', `/api/groups/${id}`, undefined, bearer)).status).toBe(200);
  return bearer;
}

const verdictsIn = ({ out }: CommandResult): string[] =>
  JSON.parse(out)
    .outcomes.filter(({ verdict }: { verdict: string }) => verdict !== 'pass')
    .map(({ id, verdict }: { id: string; verdict: string }) => `${id} ${verdict}`);

describe('roadtest watch', () => {
  it('passes what holds, adds no request, and keeps no secret; its recording is judged alike', async () => {
    const { url, calls } = await deployed();
    let token = '';
    let missing = 0;
    const seen = await watched(url, ['--json', '--record', 'traffic.json'], async (client) => {
      token = await replacing(client);
      missing = (await client.call('GET', '/nothing')).status;
      await client.call('GET', '/api/devices');
    });
    expect(missing).toBe(404);
    expect([seen.code, verdictsIn(seen)]).toEqual([0, []]);
    const { outcomes, warnings } = JSON.parse(seen.out);
    const passed = outcomes.map(({ id }: { id: string }) => id);
    expect(passed).toEqual(expect.arrayContaining(['groups/replaced', 'auth/header-required/listDevices']));
    expect(warnings).toContain('1 of 6 calls to paths that the interface does not have.');
    expect(calls.map(({ method, target }) => `${method} ${target.replace(/grp-\d+/, 'ID')}`)).toEqual([
      ...['POST /api/Auth/Token', 'POST /api/groups', 'PUT /api/groups/ID', 'GET /api/groups/ID'],
      ...['GET /nothing', 'GET /api/devices'],
    ]);
    const recording = readFileSync(file('traffic.json'), 'utf8');
    for (const secret of [...token.split('.').slice(1), demo.apiKey]) {
      expect(recording).not.toContain(secret);
      expect(seen.out + seen.err).not.toContain(secret);
    }
    const io = testIo({ cwd: folder });
    const code = await run({ judge: async () => judge }, ['judge', 'traffic.json', '--json'], io);
    expect([code, io.written().out]).toEqual([seen.code, seen.out]);
  });

  it('fails what no other client can have brought about, and says so when it is seen', async () => {
    const seen = await watching({ deviate: 'auth/header-required/listGroups' }, ['--json'], ({ call }) =>
      call('GET', '/api/groups'),
    );
    expect([seen.code, verdictsIn(seen)]).toEqual([1, ['auth/header-required/listGroups fail']]);
    expect(seen.err).toContain('fail auth/header-required/listGroups');
  });

  it('suspects what another client may have brought about, and fails it where there is none', async () => {
    const options = { deviate: 'groups/replaced' };
    const shared = await watching(options, ['--json'], replacing);
    expect([shared.code, verdictsIn(shared)]).toEqual([3, ['groups/replaced suspect']]);
    const alone = await watching(options, ['--json', '--alone'], replacing);
    expect([alone.code, verdictsIn(alone)]).toEqual([1, ['groups/replaced fail']]);
  });

  it('fails nothing where the order of calls that overlap decides it', async () => {
    const slow: DeployedOptions = {
      onReply: async (reply, { method }) => {
        if (method === 'PUT') await new Promise((resolve) => setTimeout(resolve, 300));
        return reply;
      },
    };
    const seen = await watching(slow, ['--json', '--alone'], async ({ call, token }) => {
      const bearer = await token();
      const { id } = JSON.parse((await call('POST', '/api/groups', { name: 'Night shift' }, bearer)).text);
      const path = `/api/groups/${id}`;
      const writing = call('PUT', path, { name: 'Day shift' }, bearer);
      const reads = [1, 2, 3].map(() => call('GET', path, undefined, bearer));
      await Promise.all([writing, ...reads, call('PUT', path, { name: 'Late shift' }, bearer)]);
      await call('GET', path, undefined, bearer);
    });
    expect([seen.code, verdictsIn(seen)]).toEqual([0, []]);
  });

  it('passes on whatever target a call has, and goes on', async () => {
    const odd = ['//', '/api/groups/%', '/api/devices/%E0%A4%A', 'http://[', '*', '/api/groups?%'];
    const statuses: (number | undefined)[] = [];
    const { code, err } = await watching({}, [], async (client) => {
      for (const path of odd) statuses.push(await statusOf(client.base, path));
      await replacing(client);
    });
    expect(statuses).not.toContain(undefined);
    expect([code, err]).toEqual([0, expect.not.stringMatching(/\n +at /)]);
  });

  it('hands a target that does not answer on as a gateway does, and refuses a port that is taken', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const io = testIo({ cwd: folder });
    const line = ['watch', '--target', 'http://127.0.0.1:9', '--port', `${port}`];
    expect(await run({ watch: async () => watch }, line, io)).toBe(2);
    expect(io.written().err).toContain('[PORT_NOT_OPEN]');
    taken.close();
    let status = 0;
    const { code } = await watched('http://127.0.0.1:9', [], async ({ call }) => {
      ({ status } = await call('GET', '/api/groups'));
    });
    expect([code, status]).toEqual([3, 502]);
  });
});
