/** From the text of a file to a story: read, checked for its form, names and times resolved. */
import type { Fixture } from '../../simulator/fixture/schema.ts';
import type { SimulatorOptions } from '../../simulator/options.ts';
import { actionInWords } from '../actions/action.ts';
import { expectationInWords } from '../expectations/expectation.ts';
import { type Finding, StoryError } from './problems.ts';
import type { FileReader } from './resolve/cast.ts';
import { clockOf } from './resolve/clock.ts';
import { collectNames } from './resolve/collect.ts';
import { Diagnostics, isOn } from './resolve/diagnostics.ts';
import { readFleet } from './resolve/fleet.ts';
import { isInTown } from './resolve/geography.ts';
import { readLesson } from './resolve/lesson.ts';
import { isMap } from './resolve/loose.ts';
import { Names } from './resolve/names.ts';
import { readGroups, readUsers } from './resolve/people.ts';
import { readPlaces } from './resolve/places.ts';
import { readRoutes, type TrackReader } from './resolve/routes.ts';
import { checkText } from './resolve/texts.ts';
import { readTimeline, type UnlabelledEntry } from './resolve/timeline.ts';
import type { WrittenStory } from './schema/index.ts';
import { readSource } from './source.ts';
import type { Entry, Story } from './story.ts';
import type { Route, Site } from './terms.ts';
import type { StoryNames } from './words.ts';

export interface StorySource {
  /** For errors, and for the story's name. */
  file: string;
  /** Default: the file's name without folder and ending. */
  name?: string;
  /** In place of the one in the file. */
  seed?: number;
  /** Gives the text of a track file; its path is as the story says it, from the story's own folder. */
  readTrack?: TrackReader;
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
 * Reads a story.
 *
 * @param text YAML or JSON
 * @throws {StoryError} with all that is wrong in the file, each with line, column and what was meant
 */
export async function readStory(text: string, source: StorySource): Promise<Story> {
  const read = readSource(text, source.file);
  const diagnostics = new Diagnostics(read, source.isWellFormed ? [] : await formOf(read.data));
  const story =
    diagnostics.findings.length > HOPELESS ? undefined : await resolve(read.data, source, diagnostics);
  if (diagnostics.findings.length > 0 || !story)
    throw new StoryError(source.file, read.problems(diagnostics.findings));
  return story;
}

/** Ajv is loaded where a form is checked only. */
async function formOf(data: unknown): Promise<Finding[]> {
  const { formFindings } = await import('./validate.ts');
  return formFindings(data);
}

/** With so many things wrong in its form, nothing is said about its meaning. */
const HOPELESS = 200;

async function resolve(
  data: unknown,
  given: StorySource,
  diagnostics: Diagnostics,
): Promise<Story | undefined> {
  const { file, name, seed, readTrack } = given;
  if (!isMap(data)) return undefined;
  const written = diagnostics.readable<WrittenStory>(data, []);
  for (const field of ['title', 'summary'] as const) checkText(written[field], [field], diagnostics);
  const cast = await castOf(written, given, diagnostics);
  const { clock, known } = clockOf(written.clock, cast?.clock, seed, diagnostics);
  const names = new Names(diagnostics, clock);
  readPlaces(written.places, names);
  await readRoutes(written.routes, names, readTrack);
  const { account, groups, users, fleet } = await takingPart(written, cast, names, known, given);
  const entries = await readTimeline(written, names, known);
  const lesson = readLesson(written, names, entries);

  const about: StoryNames = {
    fleet,
    sites: names.sites,
    routes: names.routes,
    devices: names.devices,
    clock,
  };
  return {
    name: name ?? baseName(file),
    title: written.title ?? '',
    summary: (written.summary ?? '').trim(),
    account,
    ...about,
    groups,
    users,
    ...(cast && { cast }),
    timeline:
      diagnostics.findings.length > 0
        ? []
        : entries.map((entry) => labelled(entry, { ...about, added: names.added })),
    ...(lesson && { lesson }),
    inTown: names.routes.some(usesTown) || names.sites.some(({ at }: Site) => isInTown(at)),
  };
}

/** The reader of fixtures is loaded for a story with a fixture only. */
async function castOf(
  written: Partial<WrittenStory>,
  source: StorySource,
  diagnostics: Diagnostics,
): Promise<Fixture | undefined> {
  if (written.fixture === undefined && source.fixture === undefined) return undefined;
  const { readCast } = await import('./resolve/cast.ts');
  return readCast(written.fixture, source, diagnostics);
}

/** Groups, users and devices, as the fixture says, or the story itself. */
async function takingPart(
  written: Partial<WrittenStory>,
  cast: Fixture | undefined,
  names: Names,
  isClockKnown: boolean,
  { profile }: StorySource,
): Promise<Pick<Story, 'account' | 'groups' | 'users' | 'fleet'>> {
  if (cast === undefined) return ownCast(written, names);
  const { readTakingPart } = await import('./resolve/cast.ts');
  const found = isClockKnown ? readTakingPart(cast, written, names, profile) : undefined;
  collectNames(written, names);
  return found ?? { account: accountOf(written, names), groups: [], users: [], fleet: [] };
}

function ownCast(
  written: Partial<WrittenStory>,
  names: Names,
): Pick<Story, 'account' | 'groups' | 'users' | 'fleet'> {
  const groups = readGroups(written.groups, names);
  const fleet = readFleet(written.fleet, names);
  names.ownUser = written.account?.userName ?? USER_NAME;
  names.users.add(names.ownUser);
  collectNames(written, names);
  const users = readUsers(written.users, names);
  return { account: accountOf(written, names), groups, users, fleet };
}

const USER_NAME = 'demo';

function accountOf({ account = {} }: Partial<WrittenStory>, { devices }: Names): Story['account'] {
  const { licences = devices, apiAccess = true, userName = USER_NAME, apiKey = 'demo-key' } = account;
  return { licences, apiAccess: isOn(apiAccess), userName, apiKey };
}

function labelled({ name, ...entry }: UnlabelledEntry, names: StoryNames): Entry {
  const labels = (all: typeof entry.expectations) =>
    all.map((each) => ({ ...each, label: expectationInWords(each, names) }));
  const expectations = labels(entry.expectations);
  const words = [
    ...entry.actions.map((action) => actionInWords(action, names)),
    ...expectations.map(({ label }) => `expect ${label}`),
  ];
  const label =
    name ?? entry.chapter ?? (words.length > 0 ? words.slice(0, 3).join('; ') : (entry.caption ?? ''));
  return { ...entry, expectations, onlyIf: labels(entry.onlyIf), label };
}

function usesTown({ kind }: Route): boolean {
  return kind === 'roads' || kind === 'roaming';
}

function baseName(file: string): string {
  return file.replace(/^.*[\\/]/, '').replace(/\.\w+$/, '');
}
