/**
 * The fixture of a story says who takes part: it is a file beside the story, or written in it. A world is made of it
 * once while the story is read: so every mistake in it is reported before anything is played.
 */
import { errorFacts, fieldsOf } from '../../../contracts/kit/fields.ts';
import { splitPointer } from '../../../contracts/kit/json-pointer.ts';
import { excerpt, quoted } from '../../../contracts/kit/untrusted.ts';
import { parseFixture } from '../../../simulator/fixture/parse.ts';
import { FixtureError, type FixtureIssue, rememberSource } from '../../../simulator/fixture/problems.ts';
import type { Fixture } from '../../../simulator/fixture/schema.ts';
import type { Device } from '../../../simulator/fleet/types.ts';
import type { SimulatorOptions } from '../../../simulator/options.ts';
import { createSimulator, type Simulator } from '../../../simulator/simulator.ts';
import { castOptions } from '../cast-options.ts';
import type { WrittenStory } from '../schema/index.ts';
import type { FleetPart, Setting } from '../terms.ts';
import type { Diagnostics } from './diagnostics.ts';
import { readMovement } from './fleet.ts';
import type { Names } from './names.ts';

/** The parts of a story that a fixture says. */
const ofFixture = [['fleet'], ['groups'], ['users'], ['clock', 'start']];

/** Gives the text of a file by its path from the story. What is thrown may have a hint. */
export type FileReader = (path: string) => string | Promise<string>;

export interface CastSource {
  /** The story's own file. */
  file: string;
  /** In place of the fixture that the story names or holds. */
  fixture?: Fixture;
  readFixture?: FileReader;
}

/** The fixture of a story; `undefined` where it has none, or none that can be used, which is then reported. */
export async function readCast(
  written: WrittenStory['fixture'],
  source: CastSource,
  diagnostics: Diagnostics,
): Promise<Fixture | undefined> {
  const fixture = source.fixture ?? (await fixtureIn(written, source, diagnostics));
  if (fixture === undefined && written !== undefined) diagnostics.lose(...ofFixture);
  return fixture;
}

async function fixtureIn(
  written: WrittenStory['fixture'],
  { file, readFixture }: CastSource,
  diagnostics: Diagnostics,
): Promise<Fixture | undefined> {
  const path = ['fixture'];
  if (written === undefined || !diagnostics.sound(path)) return undefined;
  if (typeof written !== 'string') {
    const locate = (issue: FixtureIssue): FixtureIssue => ({
      ...issue,
      file,
      ...diagnostics.place([...path, ...splitPointer(issue.pointer)], true),
    });
    rememberSource(written, { file, locate });
    return written;
  }
  if (readFixture === undefined)
    return diagnostics.wrong(
      'FIXTURE_NOT_READABLE',
      path,
      'no other files can be read here',
      'write what is in it in place of its name: fixture: { devices: [{ id: dev-1 }] }',
    );
  let text: string;
  try {
    text = await readFixture(written);
  } catch (error) {
    const { hint } = fieldsOf(error);
    return diagnostics.wrong(
      'FIXTURE_NOT_READABLE',
      path,
      `${excerpt(written)} cannot be read: ${errorFacts(error).message}`,
      typeof hint === 'string' ? hint : undefined,
    );
  }
  return attempt(() => parseFixture(text, besides(file, written)), diagnostics);
}

/** The result of a function; `undefined` where the fixture does not allow it, which is reported. */
function attempt<T>(run: () => T, diagnostics: Diagnostics): T | undefined {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error;
    for (const issue of error.issues) diagnostics.elsewhere(['fixture'], issue);
    return undefined;
  }
}

/** A file that is named from another, by the path from where that is named. */
function besides(file: string, path: string): string {
  const isAbsolute = /^([\\/]|[A-Za-z]:)/.test(path);
  return isAbsolute ? path : file.replace(/[^\\/]*$/, '') + path;
}

type Part = Pick<Setting, 'account' | 'groups' | 'users' | 'fleet'>;

const saidByFixture = ['account', 'groups', 'users'] as const;

/** Puts the devices, groups and users of a fixture among the names of a story, and says how its devices move. */
export function readTakingPart(
  fixture: Fixture,
  written: Partial<WrittenStory>,
  names: Names,
  profile: SimulatorOptions['profile'],
): Part | undefined {
  const { diagnostics, clock } = names;
  for (const section of saidByFixture) {
    if (written[section] === undefined) continue;
    const hint = 'say it there, or write the story without a fixture';
    diagnostics.wrong('OF_FIXTURE', [section], `the fixture has the ${section} of the story`, hint);
  }
  const options = { ...castOptions(fixture, clock), ...(profile && { profile }) };
  const simulator = attempt(() => createSimulator(options), diagnostics);
  if (simulator === undefined) {
    diagnostics.lose(...ofFixture);
    return undefined;
  }
  try {
    return { ...peopleIn(simulator, names), fleet: fleetIn(simulator, fixture, written.fleet, names) };
  } finally {
    simulator.stop();
  }
}

function peopleIn({ fleet }: Simulator, names: Names): Omit<Part, 'fleet'> {
  const { licences, apiEnabled, userName, apiKey } = fleet.account.view();
  const groups = fleet.groups.list();
  const users = fleet.users.list();
  groups.forEach(({ name }, index) => {
    names.groupOf.set(name, index);
    names.groups.add(name);
  });
  for (const { name } of users) names.users.add(name);
  names.ownUser = fleet.users.peek(fleet.account.ownUserId)?.name ?? userName;
  return {
    account: { licences: licences.total, apiAccess: apiEnabled, userName, apiKey },
    groups: groups.map(({ name, description }) => ({ name, description })),
    users: users
      .filter(({ id }) => id !== fleet.account.ownUserId)
      .map(({ name, email, phone, country, timeZone, groupIds, notify }) => ({
        ...{ name, email, phone, country, timeZone, notify },
        groups: groupIds.map((id) => id - 1),
      })),
  };
}

/** One part for each device, in the order of the fixture. */
function fleetIn(
  simulator: Simulator,
  fixture: Fixture,
  written: Partial<WrittenStory>['fleet'],
  names: Names,
): FleetPart[] {
  const { fleet } = simulator;
  const devices = fleet.devices.list();
  names.devices = devices.length;
  names.areNumbered = true;
  if (devices.length === 0) names.diagnostics.wrong('FLEET_EMPTY', ['fixture'], 'the fixture has no device');
  const words = devices.map((device, index) =>
    nameDevice(device, fixture.devices?.[index]?.id, simulator, names),
  );
  const parts = devices.map(({ id, name, groupId }, index): FleetPart => {
    const { dailyEmail, dailySms, expirationDate } = fleet.limits.get(id);
    const last = fleet.locations.last(id);
    return {
      ...readMovement({}, ['fleet'], names),
      name: words[index] ?? name,
      first: id,
      count: 1,
      id: simulator.lens.writeId('device', id),
      label: name,
      group: groupId === null ? null : groupId - 1,
      start: last === undefined ? null : [last.latitude, last.longitude],
      limits: { dailyEmail, dailySms },
      expirationDate,
    };
  });
  moveParts(written, parts, names);
  return parts;
}

/** A device is spoken of by its id, as the profile writes it and as the fixture does, and by its name where no other has it. */
function nameDevice(
  { id, name }: Pick<Device, 'id' | 'name'>,
  given: string | number | undefined,
  { lens }: Simulator,
  { parts, ambiguous }: Names,
): string {
  const outer = String(lens.writeId('device', id));
  for (const word of [outer, ...(given === undefined ? [] : [String(given)])]) {
    parts.set(word, { first: id, count: 1 });
    ambiguous.delete(word);
  }
  if (parts.has(name)) ambiguous.add(name);
  else parts.set(name, { first: id, count: 1 });
  return given === undefined && !ambiguous.has(name) ? name : outer;
}

/** The fleet of such a story says how devices of the fixture move. */
function moveParts(written: Partial<WrittenStory>['fleet'], parts: FleetPart[], names: Names): void {
  const { diagnostics } = names;
  for (const [name, given] of Object.entries(written ?? {})) {
    const path = ['fleet', name];
    if (!diagnostics.sound(path)) continue;
    const devices = names.those(name, path, false);
    const { start = given?.position, ...movement } = given ?? {};
    for (const field of Object.keys(movement)) {
      if (movementFields.has(field)) continue;
      const hint = 'say it there; the fleet says how its devices move';
      diagnostics.wrong('OF_FIXTURE', [...path, field], `the fixture says this of ${quoted(name)}`, hint);
    }
    if (devices === undefined || devices === 'it') continue;
    const at = start === undefined ? undefined : names.position(start, [...path, 'start']);
    const moves = { ...readMovement(movement, path, names), ...(at && { start: at }) };
    for (let place = devices.first - 1; place < devices.first - 1 + devices.count; place++) {
      const part = parts[place];
      if (part) parts[place] = { ...part, ...moves };
    }
  }
}

const movementFields: ReadonlySet<string> = new Set([
  'vehicle',
  'drives',
  'report',
  'odometer',
  'fuel',
  'battery',
  'sensors',
]);
