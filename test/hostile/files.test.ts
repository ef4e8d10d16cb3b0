/** Files near good ones, handed to the commands that read them: each is refused with a code, or works. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { launchHere, root } from '../command/roadtest.ts';
import { folder } from '../command/started.ts';
import { deployed } from '../command/verifying.ts';
import { near, textNear } from './drawn.ts';
import { apiKey, environment, userName } from './secrets.ts';
import { faultsIn } from './seen.ts';

/** The number of files that are drawn of each kind. */
const COUNT = 6;
/** No file that a command takes or refuses keeps it longer. */
const LONGEST_MS = 20_000;
const FILE = 'drawn.yaml';

interface Kind {
  /** The command that reads the file. */
  readonly words: readonly string[];
  readonly good: () => readonly string[];
  readonly codes: readonly number[];
  /** Default: text and tree. */
  readonly draw?: (good: readonly string[]) => fc.Arbitrary<string>;
}

const enveloped = readFileSync(join(root, 'contracts/profile/examples/enveloped.yaml'), 'utf8');
const performed = `roadtest: 1
name: x
openings: { records.id: { form: number }, rate-limit: { requests: 400, per: PT1H, retryAfter: true } }
`;
const baseline =
  '# known\n- id: groups/replaced\n  reason: Ticket 17\n- id: token/issued\n  until: 2026-12-31\n';
const made = new Map<string, string>();
const make = (name: string) => () => [made.get(name) ?? ''];
const story = (text: string) =>
  `title: Round\nclock: { start: 2026-03-02 08:00, for: 1h, timeZone: Europe/Berlin }\n${text}`;
const storied = story(`places: { yard: { around: [48.137, 11.575], radius: 300m } }
routes: { town: roaming, trip: { waypoints: [[48.137, 11.575], [48.16, 11.61]] } }
groups: { crew: Out and about }
users: { Ann: { email: ann@example.com, phone: "+4911", groups: [crew], notify: [email, sms] } }
fleet:
  van: { count: 2, group: crew, drives: { route: trip, repeat: back-and-forth, dwell: 3m }, limits: { dailySms: 2 }, sensors: { temperature: 4 } }
  taxi: { drives: town }
timeline:
  - { cron: "*/30 * * * *", caption: Half an hour }
  - { when: { enters: yard, device: van }, caption: "{it} is back", do: { alert: it, type: geofence-enter } }
  - { at: 5m, do: [{ loseSignal: van-1, for: 20m }, { faults: [{ operation: listUsers, refusal: failed }] }] }
  - { at: 8m, do: { alert: van-2, type: sos, channels: [sms], times: 20, apart: 1m } }
expect: [{ sent: { atLeast: 1 }, channel: sms }]
`);
const fixture = `roadtest: 1
clock: { now: 2026-03-02T08:00:00Z, timeZone: Europe/Berlin }
account: { userName: ada, apiKey: key, apiEnabled: false, licences: 2 }
groups: [{ id: grp-7, name: North, description: Vans }, { name: South }]
devices:
  - { id: dev-2, name: van, group: North, limits: { dailyEmail: 5, dailySms: null }, usage: { sms: 1 }, expirationDate: 2026-12-31, position: [48.2, 11.6] }
  - { id: dev-3, licence: expired, lastSeenAt: -PT1M, locations: [{ deviceTime: -PT1H, latitude: 48.1, longitude: 11.5, attributes: { a: [1] } }] }
users: [{ own: true, name: Ada, groups: [grp-7] }, { id: usr-9, name: Bob, email: b@example.com, notify: [sms] }]
alerts: [{ device: dev-2, type: sos, raisedAt: -PT5M, channels: [sms] }]
`;
const points = [0, 1, 2, 3, 4].map((n) => [48 + n / 1000, 11.5, `2026-03-02T07:0${n}:00Z`] as const);
const tracks = [
  `<?xml version="1.0"?><gpx version="1.1"><trk><trkseg>${points.map(([lat, lon, time]) => `<trkpt lat="${lat}" lon="${lon}"><time>${time}</time></trkpt>`).join('\n')}</trkseg></trk></gpx>`,
  `time,latitude,longitude\n${points.map(([lat, lon, time]) => `${time},${lat},${lon}`).join('\n')}\n`,
  JSON.stringify({
    type: 'Feature',
    properties: { coordTimes: points.map(([, , time]) => time) },
    geometry: { type: 'LineString', coordinates: points.map(([lat, lon]) => [lon, lat]) },
  }),
];
const call = {
  request: { method: 'GET', url: 'http://127.0.0.1/api/devices?limit=5', headers: [] },
  response: { status: 200, headers: [], content: { mimeType: 'application/json', text: '[{"id":"d1"}]' } },
};
const har = JSON.stringify({ log: { version: '1.2', entries: [call, call] } });
const history = JSON.stringify({
  ...{ format: 'roadtest-history', version: 1, broken: [['groups/replaced']] },
  steps: ['create', 'read'].map((step) => ({ do: step, family: 'group', record: 1 })),
});
const journal = `{"entry":"run","format":"roadtest-journal","version":3,"nonce":"abcd2345","target":"http://127.0.0.1:1"}
{"entry":"change","number":1,"do":{"call":"createGroup","name":""},"undo":{"call":"deleteGroup"},"id":7}
`;

/** A kind of file, which a command line reads. */
const reads = (
  line: string,
  codes: readonly number[],
  good: () => readonly string[],
  rest: Partial<Kind> = {},
): Kind => ({
  ...{ words: line.split(' ').map((word) => (word === 'FILE' ? FILE : word)), codes, good },
  ...rest,
});
const texts = { draw: textNear };
const VERDICTS = [0, 1, 2, 3, 4];

const kinds: { readonly [what: string]: Kind } = {
  'a profile': reads('export openapi --profile FILE', [0, 2], () => [
    enveloped,
    'roadtest: 1\nname: x\nopenings: {}\n',
  ]),
  'a profile that is performed': reads(
    'explore --requests 1 --shrink-time 1s --profile FILE',
    VERDICTS,
    () => [performed],
  ),
  'a story': reads('play FILE --speed max --until 10m', [0, 1, 2], () => [storied]),
  'a fixture': reads('play story.yaml --until 10m --fixture FILE', [0, 1, 2], () => [fixture]),
  'a track': reads('play tracked.yaml --until 10m', [0, 1, 2], () => tracks, texts),
  'a baseline': reads('judge run.json --baseline FILE', VERDICTS, () => [baseline]),
  'a recording': reads('judge FILE', VERDICTS, make('run.json')),
  'a HAR to judge': reads('judge FILE', VERDICTS, () => [har]),
  'a HAR to learn from': reads('learn --har FILE', [0, 2], () => [har]),
  'a description': reads('learn --openapi FILE', [0, 2], make('openapi.json')),
  'a report': reads('diff judged.json FILE', [0, 1, 2], make('judged.json')),
  'a saved history': reads('explore --shrink-time 1s --replay FILE', VERDICTS, () => [history]),
  'a journal': reads('sweep FILE', [0, 2, 3], () => [journal], texts),
};

function run(...words: string[]) {
  return launchHere(words, { env: { ...environment, XDG_STATE_HOME: folder }, cwd: folder }).ended;
}

beforeAll(async () => {
  writeFileSync(
    join(folder, 'story.yaml'),
    story('fleet: { van: }\ntimeline: [{ at: 5m, do: { alert: van, type: sos } }]\n'),
  );
  writeFileSync(
    join(folder, 'tracked.yaml'),
    story(`routes: { way: { track: ${FILE} } }\nfleet: { van: { drives: way } }\n`),
  );
  const { url } = await deployed({ fixture: { account: { userName, apiKey } } });
  await run('verify', url, '--only', 'groups/', '--seed', '1', '--record', 'run.json');
  made.set('run.json', readFileSync(join(folder, 'run.json'), 'utf8'));
  made.set('judged.json', (await run('judge', 'run.json', '--reporter', 'json')).out);
  writeFileSync(join(folder, 'judged.json'), made.get('judged.json') ?? '');
  made.set('openapi.json', (await run('export', 'openapi')).out);
});

const rows = Object.entries(kinds);

describe('is taken as it is by its command', () => {
  it.each(rows)('%s', async (_, { words, good, codes }) => {
    for (const text of good()) {
      writeFileSync(join(folder, FILE), text, { mode: 0o600 });
      const { code, err, out } = await run(...words);
      expect(codes, err + out).toContain(code);
      if (!words.includes('http://127.0.0.1:1') && words[0] !== 'sweep') expect(code, err + out).not.toBe(2);
    }
  });
});

describe('near a good one is refused with a code, or works', () => {
  it.each(rows)('%s', async (_, { words, good, draw = near, codes }) => {
    await fc.assert(
      fc.asyncProperty(draw(good()), async (text) => {
        writeFileSync(join(folder, FILE), text, { mode: 0o600 });
        const began = performance.now();
        const { code, out, err } = await run(...words);
        expect(codes, `exit code ${code}: ${err}`).toContain(code);
        if (code === 2) expect(err).toMatch(/\[?[A-Z]+(_[A-Z]+)+\b/);
        // A story that works is told in its own words, however long.
        const told = words[0] === 'play' && code !== 2 ? out.replaceAll(/x{201,}/g, '…') : out;
        expect([...faultsIn('standard output', told), ...faultsIn('standard error', err)]).toEqual([]);
        expect(performance.now() - began).toBeLessThan(LONGEST_MS);
      }),
      { numRuns: COUNT },
    );
  });
});
