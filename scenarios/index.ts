/** `roadtest/stories`: plays a story on a simulator from code. Runs in Node and in browsers. */
export { StoryError, type StoryProblem } from './language/problems.ts';
export { type PlayedStory, type PlayStoryOptions, playStory, type StoryFile } from './play-story.ts';
export { PlayError, type PlayErrorCode } from './player/errors.ts';
export type { ExpectationReport, StoryReport } from './player/report.ts';
