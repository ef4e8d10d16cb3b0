/** The public entry of the scenarios: what the command line plays on a simulator. */
export { type DemoAlert, type DemoDay, demoDay, type Report } from './library/index.ts';
export {
  type Fix,
  readTrack,
  startingAt,
  type Track,
  TrackError,
  type TrackErrorCode,
} from './motion/index.ts';
export {
  type Deed,
  type DeedListener,
  type Performance,
  type PerformOptions,
  PlayError,
  type PlayErrorCode,
  type Played,
  type PlayOptions,
  type Progress,
  type Promised,
  perform,
  play,
} from './player/index.ts';
