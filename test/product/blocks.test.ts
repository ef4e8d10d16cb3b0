/**
 * Every code block of README.md and docs: executed in the order given, as pasted, or listed here with the reason
 * why it is not, with the installed package. The command lines of all of them, and those in tables, are ones that `roadtest` takes.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { commands } from '../../cli/commands/table.ts';
import { parse } from '../../cli/parse.ts';
import { parseBaseline } from '../../contracts/report/baseline-file.ts';
import { LONG, WHOLE } from '../sample.ts';
import { installed, projectWithIt } from './installed.ts';
import { node } from './run.ts';

const execute = promisify(execFile);
const product = await installed();
/** The exports of an entry of the installed package. */
const load = (file: string) => import(/* @vite-ignore */ pathToFileURL(product.path('dist/lib', file)).href);
const { parseProfile } = await load('profile.js');
const { playStory } = await load('stories.js');
const { parseFixture } = await load('fixture.js');
const { createSimulator } = await load('index.js');
const folder = await projectWithIt();

/** The treatment of a block. */
type Treatment =
  /** By bash, one after the other, in one folder. */
  | 'run'
  /** By bash in the background, until what follows has been run. */
  | 'serve'
  /** By Node, one after the other, in one module. */
  | 'module'
  /** By Node, as a module of its own. */
  | 'alone'
  | 'profile'
  | 'fixture'
  /** A baseline, read. */
  | 'baseline'
  /** Fault rules, set on a world. */
  | 'faults'
  | 'story'
  | 'workflow'
  /** Not executed. */
  | { because: string };

const output = { because: 'the output of the block before' };
const elsewhere = { because: 'a deployment of the reader; its words are checked' };
const depot = { because: 'a part of a whole profile, which test/product/writing-a-profile.test.ts runs' };
const runner = { because: 'test/product/runners.test.ts runs it; some need the npm registry' };
const generated = { because: 'npm run openapi runs it: it needs the npm registry' };
const stories = { because: 'test/product/writing-a-story.test.ts plays it' };

/** The blocks of each page by how they begin, in their order. */
const pages: { readonly [page: string]: readonly (readonly [begins: string, Treatment])[] } = {
  'README.md': [
    ['npm ci && npm pack', { because: 'test/product/installed.ts packs and installs it' }],
    ['npx roadtest serve &', 'run'],
  ],
  'docs/serving.md': [
    ['npx roadtest serve', 'serve'],
    ['GET  http://127.0.0.1:4010/api/devices', output],
    ['curl -X POST', 'run'],
    ['npx roadtest exec', 'run'],
  ],
  'docs/verifying.md': [
    ['npx roadtest serve --frozen &', { because: 'as that of README.md; test/cli writes the reports' }],
    ['http://127.0.0.1:4010', output],
    ['Exit code 4', output],
    ['roadtest verify https://staging', elsewhere],
    ['- id: limits', 'baseline'],
    ['name: contract', 'workflow'],
    ['npx roadtest verify https://staging', elsewhere],
    ['import { describeContract }', { because: 'a test file, as those in test/vitest-adapter' }],
  ],
  'docs/recordings.md': [
    ['npx roadtest verify', { because: 'test/command/judge.test.ts does; its words are checked' }],
    ['npx roadtest explore', { because: 'test/command/judge.test.ts does; its words are checked' }],
    [
      'mitmdump',
      { because: 'it is a program of others; its recording has the form of test/command/judge.test.ts' },
    ],
    [
      'npx roadtest judge traffic.har',
      { because: 'test/command/judge.test.ts does, with clients; its words are checked' },
    ],
  ],
  'docs/comparing.md': [
    ['roadtest diff before', elsewhere],
    ['before  2026', output],
    ['roadtest verify https://staging', elsewhere],
    ['2026-11-27', output],
  ],
  'docs/your-deployment.md': [
    ['export ROADTEST_USER_NAME', 'run'],
    ['npx roadtest learn', 'run'],
    ['openings:', { because: 'a part of what the block before writes' }],
    ['npx roadtest verify http://127.0.0.1:4010 --profile', { because: 'test/cli/learn.test.ts does' }],
    ['npx roadtest verify https://staging', elsewhere],
    ['? 102 not reached', output],
    ['npx roadtest rules', 'run'],
  ],
  'docs/from-code.md': [
    ["import { createSimulator } from 'roadtest';", 'module'],
    ['import { setupServer }', 'module'],
    ['const { groups, users }', 'module'],
  ],
  'docs/control-api.md': [
    ['curl -X POST', 'run'],
    ["curl 'http://127.0.0.1:4010/_control/requests", 'run'],
    ['export ROADTEST_CONTROL_TOKEN', { because: 'test/cli/roles.test.ts does; its words are checked' }],
  ],
  'docs/class.md': [
    ['npx roadtest class', { because: 'test/page/flows/class.ts holds one; its words are checked' }],
  ],
  'docs/proving.md': [
    ['npx roadtest prove', { because: 'takes minutes; test/cli/prove.test.ts does; its words are checked' }],
    ['plain run', output],
  ],
  'docs/faults.md': [
    ['curl -X PUT http://127.0.0.1:4010/_control/faults', 'run'],
    ['[\n  { "operation"', 'faults'],
  ],
  'docs/generate-a-client.md': [
    ['npx roadtest export openapi', 'run'],
    ['npx @redocly/cli', generated],
    ['import { client', generated],
  ],
  'docs/fixture.md': [
    ['# yaml-language-server', 'fixture'],
    ["curl 'http://127.0.0.1:4010/_control/fixture", 'run'],
    ["import { createSimulator } from 'roadtest';\nimport { parseFixture }", 'alone'],
  ],
  'docs/worlds.md': [
    ['curl -X POST http://127.0.0.1:4010/_control/worlds', 'run'],
    ['import { test as base }', { because: 'a test file, as those in test/vitest-adapter' }],
  ],
  'docs/playing.md': [
    ['npx roadtest scenarios list', 'run'],
    ['One expires', output],
    ['title: One SMS too many', 'story'],
    ['npx roadtest serve --scenario', 'serve'],
    ['pmtiles extract', { because: 'needs the internet, and the program of PMTiles; its words are checked' }],
  ],
  'docs/from-the-field.md': [
    ['npx roadtest play field/future-fix', 'run'],
    ['npx roadtest serve --scenario field', 'serve'],
    ['cat > pages.yaml', 'serve'],
  ],
  'docs/exploring.md': [
    ['roadtest explore https://staging', elsewhere],
    ['✘ fail', output],
    ['import { describeHistory }', { because: 'a test file, as test/vitest-adapter writes and runs one' }],
    ['roadtest explore https://staging.example.com --profile staging.yaml --only', elsewhere],
    [
      'roadtest serve --frozen --deviate',
      { because: 'looks for a minute; test/explore does; its words are checked' },
    ],
  ],
  'docs/test-runners.md': [
    ["import { test } from 'roadtest/vitest';", runner],
    ["import { test } from 'roadtest/vitest';", runner],
    ["import { test } from 'roadtest/vitest';", runner],
    ["import { setupServer } from 'msw/node';", runner],
    ['npx vitest run', runner],
    ["const { createSimulator } = require('roadtest');", runner],
    ["import { createSimulator } from 'roadtest';", runner],
    ["const modules = '(rettime", runner],
    ["const { setupServer } = require('msw/node');", runner],
    ["import { setupServer } from 'msw/node';", runner],
    ["NODE_OPTIONS=--experimental-vm-modules npx jest --testMatch '**/*.test.{js,mjs}'", runner],
    ["import assert from 'node:assert/strict';", runner],
    ["import assert from 'node:assert/strict';", runner],
    ['node --test limit.test.mjs', runner],
    ["const { test: base, expect } = require('@playwright/test');", runner],
    ['npx roadtest exec --frozen -- npx playwright test --workers 2', runner],
    ['import json', runner],
    ['npx roadtest exec --frozen -- python3 -m pytest -q', runner],
  ],
  'docs/writing-a-profile.md': [
    ['roadtest: 1', 'profile'],
    ['export ROADTEST_USER_NAME', elsewhere],
    ['https://depot.example.com/tracking', output],
    ['GET /tracking/api/devices', output],
    ['roadtest: 1', depot],
    ['npx roadtest verify https://depot', elsewhere],
    ['? 170 not reached', output],
    ['  operations.status', depot],
    ['? 93 not reached', output],
    ['controls:', depot],
    ['  activate:', depot],
    ['controlsUrl:', depot],
    ['https://depot.example.com', output],
    ['known:', depot],
    ['known:', depot],
    ['npx roadtest verify https://depot', elsewhere],
  ],
  'docs/writing-a-story.md': [
    ['title: A limit is reached', stories],
    ['clock: { now', stories],
    ['title: The yard', stories],
    ['do:\n', stories],
    ['expect:', stories],
  ],
};

interface Block {
  page: string;
  text: string;
}
const textOf = (page: string) => readFileSync(product.path(page), 'utf8');

function blocksOf(page: string): Block[] {
  return [...textOf(page).matchAll(/^```[^\n]*\n(.*?)^```$/gms)].map(([, text = '']) => ({ page, text }));
}

const listed = Object.entries(pages).flatMap(([page, treatments]) =>
  treatments.map(([, treatment], index) => ({ ...blocksOf(page)[index], page, treatment })),
);
const treated = (wanted: Treatment) =>
  listed.filter(({ treatment }) => treatment === wanted).map(({ text = '' }) => text);

describe('code blocks', () => {
  it('are all listed here, with what is done with them', () => {
    const found = ['README.md', ...readdirSync(product.path('docs')).map((name) => `docs/${name}`)]
      .filter((name) => name.endsWith('.md'))
      .flatMap(blocksOf);
    expect(found).toHaveLength(listed.length);
    for (const [page, treatments] of Object.entries(pages)) {
      const beginnings = blocksOf(page).map(({ text }, index) =>
        text.slice(0, treatments[index]?.[0].length),
      );
      expect(beginnings, page).toEqual(treatments.map(([begins]) => begins));
    }
  });

  it('with a story play as they are to', async () => {
    expect(treated('story')).toHaveLength(1);
    for (const text of treated('story')) expect(await playStory(text)).toMatchObject({ passed: true });
  });

  it('with a fixture are the beginning of a world', () => {
    expect(treated('fixture')).toHaveLength(1);
    for (const text of treated('fixture')) {
      const { lens, fleet } = createSimulator({ fixture: parseFixture(text) });
      expect(lens.writeId('device', fleet.devices.list()[1]?.id ?? 0)).toBe('dev-van');
    }
  });

  it('with a baseline are read', () => {
    for (const text of treated('baseline')) expect(parseBaseline(text, 'known.yaml')).toHaveLength(2);
  });

  it('with fault rules are met by the calls that they name', async () => {
    expect(treated('faults')).toHaveLength(1);
    for (const text of treated('faults')) {
      const simulator = createSimulator();
      simulator.faults.set(JSON.parse(text));
      const call = (method: string, target: string) => simulator.handle({ method, target, headers: {} });
      for (let i = 0; i < 3; i++) await call('GET', '/api/devices');
      await call('POST', '/api/devices/dev-1/locations');
      const hits = simulator.faults.counted.map((rule: { hits: number }) => rule.hits);
      simulator.stop();
      expect(hits).toEqual([2, 1]);
    }
  });

  it('with a profile are ones that can be used', () => {
    for (const text of treated('profile'))
      expect(parseProfile(text, 'ours.yaml').name).toBe('our staging system');
  });
});

/** The words of a line as a shell would take them: quotes, and nothing else of a shell. */
function wordsIn(line: string): string[] {
  return [...line.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g)].map(([word]) => word.replace(/['"]/g, ''));
}

/** The command lines of `roadtest` in a text: without what else a shell is told in them. */
function linesIn(text: string): string[][] {
  const lines = text.replaceAll('\\\n', ' ').split('\n');
  return lines.flatMap((line) => {
    const [, rest] = /^(?:npx )?roadtest (.*?)(?: +#.*| &| >>? \S+)?$/.exec(line.trim()) ?? [];
    return rest === undefined ? [] : [wordsIn(rest)];
  });
}

describe('command lines', () => {
  const check = async ([name = '', ...words]: string[]) => {
    expect(Object.keys(commands), `roadtest ${name}`).toContain(name);
    parse(await (commands[name] as NonNullable<(typeof commands)[string]>)(), words);
  };

  it('in blocks are taken as they are written', async () => {
    const lines = listed
      .filter(({ treatment }) => treatment !== output)
      .flatMap(({ text = '' }) => linesIn(text));
    expect(lines.length).toBeGreaterThan(10);
    for (const line of lines) await check(line);
  });

  it('in tables are, too', async () => {
    const tables = Object.keys(pages).flatMap((page) => textOf(page).match(/^\|.*\|$/gm) ?? []);
    const lines = tables.flatMap((row) =>
      [...row.matchAll(/`(roadtest [^`]+)`/g)].flatMap(([, line = '']) => linesIn(line)),
    );
    expect(lines.length).toBeGreaterThan(20);
    for (const line of lines) await check(line.map((word) => (word === 'N' ? '1' : word)));
  });

  it('of the workflow are: what it says to the action is what that takes', async () => {
    const [text = ''] = treated('workflow');
    const { jobs } = parseYaml(text) as { jobs: { [name: string]: { steps: Step[] } } };
    const steps = Object.values(jobs).flatMap((job) => job.steps);
    const { inputs } = parseYaml(readFileSync(product.path('action.yml'), 'utf8')) as Action;
    const ours = steps.filter(({ uses }) => uses.includes('/roadtest@'));
    expect(ours).toHaveLength(1);
    for (const { with: given } of ours) {
      expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
      const required = Object.keys(inputs).filter((name) => inputs[name]?.required);
      expect(Object.keys(given)).toEqual(expect.arrayContaining(required));
      const { 'base-url': address, options } = given;
      const words = (options ?? '').split('\n').filter((word) => word !== '');
      expect(parse(await (commands.verify ?? expect.fail())(), [address ?? '', ...words])).toMatchObject({
        args: [address],
      });
    }
  });
});
interface Step {
  uses: string;
  with: { [name: string]: string };
}
interface Action {
  inputs: { [name: string]: { required?: boolean } };
}

describe('a shell', () => {
  let port = 0;
  beforeAll(async () => {
    port = await freePort();
  });

  /** All rules with `npm run test:product`: test/product/writing-a-profile.test.ts judges all of them each time. */
  const few = WHOLE ? '' : '--only token/,groups/,limits/raise';

  /** `npx` of a checkout, on a port that is free on this machine. */
  const npx = () => `
set -e
npx() { # roadtest COMMAND …
  shift
  case "$1" in
    serve) exec '${node}' '${product.command}' "$@" --port ${port} ;;
    # A busy machine takes its time.
    verify)
      case " $* " in *' --only '*) few= ;; *) few='${few}' ;; esac
      '${node}' '${product.command}' "$@" --timeout 120 $few ;;
    *) '${node}' '${product.command}' "$@" ;;
  esac
}
up() { for i in $(seq 600); do curl -sfo /dev/null http://127.0.0.1:${port}/_control/health && return; sleep 0.1; done; return 1; }
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT # what has failed leaves nothing running
down() { curl -sf -X POST http://127.0.0.1:${port}/_control/shutdown || true; wait; }
`;

  it('runs the blocks of README.md, and then those of docs, as pasted', LONG, async () => {
    const serve = (command: string) => ['down', `{ ${command}; } &`, 'up'];
    const lines = listed.flatMap(({ text = '', treatment }) => {
      const here = text.replaceAll(':4010', `:${port}`).trim();
      if (treatment === 'serve') return serve(here);
      return treatment === 'run' ? [here] : [];
    });
    const { stdout } = await execute('bash', ['-c', [npx(), ...lines, 'down'].join('\n')], { cwd: folder });
    expect(stdout).toContain('{"status":"ok"}');
    expect(stdout).toContain('"digest"'); // the clock was advanced
    expect(stdout).toMatch(/Expectations: ✔ \d+ passed/);
    expect(stdout).toMatch(
      /✔ (\d+) pass · .*\nExit code 0: all that could be reached holds; \1 of \1 judged/,
    );
    expect(parseFixture(readFileSync(join(folder, 'found.yaml'), 'utf8')).devices).toHaveLength(10);
  });
});

describe('Node', () => {
  it('runs the modules of docs', async () => {
    const [first = '', ...others] = treated('module');
    writeFileSync(
      join(folder, 'first.mjs'),
      `import { serve } from 'roadtest/node';
import { createSimulator as create } from 'roadtest';
const profile = undefined;
const server = await serve(create());
${first
  // A deployment that is there, and a part of the rules: test/suite runs all of them.
  .replace(
    "baseUrl: 'https://staging.example.com', ",
    "baseUrl: server.url, credentials: { userName: 'demo', apiKey: 'demo-key' }, only: ['token/'], ",
  )
  .replace("'judged>=90%'", "'judged>=0%'")}
console.log(JSON.stringify({ passed, expectations: expectations.length, events: events.length > 0, digest, verdict: run.exitCode }));
process.exit(0);`,
    );
    writeFileSync(
      join(folder, 'others.mjs'),
      `${others.join('\n')}
console.log(JSON.stringify({ night: night.name, demo: demo.groupIds, inNight: inNight.length, removed: removed.name }));`,
    );
    const run = async (file: string) => {
      const { stdout } = await execute(node, [file], { cwd: folder });
      return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    };
    const alone = treated('alone').map((text, index) => {
      const file = `alone-${index}.mjs`;
      writeFileSync(join(folder, file), text);
      return execute(node, [file], { cwd: folder });
    });
    const [played, edited] = await Promise.all([run('first.mjs'), run('others.mjs'), ...alone]);
    expect(played).toMatchObject({ passed: true, events: true, verdict: 0 });
    expect(edited).toMatchObject({ night: 'Night shift', inNight: 1 });
  });
});

/** A port that is free, of those below the ones that the system gives to servers and connections. */
async function freePort(): Promise<number> {
  for (let port = 20_000 + (process.pid % 10_000); ; port++) {
    const server = createServer().listen(port, '127.0.0.1');
    const free = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!free) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
