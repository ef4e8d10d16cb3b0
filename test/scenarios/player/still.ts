/** Vehicles that are parked where they begin and report nothing: for stories in which nothing moves. */
import type { TrafficFactory } from '../../../scenarios/player/story-plugin.ts';

export const stillTraffic: TrafficFactory = (story) => ({
  begin: () => undefined,
  drive: () => undefined,
  stop: () => undefined,
  loseSignal: () => undefined,
  regainSignal: () => undefined,
  setSensor: () => undefined,
  sensorsOf: () => ({}),
  setLevel: () => undefined,
  setFaults: () => undefined,
  endFaults: () => undefined,
  faultsOf: () => [],
  holds: () => false,
  add: () => undefined,
  at(device) {
    const part = story.fleet.find(({ first, count }) => device >= first && device < first + count);
    const [latitude, longitude] = part?.start ?? [0, 0];
    return { latitude, longitude, speed: 0, course: 0 };
  },
  save: () => null,
  restore: () => undefined,
});
