/** Sources of stories: the library, and texts that a caller sends. Read when they are asked for. */
import type { SimulatorOptions } from '../../../simulator/options.ts';
import type { Story } from '../../language/story.ts';

export type StorySource = ReturnType<typeof storySource>;

/** The shipped stories. Ids of a fixture are as the profile writes them. */
export function storySource(profile?: SimulatorOptions['profile']) {
  const library = () => import('../../library/index.ts');
  let listed: Promise<Story[]> | undefined;

  async function readAll(): Promise<Story[]> {
    const { libraryStories, readLibraryStory } = await library();
    const read = await Promise.all(libraryStories.map(({ name }) => readLibraryStory(name)));
    return read.filter((story) => story !== undefined);
  }

  return {
    list: (): Promise<readonly Story[]> => (listed ??= readAll()),
    /** The story of a name; `undefined` when there is none. */
    named: async (name: string): Promise<Story | undefined> => (await library()).readLibraryStory(name),
    /** The story in a text. Throws a StoryError. */
    async read(text: string, file: string): Promise<Story> {
      const { readStory } = await import('../../language/read.ts');
      return readStory(text, { file, profile });
    },
  };
}
