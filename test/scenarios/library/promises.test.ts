import { describe, expect, it } from 'vitest';
import { itemAt } from '../../../contracts/kit/items.ts';
import { readStory } from '../../../scenarios/language/read.ts';
import type { Story } from '../../../scenarios/language/story.ts';
import { libraryStories, readLibraryStory } from '../../../scenarios/library/index.ts';
import { perform } from '../../../scenarios/player/perform.ts';
import { play } from '../../../scenarios/player/play.ts';
import { oneIn, WHOLE } from '../../sample.ts';

const names = libraryStories.map(({ name }) => name);
const isOfField = (name: string) => /^(field|lesson)\//.test(name);
/** Those whose size is their point take their time; of those from the field some are played, in turn. */
const quick = [
  ...names.filter((name) => name !== 'rush-hour' && name !== 'demo' && !isOfField(name)),
  ...oneIn(4, names.filter(isOfField)),
];
/** Beside the story's own, which the digests play: both with `npm run test:whole`, otherwise one, in turn. */
const otherSeeds = [0, 4_294_967_295];
const seedsFor = (place: number): number[] =>
  WHOLE ? otherSeeds : [itemAt(otherSeeds, place % otherSeeds.length)];

async function storyNamed(name: string, seed?: number): Promise<Story> {
  const story = await readLibraryStory(name, seed === undefined ? {} : { seed });
  if (story === undefined) throw new Error(`there is no story ${name}`);
  return story;
}

describe('the stories of the library', () => {
  it('are the twelve, and the one of the demo', () => {
    expect(names.filter((name) => !isOfField(name))).toHaveLength(13);
  });

  // They are read without this check when they are played.
  it.each(libraryStories)('$name has the form of a story', async ({ text }) => {
    await expect(readStory(text, { file: 'shipped.yaml' })).resolves.toHaveProperty('timeline');
  });

  it.each(names)(
    '%s is reported: title, summary, chapters and captions, and expectations to meet',
    async (name) => {
      const { title, summary, timeline } = await storyNamed(name);
      expect(title).not.toBe('');
      expect(summary.length).toBeGreaterThan(40);
      expect(timeline.filter(({ chapter }) => chapter !== undefined).length).toBeGreaterThanOrEqual(2);
      const printed = timeline.filter(({ chapter }) => chapter !== undefined);
      for (const { caption, label } of printed) expect(caption, label).toBeDefined();
      expect(timeline.flatMap(({ expectations }) => expectations).length).toBeGreaterThanOrEqual(5);
    },
  );

  it.each(quick.flatMap((name, place) => seedsFor(place).map((seed) => [name, seed] as const)))(
    '%s meets its expectations at seed %d, too',
    async (name, seed) => {
      const played = await play(perform(await storyNamed(name, seed)));
      expect(played.results.filter(({ state }) => state !== 'met')).toEqual([]);
      expect(played.finished).toBe(true);
    },
  );

  it('sms-and-midnight has a change of daylight saving time in it, and people in three time zones', async () => {
    const { clock, users } = await storyNamed('sms-and-midnight');
    const hour = (at: number) => new Date(at).toLocaleTimeString('en-GB', { timeZone: clock.timeZone });
    const day = 86_400_000;
    expect(hour(clock.start)).not.toBe(hour(clock.start + day));
    expect(new Set(users.map(({ timeZone }) => timeZone)).size).toBe(3);
  });

  it('rush-hour has ten thousand devices', async () => {
    expect((await storyNamed('rush-hour')).devices).toBe(10_000);
  });
});
