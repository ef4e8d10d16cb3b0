/**
 * The library of shipped stories: one YAML file each, the name of the file being the name of the story, such as
 * `tunnel`, or `lesson/midnight`.
 *
 * - `*.yaml`               the stories; `demo.yaml` is what `roadtest demo` shows
 * - `lesson/`              lessons for client developers: objectives, hints, questions
 * - `texts.generated.ts`   their texts, for programs that read no files; not in the repository
 * - `prepared.ts`          what they are read as; the build fills it in
 */
import type { StorySource } from '../language/read.ts';
import type { Story } from '../language/story.ts';
import { prepared } from './prepared.ts';
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
  'lesson/token-renewal',
  'lesson/midnight',
  'lesson/licences',
] as const satisfies readonly (keyof typeof texts)[];

/** The shipped stories in the order in which they are best read. */
export const libraryStories: readonly LibraryStory[] = order.map((name) => ({ name, text: texts[name] }));

/** Choices for a shipped story. */
export type LibraryOptions = Pick<StorySource, 'seed' | 'fixture' | 'profile'>;

/** A shipped story; `undefined` where there is none of this name. */
export function readLibraryStory(name: string, options: LibraryOptions = {}): Promise<Story> | undefined {
  const story = libraryStories.find((each) => each.name === name);
  return story && storyOf(story, options);
}

/** With a fixture it is read anew: who takes part decides what the rest means. */
async function storyOf({ name, text }: LibraryStory, { seed, ...options }: LibraryOptions): Promise<Story> {
  const known = prepared[name];
  const chosen = { ...options, ...(seed !== undefined && { seed }) };
  if (known === undefined || options.fixture !== undefined) return readAnew(name, text, chosen);
  const story: Story = JSON.parse(known);
  return seed === undefined ? story : { ...story, clock: { ...story.clock, seed } };
}

/** A test has checked its form. */
async function readAnew(name: string, text: string, options: LibraryOptions): Promise<Story> {
  const { readStory } = await import('../language/read.ts');
  return readStory(text, { file: `${name}.yaml`, name, isWellFormed: true, ...options });
}
