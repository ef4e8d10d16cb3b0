/** The effect of each option of `roadtest verify`. */
import { guarded, type LineRow, ours, requests, slow } from './line-row.ts';

const few = ['--only', 'token/issued,groups/created-is-listed'];
const broken = ['{broken}', '--only', 'groups/replaced,groups/created-is-listed'];
export const verifyRows: readonly LineRow[] = [
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
      'kept.jsonl',
      '--in-place',
      '--reporter',
      'text,json',
      '--output',
      'out',
    ],
    ...guarded,
    writes: ['out/run.json', 'kept.jsonl'],
    seen: requests,
    shows: {
      only: /1 of 1 judged/,
      skip: /1 of 1 judged/,
      seed: /--seed 77/,
      credentials: /ends with 0/,
      journal: /kept\.jsonl: \{"entry":"run"[\s\S]*"entry":"made","number":\d+,"resource":"group"/,
      'in-place': /"operation":"createGroup"/,
      reporter: /✔ 1 pass/,
      output: /out\/run\.json: \{/,
    },
  },
  {
    command: 'verify',
    name: 'by a profile of a file',
    words: ['{url}', '--only', 'token/issued', '--profile', 'ours.yaml'],
    files: { 'ours.yaml': ours },
    shows: { profile: /profile our staging system/ },
  },
  {
    command: 'verify',
    name: 'one request after the other, ten in a second',
    words: ['{watched}', ...few, '--concurrency', '1', '--json', '--read-only', '--max-rps', '10'],
    shows: {
      concurrency: /, 1 at once/,
      json: /\n\{\n {2}"format": "roadtest-run"/,
      'read-only': /^(?![\s\S]*\n(POST|PUT|DELETE|PATCH) \S*\/api\/(?!Auth))/,
      'max-rps': /\n\d{2} requests, .*, ([1-9]|1[0-4]) in a second/,
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
    name: 'without messages',
    words: [
      '{url}',
      '--only',
      'limits/sends-below-limit/email',
      '--max-messages',
      '0',
      '--require',
      'judged>=90%',
    ],
    shows: { 'max-messages': /1 not reached/, require: /ends with 3[\s\S]*judged>=90%/ },
  },
  {
    command: 'verify',
    name: 'some days, and no more',
    words: ['{url}', '--only', 'expiry/reached-expires', '--max-advance', '9'],
    shows: { 'max-advance': /by at most 9 days in all \(--max-advance\)/ },
  },
  {
    command: 'verify',
    name: 'more samples, and histories',
    words: ['{url}', '--only', 'groups/kept-as-sent', '--thorough', '--explore', '0.5s', '--json'],
    shows: { thorough: /"index": [6-9]\d,/, explore: /"explored": \{[\s\S]*"histories": [1-9]/ },
  },
  {
    command: 'verify',
    name: 'a deployment that asks to wait',
    words: ['{limited}', '--only', 'operations/listGroups', '--in-place', '--patience', '0'],
    shows: { patience: /ends with 3[\s\S]*it asks to wait 1 s/ },
  },
  {
    command: 'verify',
    name: 'a deployment that is not up yet',
    words: ['{later}', '--only', 'token/issued', '--wait', '2m'],
    shows: { wait: /ends with 0[\s\S]*✔ 1 pass/ },
  },
  {
    command: 'verify',
    name: 'a slow deployment',
    words: ['{url}', ...few, '--in-place', '--timeout', '0.2'],
    begin: slow(5_000),
    shows: { timeout: /ends with [23][\s\S]*0\.2/ },
  },
  {
    command: 'verify',
    name: 'a run that takes too long',
    words: ['{url}', '--in-place', '--max-time', '1'],
    begin: slow(300),
    shows: { 'max-time': /took all of its 1 s/ },
  },
  {
    command: 'verify',
    name: 'accepted failures',
    words: [...broken, '--baseline', 'known.yaml', '--write-baseline', 'now.yaml'],
    files: { 'known.yaml': '- id: groups/replaced\n  reason: known to the vendor\n  until: 2999-12-31\n' },
    writes: ['now.yaml'],
    shows: {
      baseline: /○ 1 accepted · ✔ [1-9]/,
      'write-baseline':
        /now\.yaml: # .*\n- id: groups\/replaced\n {2}reason: known to the vendor\n {2}until: 2999-12-31\n/,
    },
  },
  {
    command: 'verify',
    name: 'what failed last time',
    before: [['verify', ...broken]],
    words: ['{broken}', '--rerun-failed'],
    shows: {
      'rerun-failed': /ends with 1[\s\S]*✘ 1 fail [\s\S]*; 1 of 1 judged/,
    },
  },
  {
    command: 'verify',
    name: 'a history',
    before: [['verify', '{url}', '--only', 'token/issued', '--history', 'runs']],
    words: ['{url}', '--only', 'token/issued', '--history', 'runs'],
    shows: {
      history: /files: [\s\S]*runs\/run-\d{4}-\S+Z-000\.json[\s\S]*runs\/run-\d{4}-\S+\.json/,
    },
  },
];
