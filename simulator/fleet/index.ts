/** The fleet: see README.md for the map. */
export { FleetError } from './errors.ts';
export * from './fleet.ts';
export { type FleetRules, fleetRules } from './rules/index.ts';
export * from './types.ts';
