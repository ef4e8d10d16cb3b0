/** A story whose cast a fixture says: a file beside it, or written in it. */
import { describe, expect, it } from 'vitest';
import { parseProfile } from '../../../contracts/profile/load.ts';
import { playStory } from '../../../scenarios/index.ts';
import { StoryError } from '../../../scenarios/language/problems.ts';
import { readStory, type StorySource } from '../../../scenarios/language/read.ts';
import { worldOptions } from '../../../scenarios/player/setting.ts';
import { parseFixture } from '../../../simulator/fixture/parse.ts';
import { writeFixture } from '../../../simulator/fixture/write.ts';
import { createSimulator } from '../../../simulator/simulator.ts';

const fleet = `clock: { now: 2026-03-02T08:00:00Z, timeZone: Europe/Berlin, speed: 60 }
account: { userName: ada, licences: 3 }
groups: [{ id: grp-7, name: North, description: Vans }]
devices:
  - id: dev-4711
    name: Tow truck
    group: North
    limits: { dailySms: 1 }
    usage: { sms: 1 }
    position: [47.2, 19.5]
  - { id: 9, name: Van, expirationDate: 2026-12-31, locations: [{ deviceTime: -PT1H, latitude: 47.3, longitude: 19.5 }] }
  - {}
users: [{ own: true }, { name: Bob, groups: [North], notify: [sms] }]
alerts: [{ device: Tow truck, type: sos, raisedAt: -PT5M }]
`;
const story = (fixture: string, more = '') => `title: Towed
clock: { for: 1h }
fixture: ${fixture}
${more}`;
const playing = `routes: { round: { roads: [depot, harbour, depot] } }
fleet: { dev-9: { drives: round, report: 10s }, Tow truck: { sensors: { cold: 4 } } }
timeline:
  - at: 10m
    do: [{ alert: dev-4711, type: sos, channels: [sms] }, { addDevice: Spare, group: North }, { patchUser: Bob, notify: [] }]
expect:
  - { withheld: 1, reason: daily-limit, from: Tow truck }
  - { sent: 0 }
  - { alerts: 1 }
  - { group: North, members: 2 }
  - { devices: 1, licence: expired }
  - { reply: readDevice, of: Van, facts: { name: Van, id: dev-9, groupId: null } }
  - { reply: readGroup, of: North, facts: { id: grp-7 } }
`;
const read = (text: string, source: Partial<StorySource> = {}) =>
  readStory(text, { file: 'stories/towed.yaml', readFixture: () => fleet, ...source });

async function problemsIn(text: string, source?: Partial<StorySource>): Promise<string[]> {
  const error = await read(text, source).catch((thrown: unknown) => thrown);
  if (!(error instanceof StoryError)) return [];
  return error.message.split('\n').slice(1);
}

it('plays in the world of its fixture: a file, what is in it, and a fixture that was handed over', async () => {
  const inline = fleet.replaceAll(/^/gm, '  ');
  const given = [
    await playStory(story('fleet.yaml', playing), { readFixture: () => fleet }),
    await playStory(story(`\n${inline}`, playing)),
    await playStory(story('{}', playing), { fixture: parseFixture(fleet) }),
  ];
  for (const played of given) {
    expect(played.expectations.filter(({ state }) => state !== 'met')).toEqual([]);
    expect(played.messages).toEqual({ sent: 0, withheld: 1 });
    expect(played.simulator.fleet.account.userName).toBe('ada');
  }
  expect(new Set(given.map(({ digest }) => digest)).size).toBe(1);
});

it('begins as any world with this fixture', async () => {
  const { cast: _, ...read_ } = await read(story('fleet.yaml'));
  const played = createSimulator(worldOptions(await read(story('fleet.yaml'))));
  const plain = createSimulator({ fixture: parseFixture(fleet), frozen: true });
  const written = ({ fleet, clock, lens }: typeof plain) =>
    writeFixture({ fleet, clock, lens }, { locations: 10, apiKey: 'include' });
  expect(written(played).devices).toEqual(written(plain).devices);
  expect(written(played)).toMatchObject({ ...written(plain), clock: { frozen: true } });
  expect(read_.fleet.map(({ name, start }) => [name, start])).toEqual([
    ['dev-4711', [47.2, 19.5]],
    ['dev-9', [47.3, 19.5]],
    [expect.any(String), null],
  ]);
  expect(read_.users).toMatchObject([{ name: 'Bob', groups: [0], notify: ['sms'] }]);
});

it('says itself when it begins, where it does', async () => {
  const { clock } = await read(story('fleet.yaml').replace('{ for', '{ start: 2026-03-02 12:00, for'));
  expect(new Date(clock.start).toISOString()).toBe('2026-03-02T11:00:00.000Z'); // in the zone of the fixture
});

it('has ids as the profile writes them', async () => {
  const profile = parseProfile('roadtest: 1\nname: n\nopenings: { records.id: { form: number } }');
  const numbered = story(
    '{ devices: [{ id: 4711 }] }',
    'timeline: [{ at: 1m, do: { stop: "4711" } }]',
  ).replace('{ for', '{ start: 2026-03-02 12:00, for');
  expect((await read(numbered, { profile })).devices).toBe(1);
  expect(await problemsIn(numbered.replace('4711 }', 'dev-4711 }'), { profile })).toEqual([
    expect.stringMatching(/^ {2}stories\/towed\.yaml:3:24 ID_INVALID .*must be a number/),
  ]);
});

describe('reports with file, line and column', () => {
  const changed = (from: string | RegExp, to: string) => ({ readFixture: () => fleet.replace(from, to) });
  it.each<[what: string, Partial<StorySource>, RegExp]>([
    [
      'a field that is misspelt',
      changed('limits', 'limit'),
      /^ {2}stories\/fleet\.yaml:8:5 UNKNOWN_FIELD .*"limits"/,
    ],
    [
      'a group that there is not',
      changed('group: North', 'group: Nort'),
      /fleet\.yaml:7:5 UNKNOWN_GROUP .*"North"/,
    ],
    ['a day that there is not', changed('12-31', '02-30'), /fleet\.yaml:11:25 EXPIRY_DATE_INVALID/],
    [
      'a time that is ahead',
      changed('position: [47.2, 19.5]', 'lastSeenAt: 2027-01-01T00:00:00Z'),
      /fleet\.yaml:10:5 TIME_AHEAD/,
    ],
    ['text that is no YAML', { readFixture: () => 'devices: [' }, /fleet\.yaml:1:\d+ SYNTAX/],
    ['an empty fixture', { readFixture: () => '{}' }, /towed\.yaml:2:1 MISSING_FIELD "start"/],
    [
      'a file that cannot be read',
      { readFixture: () => Promise.reject(new Error('it is gone')) },
      /towed\.yaml:3:10 FIXTURE_NOT_READABLE fleet\.yaml cannot be read: it is gone/,
    ],
  ])('%s', async (_, source, message) => {
    expect(await problemsIn(story('fleet.yaml', playing), source)).toContainEqual(
      expect.stringMatching(message),
    );
  });

  it('what is wrong in the fixture, and nothing that only follows from it', async () => {
    const broken = { readFixture: () => fleet.replace('group: North', 'group: Nort') };
    expect(await problemsIn(story('fleet.yaml', playing), broken)).toHaveLength(1);
  });

  it('a file where none can be read, with what to do', async () => {
    const error = await readStory(story('fleet.yaml'), { file: 'a.yaml' }).catch((thrown: unknown) => thrown);
    expect(String(error)).toMatch(
      /a\.yaml:3:10 FIXTURE_NOT_READABLE no other files .* \(write what is in it/,
    );
  });

  it.each([
    ['account: { licences: 2 }', /4:\d+ OF_FIXTURE .* account/],
    ['users: { Eve: }', /OF_FIXTURE .* users/],
    ['fleet: { dev-9: { count: 2 } }', /4:\d+ OF_FIXTURE .*"dev-9"/],
    ['fleet: { dev-8: { battery: 3 } }', /UNKNOWN_DEVICE .*"dev-9"/],
    ['timeline: [{ at: 1m, do: { stop: Vann } }]', /UNKNOWN_DEVICE .*"Van"/],
  ])('of the story: %s', async (more, message) => {
    expect(await problemsIn(story('fleet.yaml', more))).toEqual([expect.stringMatching(message)]);
  });

  it('a name that several devices have; their ids still say which', async () => {
    const source = changed('name: Van', 'name: Tow truck');
    const stopping = (which: string) => story('fleet.yaml', `timeline: [{ at: 1m, do: { stop: ${which} } }]`);
    const alone = { readFixture: () => source.readFixture().replace(/alerts.*/, '') };
    expect(await problemsIn(stopping('Tow truck'), alone)).toEqual([
      expect.stringMatching(/NAME_AMBIGUOUS .*use an id/),
    ]);
    expect(await problemsIn(stopping('dev-9'), alone)).toEqual([]);
  });
});

it('may have devices by the hundred in one line of its fleet', async () => {
  const many = Array.from({ length: 300 }, (_, index) => `{ id: ${index + 1} }`).join(', ');
  const { fleet: parts } = await read(
    story(
      `{ devices: [${many}] }`,
      'fleet: { all: { vehicle: truck }, dev-1..dev-2: { battery: 5 } }',
    ).replace('{ for', '{ start: 2026-03-02 12:00, for'),
  );
  expect(parts.filter(({ vehicle }) => vehicle === 'truck')).toHaveLength(298);
  expect(parts.filter(({ battery }) => battery === 5)).toHaveLength(2);
});
