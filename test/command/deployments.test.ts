/** Commands on deployments that are silent, cut off, redirect, answer something else, or stand behind a proxy: they end, by the right code, and say what was met. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { describe, expect, it } from 'vitest';
import { serve } from '../../simulator/hosts/node.ts';
import { createSimulator } from '../../simulator/index.ts';
import { begun, line } from './line.ts';
import { answering, drip, listening, proxyTo } from './proxy.ts';
import { type DeployedOptions, demo, deployed, nowhere, serving } from './verifying.ts';

const pem = (name: string) => readFileSync(new URL(`./tls/${name}.pem`, import.meta.url));
const keys = { key: pem('server-key'), cert: pem('server') };

/** A megabyte of JSON, again and again. */
function flood(_: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const piece = ' '.repeat(1024 * 1024);
  const more = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', more);
  more();
}

const html: RequestListener = (_, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>It works</h1>');
const redirecting =
  (status: number, location: string): RequestListener =>
  (_, response) =>
    response.writeHead(status, { location }).end();

/** The deployment, what is said of it, and the seconds for an answer where none comes: on a busy machine each other needs more. */
type Never = [what: string, open: () => Promise<string>, says: RegExp, timeout?: number];
const never: readonly Never[] = [
  ['refuses connections', nowhere, /ECONNREFUSED[\s\S]*UNREACHABLE/],
  ['is silent', () => answering(() => undefined), /UNREACHABLE/, 0.4],
  ['drips', () => answering(drip), /UNREACHABLE/, 0.4],
  ['resets every connection', () => answering((one) => one.resetAndDestroy()), /UNREACHABLE/],
  ['sends what is not HTTP', () => answering((one) => one.end('\u0000\u0001 hello\r\n\r\n')), /UNREACHABLE/],
  ['cuts every connection', () => serving((request) => request.socket.destroy()), /UNREACHABLE/],
  ['hangs', () => serving(() => undefined), /(timeout|in time)[\s\S]*UNREACHABLE/, 0.4],
  ['sends without end', () => serving(flood), /UNREACHABLE/, 0.4],
  ['answers HTML', () => serving(html), /HTML[\s\S]*NOT_THE_API/],
  ...[302, 307].map(
    (status): Never => [
      `redirects by ${status}`,
      () => serving(redirecting(status, 'https://login.example.com/')),
      /https:\/\/login\.example\.com\/[\s\S]*REDIRECTED/,
    ],
  ),
];

describe.concurrent('a deployment that never answers as the service', () => {
  it.each<Never>(never)(
    '%s: each command ends with 2, a cause, and no report',
    async (_, open, says, timeout = 30) => {
      const url = await open();
      for (const command of ['verify', 'learn', 'explore']) {
        const words = `${command} {url} --patience ${timeout}`;
        const { code, out, err } = await line(words, { names: { url }, env: demo });
        expect({ command, code, out }).toEqual({ command, code: 2, out: '' });
        expect(err).toMatch(says);
        expect(err).not.toContain('    at ');
      }
    },
  );
});

const isCountries = (target: string) => target.split('?')[0] === '/api/users/countries';

describe.concurrent('a deployment that misbehaves in the middle', () => {
  /** The fate of answers: of one path alone, or of all from a moment on. */
  const rows: readonly [what: string, options: (calls: () => number) => DeployedOptions, verdict: string][] =
    [
      [
        'hangs at one path',
        () => ({
          onReply: (reply, { target }) => (isCountries(target) ? new Promise(() => undefined) : reply),
        }),
        'suspect',
      ],
      [
        'cuts the connection at one path',
        () => ({
          onReply: (reply, { target }) => (isCountries(target) ? { ...reply, dropped: true } : reply),
        }),
        'suspect',
      ],
      [
        'sends more than is read at one path',
        () => ({
          onReply: (reply, { target }) =>
            isCountries(target) ? { ...reply, body: JSON.stringify(['x'.repeat(9 * 1024 * 1024)]) } : reply,
        }),
        'left open',
      ],
      [
        'cuts connections from some call on',
        (calls) => ({ onReply: (reply) => (calls() > 20 ? { ...reply, dropped: true } : reply) }),
        'suspect',
      ],
      [
        'answers 503 from some call on',
        (calls) => ({ onReply: (reply) => (calls() > 20 ? { ...reply, status: 503, body: 'down' } : reply) }),
        'suspect',
      ],
    ];
  it.each(rows)(
    '%s: what was judged counts, nothing of it fails, and the exit code is 3',
    async (what, options, verdict) => {
      let calls = 0;
      const timeout = what.startsWith('hangs') ? 1 : 10;
      const { url } = await deployed({ ...options(() => calls), onCall: () => calls++ });
      const words = `--in-place --patience ${timeout} --only users/countries,groups/created-is-listed,token/issued`;
      const { code, out, err } = await line(`verify {url} ${words}`, { names: { url }, env: demo });
      expect([code, err]).toEqual([3, expect.not.stringMatching(/\bfail\b| {4}at /)]);
      expect(out).toContain(verdict);
      expect(out).toMatch(/\d pass/);
    },
  );

  it('takes longer than --max-time: the run ends in good order', async () => {
    let calls = 0;
    const held = new Promise((after) => setTimeout(after, 1_400));
    const { url, simulator } = await deployed({
      onReply: async (reply) => {
        if (++calls > 40) await held;
        return reply;
      },
    });
    const names = () =>
      [...simulator.fleet.groups.list(), ...simulator.fleet.users.list()].map(({ name }) => name);
    const before = names().sort();
    const { code, out } = await line('verify {url} --in-place --max-time 1 --reporter json', {
      names: { url },
      env: demo,
    });
    const { warnings } = JSON.parse(out);
    expect([code, warnings]).toEqual([3, expect.arrayContaining(['The run took all of its 1 s.'])]);
    expect(names().sort()).toEqual(before);
  });
});

describe('--wait', () => {
  it('begins once the deployment answers', async () => {
    const simulator = createSimulator();
    const first = await serve(simulator);
    await first.close();
    const waiting = begun('verify {url} --only token/issued --wait 60s', { names: { url: first.url } });
    await new Promise((after) => setTimeout(after, 150));
    const server = await serve(simulator, { port: first.port });
    expect(await waiting.ended).toMatchObject({ code: 0, out: expect.stringContaining('pass') });
    await server.close();
    simulator.stop();
  });

  it('gives up after that time, and says what it met', async () => {
    const url = await nowhere();
    for (const command of ['verify', 'learn', 'explore']) {
      const { code, err } = await line(`${command} {url} --wait 0.2s`, { names: { url } });
      expect([code, err]).toEqual([
        2,
        expect.stringContaining(`Nothing answered at ${url} within 0.2 s: ECONNREFUSED`),
      ]);
    }
  });
});

describe('a proxy', () => {
  const NAME = 'http://fleet.example.test';
  const verify = (url: string, env: { [name: string]: string }) =>
    line('verify {url} --only token/issued', { names: { url }, env: { ...demo, ...env } });

  it.each([
    ['HTTP_PROXY', (url: string) => url],
    ['http_proxy', (url: string) => ` ${new URL(url).host} `],
  ])('of %s is asked for every request', async (variable, written) => {
    const { url, calls } = await deployed({ hostNames: ['fleet.example.test'] });
    const proxy = await proxyTo(url);
    expect((await verify(NAME, { [variable]: written(proxy.url) })).code).toBe(0);
    expect([calls.length > 0, proxy.seen.length > 0]).toEqual([true, true]);
    expect(proxy.seen.filter((seen) => !seen.includes('fleet.example.test'))).toEqual([]);
  });

  it('is left out for what NO_PROXY names', async () => {
    const { url } = await deployed();
    const proxy = await proxyTo(url);
    const env = { http_proxy: proxy.url, no_proxy: 'other.example,127.0.0.1' };
    expect([(await verify(url, env)).code, proxy.seen]).toEqual([0, []]);
  });

  it('leads nowhere else when the deployment redirects', async () => {
    const proxy = await proxyTo(await serving(redirecting(307, 'http://elsewhere.example.test/turned')));
    expect((await verify(NAME, { HTTP_PROXY: proxy.url })).code).toBe(2);
    expect(proxy.seen.length).toBeGreaterThan(0);
    expect(proxy.seen.filter((seen) => !seen.includes('fleet.example.test'))).toEqual([]);
  });

  it('that is not there, or refuses to lead on, is named as the cause, without its password', async () => {
    const gone = new URL(await nowhere()).host;
    const missing = await verify(NAME, { HTTP_PROXY: gone });
    expect([missing.code, missing.err]).toEqual([
      2,
      expect.stringMatching(/ of HTTP_PROXY: .*ECONNREFUSED.*UNREACHABLE[\s\S]*PROXY/),
    ]);
    const refusing = createServer((_, response) => response.writeHead(403).end());
    refusing.on('connect', (_, socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'));
    const url = await listening(refusing);
    const { code, err } = await verify('https://fleet.example.test', {
      https_proxy: url.replace('http://', 'http://user:secret-word@'),
    });
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(new RegExp(`the proxy ${new URL(url).host} of https_proxy: .*407`)),
    ]);
    expect(err).not.toContain('secret-word');
  });

  it.each([
    ['http_proxy', 'socks5://127.0.0.1:9', 'a proxy of "socks5"'],
    ['HTTPS_PROXY', 'socks5h://127.0.0.1:9', 'a proxy of "socks5h"'],
    ['HTTP_PROXY', 'http://', 'not an address'],
    ['https_proxy', 'http://[::', 'not an address'],
    ['http_proxy', '127.0.0.1:99999', 'not an address'],
  ])('that cannot be used is refused by its variable: %s=%s', async (variable, value, why) => {
    const { code, err } = await verify('http://127.0.0.1:4010', { [variable]: value });
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(new RegExp(`${variable} names cannot be used: it is ${why}.*PROXY_NOT_USABLE`)),
    ]);
  });
});

it.each(['https', 'http'])(
  'an address of the wrong scheme is said to be of the other: %s is tried',
  async (scheme) => {
    const { host } = new URL(await listening(scheme === 'https' ? createServer() : createSecureServer(keys)));
    const { code, err, out } = await line(`verify ${scheme}://${host} --only token/`, { env: demo });
    expect(code).not.toBe(0);
    const other = scheme === 'http' ? 'https' : 'http';
    expect(err + out).toContain(`is this ${other}? Try ${other}://${host}`);
  },
);
