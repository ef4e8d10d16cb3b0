/** Sorts observations by the answers that the profile pins. */
import type { Observation } from '../verify/run.ts';

export interface Pins {
  /** Not as the profile pins. */
  drifted: Observation[];
  /** As the profile pins. */
  held: Observation[];
  /** Pinned, and not compared in this run. */
  open: Observation[];
  /** Not pinned. */
  free: Observation[];
}

export function byPin(observations: readonly Observation[]): Pins {
  const pins: Pins = { drifted: [], held: [], open: [], free: [] };
  for (const one of observations) pins[fateOf(one)].push(one);
  return pins;
}

function fateOf({ drift, pinned, notCompared }: Observation): keyof Pins {
  if (drift) return 'drifted';
  if (notCompared !== undefined) return 'open';
  return pinned === undefined ? 'free' : 'held';
}
