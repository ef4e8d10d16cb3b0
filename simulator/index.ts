/** `roadtest`: the simulator, the whole service in memory on a fake clock. Runs in Node and in browsers. See README.md for the map. */
export { ControlError } from './control/errors.ts';
export type { RequestFilter } from './control/filters/requests.ts';
export type { JournalControl } from './control/journal-control.ts';
export type { WaitOptions } from './control/waiting/wait.ts';
export { FleetError } from './fleet/errors.ts';
export type { SimulatorOptions } from './options.ts';
export { createSimulator, type FaultControl, type Simulator } from './simulator.ts';
export { ClockError } from './time/errors.ts';
