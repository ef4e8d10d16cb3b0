/** The shipped stories as they are read, in JSON: so a program that plays one loads no reader of YAML. */
import { deepStrictEqual } from 'node:assert';
import { join } from 'node:path';

/**
 * Fills in `scenarios/library/prepared.ts` when it is bundled.
 *
 * @param imported imports a module of the sources by its path
 */
export async function preparedStories(root, imported) {
  const { libraryStories, readLibraryStory } = await imported('scenarios/library/index.ts');
  const entries = libraryStories.map(async ({ name }) => {
    const story = await readLibraryStory(name);
    const text = JSON.stringify(story);
    deepStrictEqual(JSON.parse(text), story, `JSON does not hold the story ${name}`);
    return [name, text];
  });
  const prepared = JSON.stringify(Object.fromEntries(await Promise.all(entries)));
  const file = join(root, 'scenarios/library/prepared.ts');
  return {
    name: 'prepared-stories',
    load: (id) => (id === file ? `export const prepared = ${prepared};` : undefined),
  };
}
