import { expect, it } from 'vitest';
import { libraryStories, readLibraryStory } from '../../../scenarios/library/index.ts';
import { perform } from '../../../scenarios/player/perform.ts';
import { play } from '../../../scenarios/player/play.ts';
import stored from '../../golden/stories.json' with { type: 'json' };
import { WHOLE } from '../../sample.ts';
import { isLong, shortened } from '../player/stories.ts';

/** `vitest --update` writes them anew, after a change that changes the stories on purpose. */
const golden = '../../golden/stories.json';

/** Long stories are played to their end with `npm run test:whole` alone, and their beginning always. */
const beginnings: { [name: string]: string } = {};
const whole: { [name: string]: string } = {};
const known: { readonly [name: string]: string } = stored.whole;

it('the digests of the shipped stories are what they were, with every expectation met', async () => {
  for (const { name } of libraryStories) {
    const story = await readLibraryStory(name);
    if (story === undefined) throw new Error(`there is no story ${name}`);
    if (isLong(story)) beginnings[name] = (await play(perform(shortened(story)))).digest;
    if (isLong(story) && !WHOLE && known[name] !== undefined) {
      whole[name] = known[name];
      continue;
    }
    const played = await play(perform(story));
    expect(
      played.results.filter(({ state }) => state !== 'met'),
      name,
    ).toEqual([]);
    whole[name] = played.digest;
  }
  await expect(`${JSON.stringify({ whole, beginnings }, null, 2)}\n`).toMatchFileSnapshot(golden);
});
