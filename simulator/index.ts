/**
 * The simulator: the whole service in memory, on a fake clock (public entry `roadtest`).
 *
 * - `simulator.ts`  puts one together
 * - `world.ts`      what it is made of
 * - `time/`         the fake clock, its events, calendar; `pace.ts` alone knows real time
 * - `fleet/`        account, devices, limits, licences, locations, alerts, groups, users: no HTTP
 * - `http/`         the public API: from a call to a reply, in the dialect of a profile
 * - `control/`      the control API under `/_control`
 * - `hosts/`        Node server, MSW, fetch: they translate, nothing else
 */
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
