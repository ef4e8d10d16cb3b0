/** The public entry of the scenarios: what the command line plays on a simulator. */
export {
  actionInWords,
  conditionInWords,
  describeProblem,
  deviceName,
  devicesInWords,
  drivingInWords,
  durationInWords,
  durationOf,
  expectationInWords,
  localText,
  momentInWords,
  momentOf,
  readStory,
  type Story,
  StoryError,
  type StoryProblem,
  type StorySource,
  storySchema,
} from './language/index.ts';
export type * from './language/story.ts';
export {
  type LibraryStory,
  libraryStories,
  readLibraryStory,
} from './library/index.ts';
export {
  type Fix,
  readTrack,
  startingAt,
  type Track,
  TrackError,
  type TrackErrorCode,
} from './motion/index.ts';
export {
  createPlayer,
  type Deed,
  type DeedListener,
  type Performance,
  type PerformOptions,
  PlayError,
  type PlayErrorCode,
  type Played,
  type Player,
  type PlayOptions,
  type Progress,
  type Promised,
  perform,
  play,
} from './player/index.ts';
