/** Finds a story by its name in the library, or in a file of one's own. */

import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { fileBytes } from '../../contracts/kit/bounds.ts';
import { suggestion } from '../../contracts/kit/suggest.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import type { StorySource } from '../../scenarios/language/read.ts';
import type { Story } from '../../scenarios/language/story.ts';
import { libraryStories, readLibraryStory } from '../../scenarios/library/index.ts';
import { manyLeftOut } from '../../scenarios/motion/track.ts';
import type { Fixture } from '../../simulator/fixture/schema.ts';
import { CliError, type Io, warn } from '../command.ts';
import { FileFault, readFixture, readText, textIn } from '../serving/reading.ts';
import { reasonOf } from '../serving/reasons.ts';

export interface FoundStory {
  story: Story;
  /** The name of the file in errors: as it was given, or the name of a shipped story with its ending. */
  file: string;
}

/** Shipped stories in a folder: lessons. */
const OF_LIBRARY = /^lesson\//;
const ending = /\.(ya?ml|json)$/i;

/** Settings of a story that are chosen outside its file. */
export interface StoryOptions extends Pick<StorySource, 'profile'> {
  /** In place of the story's own. */
  seed?: number | undefined;
  /** A fixture, or the file of one, in place of the one that the story names or holds. */
  fixture?: Fixture | string | undefined;
  /** Is given the text of the story. */
  onText?: (text: string) => void;
}

/**
 * @param given a name such as `licence-crunch`, or a file, which has an ending or a folder
 * @throws CliError UNKNOWN_STORY, FILE_NOT_READABLE; StoryError for what is wrong in the file, or in its fixture;
 * FixtureError for what is wrong in the fixture that was chosen
 */
export async function findStory(
  given: string,
  { seed, fixture, profile, onText }: StoryOptions,
  io: Io,
): Promise<FoundStory> {
  const chosen = {
    ...(seed !== undefined && { seed }),
    ...(fixture !== undefined && {
      fixture: typeof fixture === 'string' ? await readFixture(fixture, io) : fixture,
    }),
    profile,
  };
  const shipped = readLibraryStory(given, chosen);
  if (shipped) return { story: await shipped, file: `${given}.yaml` };
  if (ending.test(given) || (/[\\/]/.test(given) && !OF_LIBRARY.test(given))) {
    const text = await readText(given, 'story', io);
    onText?.(text);
    const story = await storyIn(text, given, chosen, io);
    for (const warning of tracksInDoubt(story)) warn(warning, io);
    return { story, file: given };
  }
  const names = libraryStories.map(({ name }) => name);
  throw new CliError('UNKNOWN_STORY', `There is no story ${quoted(given)}.`, {
    hint: suggestion(given, names) ?? `There are: ${names.join(', ')}. A file of your own ends in .yaml.`,
  });
}

function tracksInDoubt({ routes }: Story): string[] {
  return routes.flatMap((route) => {
    if (route.kind !== 'track') return [];
    return manyLeftOut(route.name, route.fixes.length, route.leftOut) ?? [];
  });
}

/** Tracks and fixtures are named from the folder of the story that names them, and are plain files. */
async function storyIn(text: string, file: string, chosen: Partial<StorySource>, io: Io): Promise<Story> {
  const folder = dirname(resolve(io.cwd, file));
  const { readStory } = await import('../../scenarios/language/read.ts');
  return readStory(text, {
    file,
    ...chosen,
    readTrack: (track) => trackIn(resolve(folder, track)),
    readFixture: (fixture) => fixtureIn(folder, fixture),
  });
}

/** A story cannot have any file read: what is wrong in a fixture is quoted. */
async function fixtureIn(folder: string, name: string): Promise<string> {
  try {
    const path = await realpath(resolve(folder, name));
    const within = relative(await realpath(folder), path);
    if (within.startsWith('..') || isAbsolute(within))
      throw new FileFault(
        'FILE_NOT_READABLE',
        'it is outside the folder of the story',
        'name it on the command line: --fixture FILE',
      );
    return await textIn(path, fileBytes.fixture, 'a file');
  } catch (error) {
    if (error instanceof FileFault) throw error;
    throw new Error(reasonOf(error), { cause: error });
  }
}

/** An error in words: it becomes one of the story. */
async function trackIn(path: string): Promise<string> {
  try {
    return await textIn(path, fileBytes.track, 'a file');
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  }
}
