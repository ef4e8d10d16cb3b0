export const fleetRules = {};
export type FleetRules = typeof fleetRules;
