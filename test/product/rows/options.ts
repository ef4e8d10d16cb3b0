/** What each option of each command does: a line with it, run to its end, and what is seen of it. */
import type { Service } from '../server.ts';

export interface LineRow {
  command: string;
  /** What the line is about. */
  name: string;
  /** `{url}` is a world of its own on the shared server, `{watched}` the same behind a proxy that counts. */
  words: readonly string[];
  /** How that world begins. */
  world?: object;
  begin?(world: Service): Promise<unknown>;
  files?: { readonly [name: string]: string };
  env?: { readonly [name: string]: string };
  /** Files that it writes. */
  writes?: readonly string[];
  /** What is asked of the world afterwards. */
  seen?(world: Service): Promise<string>;
  /** The option, and what the output, the files, or the counts of the proxy have. */
  shows: { readonly [option: string]: RegExp };
}

export const credentials = '{"userName":"demo","apiKey":"demo-key"}';
const help = { help: /Options:\n/ };
const helped = [
  'serve',
  'exec',
  'play',
  'scenarios',
  'export',
  'demo',
  'verify',
  'explore',
  'sweep',
  'rules',
];

/** The requests that the public API of the world has seen. */
const requests = async (world: Service): Promise<string> => (await world.control('GET', '/requests')).text;

const few = ['--only', 'token/issued,groups/created-is-listed'];
const ours = 'roadtest: 1\nname: our staging system\nopenings: {}\n';
const story = `title: Two vans
clock: { start: 2026-03-02 08:00, for: 1h }
fleet: { van: { count: 2, drives: there, report: 10s } }
routes: { there: { roads: [depot, harbour, depot] } }
groups: { North: }
timeline:
  - { at: 30m, do: { alert: van-1, type: sos } }
`;
const cast = 'title: A cast\nfixture: none.yaml\nclock: { start: 2026-03-02 08:00, for: 10m }\n';
const yard = 'devices: [{ id: dev-77, name: Tow truck }]\n';
const there = ['story.yaml', '--target', '{watched}', '--speed', 'max', '--until', '40m'];

export const lineRows: readonly LineRow[] = [
  ...helped.map((command) => ({ command, name: '--help', words: ['--help'], shows: help })),

  {
    command: 'verify',
    name: 'some rules, in place',
    words: [
      '{url}',
      ...few,
      '--skip',
      'token/',
      '--seed',
      '77',
      '--credentials',
      'key.json',
      '--journal',
      'j.jsonl',
      '--in-place',
      '--reporter',
      'text,json',
      '--output',
      'out',
    ],
    files: { 'key.json': credentials },
    env: { ROADTEST_USER_NAME: '', ROADTEST_API_KEY: '' },
    writes: ['out/run.json'],
    seen: requests,
    shows: {
      only: /1 of 1 judged/,
      skip: /1 of 1 judged/,
      seed: /--seed 77/,
      credentials: /ends with 0/,
      'in-place': /"operation":"createGroup"/,
      reporter: /✔ 1 pass/,
      output: /out\/run\.json: \{/,
    },
  },
  {
    command: 'verify',
    name: 'by a profile of a file',
    words: ['{url}', '--only', 'token/issued', '--profile', 'ours.yaml', '--reproduce', 'none-failed'],
    files: { 'ours.yaml': ours },
    shows: { profile: /profile our staging system/, reproduce: /^(?![\s\S]*none-failed)/ },
  },
  {
    command: 'explore',
    name: 'a history that is not there',
    words: ['{url}', '--replay', 'none.json', '--save', 'f.json', '--reproduce', 'again'],
    shows: {
      replay: /ends with 2[\s\S]*none\.json/,
      save: /^(?![\s\S]*UNKNOWN_OPTION)/,
      reproduce: /^(?![\s\S]*UNKNOWN_OPTION)/,
    },
  },
  {
    command: 'verify',
    name: 'at a pace',
    words: ['{watched}', '--only', 'groups/,users/', '--concurrency', '1', '--json', '--read-only'],
    shows: {
      concurrency: /, 1 at once/,
      json: /\n\{\n {2}"format": "roadtest-run"/,
      'read-only': /^(?![\s\S]*\n(POST|PUT|DELETE|PATCH) \S*\/api\/(?!Auth))/,
    },
  },
  {
    command: 'verify',
    name: '--list',
    words: ['--list', '--only', 'token/issued'],
    shows: { list: /ends with 0\n +token\/issued/ },
  },
  {
    command: 'verify',
    name: '--plan',
    words: ['{watched}', '--plan', '--only', 'groups/'],
    shows: { plan: /Nothing was sent\.[\s\S]*\n0 requests/ },
  },
  {
    command: 'verify',
    name: 'within bounds',
    words: [
      '{url}',
      '--only',
      'limits/sends-below-limit/email',
      '--max-messages',
      '0',
      '--max-rps',
      '500',
      '--patience',
      '0',
      '--thorough',
      '--explore',
      '1s',
      '--require',
      'judged>=90%',
      '--wait',
      '5s',
      '--journal',
      'kept.jsonl',
    ],
    shows: {
      'max-messages': /not reached/,
      explore: /ends with 3/,
      require: /ends with 3/,
      thorough: /ends with 3/,
      'max-rps': /ends with 3/,
      patience: /ends with 3/,
      wait: /ends with 3/,
    },
  },
  {
    command: 'verify',
    name: 'a slow deployment',
    words: ['{url}', ...few, '--in-place', '--timeout', '0.2', '--journal', 'j.jsonl'],
    begin: (world) => world.control('PUT', '/faults', { rules: [{ operation: '*', latency: 5_000 }] }),
    shows: { timeout: /ends with [23][\s\S]*0\.2/, journal: /ends with/ },
  },
  {
    command: 'verify',
    name: 'a run that takes too long',
    words: ['{url}', '--in-place', '--max-time', '1'],
    begin: (world) => world.control('PUT', '/faults', { rules: [{ operation: '*', latency: 300 }] }),
    shows: { 'max-time': /took all of its 1 s/ },
  },
  {
    command: 'verify',
    name: 'accepted failures',
    words: ['{url}', '--only', 'users/countries-listed', '--baseline', 'known.yaml'],
    files: { 'known.yaml': '- id: users/countries-listed\n  reason: known\n' },
    shows: { baseline: /ends with 1[\s\S]*users\/countries-listed/ },
  },
  {
    command: 'verify',
    name: '--rerun-failed without a run before',
    words: ['{url}', '--rerun-failed'],
    shows: { 'rerun-failed': /ends with 2[\s\S]*\[[A-Z_]+\]/ },
  },
  {
    command: 'verify',
    name: '--schedule',
    words: [
      '{url}',
      '--only',
      'token/issued',
      '--schedule',
      '* * * * * *',
      '--runs',
      '1',
      '--time-zone',
      'Europe/Berlin',
    ],
    shows: { schedule: /ends with 0/, runs: /^(?:.*pass.*|(?!.*pass).*\n?)*$/, 'time-zone': /ends with 0/ },
  },
  {
    command: 'verify',
    name: '--attended without a terminal',
    words: ['{url}', ...few, '--attended'],
    shows: { attended: /ends with 0/ },
  },

  {
    command: 'explore',
    name: 'a deployment',
    words: [
      '{url}',
      '--requests',
      '30',
      '--time',
      '20s',
      '--shrink-time',
      '5s',
      '--max-devices',
      '2',
      '--seed',
      '77',
      '--corpus',
      'histories',
      '--max-rps',
      '900',
      '--max-messages',
      '200',
      '--patience',
      '1',
      '--timeout',
      '60',
      '--wait',
      '5s',
      '--profile',
      'ours.yaml',
      '--credentials',
      'key.json',
      '--json',
    ],
    files: { 'ours.yaml': ours, 'key.json': credentials },
    env: { ROADTEST_USER_NAME: '', ROADTEST_API_KEY: '' },
    shows: {
      requests: /"histories": [1-3],/,
      time: /"exitCode": 0/,
      'shrink-time': /"exitCode": 0/,
      'max-devices': /"devices": [0-3],/,
      seed: /"seed": 77/,
      corpus: /"exitCode": 0/,
      'max-rps': /"exitCode": 0/,
      'max-messages': /"exitCode": 0/,
      patience: /"exitCode": 0/,
      timeout: /"exitCode": 0/,
      wait: /"exitCode": 0/,
      profile: /"profile": "our staging system"/,
      credentials: /"exitCode": 0/,
      json: /\n\{\n {2}"format": "roadtest-exploration"/,
    },
  },
  {
    command: 'explore',
    name: 'a deployment that is not changed',
    words: [
      '{watched}',
      '--read-only',
      '--in-place',
      '--requests',
      '5',
      '--time',
      '2s',
      '--journal',
      'j.jsonl',
      '--reporter',
      'text,json',
      '--output',
      'out',
    ],
    writes: ['out/exploration.json'],
    shows: {
      'read-only': /^(?![\s\S]*\n(POST|PUT|DELETE|PATCH) \S*\/api\/(?!Auth))/,
      'in-place': /ends with/,
      journal: /ends with/,
      reporter: /ends with/,
      output: /out\/exploration\.json: \{/,
    },
  },

  {
    command: 'play',
    name: 'a story of a file',
    words: [
      'story.yaml',
      '--until',
      '20m',
      '--seed',
      '77',
      '--profile',
      'ours.yaml',
      '--speed',
      'max',
      '--trace',
      'trace.jsonl',
      '--report',
      'json',
    ],
    files: { 'story.yaml': story, 'ours.yaml': ours },
    writes: ['trace.jsonl'],
    shows: {
      until: /"reached": "2026-03-02T08:20:00/,
      seed: /"seed": 77/,
      profile: /ends with 0/,
      speed: /ends with 0/,
      trace: /trace\.jsonl: \{"at":"2026-03-02T08/,
      report: /\n\{\n {2}"story": "/,
    },
  },
  {
    command: 'play',
    name: 'a cast of another file',
    words: ['cast.yaml', '--fixture', 'yard.yaml'],
    files: { 'cast.yaml': cast, 'yard.yaml': yard },
    shows: { fixture: /one device/ },
  },
  {
    command: 'play',
    name: 'on a deployment',
    words: [
      ...there,
      '--devices',
      'dev-3,dev-1',
      '--concurrency',
      '1',
      '--batch',
      '20',
      '--rate',
      '900',
      '--timeout',
      '60',
      '--patience',
      '5',
      '--wait',
      '5s',
      '--time',
      'advance',
      '--keep',
      '--credentials',
      'key.json',
    ],
    files: { 'story.yaml': story, 'key.json': credentials },
    env: { ROADTEST_USER_NAME: '', ROADTEST_API_KEY: '' },
    seen: async (world) => (await world.api('GET', '/groups')).text,
    shows: {
      target: /POST \S*\/api\/devices\/dev-3\/locations/,
      devices: /^(?![\s\S]*\/devices\/dev-2\/locations)/,
      concurrency: /, 1 at once/,
      batch: /ends with 0/,
      rate: /ends with 0/,
      timeout: /ends with 0/,
      patience: /ends with 0/,
      wait: /ends with 0/,
      time: /ends with 0/,
      keep: /"North/,
      credentials: /ends with 0/,
    },
  },
  {
    command: 'play',
    name: '--attended without a terminal',
    words: [...there, '--attended'],
    files: { 'story.yaml': story },
    shows: { attended: /ends with 0/ },
  },
  {
    command: 'play',
    name: '--open with a report',
    words: ['first-day', '--open', '--report', 'json'],
    shows: { open: /--open cannot be combined with --report/ },
  },

  {
    command: 'scenarios',
    name: 'check',
    words: ['check', 'story.yaml', '--json', '--profile', 'ours.yaml'],
    files: { 'story.yaml': story, 'ours.yaml': ours },
    shows: { json: /ends with 0\n[[{]/, profile: /ends with 0/ },
  },
  {
    command: 'export',
    name: 'load',
    words: [
      'load',
      'story.yaml',
      '-o',
      'load',
      '--until',
      '20m',
      '--seed',
      '77',
      '--at',
      '2027-01-01T08:30:00Z',
      '--devices',
      'V-1,V-2',
      '--batch',
      '20',
      '--profile',
      '{package}/contracts/profile/examples/enveloped.yaml',
      '--force',
    ],
    files: { 'story.yaml': story },
    writes: ['load/traffic.jsonl', 'load/devices.json', 'load/README.md'],
    shows: {
      output: /load\/traffic\.jsonl: \{/,
      until: /20 minutes/,
      seed: /ends with 0/,
      at: /17987922\d{5}/,
      devices: /"V-1"/,
      batch: /ends with 0/,
      profile: /in the dialect of the profile `(?!default)/,
      force: /ends with 0/,
    },
  },
  {
    command: 'export',
    name: 'load with a cast of another file',
    words: ['load', 'cast.yaml', '--fixture', 'yard.yaml', '-o', 'load'],
    files: { 'cast.yaml': cast, 'yard.yaml': yard },
    writes: ['load/devices.json'],
    shows: { fixture: /dev-77/ },
  },
  {
    command: 'demo',
    name: '--once',
    words: ['--once', '--seed', '7'],
    shows: { once: /by the contract suite/, seed: /seed 7,/ },
  },
  ...(['port', 'speed', 'open'] as const).map((option) => ({
    command: 'demo',
    name: `--${option} with --once`,
    words: ['--once', `--${option}`, ...(option === 'open' ? [] : ['0'])],
    shows: { [option]: /ends with 2/ },
  })),
  {
    command: 'sweep',
    name: 'an empty journal',
    words: [
      'none.jsonl',
      '--profile',
      'ours.yaml',
      '--credentials',
      'key.json',
      '--timeout',
      '5',
      '--max-time',
      '60',
      '--attended',
      '--json',
    ],
    files: { 'ours.yaml': ours, 'key.json': credentials, 'none.jsonl': '' },
    shows: {
      profile: /ends with 0/,
      credentials: /ends with 0/,
      timeout: /ends with 0/,
      'max-time': /ends with 0/,
      attended: /ends with 0/,
      json: /\n\{"removed":\[\]/,
    },
  },
  {
    command: 'rules',
    name: '--json',
    words: ['token/issued', '--json'],
    shows: { json: /"id": "token\/issued"/ },
  },
  {
    command: 'rules',
    name: '--deviations',
    words: ['history/', '--deviations'],
    shows: { deviations: /history\/fourth-patch +It ignores the fourth PATCH of a record\.\n/ },
  },
];
