/** The action for GitHub, performed by bash as a runner does: what it takes, what it says, and what does no harm. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { oneIn, turns } from '../sample.ts';
import { type Action, perform } from './action.ts';
import { emptyFolder, folderWith } from './folder.ts';
import { type Installed, installed, packInto, root } from './installed.ts';
import { newWorld } from './server.ts';

const text = readFileSync(join(root, 'action.yml'), 'utf8');
const { inputs, runs }: Action = parse(text);
const required = { 'base-url': 'https://staging.example.com', 'user-name': 'demo', 'api-key': 'key' };

/** An action whose command writes down its words and its environment, finds 2 passes and a failure, and ends with a code. */
const recording = (code = 0) =>
  folderWith({
    'action.yml': text,
    'dist/bin/roadtest.js': `
const { mkdirSync, writeFileSync } = require('node:fs');
const [command, ...words] = process.argv.slice(2);
const output = words.find((word) => word.startsWith('--output=')).slice(9);
mkdirSync(output, { recursive: true });
const outcomes = [{ verdict: 'pass' }, { verdict: 'pass' }, { verdict: 'fail' }, { verdict: 'fail', accepted: true }];
writeFileSync(output + '/run.json', JSON.stringify({ outcomes }));
console.log('WORDS ' + JSON.stringify({ command, words, key: process.env.ROADTEST_API_KEY }));
process.exit(${code});
`,
  });
const wordsOf = (out: string) =>
  JSON.parse(/^WORDS (.*)$/m.exec(out)?.[1] ?? expect.fail(out)) as { command: string; words: string[] };

describe('the action', () => {
  let product: Installed;
  beforeAll(async () => {
    product = await installed();
  });

  it('verifies a deployment, and says what came of it', async () => {
    const { baseUrl, userName, apiKey } = await newWorld();
    const given = {
      'base-url': baseUrl,
      'user-name': userName,
      'api-key': apiKey,
      options: '--only token/issued,token/json-object',
    };
    const { code, out, err, outputs, summary, workspace } = await perform(given, { action: product.path() });
    expect(code, out + err).toBe(0);
    expect(outputs).toEqual({
      reports: 'roadtest-reports',
      'exit-code': '0',
      verdict: 'holds',
      passed: '2',
      failed: '0',
      counts: '{"pass":2}',
    });
    expect(summary).toMatch(/^### . .*\n\n[\s\S]*\nExit code `0: .*`\n$/);
    const reports = readdirSync(join(workspace, 'roadtest-reports'));
    expect(reports).toEqual(expect.arrayContaining(['junit.xml', 'report.html', 'run.json']));
  });

  it('hands each input on as one word, whatever it holds', async () => {
    const given = {
      ...required,
      'base-url': '--plan',
      profile: '$(touch harm).yaml',
      openapi: '`touch harm`; touch harm',
      baseline: '--json',
      explore: "' && touch harm '",
      output: 'the "reports"',
      'api-key': '"; touch harm; "\n',
    };
    const { out, workspace, outputs } = await perform(given, { action: recording() });
    expect(wordsOf(out)).toEqual({
      command: 'verify',
      words: [
        '--reporter=text,github,junit,html,json,markdown',
        '--output=the "reports"',
        '--profile=$(touch harm).yaml',
        '--openapi=`touch harm`; touch harm',
        '--baseline=--json',
        "--explore=' && touch harm '",
        '--',
        '--plan',
      ],
      key: '"; touch harm; "\n',
    });
    expect(outputs).toMatchObject({ reports: 'the "reports"', verdict: 'holds', passed: '2', failed: '1' });
    expect(existsSync(join(workspace, 'harm'))).toBe(false);
  });

  it('refuses a line break in an input, which would be one more output', async () => {
    const lines = ['base-url', 'profile', 'openapi', 'baseline', 'explore', 'fail-on', 'output'];
    const others = ['user-name', 'api-key', 'options'];
    expect([...lines, ...others].sort()).toEqual(Object.keys(inputs).sort());
    const action = recording();
    const performed = lines.map(async (name) => {
      const { code, out, outputs } = await perform({ ...required, [name]: 'x\nverdict=holds' }, { action });
      expect({ name, code, out, outputs }).toMatchObject({
        code: 2,
        out: `::error title=roadtest::The input ${name} has a line break: write it in one line.\n`,
        outputs: { reports: '', verdict: 'error', 'exit-code': '2' },
      });
    });
    await Promise.all(performed);
  });

  const oneWord = 'is taken one word a line';
  const written: [options: string, words: string[] | string][] = [
    ['--only\ntoken/\n\n--require\njudged>=90%\n', ['--only', 'token/', '--require', 'judged>=90%']],
    ['--only token/ --require judged>=90%', ['--only', 'token/', '--require', 'judged>=90%']],
    [' --thorough  --seed 3 \r\n--patience=2', ['--thorough', '--seed', '3', '--patience=2']],
    ['--journal\nmy journal * .txt', ['--journal', 'my journal * .txt']],
    ['--journal=my journal.txt', ['--journal=my journal.txt']],
    ['--only * --skip ?', ['--only', '*', '--skip', '?']],
    ["--journal 'my journal.txt'", oneWord],
    ['--journal my journal * .txt', oneWord],
    ['--journal "x"', oneWord],
    ['token/ --thorough', oneWord],
  ];
  it.each(oneIn(4, written))(
    'takes the options %j, or says how they are written',
    async (options, expected) => {
      const { code, out } = await perform({ ...required, options }, { action: recording() });
      if (typeof expected === 'string') {
        expect({ code, out }).toEqual({ code: 2, out: expect.stringContaining(expected) });
      } else expect(wordsOf(out).words.slice(2, -2)).toEqual(expected);
    },
  );

  const endings: [ending: number, verdict: string, failOn: string, code: number][] = [
    [0, 'holds', 'broken', 0],
    [1, 'broken', '', 1],
    [1, 'broken', 'open,broken', 1],
    [1, 'broken', 'none', 0],
    [3, 'open', 'broken', 0],
    [6, 'open', 'open', 6],
    [4, 'drift', ' drift ', 4],
    [2, 'error', 'none', 2],
    [70, 'error', 'broken', 70],
  ];
  it.each(oneIn(4, endings))(
    'where roadtest ends with %i, which is %s, and fail-on is %j, ends with %i',
    async (...row) => {
      const [ending, verdict, failOn, code] = row;
      const ended = await perform({ ...required, 'fail-on': failOn }, { action: recording(ending) });
      expect({ code: ended.code, ...ended.outputs }).toMatchObject({
        code,
        verdict,
        'exit-code': `${ending}`,
        counts: verdict === 'error' ? '' : '{"pass":2,"fail":1,"accepted":1}',
      });
    },
  );

  it('says which verdicts fail-on takes', async () => {
    const { code, out } = await perform({ ...required, 'fail-on': 'drift,flaky' }, { action: recording() });
    expect({ code, out }).toEqual({
      code: 2,
      out: '::error title=roadtest::The input fail-on takes words of broken, open, drift and none.\n',
    });
  });
});

describe.runIf(turns(1)())('roadtest for the action', () => {
  /** A checkout that is not built, as a runner has it. */
  const checkout = () => {
    const folder = emptyFolder();
    for (const name of readdirSync(root))
      if (name !== 'dist' && name !== 'node_modules') symlinkSync(join(root, name), join(folder, name));
    return folder;
  };
  /** The words that a program is called with go to its output. */
  const programs = (more: { [name: string]: string } = {}) => {
    const folder = folderWith({
      npm: '#!/bin/sh\necho "npm $*"\n',
      curl: '#!/bin/sh\necho "curl $*"\nexit 22\n',
      ...more,
    });
    if (!('node' in more)) symlinkSync(process.execPath, join(folder, 'node'));
    return folder;
  };
  const plan = { ...required, options: '--help' };
  const github = { action_repository: 'our/roadtest', action_ref: 'v1.2.3' };
  let packed: string;
  beforeAll(async () => {
    packed = await packInto(emptyFolder());
  });

  it('is a packed release, once for a job', async () => {
    const action = checkout();
    const temporary = emptyFolder();
    const curl = `#!/bin/sh\necho "curl $*"\nfor word; do if [ "$last" = --output ]; then cp '${packed}' "$word"; fi; last=$word; done\n`;
    const { code, out, err, steps } = await perform(plan, {
      action,
      temporary,
      github,
      programs: programs({ curl }),
    });
    expect(code, out + err).toBe(0);
    expect(out).toContain('https://github.com/our/roadtest/releases/download/v1.2.3/roadtest.tgz');
    expect(out).toContain('roadtest verify [BASE_URL]');
    expect(out).not.toContain('npm');
    expect(steps.bring).toEqual({});
    const again = await perform(plan, { action, temporary, github, programs: programs() });
    expect(again.out).toMatch(/^roadtest verify/);
    expect(steps.find).toMatchObject({ key: expect.stringMatching(/^roadtest-[0-9a-f]{64}$/) });
    expect(again.steps.find?.package).toBe(steps.find?.package);
  });

  it.each([
    ['a branch', { ...github, action_ref: 'main' }],
    ['a release without a packed file', github],
  ])('is built for %s, and goes into the cache', async (_, at) => {
    const npm = `#!/bin/sh\nif [ "$1" = pack ]; then cp '${packed}' "$5/roadtest-1.2.3.tgz"; else echo "npm $*"; fi\n`;
    const action = checkout();
    const { code, out, err, steps } = await perform(plan, {
      action,
      github: at,
      programs: programs({ npm }),
    });
    expect(code, out + err).toBe(0);
    expect(out).toContain('npm ci --ignore-scripts --no-audit --no-fund\nnpm run build\nroadtest verify');
    expect(out.includes('curl')).toBe(at === github);
    expect(steps.bring).toEqual({ built: 'true' });
    expect(existsSync(join(steps.find?.package ?? '', 'dist/bin/roadtest.js'))).toBe(true);
  });

  it('runs by a Node of the machine, and the one of the job stays as it is', async () => {
    const old = programs({ node: '#!/bin/sh\nexit 1\n' });
    const none = await perform(required, { action: recording(), programs: old });
    expect(none).toMatchObject({ code: 2, out: expect.stringContaining('No Node 20.19 or later is there.') });
    const tools = emptyFolder();
    const kept = join(tools, 'node/22.1.0/x64/bin/node');
    mkdirSync(dirname(kept), { recursive: true });
    symlinkSync(process.execPath, kept);
    const { code, steps } = await perform(required, { action: recording(), programs: old, tools });
    expect({ code, node: steps.find?.node }).toEqual({ code: 0, node: kept });
    expect(text).not.toMatch(/GITHUB_PATH|GITHUB_ENV/);
    const uses = runs.steps.flatMap((step) => step.uses ?? []);
    expect(uses.filter((name) => !name.startsWith('actions/cache/'))).toEqual([]);
  });
});
