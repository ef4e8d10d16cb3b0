/** The effect of each option of `roadtest play`. */
import type { Service } from '../server.ts';
import { cast, guarded, type LineRow, slow, story, yard } from './line-row.ts';
import { byPerson, switchAccess } from './options-verify.ts';

const there = ['story.yaml', '--speed', 'max', '--until', '40m', '--target'];
const clock = async (world: Service): Promise<string> => (await world.control('GET', '/clock')).text;
/** A message goes out, unless the profile has a limit for each new device. */
const message = `title: A message
clock: { start: 2026-03-02 08:00, for: 1h }
fleet: { van: }
timeline:
  - { at: 5m, do: { send: van, channel: sms } }
`;
const limited = 'roadtest: 1\nname: limited\nopenings: { limits.default: { sms: 0 } }\n';
const access = `title: Access
clock: { start: 2026-03-02 08:00, for: 1h }
fleet: { van: }
timeline:
  - { at: 10m, do: { apiAccess: off } }
  - { at: 20m, do: { apiAccess: on } }
`;

export const playRows: readonly LineRow[] = [
  {
    command: 'play',
    name: 'a story of a file',
    words: [
      'message.yaml',
      '--until',
      '20m',
      '--seed',
      '77',
      '--profile',
      'limited.yaml',
      '--trace',
      'trace.jsonl',
      '--report',
      'json',
    ],
    files: { 'message.yaml': message, 'limited.yaml': limited },
    writes: ['trace.jsonl'],
    shows: {
      until: /"reached": "2026-03-02T08:20:00/,
      seed: /"seed": 77/,
      profile: /"kind":"message-withheld"/,
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
      '{watched}',
      '--devices',
      'dev-3,dev-1',
      '--concurrency',
      '1',
      '--batch',
      '20',
      '--time',
      'story',
      '--keep',
    ],
    files: { 'story.yaml': story },
    seen: async (world) => (await world.api('GET', '/groups')).text + (await clock(world)),
    shows: {
      target: /POST \S*\/api\/devices\/dev-3\/locations/,
      devices: /^(?![\s\S]*\/devices\/dev-2\/locations)/,
      concurrency: /, 1 at once/,
      batch: /postLocations +\d\d /,
      speed: /ends with 0\nstory on /,
      time: /"now":"2026-01-05T08:00/,
      keep: /"North/,
    },
  },
  {
    command: 'play',
    name: 'on a deployment at a pace, with credentials of a file',
    words: [...there, '{watched}', '--batch', '20', '--rate', '30', '--credentials', 'key.json'],
    ...guarded,
    files: { ...guarded.files, 'story.yaml': story },
    shows: { rate: /\n\d+ requests, .*, [1-3]?\d in a second/, credentials: /ends with 0/ },
  },
  {
    command: 'play',
    name: 'on a deployment that asks to wait',
    words: [...there, '{limited}', '--batch', '40', '--patience', '0'],
    files: { 'story.yaml': story },
    shows: { patience: /createGroup +1 +0 / },
  },
  {
    command: 'play',
    name: 'on a deployment that is not up yet',
    words: [...there, '{later}', '--batch', '40', '--wait', '2m', '--record', 'traffic.json'],
    files: { 'story.yaml': story },
    writes: ['traffic.json'],
    shows: {
      wait: /ends with 0\nstory on /,
      record: /traffic\.json: \{"format":"roadtest-recording"/,
    },
  },
  {
    command: 'play',
    name: 'on a slow deployment',
    words: [...there, '{url}', '--batch', '40', '--timeout', '0.2', '--patience', '0'],
    files: { 'story.yaml': story },
    begin: slow(5_000, 'postLocations'),
    shows: { timeout: /postLocations +\d+ +0 +0 +[1-9]/ },
  },
  {
    command: 'play',
    name: 'with steps of a person',
    words: [
      'access.yaml',
      '--target',
      '{public}',
      '--speed',
      'max',
      '--profile',
      'by-person.yaml',
      '--attended',
    ],
    files: { 'access.yaml': access, 'by-person.yaml': byPerson },
    person: switchAccess,
    shows: { attended: /ends with 0[\s\S]*control setApiEnabled +2 +2 / },
  },
  {
    command: 'play',
    name: 'on the live page',
    words: ['first-day', '--open'],
    within: 'terminal',
    opens: true,
    shows: { open: /opened\.txt: http:\/\/127\.0\.0\.1:\d+\/_console/ },
  },
];
