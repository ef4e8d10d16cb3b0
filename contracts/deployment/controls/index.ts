/**
 * Controls: how a tester brings about what the API does not offer (section 2 speaks of a user
 * interface where limits are set, section 3 of activations). A profile says how, control by control.
 *
 * - `perform.ts`     one control performed: by `http.ts` or `command.ts`
 * - `templates.ts`   `{deviceId}` and the like in a profile's texts, encoded for their place
 * - `fit.ts`         which values fit where
 * - `facts.ts`       what an answer gives, as the types that histories reckon with; `translations.ts` between these and a deployment's own words
 * - `memory.ts`      what the run itself has made and set, for all histories together
 * - `free-licence.ts` a licence for each device that is made
 * - `controls.ts`    the controls as histories use them, over any way to perform them
 * - `simulator.ts`   a simulator of ours: recognised by its control API, which then serves as controls
 */
import type { Controls as Offered } from '../../profile/profile.ts';
import type { Deployment } from '../deployment.ts';
import { FreeLicences, SPARE } from './free-licence.ts';
import { Memory } from './memory.ts';
import { recogniseSimulator } from './simulator.ts';

/** The controls that there are, and what all histories of a run remember of them together. */
export interface ControlsOfRun {
  readonly offered: Offered;
  readonly memory: Memory;
  readonly freeLicences: FreeLicences;
  /** Tells whether the deployment is a simulator of ours. */
  readonly simulator: boolean;
}

/**
 * A simulator of ours brings its own controls, and then a profile's do not count: they
 * are about the deployment whose dialect it speaks, and must not be touched from here.
 */
export async function connectControls(deployment: Deployment): Promise<ControlsOfRun> {
  const simulator = await recogniseSimulator(deployment);
  return {
    offered: simulator?.controls ?? deployment.profile.controls ?? {},
    memory: new Memory(),
    freeLicences: new FreeLicences(simulator ? SPARE : 0),
    simulator: simulator !== undefined,
  };
}
