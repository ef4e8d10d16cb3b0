/** The effect of each option of `roadtest learn`. */
import type { Service } from '../server.ts';
import { guarded, type LineRow, slow } from './line-row.ts';

/** The API of the world, as its server describes it. */
const described = async (world: Service): Promise<string> =>
  (await world.control('GET', '/openapi.json')).text;

const devices = {
  items: [
    { id: 'V1', name: 'Van 1' },
    { id: 'V2', name: 'Van 2' },
  ],
};
const recording = JSON.stringify({
  log: {
    entries: [
      {
        request: { method: 'GET', url: 'https://fleet.example/v1/api/devices', headers: [] },
        response: { status: 200, headers: [], content: { text: JSON.stringify(devices) } },
      },
    ],
  },
});

export const learnRows: readonly LineRow[] = [
  {
    command: 'verify',
    name: 'what it learned first',
    words: ['{public}', '--learn', '--only', 'groups/', '--json'],
    shows: { learn: /"profile": "learned"[\s\S]*Learned \d+ openings/ },
  },
  {
    command: 'learn',
    name: 'into a file',
    words: ['{url}', '-o', 'learned.yaml', '--force', '--credentials', 'key.json'],
    ...guarded,
    files: { ...guarded.files, 'learned.yaml': 'an older one' },
    writes: ['learned.yaml'],
    shows: {
      output: /learned\.yaml: # A profile that roadtest learn wrote/,
      force: /learned\.yaml: [\s\S]*records\.device:/,
      credentials: /ends with 0/,
    },
  },
  {
    command: 'learn',
    name: 'from a description',
    words: ['--openapi', 'api.json'],
    files: { 'api.json': described },
    shows: { openapi: /Learned from the description api\.json[\s\S]*records\.device:/ },
  },
  {
    command: 'verify',
    name: 'what a description says',
    words: ['{public}', '--openapi', 'api.json', '--only', 'groups/', '--json'],
    files: { 'api.json': described },
    shows: { openapi: /"profile": "learned"[\s\S]*Learned \d+ openings[\s\S]*the description api\.json/ },
  },
  {
    command: 'learn',
    name: 'from a recording',
    words: ['--har', 'session.har'],
    files: { 'session.har': recording },
    shows: { har: /Learned from the recording session\.har[\s\S]*at: "\/items" # recorded: 1 of 1 replies/ },
  },
  {
    command: 'learn',
    name: 'by groups and users of its own',
    words: ['{public}', '--write', '--journal', 'kept.jsonl'],
    writes: ['kept.jsonl'],
    shows: {
      write: /patch\.format:/,
      journal: /kept\.jsonl: \{"entry":"run"[\s\S]*"entry":"made"/,
    },
  },
  {
    command: 'learn',
    name: 'ten requests in a second',
    words: ['{watched}', '--max-rps', '10'],
    shows: { 'max-rps': /\n\d\d requests, .*, ([1-9]|1[0-4]) in a second/ },
  },
  {
    command: 'learn',
    name: 'a deployment that is not up yet',
    words: ['{later}', '--wait', '2m'],
    shows: { wait: /ends with 0[\s\S]*Learned/ },
  },
  {
    command: 'learn',
    name: 'a slow deployment',
    words: ['{url}', '--timeout', '0.2'],
    begin: slow(5_000),
    shows: { timeout: /ends with 2[\s\S]*0\.2/ },
  },
];
