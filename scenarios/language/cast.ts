/**
 * The fixture of a story says who takes part: it is a file beside the story, or written in it. A world is made of it
 * once while the story is read: so every mistake in it is reported before anything is played.
 */
import { errorFacts, fieldsOf } from '../../contracts/kit/fields.ts';
import { splitPointer } from '../../contracts/kit/json-pointer.ts';
import { excerpt, quoted } from '../../contracts/kit/untrusted.ts';
import { parseFixture } from '../../simulator/fixture/parse.ts';
import { FixtureError, rememberSource } from '../../simulator/fixture/problems.ts';
import type { Fixture } from '../../simulator/fixture/schema.ts';
import type { SimulatorOptions } from '../../simulator/options.ts';
import { createSimulator, type Simulator } from '../../simulator/simulator.ts';
import { castOptions } from '../player/setting.ts';
import { movementFields, movesOf, readMoves } from './fleet.ts';
import type { Names } from './names.ts';
import type { FileReader } from './places.ts';
import type { WrittenStory } from './schema.ts';
import { type FleetPart, isAmong, type Setting } from './terms.ts';

/** The fixture of a story. Throws a StoryError for one that cannot be used. */
export async function readCast(
  written: NonNullable<WrittenStory['fixture']>,
  { file, readFixture }: { file: string; readFixture?: FileReader },
  names: Names,
): Promise<Fixture> {
  const path = ['fixture'];
  if (typeof written !== 'string') {
    rememberSource(written, {
      file,
      locate: (issue) => ({
        ...issue,
        file,
        ...names.source.place([...path, ...splitPointer(issue.pointer)], true),
      }),
    });
    return written;
  }
  const unread = (message: string, hint: string | undefined): Fixture =>
    names.wrong('FIXTURE_NOT_READABLE', path, message, hint);
  if (readFixture === undefined)
    return unread(
      'no other files can be read here',
      'write what is in it in place of its name: fixture: { devices: [{ id: dev-1 }] }',
    );
  let text: string;
  try {
    text = await readFixture(written);
  } catch (error) {
    const { hint } = fieldsOf(error);
    const message = `${excerpt(written)} cannot be read: ${errorFacts(error).message}`;
    return unread(message, typeof hint === 'string' ? hint : undefined);
  }
  const isAbsolute = /^([\\/]|[A-Za-z]:)/.test(written);
  const beside = isAbsolute ? written : file.replace(/[^\\/]*$/, '') + written;
  return attempt(() => parseFixture(text, beside), names);
}

/** The result of a function. Throws a StoryError where the fixture does not allow it. */
function attempt<T>(run: () => T, names: Names): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error;
    for (const { code, message, hint, pointer, file, line, column } of error.issues) {
      const path = ['fixture', ...splitPointer(pointer)];
      const isPlaced = line !== undefined && column !== undefined;
      const at = isPlaced ? { at: { line, column, ...(file && { file }) } } : {};
      names.findings.push({ code, message, path, hint, ...at });
    }
    names.settle();
    throw error;
  }
}

type Part = Pick<Setting, 'account' | 'groups' | 'users' | 'fleet'>;

/** Puts the devices, groups and users of a fixture among the names of a story, and says how its devices move. */
export function readTakingPart(
  fixture: Fixture,
  written: WrittenStory,
  names: Names,
  profile: SimulatorOptions['profile'],
): Part {
  for (const section of ['account', 'groups', 'users'] as const) {
    const hint = 'say it there, or write the story without a fixture';
    if (written[section] !== undefined)
      names.wrong('OF_FIXTURE', [section], `the fixture has the ${section} of the story`, hint);
  }
  const options = { ...castOptions(fixture, names.clock), ...(profile && { profile }) };
  const simulator = attempt(() => createSimulator(options), names);
  try {
    const fleet = fleetIn(simulator, fixture, names);
    return { ...peopleIn(simulator, names), fleet: moved(fleet, written.fleet ?? {}, names) };
  } finally {
    simulator.stop();
  }
}

function peopleIn({ fleet }: Simulator, names: Names): Omit<Part, 'fleet'> {
  const { licences, apiEnabled, userName, apiKey } = fleet.account.view();
  const groups = fleet.groups.list();
  const users = fleet.users.list();
  for (const [index, { name }] of groups.entries()) {
    names.groupOf.set(name, index);
    names.groups.add(name);
  }
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
function fleetIn({ fleet, lens }: Simulator, fixture: Fixture, names: Names): FleetPart[] {
  const devices = fleet.devices.list();
  names.devices = devices.length;
  if (devices.length === 0) names.wrong('FLEET_EMPTY', ['fixture'], 'the fixture has no device');
  return devices.map(({ id, name, groupId }, index): FleetPart => {
    const { dailyEmail, dailySms, expirationDate } = fleet.limits.get(id);
    const last = fleet.locations.last(id);
    const outer = lens.writeId('device', id);
    return {
      ...movesOf({}, names),
      name: nameDevice(id, name, outer, fixture.devices?.[index]?.id, names),
      first: id,
      count: 1,
      id: outer,
      label: name,
      group: groupId === null ? null : groupId - 1,
      start: last === undefined ? null : [last.latitude, last.longitude],
      limits: { dailyEmail, dailySms },
      expirationDate,
    };
  });
}

/** A device is spoken of by its id, as the profile writes it and as the fixture does, and by its name where no other has it. */
function nameDevice(
  id: number,
  name: string,
  outer: string | number,
  given: string | number | undefined,
  { parts, ambiguous }: Names,
): string {
  for (const word of new Set([String(outer), String(given ?? outer)])) {
    parts.set(word, { first: id, count: 1 });
    ambiguous.delete(word);
  }
  if (parts.has(name)) ambiguous.add(name);
  else parts.set(name, { first: id, count: 1 });
  return given === undefined && !ambiguous.has(name) ? name : String(outer);
}

/** The fleet of such a story says how devices of the fixture move. */
function moved(parts: FleetPart[], written: NonNullable<WrittenStory['fleet']>, names: Names): FleetPart[] {
  for (const [name, given] of Object.entries(written)) {
    const path = ['fleet', name];
    const devices: { first: number; count: number } | undefined = names.stretch(name, path);
    const hint = 'say it there; the fleet says how its devices move';
    for (const field of Object.keys(given ?? {}).filter((each) => !movementFields.includes(each)))
      names.wrong('OF_FIXTURE', [...path, field], `the fixture says this of ${quoted(name)}`, hint);
    const moves = readMoves(given ?? {}, { path, names, mayBeIt: false });
    for (const part of parts) if (devices && isAmong(devices, part.first)) Object.assign(part, moves);
  }
  return parts;
}
