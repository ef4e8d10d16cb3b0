import { describe, expect, it } from 'vitest';
import { libraryStories, readLibraryStory } from '../../../scenarios/library/index.ts';
import { perform } from '../../../scenarios/player/perform.ts';
import { play } from '../../../scenarios/player/play.ts';

/** `vitest --update` writes them anew, after a change that changes the stories on purpose. */
const golden = '../../golden/stories.json';

describe('the digests of the shipped stories', () => {
  it('are what they were, with every expectation met', async () => {
    const digests: { [name: string]: string } = {};
    for (const { name } of libraryStories) {
      const story = await readLibraryStory(name);
      if (story === undefined) throw new Error(`there is no story ${name}`);
      const played = await play(perform(story));
      expect(
        played.promises.filter(({ state }) => state !== 'met'),
        name,
      ).toEqual([]);
      digests[name] = played.digest;
    }
    await expect(`${JSON.stringify(digests, null, 2)}\n`).toMatchFileSnapshot(golden);
  });
});
