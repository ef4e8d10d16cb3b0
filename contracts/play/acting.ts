/** Takes one step, whatever it is. */
import { Contradiction } from '../deployment/finding.ts';
import { unlessUnbound } from '../deployment/sharing/unbound.ts';
import { breakOffIn, isUnanswered } from '../deployment/transport/failures.ts';
import { singleEvents } from '../judge/event.ts';
import { call, look } from './calls.ts';
import { deviceActs } from './devices.ts';
import { lookingActs } from './looking.ts';
import { keepsIds, recordActs } from './records.ts';
import { reportActs } from './reports.ts';
import { type Came, type Scene, settles } from './scene.ts';
import type { Burst, Step, StepKind, StepOf } from './steps.ts';
import { tokenActs } from './tokens.ts';

/** Takes a step of each kind. */
const acts: { readonly [K in StepKind]: (scene: Scene, step: StepOf<K>) => Promise<Came> } = {
  ...{ burst, call, look },
  ...recordActs,
  ...deviceActs,
  ...reportActs,
  ...lookingActs,
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
  if (settles(scene.deployment) && calls.some((one) => one.do !== 'activate')) return undefined;
  // A change of a limit holds the other settings of the device as the run knows them: the last of several is not known.
  const limited = calls.flatMap((one) => (one.do === 'limit' ? [one.device] : []));
  if (new Set(limited).size < limited.length) return undefined;
  // A write that comes after the DELETE may reach the record of another client.
  if (calls.some((one) => one.do === 'delete') && !keepsIds(scene)) return undefined;
  const take = (one: Burst['calls'][number]) =>
    one.do === 'activate' ? deviceActs.activate(scene, one, true) : act(scene, one);
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
