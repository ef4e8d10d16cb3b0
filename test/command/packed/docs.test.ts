/**
 * README.md and docs: their blocks are executed as pasted, their command lines are ones that `roadtest` takes, their links
 * lead somewhere. Most commands run in this process: a shell that pastes a block asks for them at an address.
 */
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { commands } from '../../../cli/commands/table.ts';
import { parse } from '../../../cli/parse.ts';
import { start } from '../../foreign/server.ts';
import { launchHere, type Running, root, serve } from '../roadtest.ts';
import { folderWith, installed, node, projectWith, run } from './installed.ts';

const product = await installed();
const pagesIn = (folder: string, recursive = false) =>
  (readdirSync(folder, { recursive }) as string[]).filter((name) => name.endsWith('.md'));
const pages = ['README.md', ...pagesIn(product.path('docs')).map((name) => `docs/${name}`)];
const textOf = (page: string) => readFileSync(product.path(page), 'utf8');

interface Block {
  page: string;
  kind: string;
  text: string;
}
const blocks: Block[] = pages.flatMap((page) =>
  [...textOf(page).matchAll(/^```([^\n]*)\n(.*?)^```$/gms)].map(([, kind = '', text = '']) => ({
    page,
    kind,
    text,
  })),
);
/** The one block of a page that begins so. */
const blockOf = (page: string, begins: string): string => {
  const found = blocks.filter((one) => one.page === page && one.text.startsWith(begins));
  expect(found.length, `${page}: ${begins}`).toBe(1);
  return found[0]?.text.trim() ?? '';
};

describe('a shell', () => {
  /** Blocks in the order in which they are pasted; one that serves takes the place of the one before. */
  const pasted: readonly (readonly [page: string, begins: string])[] = [
    ['README.md', 'npx roadtest serve &'],
    ['docs/serving.md', 'npx roadtest serve'],
    ['docs/serving.md', 'curl -X POST'],
    ['docs/serving.md', 'npx roadtest exec'],
    ['docs/your-deployment.md', 'export ROADTEST_USER_NAME'],
    ['docs/your-deployment.md', 'npx roadtest learn'],
    ['docs/your-deployment.md', 'npx roadtest rules'],
    ['docs/control-api.md', 'curl -X POST'],
    ['docs/control-api.md', "curl 'http://127.0.0.1:4010/_control/requests"],
    ['docs/faults.md', 'curl -X PUT'],
    ['docs/generate-a-client.md', 'npx roadtest export openapi'],
    ['docs/fixture.md', 'curl http://127.0.0.1:4010/_control/fixture'],
    ['docs/worlds.md', 'curl -X POST'],
    ['docs/playing.md', 'npx roadtest scenarios list'],
  ];

  test('runs the blocks of README.md, and then those of docs, as pasted', async () => {
    const port = await freePort();
    const served: Running[] = [];
    /** Runs a command for the shell; its words come parted by NUL, after the folder and the credentials. */
    const door = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const [cwd = '', user = '', key = '', ...words] = Buffer.concat(chunks)
        .toString()
        .split('\0')
        .slice(0, -1);
      const env = { XDG_STATE_HOME: cwd, ...(user && { ROADTEST_USER_NAME: user, ROADTEST_API_KEY: key }) };
      if (words[0] === 'serve') words.push('--port', `${port}`);
      // All rules are judged elsewhere.
      if (words[0] === 'verify' && !words.includes('--only')) words.push('--only', 'token/issued');
      const running = launchHere(words, { cwd, env });
      if (words[0] === 'serve') served.push(running);
      const { code, out, err } = await running.ended;
      response.writeHead(code === 0 ? 200 : 500).end(out + (code === 0 ? '' : err));
    }).listen(0, '127.0.0.1');
    await once(door, 'listening');
    const folder = folderWith({});
    const lines = pasted.flatMap(([page, begins]) => {
      const here = blockOf(page, begins).replaceAll(':4010', `:${port}`);
      const serves = /roadtest serve(?!.*&$)/m.test(here);
      return serves ? ['down', `{ ${here}; } &`, 'up'] : [here];
    });
    const script = `
npx() { # roadtest COMMAND …
  shift
  if [ "$1" = exec ]; then '${node}' '${product.command}' "$@"; return; fi
  printf '%s\\0' "$PWD" "$ROADTEST_USER_NAME" "$ROADTEST_API_KEY" "$@" |
    curl -sS --fail-with-body --data-binary @- http://127.0.0.1:${(door.address() as AddressInfo).port}/
}
up() { for i in $(seq 600); do curl -sfo /dev/null http://127.0.0.1:${port}/_control/health && return; sleep 0.1; done; return 1; }
trap down EXIT # what has failed leaves nothing running
down() { curl -sf -X POST http://127.0.0.1:${port}/_control/shutdown || true; wait; }
${lines.join('\n')}`;
    const { code, out, err } = await run('bash', ['-ec', script], { cwd: folder });
    door.close();
    expect(code, out + err).toBe(0);
    expect(out).toContain('{"status":"ok"}');
    expect(out).toContain('"digest"'); // the clock was advanced
    expect(out).toMatch(/Expectations: ✔ \d+ passed/);
    expect(out).toMatch(/✔ (\d+) pass · .*\nExit code 0: all that could be reached holds; \1 of \1 judged/);
    expect(JSON.parse(readFileSync(join(folder, 'found.json'), 'utf8')).devices).toHaveLength(10);
    expect(served).toHaveLength(2);
  });

  test('lists the devices by the line that roadtest serve prints', async () => {
    const running = launchHere(['serve', '--port', '0', '--frozen', '--devices', '2']);
    while (!/^ +curl .*\n/m.test(running.out)) await new Promise((done) => setTimeout(done, 10));
    const [, line = ''] = /^ +(curl .*)$/m.exec(running.out) ?? [];
    expect(await run('sh', ['-c', line])).toMatchObject({ code: 0, out: expect.stringContaining('dev-2') });
    await running.stop();
  });
});

/** A port that is free, of those below the ones that the system gives to servers and connections. */
async function freePort(): Promise<number> {
  for (let port = 20_000 + (process.pid % 10_000); ; port++) {
    const server = createServer().listen(port, '127.0.0.1');
    const free = await once(server, 'listening').catch(() => undefined);
    if (!free) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

test('Node runs the modules of docs', async () => {
  const page = 'docs/from-code.md';
  const first = blockOf(page, "import { createSimulator } from 'roadtest';")
    // A deployment that is there, and a part of the rules.
    .replace(
      "baseUrl: 'https://staging.example.com', profile, require: ['judged>=90%']",
      "simulator, only: ['token/']",
    );
  const folder = await projectWith({
    'first.mjs': `${first}\nif (!passed || run.exitCode !== 0 || events.length === 0) throw new Error(digest);`,
    'others.mjs': `${blockOf(page, 'import { setupServer }')}\n${blockOf(page, 'const { groups, users }')}
if (night.name !== 'Night shift' || inNight.length !== 1) throw new Error(demo.groupIds + removed.name);`,
    'fixture.mjs': blockOf('docs/fixture.md', 'import { createSimulator }'),
    'all.mjs': ['first', 'others', 'fixture'].map((name) => `await import('./${name}.mjs');`).join('\n'),
  });
  expect(
    await run(node, ['-e', "import('./all.mjs').then(() => process.exit(0))"], { cwd: folder }),
  ).toMatchObject({ code: 0, err: '' });
});

describe('a file', () => {
  const story = 'docs/writing-a-story.md';
  const whole = blockOf(story, 'title: A limit is reached');
  const within = (fragment: string) =>
    whole.replace('timeline:\n', `timeline:\n  - at: 08:20\n${fragment.replace(/^/gm, '    ')}\n`);
  const rows: [words: string, text: string, out: RegExp][] = [
    ['play', blockOf('docs/playing.md', 'title: One SMS too many'), /✔ \d+ passed/],
    ['play', whole, /✔ \d+ passed/],
    ['play', blockOf(story, 'title: The yard'), /✔ \d+ passed/],
    ['scenarios check', within(blockOf(story, 'do:\n')), /./],
    ['scenarios check', within(blockOf(story, 'expect:')), /./],
    [
      'serve --port 0 --json --fixture',
      blockOf('docs/fixture.md', '# yaml-language-server'),
      /"userName":"ada"/,
    ],
    [
      'export openapi --profile',
      blockOf('docs/writing-a-profile.md', 'roadtest: 1\nname: our staging'),
      /"openapi": "3\.1/,
    ],
  ];
  test.each(rows)('of docs is taken: roadtest %s, %#', async (words, text, sign) => {
    const cwd = folderWith({ 'mine.yaml': `${text}\n`, 'yard.yaml': blockOf(story, 'clock: { now') });
    const running = launchHere([...words.split(' '), 'mine.yaml'], { cwd });
    if (words.startsWith('serve')) await running.firstLine().then(() => running.stop());
    const { code, out, err } = await running.ended;
    expect({ code, out, err }).toEqual({
      code: 0,
      out: expect.stringMatching(sign),
      err: expect.any(String),
    });
  });

  test('of accepted failures is read, and fault rules are met by the calls that they name', async () => {
    const known = blockOf('docs/verifying.md', '- id: limits');
    const cwd = folderWith({ 'known.yaml': `${known}\n` });
    // It is read before anything is sent, and then there is no such deployment.
    const line = ['verify', 'http://127.0.0.1:9', '--baseline', 'known.yaml'];
    const env = { ROADTEST_USER_NAME: 'demo', ROADTEST_API_KEY: 'demo-key' };
    expect((await launchHere(line, { cwd, env }).ended).err).toContain('[UNREACHABLE]');
    const service = await serve(['--frozen']);
    const rules = JSON.parse(blockOf('docs/faults.md', '[\n  { "operation"'));
    expect(await service.control('PUT', '/faults', { rules })).toMatchObject({ status: 200 });
    for (let call = 0; call < 3; call++) await service.api('GET', '/devices');
    await service.api('POST', '/devices/dev-1/locations', {}).catch(() => undefined); // it may be cut
    const { body } = await service.control<{ rules: { hits: number }[] }>('GET', '/faults');
    expect(body.rules.map(({ hits }) => hits)).toEqual([2, 1]);
    await service.stop();
  });
});

test('the profiles of docs/writing-a-profile.md reach more and more of their deployment, and hold on it', async () => {
  const folder = product.path('docs/writing-a-profile');
  const steps = readdirSync(folder).sort();
  const depot = await start();
  const env = { ROADTEST_USER_NAME: 'dispatch', ROADTEST_API_KEY: 'k-7731-newfoundland' };
  const told = async (...words: string[]) =>
    (await launchHere(['verify', depot.url, ...words], { env }).ended).out;
  const open: number[] = [];
  for (const step of steps) {
    expect(textOf('docs/writing-a-profile.md')).toContain(`writing-a-profile/${step}`);
    const planned = await told('--profile', join(folder, step), '--plan');
    open.push(planned.match(/ not reached: /g)?.length ?? 0);
  }
  expect(open).toEqual([...open].sort((a, b) => b - a));
  expect(open.at(-1)).toBeLessThan(20);
  const words = ['--only', 'token/issued,limits/stops-at-limit', '--seed', '7'];
  expect(await told('--profile', join(folder, steps.at(-1) ?? ''), ...words)).toMatch(
    /Exit code 0: .*; 3 of 3 judged/,
  );
  await depot.close();
});

/** The command lines of `roadtest` in a text: without what else a shell is told in them. */
function linesIn(text: string): string[][] {
  return text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .flatMap((line) => {
      const [, rest] = /^(?:npx )?roadtest (.*?)(?: +#.*| &| >>? \S+)?$/.exec(line.trim()) ?? [];
      const words = [...(rest ?? '').matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g)];
      return rest === undefined ? [] : [words.map(([word]) => word.replace(/['"]/g, ''))];
    });
}

const check = async ([name = '', ...words]: string[]) => {
  expect(Object.keys(commands), `roadtest ${name}`).toContain(name);
  const command = await commands[name]?.();
  return parse(command ?? expect.fail(name), words);
};

test('command lines in blocks and in tables are taken as they are written', async () => {
  const ofTables = pages
    .flatMap((page) => textOf(page).match(/^\|.*\|$/gm) ?? [])
    .flatMap((row) => [...row.matchAll(/`(roadtest [^`]+)`/g)].flatMap(([, line = '']) => linesIn(line)));
  const ofBlocks = blocks.filter(({ kind }) => kind !== '').flatMap(({ text }) => linesIn(text));
  expect([ofTables.length > 20, ofBlocks.length > 10]).toEqual([true, true]);
  for (const line of [...ofTables, ...ofBlocks]) await check(line.map((word) => (word === 'N' ? '1' : word)));
});

test('the workflow of docs says to the action what that takes', async () => {
  const { jobs } = parseYaml(blockOf('docs/verifying.md', 'name: contract')) as {
    jobs: { [name: string]: { steps: { uses: string; with: { [name: string]: string } }[] } };
  };
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  const [ours, ...others] = steps.filter(({ uses }) => uses.includes('/roadtest@'));
  expect(others).toEqual([]);
  const { inputs } = parseYaml(textOf('action.yml')) as {
    inputs: { [name: string]: { required?: boolean } };
  };
  const given = ours?.with ?? {};
  expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
  const required = Object.keys(inputs).filter((name) => inputs[name]?.required);
  expect(Object.keys(given)).toEqual(expect.arrayContaining(required));
  const { 'base-url': address = '', options = '' } = given;
  const words = options.split('\n').filter(Boolean);
  expect(await check(['verify', address, ...words])).toMatchObject({ args: [address] });
});

/** The anchors of headings, as GitHub makes them. */
function anchorsOf(text: string): string[] {
  const headings = text.replace(/^```.*?^```$/gms, '').matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('links of the pages lead to a file of the package, or of the repository, and to a heading of it', () => {
  const own = [...pagesIn(product.path(), true).map((name) => product.path(name))];
  const all = [...own, ...pagesIn(root).map((name) => join(root, name))];
  const broken = all.flatMap((page) => {
    const text = readFileSync(page, 'utf8').replace(/^```.*?^```$/gms, '');
    const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link = '']) => link);
    return links.filter((link) => {
      const [file = '', anchor] = link.split('#');
      const path = file === '' ? page : join(dirname(page), file);
      if (!existsSync(path)) return true;
      return anchor !== undefined && !anchorsOf(readFileSync(path, 'utf8')).includes(anchor);
    });
  });
  expect(broken).toEqual([]);
});
