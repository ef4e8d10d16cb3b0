/** The fleet: see README.md for the map. */
export { FleetError } from './errors.ts';
export { Fleet, type FleetOptions } from './fleet.ts';
export type { Mail, Sending } from './limits.ts';
export type { Policy } from './policy.ts';
export type { Groups, Users } from './records/groups.ts';
export { Records } from './records/records.ts';
export { type Country, countries, type TimeZoneRecord, timeZones } from './reference.ts';
export { type FleetRules, fleetRules } from './rules/index.ts';
export type { Content, Family } from './rules/records.ts';
export type { FleetState } from './state/index.ts';
export * from './types.ts';
