/**
 * Traffic: the vehicles of a story on the road. See README.md for the map.
 */
export { createTraffic } from './create.ts';
export type { Traffic, TrafficHooks } from './traffic.ts';
