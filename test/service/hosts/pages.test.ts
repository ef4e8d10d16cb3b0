import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Server, serve } from '../../../simulator/hosts/node.ts';
import { createPages, type PagesOptions } from '../../../simulator/hosts/pages.ts';
import { createSimulator } from '../../../simulator/index.ts';

const scratch = mkdtempSync(join(tmpdir(), 'roadtest-pages-'));
const folder = join(scratch, 'console');
mkdirSync(join(folder, 'assets'), { recursive: true });
writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Page</title>');
writeFileSync(join(folder, 'icon.svg'), '<svg/>');
writeFileSync(join(folder, 'assets/index-Ab3_x-9Z.js'), 'export {};');
writeFileSync(join(scratch, 'secret.txt'), 'secret');
writeFileSync(join(scratch, 'town #1.pmtiles'), 'PMTiles0123456789');

const servedUnder = (host: string) => /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(host);
const servers: Server[] = [];
afterAll(async () => {
  for (const server of servers) await server.close();
  rmSync(scratch, { recursive: true });
});

async function served(options: Partial<PagesOptions> = {}, simulator = createSimulator()): Promise<string> {
  const server = await serve(simulator, { pages: createPages({ folder, servedUnder, ...options }) });
  servers.push(server);
  return server.url;
}

const get = (url: string, init: RequestInit = {}) => fetch(url, { redirect: 'manual', ...init });

describe('the page on a socket', () => {
  let url: string;
  beforeAll(async () => {
    url = await served();
  });

  test('is found from /, and at /_console', async () => {
    for (const path of ['/', '/?x=1', '/_console']) {
      const answer = await get(url + path);
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/_console/']);
    }
    const page = await get(`${url}/_console/`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html;charset=utf-8');
    expect(await page.text()).toContain('<title>Page');
  });

  test('loads nothing from elsewhere, runs nothing inline, and is in no frame', async () => {
    const { headers } = await get(`${url}/_console/`);
    const policy = (headers.get('content-security-policy') ?? '').split('; ');
    expect(policy).toEqual([
      "default-src 'self'",
      "img-src 'self' data: blob:",
      "style-src 'self'",
      "worker-src 'self' blob:",
      "connect-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "object-src 'none'",
    ]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  test('is kept for ever by names with a hash, and asked for again by others', async () => {
    const hashed = await get(`${url}/_console/assets/index-Ab3_x-9Z.js`);
    expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(hashed.headers.get('content-type')).toBe('text/javascript');
    const page = await get(`${url}/_console/`);
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const etag = page.headers.get('etag') ?? '';
    expect((await get(`${url}/_console/`, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  test('says so when it has no such file, and gives nothing from beside its folder', async () => {
    const missing = await get(`${url}/_console/nothing.js`);
    expect([missing.status, await missing.text()]).toEqual([404, 'The page has no /_console/nothing.js.\n']);
    for (const path of ['../secret.txt', '%2e%2e/secret.txt', '..%2fsecret.txt', 'assets/../../secret.txt']) {
      const { status, body } = await raw(url, { path: `/_console/${path}` });
      expect(body).not.toContain('secret\n');
      expect(status).toBe(404);
    }
  });

  test('is only read, and only under a name of this machine', async () => {
    expect((await get(`${url}/_console/`, { method: 'POST' })).status).toBe(405);
    const { status, body } = await raw(url, { path: '/_console/', headers: { host: 'evil.example' } });
    expect([status, body]).toEqual([403, expect.stringContaining('host name')]);
    expect((await raw(url, { path: '/_console/', headers: { host: 'localhost:1' } })).status).toBe(200);
  });

  test('takes nothing else away from the service', async () => {
    expect((await get(`${url}/`, { method: 'POST' })).status).toBe(404);
    expect((await get(`${url}/_consoles`)).headers.get('content-type')).toContain('problem+json');
    expect((await get(`${url}/_control/clock`)).status).toBe(200);
    expect((await get(`${url}/api/devices`)).status).toBe(401);
    const head = await get(`${url}/_console/`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test.each([
    ['bytes=0-8', 206, 'bytes 0-8/34', '<!doctype'],
    ['bytes=27-', 206, 'bytes 27-33/34', '/title>'],
    ['bytes=27-999999', 206, 'bytes 27-33/34', '/title>'],
    ['bytes=34-', 416, 'bytes */34', ''],
    ['bytes=99999-', 416, 'bytes */34', ''],
    ['bytes=5-1', 200, null, '<!doctype html><title>Page</title>'],
    ['bytes=x-y', 200, null, '<!doctype html><title>Page</title>'],
    ['bytes=-5', 200, null, '<!doctype html><title>Page</title>'],
    ['bytes=0-1,3-4', 200, null, '<!doctype html><title>Page</title>'],
    ['lines=1-2', 200, null, '<!doctype html><title>Page</title>'],
  ])('answers the range %s with %s', async (range, status, contentRange, text) => {
    const answer = await get(`${url}/_console/`, { headers: { range } });
    expect([answer.status, answer.headers.get('content-range'), await answer.text()]).toEqual([
      status,
      contentRange,
      text,
    ]);
  });

  test('has no tiles unless they are given', async () => {
    expect(await (await get(`${url}/_console/settings.json`)).json()).toEqual({ tiles: null });
    expect((await get(`${url}/_console/tiles/town%20%231.pmtiles`)).status).toBe(404);
  });
});

test('a file of tiles is served in parts, and nothing from beside it', async () => {
  const url = await served({ tiles: { file: join(scratch, 'town #1.pmtiles') } });
  const { tiles } = (await (await get(`${url}/_console/settings.json`)).json()) as { tiles: { url: string } };
  expect(tiles.url).toBe('/_console/tiles/town%20%231.pmtiles');
  const part = await get(url + tiles.url, { headers: { range: 'bytes=7-11' } });
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
    206,
    'bytes 7-11/17',
    '01234',
  ]);
  const rest = await get(url + tiles.url, { headers: { range: 'bytes=15-99' } });
  expect([rest.status, await rest.text()]).toEqual([206, '89']);
  const refused = await get(url + tiles.url, { headers: { range: 'bytes=17-' } });
  expect([refused.status, refused.headers.get('content-range')]).toEqual([416, 'bytes */17']);
  expect(await (await get(url + tiles.url)).text()).toBe('PMTiles0123456789');
  expect((await get(`${url}/_console/tiles/secret.txt`)).status).toBe(404);
});

test('a file that cannot be read ends its answer, and no file stays open for readers that have gone', async () => {
  const file = join(scratch, 'large.pmtiles');
  writeFileSync(file, Buffer.alloc(32 << 20));
  const url = await served({ tiles: { file } });
  for (let turn = 0; turn < 5; turn++) {
    const sent = request(`${url}/_console/tiles/large.pmtiles`).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    await once(answer, 'data');
    sent.destroy();
  }
  const open = () => readdirSync('/proc/self/fd').map((each) => linkOf(`/proc/self/fd/${each}`));
  if (process.platform === 'linux') await expect.poll(open).not.toContain(file);
  rmSync(file);
  const socket = createServer().listen(file);
  await once(socket, 'listening');
  await expect(raw(url, { path: '/_console/tiles/large.pmtiles' })).rejects.toThrow();
  expect((await get(`${url}/_console/`)).status).toBe(200);
  socket.close();
});

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

test('a page that was not built says how to build it', async () => {
  const url = await served({ folder: join(scratch, 'nowhere') });
  const answer = await get(`${url}/_console/`);
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('npm run build')]);
});

/** A request as `fetch` would not send it. */
async function raw(
  url: string,
  { path, headers = {} }: { path: string; headers?: { [name: string]: string } },
): Promise<{ status: number | undefined; body: string }> {
  const { hostname, port } = new URL(url);
  const sent = request({ hostname, port, path, headers }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  let body = '';
  for await (const chunk of answer) body += chunk;
  return { status: answer.statusCode, body };
}
