/** The simulator: the whole service in memory, on a fake clock (public entry `roadtest`). See README.md for the map. */
export { isoUtc, isTimeZone } from '../contracts/kit/times.ts';
export type { Profile } from '../contracts/profile/profile.ts';
export type { Companion, CompanionFactory, CompanionWorld } from './companion.ts';
export { ControlError, type ControlErrorCode } from './control/errors.ts';
export { isKnownHost } from './control/guard.ts';
export { presentClock } from './control/present.ts';
export type { ControlExtension, ControlRequest, ControlResult } from './control/routes/route.ts';
export { fieldsOf } from './control/routes/route.ts';
export type { Snapshot } from './control/snapshot.ts';
export { FleetError } from './fleet/errors.ts';
export type { Fleet } from './fleet/fleet.ts';
export {
  numbered as locationNumbers,
  packNumbers as packLocation,
  receiveAt as receiveLocationAt,
  unpackRow as unpackLocation,
} from './fleet/locations/row.ts';
export { isCountry } from './fleet/reference.ts';
export type * from './fleet/types.ts';
export type { Call, Handle, Reply } from './http/call.ts';
export {
  createSimulator,
  documentRules,
  type Rules,
  type Simulator,
  type SimulatorOptions,
} from './simulator.ts';
export {
  dateAt,
  parseDuration,
  parseInstant,
} from './time/calendar.ts';
export { Claims } from './time/claims.ts';
export type { Advance, ClockView, Speed } from './time/clock.ts';
export { ClockError } from './time/errors.ts';
export { type Pace, platformPace } from './time/pace.ts';
export type { Deadline, EpochMs, Timeline } from './time/timeline.ts';
