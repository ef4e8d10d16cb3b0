/**
 * The library of shipped stories: one YAML file each, the name of the file being the name of the story.
 *
 * - `*.yaml`     the stories
 * - `texts.ts`   their texts once more, for whoever reads no files: made from the YAML files by a test
 * - `demo.yaml`  is what `roadtest demo` shows
 */
import { readStory, type Story } from '../language/index.ts';
import { texts } from './texts.ts';

export interface LibraryStory {
  /** As `roadtest play` is given it. */
  name: string;
  /** YAML. */
  text: string;
}

/** The shipped stories in the order in which they are best told. */
export const libraryStories: readonly LibraryStory[] = Object.entries(texts).map(([name, text]) => ({
  name,
  text,
}));

/** Reads a shipped story; `undefined` where there is none of this name. */
export function readLibraryStory(name: string, options: { seed?: number } = {}): Promise<Story> | undefined {
  const story = libraryStories.find((each) => each.name === name);
  return story && readStory(story.text, { file: `${name}.yaml`, name, ...options });
}
