/** The effect of each option of each command: a line with it, run to its end, and what is seen of it. */
import { cast, guarded, type LineRow, slow, story, yard } from './line-row.ts';
import { classRows } from './options-class.ts';
import { exploreRows } from './options-explore.ts';
import { judgeRows } from './options-judge.ts';
import { learnRows } from './options-learn.ts';
import { playRows } from './options-play.ts';
import { proveRows } from './options-prove.ts';
import { verifyRows } from './options-verify.ts';

const helped = [
  'serve',
  'class',
  'exec',
  'prove',
  'play',
  'scenarios',
  'export',
  'demo',
  'verify',
  'judge',
  'learn',
  'explore',
  'diff',
  'sweep',
  'rules',
];

/** Ids as a profile writes them. */
const vehicles = `roadtest: 1
name: vehicles
openings: { records.id: { form: string, prefixes: { device: veh-, alert: alr-, group: grp-, user: usr- } } }
`;
const load = ['load', 'story.yaml', '-o', 'load', '--until', '20m'];

/** Journal entries of a run that left two groups of its own on a deployment. */
const left = [1, 2]
  .flatMap((number) => [
    { entry: 'intend', number, resource: 'group', name: `roadtest abcd2345-${number}` },
    { entry: 'made', number, resource: 'group', id: `grp-${number}` },
  ])
  .map((entry) => JSON.stringify(entry));
const begun = {
  ...{
    entry: 'run',
    format: 'roadtest-journal',
    version: 2,
    nonce: 'abcd2345',
    target: '{target}',
    basePath: '',
  },
  startedAt: '2026-01-05T08:00:00.000Z',
};
const journal = (target: string, entries: readonly string[]): string =>
  `${[JSON.stringify({ ...begun, target }), ...entries].join('\n')}\n`;
const elsewhere = 'roadtest: 1\nname: elsewhere\nbasePath: /elsewhere\nopenings: {}\n';

const ran = (seed: number, verdict: string): string =>
  JSON.stringify({
    ...{
      format: 'roadtest-run',
      version: 1,
      tool: 'roadtest 0.1.0',
      target: 'http://127.0.0.1:1',
      profile: null,
    },
    ...{ startedAt: `2026-01-0${seed}T08:00:00.000Z`, nonce: `abcd234${seed}`, seed, exitCode: 0 },
    outcomes: [{ id: 'groups/replaced', rule: 'groups/replaced', verdict, reason: 'So it was.' }],
    observations: [],
  });
/** Reports of two runs, in the second of which a rule is broken. */
const twoRuns = { 'before.json': ran(1, 'pass'), 'after.json': ran(2, 'fail') };

/** A world that has these groups. */
const swept: Pick<LineRow, 'command' | 'world' | 'begin' | 'files' | 'seen'> = {
  command: 'sweep',
  world: { fixture: { devices: [{ id: 'dev-1' }] } },
  async begin(world) {
    for (const number of [1, 2]) await world.api('POST', '/groups', { name: `roadtest abcd2345-${number}` });
  },
  files: { 'left.jsonl': journal('{url}', left), 'elsewhere.yaml': elsewhere },
  seen: async (world) => (await world.control('GET', '/names')).text,
};

export const lineRows: readonly LineRow[] = [
  ...helped.map((command) => ({
    command,
    name: '--help',
    words: ['--help'],
    shows: { help: /Options:\n/ },
  })),
  ...verifyRows,
  ...exploreRows,
  ...judgeRows,
  ...learnRows,
  ...playRows,
  ...classRows,
  ...proveRows,

  {
    command: 'serve',
    name: 'on the live page',
    words: ['--port', '0', '--open'],
    within: 'terminal',
    opens: true,
    shows: { open: /opened\.txt: http:\/\/127\.0\.0\.1:\d+\/_console/ },
  },
  {
    command: 'scenarios',
    name: 'check',
    words: ['check', 'cast.yaml', '--json', '--profile', 'vehicles.yaml'],
    files: {
      'cast.yaml': cast.replace('none', 'yard'),
      'yard.yaml': yard.replace('dev-', 'veh-'),
      'vehicles.yaml': vehicles,
    },
    shows: { json: /ends with 0\n[[{]/, profile: /ends with 0/ },
  },
  {
    command: 'export',
    name: 'load',
    words: [
      ...load,
      '--at',
      '2027-01-01T08:30:00Z',
      '--profile',
      '{package}/contracts/profile/examples/enveloped.yaml',
    ],
    files: { 'story.yaml': story },
    writes: ['load/requests.json'],
    shows: {
      output: /load\/requests\.json: \{/,
      until: /"at": 1200,(?![\s\S]*"at": 1201)/,
      at: /17987922\d{5}/,
      profile: /"path": "\/fleet\/v2\//,
    },
  },
  {
    command: 'export',
    name: 'load by another seed',
    before: [['export', ...load.with(3, 'other')]],
    words: [...load, '--seed', '77'],
    files: { 'story.yaml': story },
    writes: ['load/requests.json', 'other/requests.json'],
    shows: { seed: /"battery": ([\d.]+)[\s\S]*other\/requests\.json: (?![\s\S]*"battery": \1)/ },
  },
  {
    command: 'export',
    name: 'load with a cast of another file',
    words: ['load', 'cast.yaml', '--fixture', 'yard.yaml', '-o', 'load'],
    files: { 'cast.yaml': cast, 'yard.yaml': yard },
    writes: ['load/requests.json'],
    shows: { fixture: /dev-77/ },
  },
  {
    command: 'demo',
    name: '--once',
    words: ['--once', '--seed', '7'],
    shows: { once: /by the contract suite/, seed: /seed 7,/ },
  },
  {
    command: 'demo',
    name: 'at a pace',
    words: ['--port', '0', '--speed', '600'],
    until: /List the devices/,
    shows: { port: /Live page +http:\/\/127\.0\.0\.1:(?!4010)\d/, speed: /running 600 times/ },
  },
  {
    command: 'demo',
    name: 'on the live page',
    words: ['--port', '0', '--open'],
    within: 'terminal',
    opens: true,
    shows: { open: /opened\.txt: http:\/\/127\.0\.0\.1:\d+\/_console/ },
  },
  {
    ...swept,
    name: 'what a run left',
    words: ['left.jsonl', '--credentials', 'key.json', '--json'],
    world: guarded.world,
    files: { ...guarded.files, ...swept.files },
    env: guarded.env,
    shows: { credentials: /ends with 0/, json: /\n\{"removed":\["[^"]*grp-/ },
  },
  {
    ...swept,
    name: 'by another profile',
    words: ['left.jsonl', '--profile', 'elsewhere.yaml'],
    shows: { profile: /ends with 2[\s\S]*\/elsewhere\. \[JOURNAL_OF_ANOTHER/ },
  },
  {
    ...swept,
    name: 'a slow deployment',
    words: ['left.jsonl', '--timeout', '0.2'],
    meanwhile: slow(5_000, 'deleteGroup'),
    shows: { timeout: /left {4} .*\n/ },
  },
  {
    ...swept,
    name: 'for a second',
    words: ['left.jsonl', '--max-time', '1'],
    meanwhile: slow(3_000, 'deleteGroup'),
    shows: { 'max-time': /ends with 3/ },
  },
  {
    command: 'diff',
    name: 'two reports',
    words: ['before.json', 'after.json', '--reporter', 'markdown'],
    files: twoRuns,
    shows: {
      reporter: /ends with 1\n### ✘ Something is worse\n[\s\S]*- ✘ `groups\/replaced`, pass before, fail now/,
    },
  },
  {
    command: 'diff',
    name: '--json',
    words: ['before.json', 'after.json', '--json'],
    files: twoRuns,
    shows: { json: /"causes": \[\n +"deployment",\n +"seed"\n/ },
  },
  {
    command: 'diff',
    name: 'a folder',
    words: ['.', '--json'],
    files: twoRuns,
    shows: {
      json: /"cells": \[\n +"pass",\n +"fail"\n/,
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
