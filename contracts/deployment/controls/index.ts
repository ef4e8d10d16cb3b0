/**
 * Controls: how a tester brings about what the API does not offer (section 2 speaks of a user
 * interface where limits are set, section 3 of activations). A profile says how, control by control.
 *
 * - `drivers/`          one control performed: by an HTTP call or a command
 * - `templates.ts`   `{deviceId}` and the like in a profile's texts, encoded for their place
 * - `fit.ts`         which values fit where
 * - `facts.ts`       what an answer gives, as the types that histories reckon with
 * - `memory.ts`      what the run itself has set and sent, for all histories together
 * - `free-licence.ts` a licence for each device that is made
 * - `hidden.ts`      what the run set and counted, and an answer leaves out
 * - `controls.ts`    the controls as histories use them, over any way to perform them
 * - `simulator.ts`   a simulator of ours: recognised by its control API, which then serves as controls
 */
import type { RawRequest } from '../answer.ts';
import type { ControlContext, SharedControls } from './control-context.ts';
import { controlsOf } from './controls.ts';
import { FreeLicences, SPARE } from './free-licence.ts';
import { Memory } from './memory.ts';
import { recogniseSimulator } from './simulator.ts';

export interface ControlOptions {
  /** The token that a simulator off the loopback address asks for. A secret: the host gives it. */
  controlToken?: string | undefined;
}

/**
 * The controls of a run. A simulator of ours brings its own, and then a profile's do not count: they
 * are about the deployment whose dialect it speaks, and must not be touched from here.
 */
export async function connectControls(context: ControlContext & ControlOptions): Promise<SharedControls> {
  const simulator = await recogniseSimulator(context);
  const offered = simulator?.controls ?? context.profile.controls ?? {};
  const memory = new Memory();
  const freeLicences = new FreeLicences(simulator ? SPARE : 0);
  return {
    using(sender, guard) {
      const own = {
        send: (sending: RawRequest) => sender.send(sending),
        signal: sender.signal,
      };
      return controlsOf(
        { ...context, ...own },
        offered,
        { memory, freeLicences, simulator: simulator !== undefined },
        guard,
      );
    },
  };
}
