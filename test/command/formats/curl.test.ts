/** Lines to paste: a shell sends with each what was recorded, whatever bodies, headers and paths hold. */
import { execFile } from 'node:child_process';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { curlOf } from '../../../contracts/kit/curl.ts';
import { acting } from './consumers.ts';
import { hostile } from './runs.ts';

interface Sent {
  method: string;
  path: string;
  headers: { [name: string]: string };
  body?: string;
}

const secrets = { ROADTEST_TOKEN: 'eyJhbGciOiJIUzI1NiJ9.e30.s3cret', ROADTEST_API_KEY: "k3y $HOME `id` 'x'" };
const expanded = (text: string) =>
  Object.entries(secrets).reduce((all, [name, value]) => all.replaceAll(`$${name}`, value), text);
const json = { 'content-type': 'application/json' };

const rows: { [what: string]: Sent } = {
  'a read with a token': {
    method: 'GET',
    path: '/api/devices',
    headers: { authorization: 'Bearer $ROADTEST_TOKEN' },
  },
  'a token request': { method: 'POST', path: '/x', headers: json, body: '{"apiKey":"$ROADTEST_API_KEY"}' },
  'every hostile text': {
    method: 'PATCH',
    path: '/x',
    headers: json,
    body: JSON.stringify(Object.values(hostile)),
  },
  'raw controls': {
    method: 'PUT',
    path: '/x',
    headers: json,
    body: 'a\nb\r\nc\t\u0007\u001b[2J\u202e \\ \' " !x',
  },
  'a body like a file': { method: 'POST', path: '/', headers: json, body: '@/etc/hosts' },
  'a body without a content type': { method: 'POST', path: '/', headers: {}, body: '{"a":1}' },
  'a write without a body': { method: 'POST', path: '/api/x', headers: json },
  'a read with a body': { method: 'GET', path: '/', headers: json, body: 'x' },
  'an odd path': {
    method: 'DELETE',
    path: "/a/../b/./[1-3]/{x,y}/%20'$(id)`id`;&?q=$HOME&r=!1",
    headers: {},
  },
  'odd headers': {
    method: 'PURGE',
    path: '/',
    headers: { 'x-empty': '', 'x-odd': `it's "q" $(id) \`id\` \\ ! $ROADTEST_TOKENS`, accept: 'text/html' },
  },
};
const value = fc.string({ unit: fc.constantFrom(...`ab "'\\$\`!@#{}()[]*?<>|&;~%^=+-`), maxLength: 20 });
const body = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replaceAll('\0', ''));
const drawn = fc.record({ body, value }).map(
  (one): Sent => ({
    method: 'POST',
    path: '/',
    headers: { ...json, 'x-value': one.value.trim() },
    body: one.body,
  }),
);

test('each is sent as it was recorded, in one line and over several', async () => {
  const arrived: (Omit<Sent, 'headers'> & { headers: IncomingHttpHeaders })[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      arrived.push({ method, path: url, headers, body: Buffer.concat(chunks).toString() });
      response.end();
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const all = [...Object.entries(rows), ...fc.sample(drawn, 8).map((sent) => ['drawn', sent] as const)];
  const lines = all.map(([, { path, ...rest }], at) =>
    curlOf({ ...rest, url: base + path }, at % 2 === 0 ? undefined : ' \\\n    '),
  );
  for (const line of lines) expect(line.replaceAll('\n', '')).not.toMatch(acting);
  const env = { PATH: process.env.PATH, HOME: '/nowhere', LC_ALL: 'C', ...secrets };
  await promisify(execFile)('bash', ['--norc', '-ec', lines.join('\n')], { env });
  expect(arrived).toHaveLength(all.length);
  for (const [at, [what, sent]] of all.entries()) {
    const seen = arrived[at];
    expect.soft(seen, what).toMatchObject({
      method: sent.method,
      path: sent.path,
      body: expanded(sent.body ?? ''),
      headers: Object.fromEntries(Object.entries(sent.headers).map(([name, text]) => [name, expanded(text)])),
    });
    expect.soft(seen?.headers['content-type'], what).toBe(sent.headers['content-type']);
  }
});

test('what curl writes itself is left out', () => {
  const headers = { Host: 'x', 'Content-Length': '3', 'Accept-Encoding': 'br', connection: 'close' };
  const line = (method: string) => curlOf({ method, url: 'http://127.0.0.1/x', headers });
  expect([line('GET'), line('HEAD')]).toEqual([
    'curl -i http://127.0.0.1/x',
    'curl -i --head http://127.0.0.1/x',
  ]);
});
