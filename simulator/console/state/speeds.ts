/** How fast the chosen vehicle is. */

import { computed } from '@preact/signals';
import { chosen } from './choice.ts';
import { readings } from './readings.ts';
import { recorded } from './story.ts';

export interface SpeedPoint {
  /** Simulated, ms since 1970. */
  at: number;
  /** km/h; `null` where the device did not say. */
  speed: number | null;
}

/** Oldest first; empty without a chosen vehicle. Of a recorded drive from end to end, of others as far as they were reported. */
export const speeds = computed<readonly SpeedPoint[]>(() => {
  const drive = recorded.value?.drives.find(({ device }) => String(device) === chosen.value);
  if (drive === undefined)
    return readings.value.map(({ at, values }) => ({ at, speed: values.get('speed') ?? null }));
  const start = Date.parse(recorded.value?.start ?? '');
  return drive.seconds.map((second, index) => ({
    at: start + second * 1000,
    speed: drive.speed[index] ?? null,
  }));
});
