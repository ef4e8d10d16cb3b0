/**
 * Motion: where a vehicle is at which time. Imports nothing else of ours but `contracts/kit`, and runs anywhere.
 *
 * Recorded drives:
 * - `track.ts`, `fix.ts`   `readTrack`: text → a track; `startingAt`: the same drive at another time; one of its fixes
 * - `gpx.ts`, `geojson.ts`, `points.ts`, `csv.ts`   one reader for each format, loaded when it is needed
 * - `reading.ts`      what the readers share: one point, its position and time checked
 * - `derive.ts`       GPS jumps, speed and course
 * - `track-error.ts`  the errors and their codes
 *
 * Ways and how they are driven:
 * - `path.ts`         a line to follow, with limits and tunnels; `roads/` the bundled town and its ways
 * - `vehicles.ts`     what cars, trucks and bikes do and use up
 * - `plan.ts`         `planDrive`, `planRecorded`: a path → rows of constant acceleration
 * - `pool.ts`         plans of many vehicles side by side in shared memory
 * - `fences.ts`       areas that are entered and left
 * - `position.ts`, `motion-error.ts`   positions and routes that are none
 */
export { type Area, Fences } from './fences.ts';
export type { Fix } from './fix.ts';
export { MotionError, type MotionErrorCode } from './motion-error.ts';
export {
  type Path,
  type PathPoint,
  pathThrough,
  pieceFlags,
  reversed,
  simplified,
  straight,
} from './path.ts';
export { DEGREE, NORTHWARDS, type Plan, planDrive, planRecorded, ROW, row, turnBetween } from './plan.ts';
export { PlanPool } from './pool.ts';
export { checkPosition, swappedWouldFit } from './position.ts';
export { type TownProperties, townAsGeoJson } from './roads/geojson.ts';
export { type Road, type Town, type TownPlace, town } from './roads/town.ts';
export { readTrack, startingAt, type Track } from './track.ts';
export { TrackError, type TrackErrorCode } from './track-error.ts';
export { type Kind, type Traits, vehicles } from './vehicles.ts';
