/** The simulator: the whole service in memory, on a fake clock (public entry `roadtest`). See README.md for the map. */
export type { Profile } from '../contracts/profile/core.ts';
export { ControlError, type ControlErrorCode } from './control/errors.ts';
export type { Snapshot } from './control/snapshot.ts';
export { FleetError } from './fleet/errors.ts';
export type * from './fleet/types.ts';
export type { Call, Handle, Reply } from './http/call.ts';
export {
  createSimulator,
  documentRules,
  type Rules,
  type Simulator,
  type SimulatorOptions,
} from './simulator.ts';
export type { Advance, ClockView, Speed } from './time/clock.ts';
export { ClockError } from './time/errors.ts';
