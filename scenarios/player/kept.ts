/** How many locations the service keeps, so that trips and trails of a small fleet reach far back. */

/** Of all devices together, and of each device at the least. */
const KEPT = { together: 10_000, each: 100 };

/** How many locations are kept of each of so many devices. */
export function locationsKept(devices: number): number {
  return Math.max(KEPT.each, Math.floor(KEPT.together / Math.max(1, devices)));
}
