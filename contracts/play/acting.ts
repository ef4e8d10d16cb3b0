/** Takes one step, whatever it is. */
import { Contradiction } from '../deployment/finding.ts';
import { unlessUnbound } from '../deployment/sharing/unbound.ts';
import { breakOffIn, isUnanswered } from '../deployment/transport/failures.ts';
import { singleEvents } from '../judge/event.ts';
import { deviceActs } from './devices.ts';
import { look } from './effects.ts';
import { keepsIds, recordActs } from './records.ts';
import { reportActs } from './reports.ts';
import type { Came, Scene } from './scene.ts';
import type { Burst, Step } from './steps.ts';
import { strange } from './strange.ts';
import { tokenActs } from './tokens.ts';
import { visitActs } from './visits.ts';

/** Takes a step of each kind. */
const acts: { readonly [K in Step['do']]: (scene: Scene, step: Extract<Step, { do: K }>) => Promise<Came> } =
  {
    ...{ burst, strange, look },
    ...recordActs,
    ...deviceActs,
    ...reportActs,
    ...visitActs,
    ...tokenActs,
  };

/** Throws `Unreached` where the profile or the deployment does not allow it, or no answer comes. */
export function act(scene: Scene, step: Step): Promise<Came> {
  return acts[step.do](scene, step as never);
}

/** Returns whether a step that failed may have been carried out all the same, so that nothing can be judged after it. */
export function mayHaveHappened(error: unknown): boolean {
  return isUnanswered(error) || error instanceof Contradiction;
}

/**
 * Several calls at once. Where writes become readable a moment later none is made: what is read then may be what held
 * between two of them, and would pass for what came last. The counts of licences tell which of them it is.
 */
async function burst(scene: Scene, { calls }: Burst): Promise<Came> {
  if (scene.settles && calls.some((call) => call.do !== 'activate')) return undefined;
  // A change of a limit holds the other settings of the device as the run knows them: the last of several is not known.
  const limited = calls.flatMap((call) => (call.do === 'limit' ? [call.device] : []));
  if (new Set(limited).size < limited.length) return undefined;
  // A write that comes after the DELETE may reach the record of another client.
  if (calls.some((call) => call.do === 'delete') && !keepsIds(scene)) return undefined;
  const take = (call: Burst['calls'][number]) =>
    call.do === 'activate' ? deviceActs.activate(scene, call, true) : act(scene, call);
  const each = await Promise.allSettled(calls.map(take));
  const failed = each.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []));
  const worst = failed.find(breakOffIn) ?? failed.find(mayHaveHappened);
  if (worst !== undefined) throw worst;
  // Calls that could not be asked for are left out; the others were answered.
  failed.forEach(unlessUnbound);
  const events = each.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []));
  if (events.length === 0) return undefined;
  return { at: scene.deployment.clock.now(), kind: 'burst', calls: singleEvents(events) };
}
