/** Roles by token, over a socket: each call of the control API by each role, and what a token of one world opens elsewhere. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shutdownRoute } from '../../cli/serving/serving.ts';
import { type Running, start } from '../../cli/serving/start.ts';
import { rightTo } from '../../simulator/control/rights.ts';
import type { Right, Role } from '../../simulator/control/roles.ts';
import { testIo } from '../command/world.ts';

const CONTROL = 'the-trainers-own-token';
const logged: string[] = [];
let running: Running;
const tokens: { [who: string]: string } = { trainer: CONTROL };

beforeAll(async () => {
  const io = testIo();
  running = await start(
    { port: 0, host: '127.0.0.1', frozen: true },
    { ...io, env: { ROADTEST_CONTROL_TOKEN: CONTROL } },
    {
      onRequest: (request) => logged.push(JSON.stringify(request)),
      controls: [shutdownRoute(() => undefined)],
    },
  );
  for (const [name, may] of [
    ['anna', []],
    ['ben', ['rewind', 'inject']],
  ] as const) {
    const made = await call('trainer', 'POST', '/_control/worlds', {
      name,
      devices: 1,
      trainee: { name, may },
    });
    expect(made.status).toBe(201);
    tokens[`trainee ${name}`] = made.json.tokens.trainee;
    tokens[`viewer ${name}`] = made.json.tokens.viewer;
  }
});
afterAll(async () => {
  await running.server.close();
  running.worlds.stop();
});

async function call(who: string | undefined, method: string, path: string, body?: object, headers = {}) {
  const ended = new AbortController();
  const reply = await fetch(running.server.url + path, {
    method,
    headers: { ...(who && { 'x-control-token': tokens[who] ?? who }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
    signal: ended.signal,
  });
  const isStream = reply.headers.get('content-type') === 'text/event-stream';
  const text = isStream ? '' : await reply.text();
  ended.abort();
  return { status: reply.status, text, json: text.startsWith('{') ? JSON.parse(text) : {} };
}

const may: { readonly [R in Role]: readonly Right[] } = {
  trainer: ['look', 'act', 'rewind', 'inject', 'direct'],
  trainee: ['look', 'act'],
  viewer: ['look'],
};
const granted: readonly Right[] = [...may.trainee, 'rewind', 'inject'];

/** Answers a call without doing anything where it may be made: a parameter that no route has is refused later. */
async function outcome(who: string | undefined, world: string, row: string): Promise<string> {
  const [method = '', path = ''] = row.split(' ');
  const { json, status } = await call(who, method, `${world}/_control${path.replace('{id}', 'x')}?no-such=1`);
  return json.code === 'QUERY_INVALID' ? 'may' : (json.code ?? String(status));
}

it('has a row for every route that is served, and no other', async () => {
  const { json } = await call('trainer', 'GET', '/_control/control-openapi.json');
  const served = Object.entries(json.paths as { [path: string]: object }).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(served.sort()).toEqual(Object.keys(rightTo).sort());
});

it.each(Object.entries(rightTo))('%s needs the right to %s', async (row, right) => {
  /** A server's own calls are answered at the plain address alone, where only the trainer comes in. */
  const ofServer = /worlds|class|shutdown/.test(row);
  const isOpen = row === 'GET /health';
  const shut = isOpen ? 'may' : 'CONTROL_TOKEN_NEEDED';
  const by = (rights: readonly Right[]) => (isOpen || rights.includes(right) ? 'may' : 'ROLE_NOT_ALLOWED');

  if (!row.startsWith('GET ')) expect(by(may.viewer)).toBe('ROLE_NOT_ALLOWED');
  expect(await outcome('trainer', '', row)).toBe('may');
  for (const who of [undefined, 'trainee anna', 'trainee ben', 'viewer anna'])
    expect(await outcome(who, '', row)).toBe(shut);
  for (const who of [undefined, 'trainee ben', 'viewer ben'])
    expect(await outcome(who, '/w/anna', row)).toBe(shut);
  if (ofServer) {
    expect(await outcome('trainee anna', '/w/anna', row)).toMatch(/^(UNKNOWN_PATH|METHOD_NOT_ALLOWED)$/);
    return;
  }
  expect(await outcome('trainer', '/w/anna', row)).toBe('may');
  expect(await outcome('trainee anna', '/w/anna', row)).toBe(by(may.trainee));
  expect(await outcome('viewer anna', '/w/anna', row)).toBe(by(may.viewer));
  expect(await outcome('trainee ben', '/w/ben', row)).toBe(by(granted));
});

it.each([
  ['trainer', '', may.trainer],
  ['trainee anna', '/w/anna', may.trainee],
  ['trainee ben', '/w/ben', granted],
  ['viewer anna', '/w/anna', may.viewer],
] as const)('says to the %s which calls they may make', async (who, world, rights) => {
  const { json } = await call(who, 'GET', `${world}/_control/role`);
  const allowed = Object.entries(rightTo).flatMap(([row, right]) => (rights.includes(right) ? [row] : []));
  expect(json.calls).toEqual(allowed);
});

describe('a token of one world', () => {
  it('opens no other by the header that names a world, nor a world that is made later under its name', async () => {
    const named = await call('trainee anna', 'GET', '/w/anna/_control/clock', undefined, {
      'x-roadtest-world': 'ben',
    });
    expect(named.json.code).toBe('CONTROL_TOKEN_NEEDED');
    const made = await call('trainer', 'POST', '/_control/worlds', {
      name: 'cleo',
      trainee: { name: 'Cleo' },
    });
    tokens.cleo = made.json.tokens.trainee;
    expect((await call('cleo', 'GET', '/w/cleo/_control/role')).json).toMatchObject({
      role: 'trainee',
      name: 'Cleo',
      rights: may.trainee,
    });
    await call('trainer', 'DELETE', '/_control/worlds/cleo');
    await call('trainer', 'POST', '/_control/worlds', { name: 'cleo', trainee: { name: 'Cleo' } });
    expect((await call('cleo', 'GET', '/w/cleo/_control/role')).status).toBe(401);
  });

  it('goes on in the world once another story is put on, and opens nothing from a foreign page or host', async () => {
    expect((await call('trainer', 'PUT', '/w/ben/_control/story', { name: 'tunnel' })).status).toBe(200);
    expect((await call('trainee ben', 'GET', '/w/ben/_control/role')).json.name).toBe('ben');
    expect(await outcome('trainee anna', '/w/ben', 'GET /clock')).toBe('CONTROL_TOKEN_NEEDED');
    const foreign = await call('trainee ben', 'GET', '/w/ben/_control/clock', undefined, {
      origin: 'http://evil.example',
    });
    expect(foreign.json.code).toBe('FOREIGN_ORIGIN');
  });

  it('is in no journal, no log, no listing and no snapshot', async () => {
    for (const world of ['/w/anna', '/w/ben']) {
      await call(`trainee ${world.slice(3)}`, 'GET', `${world}/api/devices`);
      const seen = ['/requests', '/worlds', '/snapshot?apiKey=include', '/fixture?apiKey=include', '/role'];
      for (const path of seen) {
        const at = path === '/worlds' ? '' : world;
        const { text } = await call('trainer', 'GET', `${at}/_control${path}`);
        for (const token of Object.values(tokens)) expect(text).not.toContain(token);
      }
    }
    for (const token of Object.values(tokens)) expect(logged.join('\n')).not.toContain(token);
    expect(logged.length).toBeGreaterThan(0);
  });
});

it('makes no world of a trainee where no control token is asked for, since anyone could do everything there', async () => {
  const open = await start({ port: 0, host: '127.0.0.1', frozen: true }, testIo());
  const body = JSON.stringify({ name: 'anna', trainee: { name: 'Anna' } });
  const reply = await fetch(`${open.server.url}/_control/worlds`, { method: 'POST', body });
  expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([422, 'WORLD_INVALID']);
  await open.server.close();
  open.worlds.stop();
});
