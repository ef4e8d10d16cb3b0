/**
 * The fixture of a story says who takes part: it is a file beside the story, or written in it. A world is made of it
 * once while the story is read: so every mistake in it is reported before anything is played.
 */
import { errorFacts, fieldsOf } from '../../../contracts/kit/fields.ts';
import { splitPointer } from '../../../contracts/kit/json-pointer.ts';
import { excerpt, quoted } from '../../../contracts/kit/untrusted.ts';
import { parseFixture } from '../../../simulator/fixture/parse.ts';
import { FixtureError, rememberSource } from '../../../simulator/fixture/problems.ts';
import type { Fixture } from '../../../simulator/fixture/schema.ts';
import type { SimulatorOptions } from '../../../simulator/options.ts';
import { createSimulator, type Simulator } from '../../../simulator/simulator.ts';
import { castOptions } from '../cast-options.ts';
import type { WrittenStory } from '../schema/index.ts';
import type { FleetPart, Setting } from '../terms.ts';
import { readMovement } from './fleet.ts';
import type { Names } from './names.ts';

/** Gives the text of a file by its path from the story. What is thrown may have a hint. */
export type FileReader = (path: string) => string | Promise<string>;

/** The fixture of a story. Throws a StoryError for one that cannot be used. */
export async function readCast(
  written: NonNullable<WrittenStory['fixture']>,
  { file, readFixture }: { file: string; readFixture?: FileReader },
  names: Names,
): Promise<Fixture | undefined> {
  const path = ['fixture'];
  if (typeof written !== 'string') {
    rememberSource(written, {
      file,
      locate: (issue) => ({
        ...issue,
        file,
        ...names.place([...path, ...splitPointer(issue.pointer)], true),
      }),
    });
    return written;
  }
  if (readFixture === undefined) {
    const hint = 'write what is in it in place of its name: fixture: { devices: [{ id: dev-1 }] }';
    return names.wrong('FIXTURE_NOT_READABLE', path, 'no other files can be read here', hint);
  }
  let text: string;
  try {
    text = await readFixture(written);
  } catch (error) {
    const { hint } = fieldsOf(error);
    const message = `${excerpt(written)} cannot be read: ${errorFacts(error).message}`;
    return names.wrong('FIXTURE_NOT_READABLE', path, message, typeof hint === 'string' ? hint : undefined);
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
    if (written[section] === undefined) continue;
    const hint = 'say it there, or write the story without a fixture';
    names.wrong('OF_FIXTURE', [section], `the fixture has the ${section} of the story`, hint);
  }
  const options = { ...castOptions(fixture, names.clock), ...(profile && { profile }) };
  const simulator = attempt(() => createSimulator(options), names);
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
  { fleet, lens }: Simulator,
  fixture: Fixture,
  written: WrittenStory['fleet'],
  names: Names,
): FleetPart[] {
  const devices = fleet.devices.list();
  names.devices = devices.length;
  names.areNumbered = true;
  if (devices.length === 0) names.wrong('FLEET_EMPTY', ['fixture'], 'the fixture has no device');
  const parts = devices.map(({ id, name, groupId }, index): FleetPart => {
    const { dailyEmail, dailySms, expirationDate } = fleet.limits.get(id);
    const last = fleet.locations.last(id);
    const outer = lens.writeId('device', id);
    return {
      ...readMovement({}, ['fleet'], names),
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
  moveParts(written ?? {}, parts, names);
  return parts;
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

const movementFields: ReadonlySet<string> = new Set([
  ...['vehicle', 'start', 'position', 'drives', 'report', 'odometer', 'fuel', 'battery', 'sensors'],
]);

/** The fleet of such a story says how devices of the fixture move. */
function moveParts(written: NonNullable<WrittenStory['fleet']>, parts: FleetPart[], names: Names): void {
  for (const [name, given] of Object.entries(written)) {
    const path = ['fleet', name];
    const devices = names.those(name, path, false);
    const movement = given ?? {};
    for (const field of Object.keys(movement).filter((each) => !movementFields.has(each))) {
      const hint = 'say it there; the fleet says how its devices move';
      names.wrong('OF_FIXTURE', [...path, field], `the fixture says this of ${quoted(name)}`, hint);
    }
    if (devices === undefined || devices === 'it') continue;
    const { start = movement.position } = movement;
    const at = start === undefined ? undefined : names.position(start, [...path, 'start']);
    const moves = { ...readMovement(movement, path, names), ...(at && { start: at }) };
    for (let place = devices.first - 1; place < devices.first - 1 + devices.count; place++) {
      const part = parts[place];
      if (part) parts[place] = { ...part, ...moves };
    }
  }
}
