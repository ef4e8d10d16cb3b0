/**
 * Controls: how a tester brings about what the API does not offer (section 2 speaks of a user
 * interface where limits are set, section 3 of activations). A profile says how, control by control.
 *
 * - `ways/`          one control performed: by an HTTP call, a command, or the person at the keyboard
 * - `templates.ts`   `{deviceId}` and the like in a profile's texts, encoded for where they stand
 * - `fit.ts`         which values may stand where
 * - `facts.ts`       what an answer tells, as the types that cases reckon with
 * - `memory.ts`      what the run itself has set and sent, for all cases together
 * - `settings.ts`    the settings that a control asks for and a case does not change
 * - `controls.ts`    the controls as cases use them, over any way to perform them
 * - `simulator.ts`   a simulator of ours: recognised by its control API, which then serves as controls
 */
import type { AnyId } from '../../profile/facts.ts';
import type { Channel } from '../../specification/judged.ts';
import type { Care } from '../changes/care.ts';
import type { Controls } from './api.ts';
import { controlsOf } from './controls.ts';
import type { ConnectControls, ControlMeans } from './means.ts';
import { Memory } from './memory.ts';
import { recogniseSimulator } from './simulator.ts';

export interface ControlOptions {
  /** What a simulator off the loopback address asks for. A secret: the host gives it. */
  controlToken?: string | undefined;
}

const memories = new WeakMap<Controls, Memory>();

/**
 * The controls of a run. A simulator of ours brings its own, and then a profile's do not count: they
 * are about the deployment whose dialect it speaks, and must not be touched from here.
 */
export const connectControls = async (means: ControlMeans & ControlOptions) => {
  const simulator = await recogniseSimulator(means);
  const offered = simulator?.controls ?? means.profile.controls ?? {};
  const memory = new Memory();
  return {
    using(send: ControlMeans['send'], care?: Care): Controls {
      const controls = controlsOf({ ...means, send }, offered, memory, simulator, care);
      memories.set(controls, memory);
      return controls;
    },
  };
};
connectControls satisfies ConnectControls;

/** The messages that this run had sent from a device of its own making; `undefined` for one that it did not make. */
export function sentByRun(controls: Controls, deviceId: AnyId, channel: Channel): number | undefined {
  return memories.get(controls)?.sent(deviceId, channel);
}
