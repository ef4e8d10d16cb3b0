/** No message quotes a value whole that may be as long as one likes, wherever one can be wrong: but for names of files, and addresses, of the line itself. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { launchHere } from '../command/roadtest.ts';
import { folder } from '../command/started.ts';
import { environment } from './secrets.ts';
import { faultsIn } from './seen.ts';

const LONG = 'x'.repeat(600);
const story = 'clock: { start: 2026-03-02 08:00, for: 1h }\nfleet: { van: {} }\n';
const har = (url: string, text: string) =>
  JSON.stringify({
    log: {
      version: '1.2',
      entries: [
        {
          request: { method: 'GET', url, headers: [] },
          response: { status: 200, headers: [], content: { mimeType: 'application/json', text } },
        },
      ],
    },
  });
const profile = (line: string) => `roadtest: 1\nname: a\n${line}\n`;

/** The words of a command, and what FILE holds where there is one. `LONG` stands for a text of 600 characters. */
const rows: readonly (readonly [line: string, file?: string])[] = [
  ['LONG'],
  ['verify --LONG'],
  ['verify http://127.0.0.1:1 --only LONG'],
  ['verify http://127.0.0.1:1 --seed LONG'],
  ['verify http://127.0.0.1:1 --reporter LONG'],
  ['verify http://127.0.0.1:1 --require LONG'],
  ['explore --time LONG'],
  ['explore --only LONG'],
  ['play LONG'],
  ['play night-shift --until LONG'],
  ['scenarios show LONG'],
  ['export LONG'],
  ['serve --deviate LONG'],
  ['serve --port LONG'],
  ['rules LONG extra'],
  ['learn http://127.0.0.1:1 --LONG'],
  ['export openapi --profile FILE', profile('openings: { LONG: 1 }')],
  ['export openapi --profile FILE', profile('openings: { token.older: LONG }')],
  ['export openapi --profile FILE', profile('openings: { token.lifetime: LONG }')],
  ['export openapi --profile FILE', profile('basePath: LONG')],
  ['export openapi --profile FILE', profile('LONG: 1')],
  ['export openapi --profile FILE', profile('controls: { LONG: 1 }')],
  ['export openapi --profile FILE', '{ "roadtest": 1, "LONG'],
  ['play FILE --until 1m', `title: a\nLONG: 1\n${story}`],
  ['play FILE --until 1m', `title: a\n${story}timeline: [{ at: LONG, do: { alert: van, type: sos } }]\n`],
  ['play FILE --until 1m', `title: a\n${story}timeline: [{ at: 1s, do: { LONG: van } }]\n`],
  ['play FILE --until 1m', `title: a\n${story}timeline: [{ at: 1s, do: { alert: LONG, type: sos } }]\n`],
  [
    'play FILE --until 1m',
    'title: a\nclock: { start: 2026-03-02 08:00, for: 1h, timeZone: LONG }\nfleet: { van: {} }\n',
  ],
  ['play FILE --until 1m', `title: a\n${story}timeline: [{ cron: LONG, caption: a }]\n`],
  ['play FILE --until 1m', `title: a\n${story}timeline: [{ at: 1m after LONG, caption: a }]\n`],
  ['play FILE --until 1m', `title: a\n${story}expect: [{ LONG: 1 }]\n`],
  ['play FILE --until 1m', `title: a\nclock: { start: LONG, for: 1h }\nfleet: { van: {} }\n`],
  ['play FILE --until 1m', `title: a\n${story}fleet: { van: { drives: LONG } }\n`],
  ['play FILE --until 1m', `title: a\n${story}routes: { a: { track: LONG.csv } }\n`],
  ['play night-shift --until 1m --fixture FILE', 'roadtest: 1\nLONG: 1\n'],
  ['play night-shift --until 1m --fixture FILE', 'roadtest: 1\ndevices: [{ group: LONG }]\n'],
  ['play night-shift --until 1m --fixture FILE', 'roadtest: 1\ndevices: [{ expirationDate: LONG }]\n'],
  ['play night-shift --until 1m --fixture FILE', 'roadtest: 1\nalerts: [{ device: LONG, type: sos }]\n'],
  ['judge FILE --baseline FILE', '- id: LONG\n'],
  ['judge FILE', '{"format":"LONG"}'],
  ['judge FILE', har('http://127.0.0.1/LONG', '[]')],
  ['learn --har FILE', har('LONG', '[]')],
  ['diff FILE FILE', '{"format":"LONG","version":3}'],
  ['sweep FILE', '{"entry":"run","format":"LONG","version":3}\n'],
  ['explore --replay FILE', '{"format":"roadtest-history","version":1,"broken":[],"steps":[{"do":"LONG"}]}'],
  ['explore --replay FILE', '{"format":"LONG"}'],
  ['learn --openapi FILE', '{"openapi":"LONG"}'],
];

it.each(rows)('%s (%s)', async (line = '', file = '') => {
  const long = (text: string) => text.replaceAll('LONG', LONG);
  writeFileSync(join(folder, 'long.yaml'), long(file), { mode: 0o600 });
  const words = line.split(' ').map((word) => (word === 'FILE' ? 'long.yaml' : long(word)));
  const { code, out, err } = await launchHere(words, {
    env: { ...environment, XDG_STATE_HOME: folder },
    cwd: folder,
  }).ended;
  expect(code, `it is refused: ${out.slice(0, 200)}`).toBe(2);
  expect(err).toMatch(/\[[A-Z]+(_[A-Z]+)*\]/);
  expect([...faultsIn('standard output', out), ...faultsIn('standard error', err)]).toEqual([]);
});
