/** Each line is run by bash, and what arrives is held against what was recorded. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Outlet } from '../../cli/outlet.ts';
import { curlOf } from '../../contracts/kit/curl.ts';
import { tokenLine } from '../../contracts/report/curl.ts';
import type { Exchange } from '../../contracts/verify/run.ts';
import { runs } from '../sample.ts';
import { everyVerdict, exchange, hostile } from './runs.ts';

interface Arrived {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  raw: string[];
  body: string;
}

const secrets = {
  ROADTEST_TOKEN: 'eyJhbGciOiJIUzI1NiJ9.e30.s3cret',
  ROADTEST_API_KEY: "k3y $HOME `id` 'x'",
  ROADTEST_USER_NAME: 'demo',
};

/** A server for each line, so that it is known which line sent what. */
interface Place {
  base: string;
  arrived: Arrived[];
}
const servers: Server[] = [];

async function place(): Promise<Place> {
  const arrived: Arrived[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const { method = '', url = '', headers, rawHeaders: raw } = req;
      arrived.push({ method, url, headers, raw, body: Buffer.concat(chunks).toString() });
      res.end('{\n "success": true, "token" : "abc.def-_.ghi", "expires": "2026-01-05T09:00:00Z"}\n');
    });
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, arrived };
}

afterAll(() => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
});

async function bash(script: string): Promise<string> {
  const env = { PATH: process.env.PATH, HOME: '/nowhere', LC_ALL: 'C', ...secrets };
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', script], { env });
  return stdout;
}

/** A request to a place of its own, and how its line is parted. */
type Sent = Omit<Exchange['request'], 'url'> & { path: string; separator?: string };

/** Has one bash run the lines of these requests, one after the other; gives what each sent. */
async function send(requests: readonly Sent[]): Promise<Arrived[][]> {
  const places = await Promise.all(requests.map(place));
  const lines = requests.map(({ path, separator, ...rest }, at) =>
    curlOf({ ...rest, url: `${places[at]?.base}${path}` }, separator),
  );
  await bash(lines.join('\n'));
  return places.map(({ arrived }) => arrived);
}

const expanded = (text: string) =>
  Object.entries(secrets).reduce((all, [name, value]) => all.replaceAll(`$${name}`, value), text);

const requests: { [what: string]: Omit<Exchange['request'], 'url'> & { path: string } } = {
  'a read with a token': {
    method: 'GET',
    path: '/api/devices',
    headers: { authorization: 'Bearer $ROADTEST_TOKEN' },
  },
  'a token request': {
    method: 'POST',
    path: '/api/Auth/Token',
    headers: { 'content-type': 'application/json' },
    body: '{"userName":"$ROADTEST_USER_NAME","apiKey":"$ROADTEST_API_KEY"}',
  },
  'a body of every hostile text': {
    method: 'PATCH',
    path: '/api/groups/1',
    headers: { 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify({ name: Object.values(hostile).join('\u2028') }),
  },
  'raw controls and ends of lines in a body': {
    method: 'PUT',
    path: '/api/groups/1',
    headers: { 'content-type': 'text/plain' },
    body: 'a\nb\r\nc\t\u0007\u001b[2J\u202e \\ \' " !x',
  },
  'a body that curl could take for a file': {
    method: 'POST',
    path: '/',
    headers: { 'content-type': 'a/b' },
    body: '@/etc/hosts',
  },
  'a body without a content type': { method: 'POST', path: '/', headers: {}, body: '{"a":1}' },
  'a write without a body': {
    method: 'POST',
    path: '/api/x',
    headers: { 'content-type': 'application/json' },
  },
  'a read with a body': { method: 'GET', path: '/', headers: { 'content-type': 'a/b' }, body: 'x' },
  'a delete': {
    method: 'DELETE',
    path: '/api/groups/%2e%2e',
    headers: { authorization: 'Bearer not-a-token' },
  },
  'brackets, braces, quotes and dots in a path': {
    method: 'GET',
    path: "/a/../b/./[1-3]/{x,y}/%20'$(id)`id`;&?q=$HOME&r=!1",
    headers: {},
  },
  'an empty header and an odd one': {
    method: 'GET',
    path: '/',
    headers: {
      'x-empty': '',
      'x-odd': `it's "q" $(id) \`id\` \\ ! $ROADTEST_TOKENS`,
      authorization: 'Bearer $ROADTEST_TOKEN!',
    },
  },
  'a header and a method of ours': {
    method: 'PURGE',
    path: '/',
    headers: { accept: 'text/html', 'user-agent': 'roadtest' },
  },
};

describe('a curl line', () => {
  const rows = Object.entries(requests).flatMap(([what, request]) => [
    { what, ...request },
    { what: `${what}, also over several lines`, ...request, separator: ' \\\n    ' },
  ]);
  let sent: Arrived[][];
  beforeAll(async () => {
    sent = await send(rows.map(({ what: _, ...request }) => request));
  });

  it.each(rows.map((row, at) => ({ ...row, at })))('sends $what as it was recorded', (row) => {
    const [seen, ...others] = sent[row.at] ?? [];
    expect(others).toEqual([]);
    expect(seen).toMatchObject({ method: row.method, url: row.path, body: expanded(row.body ?? '') });
    for (const [name, value] of Object.entries(row.headers))
      expect(seen?.headers[name]).toBe(expanded(value));
    if (row.headers['content-type'] === undefined) expect(seen?.headers['content-type']).toBeUndefined();
  });

  it('carries any body and any header value through the shell', async () => {
    const body = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replaceAll('\0', ''));
    const value = fc
      .string({ unit: fc.constantFrom(...`ab "'\\$\`!@#{}()[]*?<>|&;~%^=+-`), maxLength: 20 })
      .map((text) => text.trim());
    const count = runs(40);
    const pairs = fc.array(fc.record({ body, value }), { minLength: count, maxLength: count });
    await fc.assert(
      fc.asyncProperty(pairs, async (drawn) => {
        const sent = await send(
          drawn.map((one) => ({
            method: 'POST',
            path: '/',
            headers: { 'content-type': 'text/plain', 'x-value': one.value },
            body: one.body,
          })),
        );
        const seen = sent.map((all) => all.map((one) => ({ body: one.body, value: one.headers['x-value'] })));
        expect(seen).toEqual(drawn.map((one) => [one]));
      }),
      { numRuns: 1 },
    );
  });

  it('shows nothing to a terminal that it would act upon, and no secret', () => {
    const line = curlOf({
      method: 'POST',
      url: 'http://127.0.0.1:1/',
      headers: { authorization: 'Bearer $ROADTEST_TOKEN' },
      body: `a\u001b[2J\u202e${hostile.direction}\n`,
    });
    expect(line).toMatch(/^[\x20-\x7e]+$/);
    expect(line).toContain('"authorization: Bearer $ROADTEST_TOKEN"');
  });

  it('leaves the process as it is: variables are not secrets, whatever quotes stand around them', () => {
    for (const { path, ...rest } of Object.values(requests)) {
      const line = curlOf({ ...rest, url: `http://127.0.0.1${path}` });
      if (line.includes('$ROADTEST_')) expect(new Outlet().text(line)).toBe(line);
    }
    expect(new Outlet().text(`-d '{"apiKey":"'"another"'"}'`)).not.toContain(`"'"another`);
  });

  it('leaves out what curl writes itself', () => {
    const headers = { Host: 'x', 'Content-Length': '3', 'Accept-Encoding': 'br', connection: 'close' };
    expect(curlOf({ method: 'GET', url: 'http://127.0.0.1/x', headers })).toBe('curl -i http://127.0.0.1/x');
    expect(curlOf({ method: 'HEAD', url: 'http://127.0.0.1/x', headers })).toBe(
      'curl -i --head http://127.0.0.1/x',
    );
  });
});

describe('the line for a token', () => {
  it('asks the address that the run asked, and keeps the token', async () => {
    const { base, arrived } = await place();
    const [asked, ...others] = everyVerdict.exchanges;
    const url = `${base}/fleet/v2/api/Auth/Token`;
    const run = {
      target: base,
      exchanges: [{ ...exchange(0), request: { ...asked?.request, url } }, ...others],
    };
    const line = tokenLine(run as typeof everyVerdict);
    expect(await bash(`${line}; echo "$ROADTEST_TOKEN"`)).toBe('abc.def-_.ghi\n');
    expect(arrived[0]).toMatchObject({ method: 'POST', url: '/fleet/v2/api/Auth/Token' });
    expect(arrived[0]?.body).toContain('"userName":"demo"');
  });

  it('falls back on the base address', () => {
    expect(tokenLine({ target: 'http://127.0.0.1:1/x/', exchanges: [] })).toContain(
      ' http://127.0.0.1:1/x/api/Auth/Token ',
    );
  });
});
