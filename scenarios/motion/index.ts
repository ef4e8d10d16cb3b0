/**
 * Motion: where a vehicle is at which time. Imports nothing else of ours, and runs anywhere.
 *
 * - `track.ts`        `readTrack`: text → a track; `startingAt`: the same drive at another time
 * - `gpx.ts`, `geojson.ts`, `points.ts`   one reader for each format, loaded when it is needed
 * - `reading.ts`      what the readers share: one point, its position and time checked
 * - `derive.ts`       GPS jumps, speed and course
 * - `geodesy.ts`      distance and direction between two positions
 * - `track-error.ts`  the errors and their codes
 */
export { courseBetween, distanceBetween, type Position } from './geodesy.ts';
export { type Fix, readTrack, startingAt, type Track } from './track.ts';
export { TrackError, type TrackErrorCode } from './track-error.ts';
