/** How fast the chosen vehicle is. */

import { computed } from '@preact/signals';
import { control } from '../api/control.ts';
import { ApiError } from '../api/http.ts';
import { chosen } from './choice.ts';
import { ofChosen } from './of-chosen.ts';
import { recorded } from './story.ts';

export interface SpeedPoint {
  /** Simulated, ms since 1970. */
  at: number;
  /** km/h; `null` where the device did not say. */
  speed: number | null;
}

const MOST = 1_000;
/** Real milliseconds between two requests. */
const PAUSE = 5_000;

const reported = ofChosen<readonly SpeedPoint[]>([], speedsOf, PAUSE);

/** Oldest first; empty without a chosen vehicle. Of a recorded drive from end to end, of others as far as they were reported. */
export const speeds = computed<readonly SpeedPoint[]>(() => {
  const drive = recorded.value?.drives.find(({ device }) => String(device) === chosen.value);
  if (drive === undefined) return reported.value;
  const start = Date.parse(recorded.value?.start ?? '');
  return drive.seconds.map((second, index) => ({
    at: start + second * 1000,
    speed: drive.speed[index] ?? null,
  }));
});

/** A vehicle that is gone has no speed; what else fails is tried again. */
async function speedsOf(id: string): Promise<readonly SpeedPoint[]> {
  try {
    const { locations } = await control.devices.track(id, { limit: MOST });
    return locations.map(({ deviceTime, speed }) => ({ at: Date.parse(deviceTime), speed }));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [];
  }
}
