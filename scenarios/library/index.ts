/**
 * The library of shipped stories: one YAML file each, the name of the file being the name of the story.
 *
 * - `*.yaml`               the stories; `demo.yaml` is what `roadtest demo` shows
 * - `texts.generated.ts`   their texts, for programs that read no files; not in the repository
 */
import { readStory, type StorySource } from '../language/read.ts';
import type { Story } from '../language/story.ts';
import { texts } from './texts.generated.ts';

export interface LibraryStory {
  /** As `roadtest play` is given it. */
  name: string;
  /** YAML. */
  text: string;
}

/** In the order in which a newcomer reads them best. */
const order = [
  'first-day',
  'school-zone',
  'sos-at-night',
  'alert-storm',
  'sms-and-midnight',
  'licence-crunch',
  'expiry',
  'tunnel',
  'theft',
  'cold-chain',
  'office-day',
  'rush-hour',
  'demo',
] as const satisfies readonly (keyof typeof texts)[];

/** A story that has no place in the order does not compile. */
type Unordered = Exclude<keyof typeof texts, (typeof order)[number]>;
const ordered: { readonly [Name in (typeof order)[number]]: string } & {
  readonly [Name in Unordered]: never;
} = texts;

/** The shipped stories in the order in which they are best read. */
export const libraryStories: readonly LibraryStory[] = order.map((name) => ({ name, text: ordered[name] }));

/** Reads a shipped story, whose form a test has checked; `undefined` where there is none of this name. */
export function readLibraryStory(
  name: string,
  options: Partial<StorySource> = {},
): Promise<Story> | undefined {
  const story = libraryStories.find((each) => each.name === name);
  return story && readStory(story.text, { file: `${name}.yaml`, name, isWellFormed: true, ...options });
}
