/** The effect of each option of `roadtest explore`. */
import type { Service } from '../server.ts';
import { guarded, history, type LineRow, ours, requests, slow } from './line-row.ts';

const bounded = ['--requests', '20', '--time', '2m'];
const outbox = async (world: Service): Promise<string> => (await world.control('GET', '/outbox')).text;

export const exploreRows: readonly LineRow[] = [
  {
    command: 'explore',
    name: 'a deployment, in place',
    words: [
      '{url}',
      ...bounded,
      '--max-devices',
      '2',
      '--seed',
      '77',
      '--in-place',
      '--journal',
      'kept.jsonl',
      '--profile',
      'ours.yaml',
      '--credentials',
      'key.json',
      '--json',
    ],
    ...guarded,
    files: { ...guarded.files, 'ours.yaml': ours },
    writes: ['kept.jsonl'],
    seen: requests,
    shows: {
      requests: /"histories": [1-3],/,
      'max-devices': /"devices": [0-2],/,
      seed: /"seed": 77,/,
      'in-place': /"operation":"issueToken"/,
      journal: /kept\.jsonl: \{"entry":"run"[\s\S]*"entry":"made"/,
      profile: /"profile": "our staging system"/,
      credentials: /"exitCode": 0/,
      json: /\n\{\n {2}"format": "roadtest-exploration"/,
    },
  },
  {
    command: 'explore',
    name: 'without messages',
    words: [
      '{url}',
      '--requests',
      '150',
      '--time',
      '2m',
      '--seed',
      '77',
      '--in-place',
      '--max-messages',
      '0',
    ],
    seen: outbox,
    shows: { 'max-messages': /"sent":0,/ },
  },
  {
    command: 'explore',
    name: 'half a second, and nothing is changed',
    words: ['{watched}', '--read-only', '--time', '0.5s', '--reporter', 'text,json', '--output', 'out'],
    writes: ['out/run.json'],
    shows: {
      // A fork is made and deleted.
      'read-only': /^(?![\s\S]*\n(POST|PUT|DELETE|PATCH) \S*\/(api\/(?!Auth)|_control\/(?!worlds)))/,
      time: /\n\d{2,3} requests, /,
      reporter: /histories, \d+ steps/,
      output: /out\/run\.json: \{/,
    },
  },
  {
    command: 'explore',
    name: 'ten requests in a second',
    words: ['{watched}', '--read-only', '--requests', '15', '--time', '2m', '--max-rps', '10'],
    shows: { 'max-rps': /\n\d\d requests, .*, ([1-9]|1[0-4]) in a second/ },
  },
  {
    command: 'explore',
    name: 'a deployment that asks to wait',
    words: ['{limited}', '--replay', 'fault.json', '--in-place', '--patience', '0'],
    files: { 'fault.json': history },
    shows: { patience: /ends with 3[\s\S]*\n1?\d requests, / },
  },
  {
    command: 'explore',
    name: 'a deployment that is not up yet',
    words: ['{later}', ...bounded, '--wait', '2m'],
    shows: { wait: /ends with 0[\s\S]*histories/ },
  },
  {
    command: 'explore',
    name: 'a slow deployment',
    words: ['{url}', ...bounded, '--in-place', '--timeout', '0.2'],
    begin: slow(5_000),
    shows: { timeout: /ends with [23][\s\S]*0\.2/ },
  },
  {
    command: 'explore',
    name: 'a failure of before',
    words: [
      ...['{broken}', '--replay', 'fault.json', '--save', 'again.json', '--reproduce', 'scripts'],
      ...['--record', 'run.json'],
    ],
    files: { 'fault.json': history },
    writes: ['again.json', 'run.json'],
    shows: {
      record: /run\.json: \{"format":"roadtest-recording"/,
      replay: /ends with 1[\s\S]*\n {3}5 {2}read group 1/,
      save: /again\.json: \{"format":"roadtest-history"/,
      reproduce:
        /scripts\/groups--replaced\.sh scripts\/groups--replaced\.story\.yaml scripts\/groups--replaced\.test\.ts/,
    },
  },
  {
    command: 'explore',
    name: 'a failure that is known',
    words: ['{broken}', '--replay', 'fault.json', '--baseline', 'known.yaml', '--write-baseline', 'now.yaml'],
    files: { 'fault.json': history, 'known.yaml': '- id: groups/replaced\n  reason: mended in May\n' },
    writes: ['now.yaml'],
    shows: {
      baseline: /ends with 0[\s\S]*○ accepted {2}groups\/replaced, by/,
      'write-baseline': /now\.yaml: # .*\n- id: groups\/replaced\n {2}reason: mended in May\n/,
    },
  },
  {
    command: 'explore',
    name: 'rules that were asked for',
    words: [
      '{broken}',
      ...bounded,
      '--replay',
      'fault.json',
      '--only',
      'groups/',
      '--skip',
      'groups/replaced',
    ],
    files: { 'fault.json': history },
    shows: { only: /– not asked for {2}groups\/replaced/, skip: /ends with 0[\s\S]*– not asked for/ },
  },
  {
    command: 'explore',
    name: 'the failures of before first, and a new one is added',
    words: ['{broken}', '--corpus', 'histories', '--time', '2m'],
    files: { 'histories/known.json': history },
    shows: { corpus: /\n[1-3] histories, [\s\S]*files: histories histories\/groups-replaced-\w+\.json/ },
  },
  {
    command: 'explore',
    name: 'a failure that stays as long as it was',
    words: ['{broken}', '--seed', '1', '--requests', '1500', '--time', '2m', '--shrink-time', '0.001s'],
    shows: { 'shrink-time': /ends with 1[\s\S]*\n {3}[5-9] {2}\w/ },
  },
];
