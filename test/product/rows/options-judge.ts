/** The effect of `roadtest verify --record`, and of each option of `roadtest judge` and `roadtest watch`. */
import { type LineRow, ours } from './line-row.ts';

const broken = ['verify', '{broken}', '--only', 'groups/replaced,groups/created-is-listed'];

export const judgeRows: readonly LineRow[] = [
  {
    command: 'verify',
    name: 'a recording',
    words: ['{url}', '--only', 'token/issued', '--record', 'run.json'],
    writes: ['run.json'],
    shows: { record: /run\.json: \{"format":"roadtest-recording"/ },
  },
  {
    command: 'judge',
    name: 'by a baseline',
    before: [[...broken, '--record', 'run.json']],
    words: [
      'run.json',
      '--baseline',
      'known.yaml',
      '--require',
      'pass>=3',
      '--reporter',
      'text,json',
      '--output',
      'out',
    ],
    files: { 'known.yaml': '- id: groups/replaced\n  reason: known to the vendor\n' },
    writes: ['out/run.json'],
    shows: {
      baseline: /○ 1 accepted · ✔ 1/,
      require: /ends with 3[\s\S]*pass>=3/,
      reporter: /✔ 1 pass/,
      output: /out\/run\.json: \{/,
    },
  },
  {
    command: 'watch',
    name: 'that no client meets',
    words: [
      ...['--target', '{url}', '--port', '0', '--for', '1s', '--alone', '--profile', 'ours.yaml'],
      ...['--record', 'traffic.json', '--require', 'judged>=90%', '--baseline', 'known.yaml'],
      ...['--reporter', 'text,json', '--output', 'out'],
    ],
    files: {
      'ours.yaml': ours,
      'known.yaml': '- id: groups/replaced\n  reason: known to the vendor\n  until: 2020-01-01\n',
    },
    writes: ['traffic.json', 'out/run.json'],
    shows: {
      target: /Watching http:\/\/127\.0\.0\.1:\d+/,
      port: / at http:\/\/127\.0\.0\.1:(?!4020)\d+: send/,
      for: /Traffic of clients was watched: 0 calls/,
      alone: /By --alone no other client wrote meanwhile/,
      profile: /profile our staging system/,
      record: /traffic\.json: \{"format":"roadtest-recording"/,
      require: /judged>=90%/,
      baseline: /BASELINE_EXPIRED/,
      reporter: /Exit code 1/,
      output: /out\/run\.json: \{/,
    },
  },
  {
    command: 'watch',
    name: 'for programs',
    words: ['--target', '{url}', '--port', '0', '--for', '1s', '--json'],
    shows: { json: /ends with 3\n\{\n {2}"format": "roadtest-run"/ },
  },
  {
    command: 'judge',
    name: 'for programs',
    before: [[...broken, '--record', 'run.json']],
    words: ['run.json', '--json'],
    shows: { json: /ends with 1\n\{\n {2}"format": "roadtest-run"/ },
  },
];
