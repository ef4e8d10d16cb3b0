/** Locations that are kept of all devices together, and of each at the least, so that trips of a small fleet reach far back. */
const KEPT = { together: 10_000, each: 100 };

/** How many locations are kept of each of so many devices. */
export function locationsKept(devices: number): number {
  return Math.max(KEPT.each, Math.floor(KEPT.together / Math.max(1, devices)));
}
