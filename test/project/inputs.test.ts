/**
 * Every input is taken in time in proportion to its size. A row is an input that can be made as large as one likes, and
 * what takes it; a sample runs by seed, all of them by `npm run test:whole`.
 */
import { expect, it } from 'vitest';
import { readJournal } from '../../contracts/deployment/journal/reading.ts';
import { readHistory } from '../../contracts/explore/saved.ts';
import { ProfileError, parseProfile } from '../../contracts/profile/index.ts';
import type { Profile } from '../../contracts/profile/profile.ts';
import { parseBaseline } from '../../contracts/report/baseline-file.ts';
import { StoryError } from '../../scenarios/language/problems.ts';
import { readStory } from '../../scenarios/language/read.ts';
import { readTracks } from '../../scenarios/motion/track.ts';
import { perform } from '../../scenarios/player/perform.ts';
import { parseFixture } from '../../simulator/fixture/index.ts';
import { createSimulator } from '../../simulator/index.ts';
import { expectLinearOf } from '../growth.ts';
import { oneIn } from '../sample.ts';
import { clientOf } from '../simulator/client.ts';

interface Row {
  what: string;
  /** So large that it takes some milliseconds. */
  size: number;
  check(size: number): Promise<void>;
}

function row<T>(
  what: string,
  size: number,
  make: (size: number) => T | Promise<T>,
  take: (made: T) => unknown,
): Row {
  return { what, size, check: (from) => expectLinearOf(make, take, from) };
}

function each<T>(size: number, one: (at: number) => T): T[] {
  return Array.from({ length: size }, (_, at) => one(at));
}

/** A file of a fixture, and the world that begins with it. */
const fixture = (what: string, size: number, content: (size: number) => object): Row =>
  row(
    `fixture: ${what}`,
    size,
    (count) => JSON.stringify({ roadtest: 1, ...content(count) }),
    (text) => createSimulator({ fixture: parseFixture(text) }).stop(),
  );

const fixtures: readonly Row[] = [
  fixture('devices', 300, (size) => ({
    devices: each(size, (at) => ({ id: `dev-${at + 1}`, name: `Van ${at}`, limits: { dailySms: at } })),
  })),
  fixture('devices of a group', 300, (size) => ({
    groups: [{ name: 'All' }],
    devices: each(size, (at) => ({ name: `Van ${at}`, group: 'All' })),
  })),
  fixture('locations of a device', 300, (size) => ({
    devices: [
      { name: 'Van', locations: each(size, (at) => ({ latitude: 48, longitude: 11, speed: at % 100 })) },
    ],
  })),
  fixture('users, each in all of 20 groups', 60, (size) => ({
    groups: each(20, (at) => ({ name: `Group ${at}` })),
    users: each(size, (at) => ({ name: `User ${at}`, groups: each(20, (group) => `Group ${group}`) })),
  })),
  fixture('groups, of which 20 users are in all', 60, (size) => ({
    groups: each(size, (at) => ({ name: `Group ${at}` })),
    users: each(20, (at) => ({ name: `User ${at}`, groups: each(size, (group) => `Group ${group}`) })),
  })),
  fixture('alerts', 300, (size) => ({
    devices: [{ name: 'Van' }],
    alerts: each(size, () => ({ device: 'Van', type: 'sos' })),
  })),
];

const vehicles = (size: number) => Object.fromEntries(each(size, (at) => [`v${at}`, {}]));

/** A story, read; where it is right, its world is made, too. */
const story = (what: string, size: number, content: (size: number) => object): Row =>
  row(
    `story: ${what}`,
    size,
    (count) =>
      JSON.stringify({
        title: 'Large',
        summary: 'Large',
        clock: { start: '2026-03-02 08:00', for: '10h' },
        fleet: { van: {} },
        ...content(count),
      }),
    async (text) => {
      try {
        perform(await readStory(text, { file: 'large.yaml' })).simulator.stop();
      } catch (error) {
        if (!(error instanceof StoryError)) throw error;
      }
    },
  );

const stories: readonly Row[] = [
  story('vehicles', 100, (size) => ({ fleet: vehicles(size) })),
  story('entries', 100, (size) => ({
    timeline: each(size, (at) => ({ at: `${at}s`, do: { send: 'van', channel: 'sms', count: 1 } })),
  })),
  story('conditions', 100, (size) => ({
    timeline: each(size, () => ({ when: { withheld: 'sms' }, caption: 'One was withheld.' })),
  })),
  story('expectations', 100, (size) => ({
    timeline: [{ at: '1m', expect: each(size, () => ({ sent: 0, from: 'van' })) }],
  })),
  story('groups and users', 50, (size) => ({
    groups: Object.fromEntries(each(size, (at) => [`g${at}`, `Group ${at}`])),
    users: Object.fromEntries(each(size, (at) => [`User ${at}`, { groups: [`g${at}`] }])),
  })),
  story('places and a way through them', 100, (size) => ({
    places: Object.fromEntries(each(size, (at) => [`p${at}`, [48 + at / 10_000, 11]])),
    routes: { round: { waypoints: each(size, (at) => `p${at}`) } },
    fleet: { van: { drives: { route: 'round' } } },
  })),
  story('cron expressions', 100, (size) => ({
    clock: { start: '2026-03-02 08:00', for: '3000d' },
    timeline: each(size, (at) => ({
      cron: `${at % 60} ${Math.floor(at / 60) % 24} 29 2 1`,
      caption: 'Never',
    })),
  })),
  story('a cron expression, again and again', 100, (size) => ({
    clock: { start: '2026-03-02 08:00', for: '3000d' },
    timeline: each(size, () => ({ cron: '0 9 L 2 1#4', caption: 'Rarely' })),
  })),
  story('names that there are not', 100, (size) => ({
    timeline: each(size, (at) => ({ at: `${at}s`, do: { activate: `lorry ${at}` } })),
  })),
];

const profile = (what: string, size: number, content: (size: number) => object): Row =>
  row(
    `profile: ${what}`,
    size,
    (count) => JSON.stringify({ roadtest: 1, name: 'large', openings: {}, ...content(count) }),
    (text) => {
      try {
        parseProfile(text, 'large.json');
      } catch (error) {
        if (!(error instanceof ProfileError)) throw error;
      }
    },
  );

const profiles: readonly Row[] = [
  profile('ids of devices', 1_000, (size) => ({ known: { device: each(size, (at) => `dev-${at}`) } })),
  profile('openings that there are not', 500, (size) => ({
    openings: Object.fromEntries(each(size, (at) => [`token.lifetime${at}`, 1])),
  })),
  profile('constants of a wrapped list', 500, (size) => ({
    openings: {
      'operations.envelope': {
        lists: {
          form: 'items',
          at: '/items',
          constants: Object.fromEntries(each(size, (at) => [`/c${at}`, at])),
        },
      },
    },
  })),
  profile('words for the values of a fact', 1_000, (size) => ({
    openings: {
      'records.alert': {
        fields: { id: '/id', type: '/type' },
        values: { type: Object.fromEntries(each(size, (at) => [`type${at}`, `word${at}`])) },
      },
    },
  })),
  profile('headers of a refusal', 1_000, (size) => ({
    openings: {
      'auth.refusal': {
        ...{ status: 401, body: 'error' },
        headers: Object.fromEntries(each(size, (at) => [`x-header-${at}`, 'value'])),
      },
    },
  })),
];

const position = (at: number) => ({
  lat: (48 + at / 1e5).toFixed(5),
  lon: '11',
  time: new Date(Date.UTC(2026, 0, 1) + at * 1_000).toISOString(),
});
const track = (what: string, size: number, file: string, content: (size: number) => string): Row =>
  row(`track: ${what}`, size, content, (text) => readTracks(text, file));

const tracks: readonly Row[] = [
  track('GPX', 400, 'a.gpx', (size) => {
    const points = each(size, (at) => {
      const { lat, lon, time } = position(at);
      return `<trkpt lat="${lat}" lon="${lon}"><time>${time}</time></trkpt>`;
    });
    return `<gpx version="1.1"><trk><trkseg>${points.join('')}</trkseg></trk></gpx>`;
  }),
  track('GeoJSON', 400, 'a.geojson', (size) => {
    const coordinates = each(size, (at) => [11, Number(position(at).lat)]);
    const coordTimes = each(size, (at) => position(at).time);
    return JSON.stringify({
      type: 'Feature',
      geometry: { type: 'LineString', coordinates },
      properties: { coordTimes },
    });
  }),
  track('CSV', 400, 'a.csv', (size) => {
    const lines = each(size, (at) => Object.values(position(at)).join());
    return ['lat,lon,time', ...lines].join('\n');
  }),
  track('CSV of many vehicles', 400, 'a.csv', (size) => {
    const lines = each(size, (at) => `van-${Math.floor(at / 4)},${Object.values(position(at)).join()}`);
    return ['vehicle,lat,lon,time', ...lines].join('\n');
  }),
  track('points with times', 400, 'a.json', (size) =>
    JSON.stringify(each(size, (at) => ({ point: `POINT(11 ${position(at).lat})`, time: position(at).time }))),
  ),
];

/** A call of the API, of a new world. Whether it is taken or refused, there is an answer. */
const call = (
  what: string,
  size: number,
  method: string,
  path: string,
  body: (size: number) => unknown,
  openings: Profile['openings'] = {},
): Row =>
  row(
    `API: ${what}`,
    size,
    async (count) => {
      const simulator = createSimulator({ devices: 3, profile: { roadtest: 1, name: 'large', openings } });
      const client = clientOf(simulator);
      const authorization = `Bearer ${await client.token()}`;
      const given = body(count);
      const text = typeof given === 'string' ? given : JSON.stringify(given);
      return () => client(method, path, text, { authorization });
    },
    async (send) => expect((await send()).status).toBeLessThan(500),
  );

const calls: readonly Row[] = [
  call('ids of devices of a group', 2_000, 'POST', '/api/groups', (size) => ({
    name: 'All',
    deviceIds: each(size, (at) => `dev-${at + 1}`),
  })),
  call('groups of a user', 2_000, 'POST', '/api/users', (size) => ({
    name: 'Ann',
    groupIds: each(size, (at) => `grp-${at + 1}`),
  })),
  call('locations', 200, 'POST', '/api/devices/dev-1/locations', (size) =>
    each(size, (at) => ({ deviceTime: position(at).time, latitude: 48, longitude: 11, attributes: { at } })),
  ),
  call('alerts', 100, 'POST', '/api/devices/dev-1/alerts', (size) =>
    each(size, () => ({ type: 'sos', text: 'help' })),
  ),
  call(
    'fields that nobody knows',
    2_000,
    'PATCH',
    '/api/groups/grp-1',
    (size) => Object.fromEntries(each(size, (at) => [`field${at}`, { value: at }])),
    { 'records.unknown-fields': 'kept' } as Profile['openings'],
  ),
  call(
    'operations of a patch',
    300,
    'PATCH',
    '/api/groups/grp-1',
    (size) => each(size, (at) => ({ op: 'replace', path: '/name', value: `Name ${at}` })),
    { 'patch.format': { form: 'json-patch', contentType: 'application/json' } } as Profile['openings'],
  ),
  call('a long text', 100_000, 'POST', '/api/groups', (size) => ({ name: ' a'.repeat(size) })),
  call('lists in lists', 100_000, 'POST', '/api/groups', (size) => '['.repeat(size)),
  call('a request for a token', 100_000, 'POST', '/api/Auth/Token', (size) => ({
    userName: 'a'.repeat(size),
    apiKey: 'b'.repeat(size),
  })),
];

/** The same of the control API. */
const controls: readonly Row[] = [
  call('control, faults', 200, 'PUT', '/_control/faults', (size) => ({
    rules: each(size, () => ({ operation: 'listDevices', refusal: 'failed', probability: 0.5 })),
  })),
  call('control, wrong faults', 500, 'PUT', '/_control/faults', (size) => ({
    rules: each(size, () => ({ operation: 'listDevice', eror: 0.5 })),
  })),
  call('control, devices', 200, 'POST', '/_control/devices', (size) => ({ count: size })),
  call('control, devices of a group', 500, 'POST', '/_control/devices', (size) => ({
    count: size,
    group: 'grp-1',
  })),
  call('control, locations of devices', 1_000, 'POST', '/_control/devices', (size) => ({
    count: size,
    locations: each(20, () => ({ latitude: 48, longitude: 11 })),
  })),
  call('control, fields that there are not', 2_000, 'PUT', '/_control/account', (size) =>
    Object.fromEntries(each(size, (at) => [`field${at}`, at])),
  ),
  call('control, lists in lists', 100_000, 'PUT', '/_control/account', (size) => '['.repeat(size)),
  row(
    'API: control, a snapshot',
    300,
    async (devices) => {
      const { json } = await clientOf(createSimulator({ devices })).control(
        'GET',
        '/snapshot?apiKey=include',
      );
      const text = JSON.stringify(json);
      const { control } = clientOf(createSimulator({ devices: 1 }));
      return () => control('PUT', '/snapshot', text);
    },
    async (send) => expect((await send()).status).toBe(200),
  ),
];

const begun = { entry: 'run', format: 'roadtest-journal', version: 2, nonce: 'abcd2345', target: 'http://a' };
const journal = (what: string, size: number, entries: (size: number) => object[]): Row =>
  row(
    `journal: ${what}`,
    size,
    (count) => [begun, ...entries(count)].map((entry) => JSON.stringify(entry)).join('\n'),
    (text) => readJournal(text),
  );
const limits = { setting: 'limits', id: 'dev-1', was: { dailySms: 1 }, set: { dailySms: 2 } };
const intend = (number: number) => ({ entry: 'intend', number: number + 1, resource: 'group', name: 'x' });

const journals: readonly Row[] = [
  journal('records announced, and then made', 500, (size) => [
    ...each(size, intend),
    ...each(size, (at) => ({ entry: 'made', number: at + 1, resource: 'group', id: at })),
  ]),
  journal('records announced, and not made', 500, (size) => [
    ...each(size, intend),
    ...each(size, (at) => ({ entry: 'not-made', number: at + 1 })),
  ]),
  journal('changes, and then put back', 500, (size) => [
    ...each(size, (at) => ({ entry: 'change', number: at + 1, ...limits })),
    ...each(size, (at) => ({ entry: 'restored', number: at + 1 })),
  ]),
  journal('a change over and over', 500, (size) =>
    each(size, () => ({ entry: 'change', number: 1, ...limits })),
  ),
  journal('runs, and sweeps after them', 500, (size) => [
    ...each(size, (at) => ({ ...begun, nonce: `run${100_000 + at}` })),
    ...each(size, (at) => ({ entry: 'sweep', nonce: `run${100_000 + at}` })),
  ]),
  row(
    'journal: lines that are none',
    2_000,
    (size) => 'x\n'.repeat(size),
    (text) => readJournal(text),
  ),
];

/** Files of explore, of `--corpus` and `--replay`, and of accepted failures. */
const others: readonly Row[] = [
  row(
    'history: steps',
    2_000,
    (size) =>
      JSON.stringify({
        ...{ format: 'roadtest-history', version: 1, broken: [] },
        steps: each(size, () => ({ do: 'wait', hours: 1 })),
      }),
    readHistory,
  ),
  row(
    'history: fields that there are not',
    2_000,
    (size) =>
      JSON.stringify({
        ...{ format: 'roadtest-history', version: 1, broken: [], steps: [{ do: 'wait', hours: 1 }] },
        ...Object.fromEntries(each(size, (at) => [`field${at}`, at])),
      }),
    readHistory,
  ),
  row('history: lists in lists', 100_000, (size) => '['.repeat(size), readHistory),
  row(
    'accepted failures',
    300,
    (size) =>
      each(size, (at) => `- rule: token/issued\n  reason: because ${at}\n  until: 2027-01-01\n`).join(''),
    (text) => {
      try {
        parseBaseline(text, 'accepted.yaml');
      } catch (error) {
        expect(error).toHaveProperty('code');
      }
    },
  ),
];

const rows = [...fixtures, ...stories, ...profiles, ...tracks, ...calls, ...controls, ...journals, ...others];

it.each(oneIn(7, rows).map((one) => [one.what, one] as const))(
  '%s',
  (_, { size, check }) => check(size),
  60_000,
);
