/** The effect of `roadtest verify --record`, and of each option of `roadtest judge`. */
import { type LineRow, ours } from './line-row.ts';

const broken = ['verify', '{broken}', '--only', 'groups/replaced,groups/created-is-listed'];

const traffic = JSON.stringify({
  log: {
    entries: [
      {
        startedDateTime: '2026-01-05T08:00:00.000Z',
        time: 12,
        request: { method: 'GET', url: 'https://fleet.example.com/api/groups', headers: [] },
        response: { status: 200, headers: [], content: { text: '[]' } },
      },
    ],
  },
});

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
      baseline: /○ 1 accepted · ✔ [1-9]/,
      require: /ends with 3[\s\S]*pass>=3/,
      reporter: /✔ [1-9] pass/,
      output: /out\/run\.json: \{/,
    },
  },
  {
    command: 'judge',
    name: 'a HAR',
    words: ['traffic.har', '--profile', 'ours.yaml'],
    files: { 'ours.yaml': ours, 'traffic.har': traffic },
    shows: { profile: /profile our staging system/ },
  },
  {
    command: 'judge',
    name: 'for programs',
    before: [[...broken, '--record', 'run.json']],
    words: ['run.json', '--json'],
    shows: { json: /ends with 1\n\{\n {2}"format": "roadtest-run"/ },
  },
];
