/** The action for GitHub, performed by bash as a runner does: what it takes, what it says, and what does no harm. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Ended, root } from '../roadtest.ts';
import { deployed } from '../verifying.ts';
import { emptyFolder, folderWith, installed, run } from './installed.ts';

interface Texts {
  [name: string]: string;
}
interface Step {
  id?: string;
  uses?: string;
  run?: string;
  env?: Texts;
}
interface Action {
  inputs: { [name: string]: { default?: string } };
  outputs: { [name: string]: { value: string } };
  runs: { steps: Step[] };
}

const text = readFileSync(join(root, 'action.yml'), 'utf8');
const { inputs, outputs: named, runs }: Action = parse(text);
const required = { 'base-url': 'https://staging.example.com', 'user-name': 'demo', 'api-key': 'key' };

/** The environment of a runner beside the inputs. */
interface Runner {
  /** The folder of the action, and what comes before the programs of the machine. */
  action: string;
  programs?: string;
  /** The folders for temporary files, of which a cache may bring some, and of the tools of the machine. */
  temporary?: string;
  tools?: string;
  github?: Texts;
  env?: Texts;
}

interface Performed extends Ended {
  outputs: Texts;
  steps: { [id: string]: Texts };
  summary: string;
  workspace: string;
}

/** Performs the steps up to the first that fails. Steps of other actions do nothing. */
async function perform(given: Texts, runner: Runner, from?: string): Promise<Performed> {
  const {
    action,
    programs,
    temporary = emptyFolder(),
    tools = temporary,
    github = {},
    env: more = {},
  } = runner;
  const taken: Texts = { ...given };
  for (const [name, input] of Object.entries(inputs)) taken[name] ??= input.default ?? '';
  const steps: { [id: string]: Texts } = from
    ? { find: { node: join(programs ?? '', 'node'), package: action } }
    : {};
  const evaluated = (expression: string) =>
    expression.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_, path: string) => {
      const [context = '', name = '', , output = ''] = path.split('.');
      const values: { [context: string]: string | undefined } = {
        inputs: taken[name],
        steps: steps[name]?.[output],
        github: github[name],
      };
      return values[context] ?? '';
    });
  const workspace = emptyFolder();
  const [summary, output] = ['summary', 'output'].map((name) => join(emptyFolder(), name)) as [
    string,
    string,
  ];
  let ended: Ended = { code: 0, out: '', err: '' };
  const first = runs.steps.findIndex(({ id }) => id === (from ?? 'find'));
  for (const { id = '', run: script, env = {} } of runs.steps.slice(first)) {
    if (script === undefined) continue;
    for (const file of [summary, output]) writeFileSync(file, '', { flag: file === output ? 'w' : 'a' });
    const own = Object.entries(env).map(([name, value]) => [name, evaluated(value)]);
    const before = ended;
    ended = await run('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
      cwd: workspace,
      env: {
        PATH: [...(programs ? [programs] : []), process.env.PATH].join(':'),
        ...{ GITHUB_ACTION_PATH: action, GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary },
        ...{ GITHUB_SERVER_URL: 'https://github.com', RUNNER_TEMP: temporary, RUNNER_TOOL_CACHE: tools },
        ...more,
        ...Object.fromEntries(own),
      },
    });
    ended = { ...ended, out: before.out + ended.out, err: before.err + ended.err };
    const lines = readFileSync(output, 'utf8').split('\n').filter(Boolean);
    steps[id] = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
    if (ended.code !== 0) break;
  }
  const outputs = Object.entries(named).map(([name, { value }]) => [name, evaluated(value)]);
  return {
    ...ended,
    steps,
    workspace,
    outputs: Object.fromEntries(outputs),
    summary: readFileSync(summary, 'utf8'),
  };
}

/** A command in place of roadtest: it says its words and its key, finds two passes and two failures, and ends as it is told. */
const outcomes = [
  { verdict: 'pass' },
  { verdict: 'pass' },
  { verdict: 'fail' },
  { verdict: 'fail', accepted: true },
];
const recording = folderWith({
  node: `#!/bin/sh
if [ "$1" = -e ]; then exec '${process.execPath}' "$@"; fi
shift; for word; do printf 'WORD %s\\n' "$word"; case "$word" in --output=*) output="\${word#--output=}" ;; esac; done
mkdir -p "$output"; echo '${JSON.stringify({ outcomes })}' > "$output/run.json"; echo "KEY $ROADTEST_API_KEY"
exit \${ENDS:-0}
`,
  'dist/bin/roadtest.js': '',
});
/** Performs the last step alone, with that command. */
const verify = (given: Texts, ends = 0) =>
  perform(given, { action: recording, programs: recording, env: { ENDS: `${ends}` } }, 'verify');
const wordsOf = (out: string) => [...out.matchAll(/^WORD (.*)$/gm)].map(([, word]) => word);

test('verifies a deployment with the installed package, and says what came of it', async () => {
  const { url } = await deployed();
  const given = {
    ...required,
    'base-url': url,
    'api-key': 'demo-key',
    options: '--only token/issued,token/json',
  };
  const { code, out, err, outputs, summary, workspace } = await perform(given, {
    action: (await installed()).path(),
  });
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

test('hands each input on as one word, whatever it holds', async () => {
  const given = {
    ...required,
    'base-url': '--plan',
    profile: '$(touch harm).yaml',
    openapi: '`touch harm`; touch harm',
    baseline: '--json',
    output: 'the "reports"',
    'api-key': '"; touch harm; "\n',
  };
  const { out, workspace, outputs } = await verify(given);
  expect(wordsOf(out)).toEqual([
    'verify',
    ...['--reporter=text,github,junit,html,json,markdown', '--output=the "reports"'],
    ...['--profile=$(touch harm).yaml', '--openapi=`touch harm`; touch harm', '--baseline=--json'],
    ...['--', '--plan'],
  ]);
  expect(out).toContain('KEY "; touch harm; "\n');
  expect(outputs).toMatchObject({ reports: 'the "reports"', verdict: 'holds', passed: '2', failed: '1' });
  expect(existsSync(join(workspace, 'harm'))).toBe(false);
});

test.each(Object.keys(inputs))(
  'takes a line break in %s only where it is no more than a break',
  async (name) => {
    const many = ['user-name', 'api-key', 'options'].includes(name);
    const { code, out, outputs } = await verify({ ...required, [name]: 'x\nverdict=holds' });
    if (many) expect(out).not.toContain('has a line break');
    else
      expect({ code, out, outputs }).toMatchObject({
        code: 2,
        out: `::error title=roadtest::The input ${name} has a line break: write it in one line.\n`,
        outputs: { reports: '', verdict: 'error', 'exit-code': '2' },
      });
  },
);

const oneWord = 'is taken one word a line';
const written: [options: string, words: string[] | string][] = [
  ['--only\ntoken/\n\n--require\njudged>=90%\n', ['--only', 'token/', '--require', 'judged>=90%']],
  [' --thorough  --seed 3 \r\n--patience=2', ['--thorough', '--seed', '3', '--patience=2']],
  ['--record\nmy record * .txt', ['--record', 'my record * .txt']],
  ['--only * --skip ?', ['--only', '*', '--skip', '?']],
  ["--record 'my record.txt'", oneWord],
  ['--record my record * .txt', oneWord],
  ['token/ --thorough', oneWord],
];
test.each(written)('takes the options %j, or says how they are written', async (options, expected) => {
  const { code, out } = await verify({ ...required, options });
  if (typeof expected === 'string')
    expect({ code, out }).toEqual({ code: 2, out: expect.stringContaining(expected) });
  else expect(wordsOf(out).slice(3, -2)).toEqual(expected);
});

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
test.each(endings)(
  'where roadtest ends with %i, which is %s, and fail-on is %j, ends with %i',
  async (...row) => {
    const [ending, verdict, failOn, code] = row;
    const ended = await verify({ ...required, 'fail-on': failOn }, ending);
    expect({ code: ended.code, ...ended.outputs }).toMatchObject({
      code,
      verdict,
      'exit-code': `${ending}`,
      counts: verdict === 'error' ? '' : '{"pass":2,"fail":1,"accepted":1}',
    });
  },
);

test('says which verdicts fail-on takes', async () => {
  expect(await verify({ ...required, 'fail-on': 'drift,flaky' })).toMatchObject({
    code: 2,
    out: '::error title=roadtest::The input fail-on takes words of broken, open, drift and none.\n',
  });
});

describe('roadtest for the action', () => {
  /** A checkout that is not built, as a runner has it. */
  const checkout = folderWith({});
  for (const name of readdirSync(root))
    if (name !== 'dist' && name !== 'node_modules') symlinkSync(join(root, name), join(checkout, name));
  const github = { action_repository: 'our/roadtest', action_ref: 'v1.2.3' };
  const release = folderWith({ 'package/dist/bin/roadtest.js': "console.log('WORD', process.argv[2])" });

  /** The words that a program is called with go to its output; what it is asked to bring is a packed file. */
  async function programs(brings: 'curl' | 'npm'): Promise<string> {
    const packed = join(release, 'roadtest-1.2.3.tgz');
    await run('tar', ['-czf', packed, '-C', release, 'package']);
    const last = `for word; do if [ "$last" = --output ]; then cp '${packed}' "$word"; fi; last=$word; done`;
    const folder = folderWith({
      curl: `#!/bin/sh\necho "curl $*"\n${brings === 'curl' ? last : 'exit 22'}\n`,
      npm: `#!/bin/sh\nif [ "$1" = pack ]; then cp '${packed}' "$5"; else echo "npm $*"; fi\n`,
    });
    symlinkSync(process.execPath, join(folder, 'node'));
    return folder;
  }

  test('is a packed release, once for a job', async () => {
    const job = { action: checkout, temporary: emptyFolder(), github, programs: await programs('curl') };
    const { code, out, err, steps } = await perform(required, job);
    expect(code, out + err).toBe(0);
    expect(out).toContain('https://github.com/our/roadtest/releases/download/v1.2.3/roadtest.tgz');
    expect(out).toMatch(/WORD verify\n$/);
    expect(out).not.toContain('npm');
    expect(steps.bring).toEqual({});
    const again = await perform(required, job);
    expect(again.out).toBe('WORD verify\n');
    expect(again.steps.find).toEqual(steps.find);
    expect(steps.find?.key).toMatch(/^roadtest-[0-9a-f]{64}$/);
  });

  test.each([
    ['a branch', 'main'],
    ['a release without a packed file', 'v1.2.3'],
  ])('is built for %s, and goes into the cache', async (_, action_ref) => {
    const job = { action: checkout, github: { ...github, action_ref }, programs: await programs('npm') };
    const { code, out, err, steps } = await perform(required, job);
    expect(code, out + err).toBe(0);
    expect(out).toContain('npm ci --ignore-scripts --no-audit --no-fund\nnpm run build\nWORD verify');
    expect(out.includes('curl')).toBe(action_ref !== 'main');
    expect(steps.bring).toEqual({ built: 'true' });
    expect(existsSync(join(steps.find?.package ?? '', 'dist/bin/roadtest.js'))).toBe(true);
  });

  test('runs by a Node of the machine, and the one of the job stays as it is', async () => {
    const old = { action: recording, programs: folderWith({ node: '#!/bin/sh\nexit 1\n' }) };
    expect(await perform(required, old)).toMatchObject({
      code: 2,
      out: expect.stringContaining('No Node 20.19 or later is there.'),
    });
    const tools = emptyFolder();
    const kept = join(tools, 'node/22.1.0/x64/bin/node');
    mkdirSync(dirname(kept), { recursive: true });
    symlinkSync(join(recording, 'node'), kept);
    const { code, steps } = await perform(required, { ...old, tools });
    expect({ code, node: steps.find?.node }).toEqual({ code: 0, node: kept });
    expect(text).not.toMatch(/GITHUB_PATH|GITHUB_ENV/);
    const uses = runs.steps.flatMap((step) => step.uses ?? []);
    expect(uses.filter((name) => !name.startsWith('actions/cache/'))).toEqual([]);
  });
});
