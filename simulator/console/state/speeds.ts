/** How fast the chosen vehicle was, as the service holds it. */
import { control } from '../api/control.ts';
import { ApiError } from '../api/http.ts';
import { ofChosen } from './of-chosen.ts';

export interface SpeedPoint {
  /** Simulated, ms since 1970. */
  at: number;
  /** km/h; `null` where the device did not say. */
  speed: number | null;
}

const MOST = 1_000;
/** Real milliseconds between two requests. */
const PAUSE = 5_000;

/** Oldest first; empty without a chosen vehicle. */
export const speeds = ofChosen<readonly SpeedPoint[]>([], speedsOf, PAUSE);

/** A vehicle that is gone has no speed; what else fails is tried again. */
async function speedsOf(id: string): Promise<readonly SpeedPoint[]> {
  try {
    const { locations } = await control.track(id, MOST);
    return locations.map(({ deviceTime, speed }) => ({ at: Date.parse(deviceTime), speed }));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [];
  }
}
