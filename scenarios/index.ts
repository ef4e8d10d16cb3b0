/** `roadtest/stories`: plays a story on a simulator from code. Runs in Node and in browsers. */
export { StoryError } from './language/problems.ts';
export { type PlayedStory, type PlayStoryOptions, playStory, type StoryFile } from './play-story.ts';
export { PlayError } from './player/errors.ts';
