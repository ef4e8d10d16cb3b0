/** Every file that a command line names may be something else: a pipe that nobody writes into, a folder, a device, a socket. */
import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import timers from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../cli/commands/table.ts';
import { renderJson } from '../../contracts/report/json.ts';
import { allPass } from '../command/formats/runs.ts';
import { launchHere } from '../command/roadtest.ts';
import { demo, deployed, folder } from '../command/verifying.ts';

/** The rows of what `serve` and `exec` take. */
const served: { readonly [place: string]: readonly string[] } = {
  '--tls-cert': ['--tls-cert', '{file}', '--tls-key', 'text'],
  '--tls-key': ['--tls-cert', 'text', '--tls-key', '{file}'],
  '--profile': ['--profile', '{file}'],
  '--track': ['--track', '{file}'],
  '--scenario': ['--scenario', '{file}'],
  '--tiles': ['--tiles', '{file}'],
  '--export-on-exit': ['--export-on-exit', '{file}'],
  '--import': ['--import', '{file}'],
  '--fixture': ['--fixture', '{file}'],
};

/** Where a command line names a file: the words that lead to it. `{url}` is a deployment. */
const rows: { readonly [place: string]: readonly string[] } = {
  ...Object.fromEntries(
    Object.entries(served).flatMap(([place, words]) => [
      [`serve ${place}`, ['--port', '0', ...words]],
      [`exec ${place}`, [...words, '--', 'true']],
    ]),
  ),
  'play STORY': ['{file}'],
  'play --fixture': ['first-day', '--fixture', '{file}'],
  'play --profile': ['first-day', '--profile', '{file}'],
  'play --trace': ['first-day', '--trace', '{file}'],
  'scenarios STORY': ['check', '{file}'],
  'scenarios --profile': ['show', 'first-day', '--profile', '{file}'],
  'export STORY': ['load', '{file}', '-o', 'load'],
  'export --output': ['load', 'first-day', '-o', '{file}'],
  'export --profile': ['load', 'first-day', '-o', 'load', '--profile', '{file}'],
  'export --fixture': ['load', 'first-day', '-o', 'load', '--fixture', '{file}'],
  'verify --profile': ['{url}', '--profile', '{file}'],
  'verify --credentials': ['{url}', '--credentials', '{file}'],
  'verify --journal': ['{url}', '--in-place', '--journal', '{file}'],
  'verify --output': ['{url}', '--output', '{file}'],
  'verify --baseline': ['{url}', '--baseline', '{file}'],
  'verify --history': ['{url}', '--history', '{file}'],
  'verify --write-baseline': ['{url}', '--write-baseline', '{file}'],
  'verify --record': ['{url}', '--only', 'token/issued', '--record', '{file}'],
  'judge FILE': ['{file}'],
  'judge --profile': ['traffic.har', '--profile', '{file}'],
  'judge --baseline': ['run.json', '--baseline', '{file}'],
  'judge --output': ['run.json', '--output', '{file}'],
  'verify --openapi': ['{url}', '--openapi', '{file}'],
  'diff BEFORE': ['{file}', 'text'],
  'diff AFTER': ['report.json', '{file}'],
  'learn --openapi': ['--openapi', '{file}'],
  'learn --har': ['--har', '{file}'],
  'learn --output': ['{url}', '--output', '{file}'],
  'learn --credentials': ['{url}', '--credentials', '{file}'],
  'learn --journal': ['{url}', '--write', '--journal', '{file}'],
  'explore --profile': ['--profile', '{file}'],
  'explore --credentials': ['{url}', '--credentials', '{file}'],
  'explore --journal': ['{url}', '--in-place', '--journal', '{file}'],
  'explore --replay': ['--replay', '{file}'],
  'explore --corpus': ['--corpus', '{file}'],
  'explore --record': ['--requests', '20', '--record', '{file}'],
  'explore --save': ['--save', '{file}'],
  'explore --output': ['--output', '{file}'],
  'explore --baseline': ['--baseline', '{file}'],
  'explore --write-baseline': ['--write-baseline', '{file}'],
  'class --story': ['--trainees', 'anna', '--port', '0', '--story', '{file}'],
  'class --profile': ['--trainees', 'anna', '--port', '0', '--profile', '{file}'],
  'class --tls-cert': ['--trainees', 'anna', '--port', '0', '--tls-cert', '{file}', '--tls-key', 'text'],
  'class --tls-key': ['--trainees', 'anna', '--port', '0', '--tls-cert', 'text', '--tls-key', '{file}'],
  'prove --profile': ['--profile', '{file}', '--', 'true'],
  'prove --fixture': ['--fixture', '{file}', '--', 'true'],
  'prove --html': ['--html', '{file}', '--', 'true'],
  'sweep JOURNAL': ['{file}'],
  'sweep --profile': ['left.jsonl', '--profile', '{file}'],
  'sweep --credentials': ['left.jsonl', '--credentials', '{file}'],
};

/** The names in the help for a value that is a file or a folder, and for every other one. */
const files = ['FILE', 'DIR', 'URL|FILE', 'IDS|FILE', 'STORY', 'JOURNAL', 'BEFORE', 'AFTER'];
const others = [
  ...[
    'ADDRESS',
    'BASE_URL',
    'COMMAND',
    'CRON',
    'FORM',
    'FORMAT',
    'HOST',
    'HOW',
    'ID',
    'IDS',
    'NAME',
    'NAMES',
  ],
  ...['N|max', 'ORIGIN', 'RULE', 'THRESHOLDS', 'TIME', 'URL', 'VERB', 'WHAT', 'ZONE'],
];

interface Place {
  /** `verify --profile`. */
  place: string;
  /** The name of the value in the help. */
  called: string;
}

async function places(): Promise<Place[]> {
  const all = await Promise.all(Object.values(commands).map((load) => load()));
  return all.flatMap(({ name, options, positionals = [] }) => [
    ...Object.entries(options).flatMap(([option, given]) =>
      given.type === 'string' || given.type === 'strings'
        ? [{ place: `${name} --${option}`, called: given.value }]
        : [],
    ),
    ...positionals.map((positional) => ({ place: `${name} ${positional.name}`, called: positional.name })),
  ]);
}

it('has a row here for each option and argument of each command that is a file', async () => {
  const all = await places();
  expect(all.filter(({ called }) => ![...files, ...others].includes(called))).toEqual([]);
  expect(Object.keys(rows).sort()).toEqual(
    all
      .filter(({ called }) => files.includes(called))
      .map(({ place }) => place)
      .sort(),
  );
});

describe.skipIf(process.platform === 'win32')('what is no plain file', () => {
  const there = (name: string): string => join(folder, name);
  const wait = timers.setTimeout;
  let url = '';
  let listening: Server;

  beforeAll(async () => {
    // Ten seconds without a word from a pipe go by at once.
    timers.setTimeout = (_, value) => wait(0, value);
    syncBuiltinESMExports();
    ({ url } = await deployed());
    listening = createServer().listen(there('socket'));
    execFileSync('mkfifo', [there('pipe')]);
    mkdirSync(there('folder'));
    writeFileSync(there('text'), 'text');
    writeFileSync(there('traffic.har'), '{"log":{"entries":[]}}');
    writeFileSync(there('report.json'), renderJson(allPass));
    const entries = [
      { entry: 'run', format: 'roadtest-journal', version: 1, nonce: 'abcd2345', target: url },
      { entry: 'made', number: 1, resource: 'group', id: 7 },
    ];
    writeFileSync(there('left.jsonl'), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  });
  afterAll(() => {
    timers.setTimeout = wait;
    syncBuiltinESMExports();
    listening.close();
    // Whoever waits for a writer after all finds one.
    closeSync(openSync(there('pipe'), constants.O_RDWR | constants.O_NONBLOCK));
  });

  /** The ends of all commands that name this file, each at most some seconds away. */
  async function ends(file: string, isFolder: boolean): Promise<object> {
    const asked = (await places()).filter(({ called }) => files.includes(called));
    const ended = asked.map(async ({ place, called }) => {
      if (isFolder && called === 'DIR') return [];
      const words = (rows[place] ?? []).map((word) => word.replace('{file}', file).replace('{url}', url));
      const running = launchHere([place.split(' ', 1).join(), ...words], {
        cwd: folder,
        env: { ...demo, XDG_STATE_HOME: folder },
      });
      const end = await Promise.race([running.ended, wait(20_000)]);
      if (!end) return [[place, 'it hangs']];
      const [code] = /\[[A-Z_]+\]/.exec(end.err) ?? [];
      const said = end.err.includes(file) ? code : end.err;
      return [[place, `${end.code} ${said}`]];
    });
    return Object.fromEntries((await Promise.all(ended)).flat());
  }

  it.each([
    ['a pipe that nobody writes into', 'pipe', false],
    ['a folder', 'folder', true],
    ['a socket', 'socket', false],
    ['a device without end', '/dev/zero', false],
  ])(
    'and is %s ends no command otherwise than by a code, wherever it is named',
    async (_, name, isFolder) => {
      const ended = await ends(name.startsWith('/') ? name : there(name), isFolder);
      const wrong = Object.entries(ended).filter(
        ([, end]) => !/^2 \[(FILE_NOT_READABLE|FILE_NOT_WRITABLE|FOLDER_NOT_WRITABLE)\]$/.test(end),
      );
      expect(wrong).toEqual([]);
    },
  );
});
