/** Proxies and private certificate authorities, as Node users expect them. Needs a build. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { serve } from '../../simulator/hosts/node.ts';
import { createSimulator } from '../../simulator/index.ts';
import { handOn, listening, proxyTo } from '../command/proxy.ts';
import { roadtest } from '../command/roadtest.ts';
import { cli, demo, deployed, folder, serving } from '../command/verifying.ts';
import { turns } from '../sample.ts';

const inTurn = turns(4);

const tls = (name: string) => fileURLToPath(new URL(`../command/tls/${name}`, import.meta.url));

/** The same deployment by https, with a certificate of an authority that is unknown. */
async function secured(url: string): Promise<string> {
  const keys = { key: readFileSync(tls('server-key.pem')), cert: readFileSync(tls('server.pem')) };
  const server = createSecureServer(keys, (request, response) => handOn(request, response, new URL(url)));
  return (await listening(server)).replace('http:', 'https:').replace('127.0.0.1', 'localhost');
}

const few = ['--only', 'token/'];

describe('--wait', () => {
  /** A simulator, and an address at which it does not listen yet. */
  async function notYet() {
    const simulator = createSimulator();
    const first = await serve(simulator);
    await first.close();
    return { simulator, url: first.url, start: () => serve(simulator, { port: first.port }) };
  }

  it.runIf(inTurn())('begins once the deployment answers', async () => {
    const { simulator, url, start } = await notYet();
    const running = cli(['verify', url, ...few, '--wait', '60s']);
    await new Promise((resolve) => setTimeout(resolve, 250));
    const server = await start();
    expect(await running).toMatchObject({ code: 0, out: expect.stringContaining('pass') });
    await server.close();
    simulator.stop();
  });

  it('gives up after that time, and says what it met', async () => {
    const { url } = await notYet();
    const { code, err } = await cli(['verify', url, ...few, '--wait', '0.3s']);
    expect(code).toBe(2);
    expect(err).toContain(`Nothing answered at ${url} within 0.3 s: ECONNREFUSED`);
    expect(err).toContain('UNREACHABLE');
  });

  it('takes a span of time', async () => {
    const { code, err } = await cli(['verify', 'http://127.0.0.1:4010', '--wait', 'long']);
    expect([code, err.includes('--wait takes a span of time')]).toEqual([2, true]);
  });
});

describe('a proxy', () => {
  it.runIf(inTurn())('of HTTP_PROXY is asked for every request', async () => {
    const { url, calls } = await deployed({ hostNames: ['fleet.example.test'] });
    const proxy = await proxyTo(url);
    const env = { HTTP_PROXY: proxy.url };
    expect(await cli(['verify', 'http://fleet.example.test', ...few], { env })).toMatchObject({ code: 0 });
    expect(calls.length).toBeGreaterThan(0);
    expect(proxy.seen.length).toBeGreaterThan(0);
    expect(proxy.seen.every((line) => line.includes('fleet.example.test'))).toBe(true);
  });

  it.runIf(inTurn())('is left out for what NO_PROXY names', async () => {
    const { url } = await deployed();
    const proxy = await proxyTo(url);
    const env = { http_proxy: proxy.url, no_proxy: 'other.example,127.0.0.1' };
    expect(await cli(['verify', url, ...few], { env })).toMatchObject({ code: 0 });
    expect(proxy.seen).toEqual([]);
  });

  it('leads nowhere else when the deployment redirects', async () => {
    const redirecting = await serving((_, response) => {
      response.writeHead(307, { location: 'http://elsewhere.example.test/turned' }).end();
    });
    const proxy = await proxyTo(redirecting);
    const env = { ...demo, HTTP_PROXY: proxy.url };
    expect((await cli(['verify', 'http://fleet.example.test'], { env })).code).toBe(2);
    expect(proxy.seen.length).toBeGreaterThan(0);
    expect(proxy.seen.filter((line) => !line.includes('fleet.example.test'))).toEqual([]);
  });

  it('that is not there is reported as a server that does not answer', async () => {
    const env = { ...demo, HTTP_PROXY: 'http://127.0.0.1:1' };
    const { code, err } = await cli(['verify', 'http://fleet.example.test'], { env });
    expect(code).toBe(2);
    expect(err).toMatch(/the proxy 127\.0\.0\.1:1 of HTTP_PROXY: .*ECONNREFUSED.*UNREACHABLE[\s\S]*PROXY/);
    const waiting = await cli(['verify', 'http://fleet.example.test', '--wait', '0.3s'], { env });
    expect(waiting.err).toContain('the proxy 127.0.0.1:1 of HTTP_PROXY');
  });

  it('that refuses to lead on is named as the cause', async () => {
    const refusing = createServer((_, response) => response.writeHead(403).end());
    refusing.on('connect', (_, socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'));
    const url = await listening(refusing);
    const env = { ...demo, https_proxy: url.replace('http://', 'http://user:secret-word@') };
    const { code, err } = await cli(['verify', 'https://fleet.example.test'], { env });
    expect(code).toBe(2);
    expect(err).toMatch(new RegExp(`the proxy ${new URL(url).host} of https_proxy: .*407`));
    expect(err).not.toContain('secret-word');
  });

  it.runIf(inTurn())('is taken by host and port alone, as curl takes it', async () => {
    const { url } = await deployed({ hostNames: ['fleet.example.test'] });
    const proxy = await proxyTo(url);
    const env = { http_proxy: ` ${new URL(proxy.url).host} ` };
    expect(await cli(['verify', 'http://fleet.example.test', ...few], { env })).toMatchObject({ code: 0 });
    expect(proxy.seen.length).toBeGreaterThan(0);
  });

  it.each([
    ['http_proxy', 'socks5://127.0.0.1:9', 'a proxy of "socks5"'],
    ['HTTPS_PROXY', 'socks5h://127.0.0.1:9', 'a proxy of "socks5h"'],
    ['HTTP_PROXY', 'http://', 'not an address'],
    ['https_proxy', 'http://[::', 'not an address'],
    ['http_proxy', '127.0.0.1:99999', 'not an address'],
  ])('that cannot be used is refused by its variable: %s=%s', async (variable, value, why) => {
    const env = { ...demo, [variable]: value };
    const { code, err } = await cli(['verify', 'http://127.0.0.1:4010', ...few], { env });
    expect(code).toBe(2);
    expect(err).toMatch(new RegExp(`${variable} names cannot be used: it is ${why}.*PROXY_NOT_USABLE`));
  });
});

describe('a private certificate authority', () => {
  const surroundings = (env: { [name: string]: string }) => ({
    env: { XDG_STATE_HOME: folder, ...env },
    cwd: folder,
  });

  it.runIf(inTurn())('is known by NODE_EXTRA_CA_CERTS, also behind a proxy', async () => {
    const { url } = await deployed();
    const safe = await secured(url);
    const env = { NODE_EXTRA_CA_CERTS: tls('ca.pem') };
    expect(await roadtest(['verify', safe, ...few], surroundings(env))).toMatchObject({ code: 0 });

    const proxy = await proxyTo(safe);
    const behind = surroundings({ ...env, HTTPS_PROXY: proxy.url });
    expect(await roadtest(['verify', safe, ...few], behind)).toMatchObject({ code: 0 });
    expect(proxy.seen.length).toBeGreaterThan(0);
    expect(proxy.seen.every((line) => line.startsWith('CONNECT localhost:'))).toBe(true);
  });

  it.runIf(inTurn())('that is not known is reported, and where to name it', async () => {
    const { url } = await deployed();
    const { code, err } = await roadtest(['verify', await secured(url), ...few], surroundings(demo));
    expect(code).toBe(2);
    expect(err).toMatch(/UNABLE_TO_VERIFY[\s\S]*UNREACHABLE[\s\S]*NODE_EXTRA_CA_CERTS/);
  });
});

it.each(['https', 'http'])('of the other scheme is said to be of it: %s is tried', async (scheme) => {
  const keys = { key: readFileSync(tls('server-key.pem')), cert: readFileSync(tls('server.pem')) };
  const silent = scheme === 'https' ? createServer() : createSecureServer(keys);
  const { host } = new URL(await listening(silent));
  const { code, err, out } = await cli(['verify', `${scheme}://${host}`, '--only', 'token/'], { env: demo });
  expect(code).not.toBe(0);
  const other = scheme === 'http' ? 'https' : 'http';
  expect(err + out).toContain(`is this ${other}? Try ${other}://${host}`);
});
