/** `roadtest exec`, and the ends of a server that is no person's: by the control API. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  request,
} from 'node:http';
import { request as requestSecurely, type RequestOptions as SecureOptions } from 'node:https';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { requestLog } from '../../cli/serving/request-log.ts';
import { type ServingSettings, serving, stopped } from '../../cli/serving/serving.ts';
import type { Running } from '../../cli/serving/start.ts';
import { launch, serve } from '../command/roadtest.ts';
import { testIo, typed } from '../command/world.ts';
import { turns } from '../sample.ts';

const inTurn = turns(3);

const folder = mkdtempSync(join(tmpdir(), 'roadtest-exec-'));
afterAll(() => rmSync(folder, { recursive: true }));
const env = { PATH: process.env.PATH };

/** Runs lines of JavaScript with `roadtest exec`; `out` is the name of a file to write to. */
interface Exec {
  options?: string[];
  words?: string[];
  stop?: AbortSignal;
}
const exec = (lines: string, { options = ['--frozen'], words = [], ...given }: Exec = {}) =>
  typed(['exec', ...options, '--', process.execPath, '-e', lines, ...words], { cwd: folder, env, ...given });
const written = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));

describe.concurrent('roadtest exec', () => {
  it('runs the command while the service is up, and ends with its exit code', async () => {
    const { code, err } = await exec(
      `const { env } = process;
       const base = env.ROADTEST_BASE_URL;
       const body = JSON.stringify({ userName: env.ROADTEST_USER_NAME, apiKey: env.ROADTEST_API_KEY });
       const headers = { 'content-type': 'application/json' };
       Promise.all([
         fetch(env.ROADTEST_CONTROL_URL + '/health').then((reply) => reply.json()),
         fetch(base + '/api/Auth/Token', { method: 'POST', headers, body }).then(({ status }) => status),
         fetch(env.ROADTEST_CONTROL_URL + '/shutdown', { method: 'POST' }).then(({ status }) => status),
       ]).then((seen) => {
         require('node:fs').writeFileSync('seen.json', JSON.stringify({ seen, base }));
         process.exit(7);
       });`,
    );
    expect([code, err]).toEqual([7, '']);
    const { seen, base } = written('seen.json');
    expect(seen).toEqual([{ status: 'ok' }, 200, 404]);
    await expect(fetch(`${base}/api/devices`)).rejects.toThrow(); // nothing listens any more
  });

  it('hands every word behind the first -- on as it is', async () => {
    const lines = "require('node:fs').writeFileSync('words.json', JSON.stringify(process.argv.slice(1)))";
    const words = ['--frozen', '--', '-o', 'two words', '$HOME'];
    expect((await exec(lines, { words: ['x', ...words] })).code).toBe(0);
    expect(written('words.json')).toEqual(['x', ...words]);
  });

  it('passes the control token on where the control API asks for one', async () => {
    const lines =
      "require('node:fs').writeFileSync('token.json', JSON.stringify(process.env.ROADTEST_CONTROL_TOKEN ?? null))";
    await exec(lines, { options: ['--host', '0.0.0.0'] });
    expect(written('token.json')).toMatch(/^[\w-]{20,}$/);
  });

  it('asks the command to end when it is asked to, and ends as a shell does', async () => {
    const stop = new AbortController();
    const ended = exec('setInterval(() => {}, 1000)', { stop: stop.signal });
    setTimeout(() => stop.abort(), 300);
    expect((await ended).code).toBe(143);
  });

  it.runIf(inTurn())('ends a command that takes no notice of being asked, too', async () => {
    const stop = new AbortController();
    const ended = exec(
      `process.on('SIGTERM', () => {}); require('node:fs').writeFileSync('up.json', '1'); setInterval(() => {}, 1000)`,
      { stop: stop.signal },
    );
    await vi.waitFor(() => written('up.json'), { timeout: 60_000 });
    stop.abort();
    expect((await ended).code).toBe(137);
  });

  it('ends what the command has started, too', async () => {
    const stop = new AbortController();
    const grandchild = `require('node:fs').writeFileSync('pid.json', String(process.pid)); setInterval(() => {}, 1000)`;
    const line = `"${process.execPath}" -e "${grandchild}"; true`;
    const ended = typed(['exec', '--frozen', '--', 'sh', '-c', line], {
      cwd: folder,
      env,
      stop: stop.signal,
    });
    await vi.waitFor(() => written('pid.json'), { timeout: 60_000 });
    stop.abort();
    expect((await ended).code).toBe(143);
    await vi.waitFor(() => expect(() => process.kill(written('pid.json'), 0)).toThrow('ESRCH'), 60_000);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('hands %s on, and ends with its code', async (signal) => {
    const sleeper = launch(['exec', '--frozen', '--', 'sh', '-c', 'echo up; exec sleep 60']);
    await sleeper.firstLine();
    sleeper.child.kill(signal);
    expect((await sleeper.ended).code).toBe(128 + constants.signals[signal]);
  });

  it('leaves nothing of what the command has started, though that takes no notice and the command has ended', async () => {
    const deaf = (file: string) =>
      `process.on('SIGTERM', () => {}); process.on('SIGINT', () => {}); require('node:fs').writeFileSync('${file}', String(process.pid)); setInterval(() => {}, 1000)`;
    const line = (file: string, then: string) => [
      'sh',
      '-c',
      `"$0" -e "$1" & ${then}`,
      process.execPath,
      deaf(file),
    ];
    const waited = (file: string) => `while [ ! -s ${file} ]; do sleep 0.1; done`;
    const gone = (file: string) => expect(() => process.kill(Number(written(file)), 0)).toThrow('ESRCH');
    const given = { cwd: folder, env };

    const code = (await typed(['exec', '--frozen', '--', ...line('left.json', waited('left.json'))], given))
      .code;
    expect(code).toBe(0);
    await vi.waitFor(() => gone('left.json'), 60_000);

    const stop = new AbortController();
    const ended = typed(['exec', '--frozen', '--', ...line('deaf.json', 'sleep 60')], {
      ...given,
      stop: stop.signal,
    });
    await vi.waitFor(() => written('deaf.json'), { timeout: 60_000 });
    stop.abort();
    expect((await ended).code).toBe(143);
    await vi.waitFor(() => gone('deaf.json'), 60_000);
  });

  it('says so when the command cannot be started, or is missing', async () => {
    const unknown = await typed(['exec', '--', 'no-such-command-anywhere'], { cwd: folder, env });
    expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('COMMAND_NOT_STARTED') });
    const empty = await typed(['exec', '--frozen', '--', ''], { cwd: folder, env });
    expect(empty).toMatchObject({ code: 2, err: expect.stringContaining('COMMAND_NOT_STARTED') });
    const missing = await typed(['exec', '--frozen']);
    expect(missing).toMatchObject({ code: 2, err: expect.stringContaining('MISSING_ARGUMENT') });
  });
});

/** Serves until it ends by itself; what is done to it meanwhile. */
async function servedWhile(act: (running: Running) => Promise<void>, given: Partial<ServingSettings> = {}) {
  const settings = { port: 0, host: '127.0.0.1', frozen: true, ...given };
  await serving(
    settings,
    testIo(given.host ? { env: { ROADTEST_CONTROL_TOKEN: 'open' } } : {}),
    async (running, io) => {
      await act(running);
      await stopped(io);
    },
  );
}
const shutdown = async ({ controlUrl }: Running, headers: { [name: string]: string } = {}) =>
  (await fetch(`${controlUrl}/shutdown`, { method: 'POST', headers })).status;

describe('POST /_control/shutdown', () => {
  it('ends the server once it is answered, and writes the snapshot', async () => {
    const exported: string[] = [];
    const exportOnExit = join(folder, 'at-the-end.json');
    await servedWhile(async (running) => expect(await shutdown(running)).toBe(202), {
      exportOnExit,
      exported: (file) => exported.push(file),
    });
    expect(exported).toEqual([exportOnExit]);
    expect(written('at-the-end.json')).toHaveProperty('fleet');
  });

  it('is refused to a page of another origin, and without the control token', async () => {
    await servedWhile(async (running) => {
      expect(await shutdown(running, { origin: 'https://elsewhere.example' })).toBe(403);
      expect(await shutdown(running)).toBe(202);
    });
    await servedWhile(
      async (running) => {
        expect(await shutdown(running)).toBe(401);
        expect((await fetch(`${running.controlUrl}/health`)).status).toBe(200); // that may be asked by anyone
        expect((await fetch(`${running.controlUrl}/health`, { method: 'POST' })).status).toBe(401);
        expect(await shutdown(running, { 'x-control-token': 'open' })).toBe(202);
      },
      { host: '0.0.0.0' },
    );
  });
});

describe('--allow-host and --allow-origin', () => {
  it('open the control API to calls by a service name, and to the pages of an origin', async () => {
    const origin = 'http://localhost:5173';
    await servedWhile(
      async (running) => {
        const clock = (headers: { [name: string]: string }) =>
          ask(`${running.controlUrl}/clock`, { headers });
        expect((await clock({ host: 'roadtest:4010' })).status).toBe(200);
        expect((await clock({ host: 'other:4010' })).status).toBe(403);
        const allowed = await clock({ origin });
        expect([allowed.status, allowed.headers['access-control-allow-origin']]).toEqual([200, origin]);
        const foreign = await clock({ origin: 'http://localhost:9999' });
        expect([foreign.status, foreign.headers['access-control-allow-origin']]).toEqual([403, undefined]);
        const method = { 'access-control-request-method': 'PUT' };
        const preflight = (from: string) =>
          ask(`${running.controlUrl}/clock`, { method: 'OPTIONS', headers: { origin: from, ...method } });
        expect((await preflight(origin)).status).toBe(204);
        expect((await preflight('http://localhost:9999')).status).toBe(403);
        expect(await shutdown(running)).toBe(202);
      },
      { allowedHosts: ['roadtest'], allowedOrigins: [origin] },
    );
  });
});

interface Answer {
  status: number;
  text: string;
  headers: IncomingHttpHeaders;
}
type Answered = (reply: IncomingMessage) => Promise<void>;

/** A call with any headers (`fetch` sends no `Host` of the caller's), or with certificates of one's own. */
const ask = (url: string, options: RequestOptions) =>
  answerOf((answered) => request(url, { ...options, agent: false }, answered));
const askSecurely = (url: string, options: SecureOptions) =>
  answerOf((answered) => requestSecurely(url, { ...options, agent: false }, answered));

function answerOf(send: (answered: Answered) => ClientRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    send(async (reply) => {
      const { statusCode: status = 0, headers } = reply;
      resolve({ status, headers, text: await text(reply) });
    })
      .on('error', reject)
      .end();
  });
}

describe('--tls-cert and --tls-key', () => {
  const file = (name: string) => fileURLToPath(new URL(`../command/tls/${name}`, import.meta.url));

  it('serve https: the API, the control API and the live page', async () => {
    const trusted = { ca: readFileSync(file('ca.pem')), servername: 'localhost' };
    await servedWhile(
      async ({ baseUrl, controlUrl, pageUrl }) => {
        expect(baseUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
        const addresses = [`${baseUrl}/api/devices`, `${controlUrl}/health`, pageUrl];
        const replies = await Promise.all(addresses.map((url) => askSecurely(url, trusted)));
        expect(replies.map(({ status }) => status)).toEqual([401, 200, 200]);
        await expect(askSecurely(`${baseUrl}/api/devices`, {})).rejects.toThrow(/certificate/);
        const world = await askSecurely(`${controlUrl}/worlds`, { ...trusted, method: 'POST' });
        expect(JSON.parse(world.text)).toMatchObject({ baseUrl: `${baseUrl}/w/world-1` });
        const ended = await askSecurely(`${controlUrl}/shutdown`, { ...trusted, method: 'POST' });
        expect(ended.status).toBe(202);
      },
      { tlsCert: file('server.pem'), tlsKey: file('server-key.pem') },
    );
  });
});

describe('--log', () => {
  async function logOf(
    format: string | undefined,
    interactive: boolean,
    { json = false, query = '' } = {},
  ): Promise<string> {
    const io = testIo({ interactive });
    const onRequest = requestLog(format, io, json);
    const settings = { port: 0, host: '127.0.0.1', frozen: true, ...(onRequest && { parts: { onRequest } }) };
    await serving(settings, io, async ({ baseUrl, controlUrl }) => {
      await fetch(`${baseUrl}/api/devices?apiKey=demo-key`);
      await fetch(`${baseUrl}/api/nowhere${query}`);
      await fetch(`${controlUrl}/clock`);
    });
    return io.written().out;
  }

  it('prints a readable line for each call of the public API on a terminal', async () => {
    const lines = (await logOf(undefined, true)).trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(
      /^08:00:00 {2}GET {5}\/api\/devices\?apiKey=\S+ +401 {2}\d+\.\d ms {2}listDevices$/,
    );
    expect(lines[1]).toMatch(/^08:00:00 {2}GET {5}\/api\/nowhere +404 {2}\d+\.\d ms$/);
    expect(lines.join()).not.toContain('demo-key');
  });

  it('prints nothing without a terminal, with --json, or when it is off', async () => {
    expect(await logOf(undefined, false)).toBe('');
    expect(await logOf(undefined, true, { json: true })).toBe('');
    expect(await logOf('off', true)).toBe('');
  });

  it('shows no value of a parameter that is named like a secret', async () => {
    const query = '?access_token=abc123&password=def456&name=kept';
    const [, line = ''] = (await logOf('json', false, { query })).trimEnd().split('\n');
    expect(JSON.parse(line).target).toMatch(/^\/api\/nowhere\?access_token=\S+&password=\S+&name=kept$/);
    expect(line).not.toMatch(/abc123|def456/);
  });

  it.each(['?token=$ecret', '?to%6ben=$ecret', '?a=1&apiKey=$ecret', '?token=a=$ecret'])(
    'shows no secret of %s',
    async (query) => {
      const [, line = ''] = (await logOf('json', false, { query })).trimEnd().split('\n');
      expect(line).toContain('/api/nowhere?');
      expect(line).not.toContain('$ecret');
    },
  );

  it('prints an object a line for programs', async () => {
    const lines = (await logOf('json', false)).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { method: 'GET', operation: 'listDevices', status: 401, simulatedAt: '2026-01-05T08:00:00.000Z' },
      { target: '/api/nowhere', operation: null, status: 404 },
    ]);
  });

  it.each([
    [
      'pretty',
      (note: string) => new RegExp(`POST .*/devices/dev-1/locations +200 .*postLocations {2}${note}$`, 'm'),
    ],
    ['json', (note: string) => new RegExp(`^{.*"operation":"postLocations".*"note":"${note}"}$`, 'm')],
  ] as const)('says, as %s, that a location is ahead of the clock', async (format, line) => {
    const service = await serve(['--frozen', '--devices', '1', '--log', format]);
    const body = [{ deviceTime: '2026-01-05T11:00:00Z', latitude: 48, longitude: 11 }];
    await service.api('POST', '/devices/dev-1/locations', body);
    const { out } = await service.stop();
    expect(out).toMatch(line('A location is ahead of the clock by up to 3 hours.'));
  });

  it('refuses another format', async () => {
    const { code, err } = await typed(['serve', '--port', '0', '--log', 'xml']);
    expect(code).toBe(2);
    expect(err).toContain('--log takes pretty, json, off.');
  });
});
