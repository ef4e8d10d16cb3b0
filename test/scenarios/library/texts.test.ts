import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { libraryStories, readLibraryStory } from '../../../scenarios/library/index.ts';

const folder = new URL('../../../scenarios/library/', import.meta.url);

describe('the texts of the library', () => {
  it('are those of the YAML files, to the letter', () => {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const files = names.filter((file) => file.endsWith('.yaml')).map((file) => file.replaceAll('\\', '/'));
    expect(libraryStories.map(({ name }) => `${name}.yaml`).sort()).toEqual(files.sort());
    for (const { name, text } of libraryStories)
      expect(text).toBe(readFileSync(new URL(`${name}.yaml`, folder), 'utf8'));
  });
});

describe('a shipped story', () => {
  it.each(libraryStories)(
    '$name is held by JSON, as the build keeps it, and its seed is in its clock alone',
    async ({ name }) => {
      const story = await readLibraryStory(name);
      expect(JSON.parse(JSON.stringify(story))).toStrictEqual(story);
      const other = await readLibraryStory(name, { seed: 99 });
      expect(other).toStrictEqual({ ...story, clock: { ...story?.clock, seed: 99 } });
    },
  );
});
