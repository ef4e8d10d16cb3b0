/** Finds a story by its name in the library, or in a file of one's own. */

import { dirname, resolve } from 'node:path';
import { fileBytes } from '../../contracts/kit/bounds.ts';
import { suggestion } from '../../contracts/kit/suggest.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { readStory } from '../../scenarios/language/read.ts';
import type { Story } from '../../scenarios/language/story.ts';
import { libraryStories, readLibraryStory } from '../../scenarios/library/index.ts';
import { CliError, type Io } from '../command.ts';
import { readText, textIn } from '../serving/reading.ts';
import { reasonOf } from '../serving/reasons.ts';

export interface FoundStory {
  story: Story;
  /** What the file is called in errors: as it was given, or the name of a shipped story with its ending. */
  file: string;
}

const ending = /\.(ya?ml|json)$/i;

/**
 * @param given a name such as `licence-crunch`, or a file, which has an ending or a folder
 * @param options `seed`: in place of the story's own
 * @throws CliError UNKNOWN_STORY, FILE_NOT_READABLE; StoryError for what is wrong in the file
 */
export async function findStory(
  given: string,
  { seed: chosen }: { seed?: number | undefined },
  io: Io,
): Promise<FoundStory> {
  const seed = chosen === undefined ? {} : { seed: chosen };
  if (ending.test(given) || /[\\/]/.test(given)) {
    return { story: await storyIn(given, seed, io), file: given };
  }
  const shipped = readLibraryStory(given, seed);
  if (shipped) return { story: await shipped, file: `${given}.yaml` };
  const names = libraryStories.map(({ name }) => name);
  throw new CliError('UNKNOWN_STORY', `There is no story ${quoted(given)}.`, {
    hint: suggestion(given, names) ?? `There are: ${names.join(', ')}. A file of your own ends in .yaml.`,
  });
}

/** Tracks are named from the folder of the story that names them. */
async function storyIn(file: string, seed: { seed?: number }, io: Io): Promise<Story> {
  const text = await readText(file, 'story', io);
  const folder = dirname(resolve(io.cwd, file));
  return readStory(text, { file, ...seed, readTrack: (track) => trackIn(resolve(folder, track)) });
}

/** An error in words: it becomes one of the story. */
async function trackIn(path: string): Promise<string> {
  try {
    return await textIn(path, fileBytes.track);
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  }
}
