/** Scripts of failures are run by `sh`: against what failed, and against values that would like to be run. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeHost } from '../../contracts/hosts/node.ts';
import { renderScript } from '../../contracts/report/reproduction/script.ts';
import { verify } from '../../contracts/suite/index.ts';
import type { Exchange, Outcome, Run } from '../../contracts/suite/run.ts';
import { defectOf, deviantSimulator } from '../../simulator/deviations/apply.ts';
import { deviations } from '../../simulator/deviations/index.ts';
import { serve } from '../../simulator/hosts/node.ts';
import { oneIn, runs } from '../sample.ts';
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

const scripted = [
  ['groups/replaced', 0, 'groups/'],
  ['limits/stops-at-limit', 0, 'limits/stops-at-limit'],
  ['limits/next-day-restores', 0, 'limits/next-day-restores'],
  ['expiry/reached-expires', 0, 'expiry/reached-expires'],
  ['auth/expired-refused', 0, 'auth/expired-refused/listGroups'],
  ['auth/tampered-refused', 0, 'auth/tampered-refused/listGroups'],
  ['token/wrong-api-key', 0, 'token/wrong-api-key'],
] as const;

test.each(oneIn(2, scripted))(
  'a deployment that breaks %s does so again by the script, and is left as it was',
  async (rule, nth, only) => {
    const broken = () => {
      const deviation = deviations[rule][nth];
      return deviantSimulator(deviation && defectOf(deviation));
    };
    const { profile } = broken();
    const first = await serve(broken(), { port: 0 });
    const target = { credentials: { userName: 'demo', apiKey: 'demo-key' }, profile, seed: 7 };
    const run = await verify({ baseUrl: first.url, ...target, only: [only] }, nodeHost());
    await first.close();
    const outcome = run.outcomes.find(({ rule: id, verdict }) => id === rule && verdict === 'fail');
    expect(outcome).toBeDefined();
    const simulator = broken();
    // The same address, another deployment: it gives other ids.
    const again = await serve(simulator, { port: Number(new URL(first.url).port) });
    const groups = async () => (await simulator.db.groups.findMany()).length;
    const before = await groups();
    await simulator.db.groups.create({ name: 'moves the ids on' });
    const script = renderScript(run, outcome as Outcome) ?? '';
    const { code, out } = await sh(script);
    await again.close();
    expect([code, code === 0 ? '' : out]).toEqual([0, '']);
    expect(await groups()).toBe(before + 1);
    for (const secret of ['demo-key', simulator.fleet.account.apiKey]) expect(script).not.toContain(secret);
    simulator.stop();
  },
);

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
      expect([code, code === 0 ? '' : out]).toEqual([0, '']);
      const replayed = arrived.filter(({ method, url }) => method !== 'DELETE' && !url.endsWith('/Token'));
      expect(replayed.map(({ method, body }) => [method, body])).toEqual(
        run.exchanges.map(({ request }) => [request.method, request.body]),
      );
    }),
    { numRuns: runs(20), seed: 12 },
  );
});
