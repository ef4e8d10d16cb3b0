/**
 * The language of stories: one YAML file each.
 *
 * - `story.ts`     what a story is once it is read: the meeting point with player, exports and live page
 * - `read.ts`      `readStory`: the text of a file → a story
 * - `source.ts`    YAML with the line and column of everything in it
 * - `schema/`      the form of a file as JSON Schema, published for editors
 * - `validate.ts`  a file against the schema, told in words
 * - `written.ts`   what stands in a file that has this form
 * - `resolve/`     names, times and numbers: from what is written to what is played, a file for each part
 * - `words.ts`, `expected-words.ts`   a story in words
 * - `problems.ts`  what can be wrong, and how it is told
 */
export { expectationInWords } from './expected-words.ts';
export { describeProblem, StoryError, type StoryProblem } from './problems.ts';
export { readStory, type StorySource } from './read.ts';
export { durationOf } from './resolve/durations.ts';
export { localText, momentOf } from './resolve/times.ts';
export { storySchema } from './schema/index.ts';
export type * from './story.ts';
export {
  actionInWords,
  type Cast,
  conditionInWords,
  deviceName,
  devicesInWords,
  drivingInWords,
  durationInWords,
  momentInWords,
  numberInWords,
} from './words.ts';
