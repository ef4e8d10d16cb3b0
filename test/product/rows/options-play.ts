import { cast, type LineRow, yard } from './line-row.ts';

/** A message goes out, unless the profile has a limit for each new device. */
const message = `title: A message
clock: { start: 2026-03-02 08:00, for: 1h }
fleet: { van: }
timeline:
  - { at: 5m, do: { send: van, channel: sms } }
`;
const limited = 'roadtest: 1\nname: limited\nopenings: { limits.default: { sms: 0 } }\n';
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
    name: 'ten minutes in a second',
    words: ['first-day', '--until', '10m', '--speed', '600'],
    shows: { speed: /locations in [1-9]\d*\.\d+ s/ },
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
