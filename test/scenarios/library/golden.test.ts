import { expect, it } from 'vitest';
import { libraryStories, readLibraryStory } from '../../../scenarios/library/index.ts';
import { perform } from '../../../scenarios/player/perform.ts';
import { play } from '../../../scenarios/player/play.ts';
import { LONG } from '../../sample.ts';

/** `vitest --update` writes them anew, after a change that changes the stories on purpose. */
const golden = '../../golden/stories.json';

it('the digests of the shipped stories are what they were, with every expectation met', LONG, async () => {
  const digests: { [name: string]: string } = {};
  for (const { name } of libraryStories) {
    const story = await readLibraryStory(name);
    if (story === undefined) throw new Error(`there is no story ${name}`);
    const { digest, finished, results } = await play(perform(story));
    expect(results.length, name).toBeGreaterThan(0);
    expect(
      results.filter(({ state }) => state !== 'met'),
      name,
    ).toEqual([]);
    expect(finished, name).toBe(true);
    digests[name] = digest;
  }
  await expect(`${JSON.stringify(digests, null, 2)}\n`).toMatchFileSnapshot(golden);
});
