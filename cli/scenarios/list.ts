/** `roadtest scenarios list`. */

import { table } from '../../contracts/kit/columns.ts';
import type { Story } from '../../scenarios/language/story.ts';
import { durationInWords } from '../../scenarios/language/words.ts';
import { libraryStories, readLibraryStory } from '../../scenarios/library/index.ts';
import type { Io } from '../command.ts';

export async function listStories(json: boolean, io: Io): Promise<void> {
  const read = await Promise.all(libraryStories.map(({ name }) => readLibraryStory(name)));
  const stories = read.filter((story) => story !== undefined);
  if (json) return io.json(stories.map(forPrograms), 2);
  const { bold, dim } = io.colors;
  const rows = stories.map((story) => [
    story.name,
    `${story.devices.toLocaleString('en')} ${story.devices === 1 ? 'device' : 'devices'}`,
    durationInWords(story.clock.end - story.clock.start),
    `${story.title}: ${story.summary}`,
  ]);
  io.out(table(rows, [bold, dim, dim], io.width));
}

function forPrograms({ name, title, summary, devices, clock, timeline }: Story) {
  return {
    name,
    title,
    summary,
    devices,
    start: new Date(clock.start).toISOString(),
    end: new Date(clock.end).toISOString(),
    seconds: (clock.end - clock.start) / 1000,
    timeZone: clock.timeZone,
    seed: clock.seed,
    chapters: timeline.flatMap(({ chapter }) => chapter ?? []),
  };
}
