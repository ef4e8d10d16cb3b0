/** From the text of a file to a story: read, checked for its form, names and times resolved. */
import type { Fixture } from '../../simulator/fixture/schema.ts';
import type { SimulatorOptions } from '../../simulator/options.ts';
import { actionInWords } from '../actions/index.ts';
import { expectationInWords } from '../facts/expectations.ts';
import { town } from '../motion/roads/town.ts';
import { readBy } from './builders.ts';
import { readClock } from './clock.ts';
import { account, readFleet } from './fleet.ts';
import { readLesson } from './lesson.ts';
import { Names } from './names.ts';
import { readGroups, readUsers } from './people.ts';
import { type FileReader, readPlaces, readRoutes } from './places.ts';
import type { WrittenStory } from './schema.ts';
import { readSource } from './source.ts';
import type { Entry, Story } from './story.ts';
import { checkText } from './texts.ts';
import { readTimeline, type UnlabelledEntry } from './timeline.ts';
import type { StoryNames } from './words.ts';

export interface StorySource {
  /** For errors, and for the story's name. */
  file: string;
  /** Default: the file's name without folder and ending. */
  name?: string;
  /** In place of the one in the file. */
  seed?: number;
  /** Gives the text of a track file; its path is as the story says it, from the story's own folder. */
  readTrack?: FileReader;
  /** Gives the text of a fixture file; its path is as the story says it, from the story's own folder. */
  readFixture?: FileReader;
  /** In place of the fixture that the story names or holds. */
  fixture?: Fixture;
  /** The profile that says how ids of a fixture are written. Default: the default profile. */
  profile?: SimulatorOptions['profile'] | undefined;
  /** Its form is known to be right, and is not checked: compiling the check takes longer than reading a story. */
  isWellFormed?: boolean;
}

/**
 * Reads a story: its form first, then what it begins with, at last what happens. Each is read where all before it is right.
 *
 * @param text YAML or JSON
 * @throws {StoryError} with all that is wrong in one of these, each with line, column and what was meant
 */
export async function readStory(text: string, source: StorySource): Promise<Story> {
  const read = readSource(text, source.file);
  if (!source.isWellFormed) {
    // Ajv is loaded where a form is checked only.
    const { formFindings } = await import('./validate.ts');
    const findings = formFindings(read.data);
    if (findings.length > 0) read.refuse(findings);
  }
  return resolve(read.data as WrittenStory, source, new Names(read));
}

async function resolve(written: WrittenStory, source: StorySource, names: Names): Promise<Story> {
  const { title, summary = '' } = written;
  const cast = await castOf(written, source, names);
  names.settle();
  names.clock = readClock(written.clock, cast?.clock, source.seed, names);
  names.settle();
  readPlaces(written.places, names);
  names.settle();
  await readRoutes(written.routes, names, source.readTrack);
  names.settle();
  const { account, groups, users, fleet } = await takingPart(written, cast, names, source);
  const entries = await readTimeline(written.timeline, written.expect, names);
  const lesson = readLesson(written, names, entries);
  checkText(title, ['title'], names);
  checkText(summary, ['summary'], names);
  names.settle();

  const { sites, routes, devices, clock, added } = names;
  const about = { fleet, sites, routes, devices, clock };
  return {
    name: source.name ?? source.file.replace(/^.*[\\/]/, '').replace(/\.\w+$/, ''),
    title,
    summary: summary.trim(),
    account,
    ...about,
    groups,
    users,
    ...(cast && { cast }),
    timeline: entries.map((entry) => labelled(entry, { ...about, added })),
    ...(lesson && { lesson }),
    inTown:
      routes.some(({ kind }) => kind === 'roads' || kind === 'roaming') ||
      sites.some(({ at: [latitude, longitude] }) => isInTown({ latitude, longitude })),
  };
}

/** Metres from the nearest road at which something is still to be drawn with the town. */
const OUTSKIRTS = 2000;

function isInTown(position: { latitude: number; longitude: number }): boolean {
  return town().nearestNode(position).metres <= OUTSKIRTS;
}

/** The reader of fixtures is loaded for a story with a fixture only. */
async function castOf(
  written: WrittenStory,
  source: StorySource,
  names: Names,
): Promise<Fixture | undefined> {
  if (source.fixture !== undefined || written.fixture === undefined) return source.fixture;
  const { readCast } = await import('./cast.ts');
  return readCast(written.fixture, source, names);
}

/** Groups, users and devices, as the fixture says, or the story itself. */
async function takingPart(
  written: WrittenStory,
  cast: Fixture | undefined,
  names: Names,
  { profile }: StorySource,
): Promise<Pick<Story, 'account' | 'groups' | 'users' | 'fleet'>> {
  if (cast !== undefined) {
    const { readTakingPart } = await import('./cast.ts');
    return readTakingPart(cast, written, names, profile);
  }
  const at = { path: ['account'], names, mayBeIt: false };
  const {
    licences,
    apiAccess = true,
    userName = 'demo',
    apiKey = 'demo-key',
  } = written.account ? readBy(account, written.account, at) : {};
  const groups = readGroups(written.groups, names);
  const fleet = readFleet(written.fleet, names);
  names.ownUser = userName;
  names.users.add(userName);
  return {
    account: { licences: licences ?? names.devices, apiAccess, userName, apiKey },
    groups,
    users: readUsers(written.users, names),
    fleet,
  };
}

function labelled({ name, ...entry }: UnlabelledEntry, names: StoryNames): Entry {
  const labels = (all: UnlabelledEntry['expectations']) =>
    all.map((each) => ({ ...each, label: expectationInWords(each, names) }));
  const expectations = labels(entry.expectations);
  const words = [
    ...entry.actions.map((action) => actionInWords(action, names)),
    ...expectations.map(({ label }) => `expect ${label}`),
  ];
  const said = words.length > 0 ? words.slice(0, 3).join('; ') : (entry.caption ?? '');
  return { ...entry, expectations, onlyIf: labels(entry.onlyIf), label: name ?? entry.chapter ?? said };
}
