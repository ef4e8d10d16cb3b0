/** Scripts of failures are run by `sh` against values that would like to be run; `test/product/reproductions.test.ts` runs real ones. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderScript } from '../../contracts/report/reproduction/script.ts';
import type { Exchange, Outcome, Run } from '../../contracts/verify/run.ts';
import { runs } from '../sample.ts';
import { hostile } from './runs.ts';

const secrets = { ROADTEST_USER_NAME: 'demo', ROADTEST_API_KEY: 'demo-key' };
const folder = mkdtempSync(join(tmpdir(), 'reproduction-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** By `sh` with nothing in its environment but what the script asks for. */
function sh(script: string, environment: { [name: string]: string } = secrets) {
  return new Promise<{ code: number; out: string }>((resolve) => {
    const env = { PATH: process.env.PATH ?? '', HOME: '/nowhere', TMPDIR: folder, ...environment };
    const child = execFile('sh', ['-s'], { env, cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, out: stdout + stderr }),
    );
    child.stdin?.end(script);
  });
}

interface Arrived {
  method: string;
  url: string;
  body: string;
}
let arrived: Arrived[] = [];
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method = '', url = '' } = request;
    arrived.push({ method, url, body: Buffer.concat(chunks).toString() });
    const isToken = url.endsWith('/api/Auth/Token');
    const answer = isToken
      ? { success: true, token: 'abc.def.ghi' }
      : { id: 'new-1', text: '$(touch owned)' };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  });
});
let base = '';
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const commands = [
  '$(touch owned)',
  '`touch owned`',
  "'; touch owned; '",
  '"; touch owned; "',
  '\n touch owned\n',
  "'\n touch owned\n'",
  "\\'; touch owned #",
  `\${IFS}touch\${IFS}owned`,
  '-o owned',
  '@owned',
  ...Object.values(hostile),
];
/** Hostile pieces among other text. NUL is in no argument. */
const text = fc
  .array(fc.oneof(fc.constantFrom(...commands), fc.string({ unit: 'binary', maxLength: 12 })), {
    maxLength: 4,
  })
  .map((pieces) => Buffer.from(pieces.join('').replaceAll('\0', '').slice(0, 3_000)).toString());

const step = fc.record({ id: text, name: text, body: text, expected: text, location: text, key: text });
type Drawn = { id: string; name: string; body: string; expected: string; location: string; key: string };

/** The recorded answer has no body. */
const wordless: Drawn = { id: '', name: '', body: '', expected: '', location: '', key: '' };

function runOf(steps: readonly Drawn[]): Run {
  const exchanges = steps.flatMap(({ id, name, body, location, key }, place): Exchange[] => [
    exchange(2 * place, 'POST', '/api/groups', JSON.stringify({ name, note: body }), {
      headers: { location: `/api/groups/${location}` },
      body: JSON.stringify({ [`${key}id`]: id, id }),
    }),
    exchange(2 * place + 1, 'PATCH', `/api/groups/${encodeURIComponent(id) || 'x'}`, body, {
      headers: {},
      body: name,
    }),
  ]);
  return {
    exchanges,
    nonce: 'fuzz1234',
    target: base,
    tool: `roadtest ${steps[0]?.name}`,
    outcomes: [],
  } as never;
}

function exchange(
  index: number,
  method: string,
  path: string,
  body: string,
  reply: Pick<NonNullable<Exchange['reply']>, 'headers' | 'body'>,
): Exchange {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer $ROADTEST_TOKEN' };
  const request = { method, url: base + path, headers, body };
  return {
    ...{ index, purpose: 'groups/replaced', at: index, milliseconds: 1, request },
    reply: { status: 200, truncated: false, ...reply },
  };
}

test('nothing that a deployment chose is run, and every request arrives as it was recorded', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 3 }), async (steps) => {
      const run = runOf(steps);
      const outcome: Outcome = {
        ...{ id: 'groups/replaced', rule: 'groups/replaced', section: '4.2', verdict: 'fail', reason: '' },
        ...{ expected: steps[0]?.expected ?? '', observed: steps[0]?.name ?? '' },
        ...{ exchanges: run.exchanges.map(({ index }) => index), milliseconds: 1 },
      };
      arrived = [];
      const { code, out } = await sh(renderScript(run, outcome) ?? '');
      expect(existsSync(join(folder, 'owned')), 'a command was run').toBe(false);
      // Its answers are not those of the record.
      expect([code, code === 1 ? '' : out]).toEqual([1, '']);
      const replayed = arrived.filter(({ method, url }) => method !== 'DELETE' && !url.endsWith('/Token'));
      expect(replayed.map(({ method, body }) => [method, body])).toEqual(
        run.exchanges.map(({ request }) => [request.method, request.body]),
      );
    }),
    { numRuns: runs(20), seed: 12, examples: [[[wordless]]] },
  );
});
