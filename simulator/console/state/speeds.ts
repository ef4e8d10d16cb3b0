/** How fast the chosen vehicle was, as the service holds it. */
import { signal } from '@preact/signals';
import { control } from '../api/control.ts';
import { ApiError } from '../api/http.ts';
import { chosen, chosenDevice } from './choice.ts';
import { onPositions } from './positions.ts';
import { Renewal } from './renewal.ts';
import { onNewWorld, world } from './world.ts';

export interface SpeedPoint {
  /** Simulated, ms since 1970. */
  at: number;
  /** km/h; `null` where the device did not say. */
  speed: number | null;
}

/** Oldest first; empty without a chosen vehicle. */
export const speeds = signal<readonly SpeedPoint[]>([]);

const MOST = 1_000;
/** Real milliseconds between two looks. */
const PAUSE = 5_000;

const renewal = new Renewal(async () => {
  const id = chosen.peek();
  if (id === null) return;
  const shown = world.peek()?.world;
  try {
    const { locations } = await control.track(id, MOST);
    if (chosen.peek() !== id || world.peek()?.world !== shown) return;
    speeds.value = locations.map(({ deviceTime, speed }) => ({ at: Date.parse(deviceTime), speed }));
  } catch (error) {
    // A vehicle that is gone has no speed; what else fails is tried again.
    if (!(error instanceof ApiError)) throw error;
  }
}, PAUSE);

function begin(): void {
  speeds.value = [];
  renewal.begin();
}

chosen.subscribe(begin);
onNewWorld(begin);
onPositions((frame) => {
  const number = chosenDevice.peek()?.number;
  if (number !== undefined && frame?.numbers.includes(number)) renewal.ask();
});
