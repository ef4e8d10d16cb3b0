/** A small fleet that drives in circles through a town, for tests of the map. */
import { createSimulator, type Simulator, type SimulatorOptions } from '../../../simulator/index.ts';

const CENTRE = { latitude: 48.137, longitude: 11.575 };
const DEGREE = 111_320;
const SPEED = 14; // m/s
const EVERY = 5; // s
const LASTS = 3_600; // s

/** Devices drive for an hour of simulated time, each on a circle of its own. */
export function circlingFleet(options: SimulatorOptions = {}): Simulator {
  const devices = options.devices ?? 30;
  return createSimulator({
    devices,
    ...options,
    prepare(fleet, now) {
      for (let id = 1; id <= devices; id++) {
        fleet.locations.record(id, placeOf(id, 0, now));
        const times = Array.from({ length: LASTS / EVERY }, (_, index) => (index + 1) * EVERY);
        fleet.locations.plan(
          id,
          times.map((second) => placeOf(id, second, now)),
        );
      }
      options.prepare?.(fleet, now);
    },
  });
}

/** Where a device is so many seconds after the start. */
export function placeOf(id: number, second: number, start: number) {
  const radius = 150 + ((id * 7919) % 1_800); // m
  const angle = id * 2.4 + (second * SPEED) / radius;
  return {
    deviceTime: start + second * 1000,
    latitude: CENTRE.latitude + (radius * Math.cos(angle) + (((id * 31) % 17) - 8) * 120) / DEGREE,
    longitude: CENTRE.longitude + ((radius * Math.sin(angle) + (((id * 13) % 17) - 8) * 200) / DEGREE) * 1.5,
    speed: SPEED * 3.6,
    course: ((angle * 180) / Math.PI + 90) % 360,
    ignition: true,
  };
}
