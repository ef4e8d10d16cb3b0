/**
 * Removes records that a run made, and no others. An id alone proves nothing: a deployment may have given
 * it to another client's record meanwhile. The run's nonce in one of the record's texts proves it.
 */

import { DAY } from '../../kit/durations.ts';
import { plural } from '../../kit/phrases.ts';
import { type AnyId, isId } from '../../profile/facts.ts';
import { familyOperations, listedBy } from '../../specification/operations.ts';
import type { Answer } from '../answer.ts';
import type { Controls } from '../controls/api.ts';
import type { Deployment } from '../deployment.ts';
import { type Makeable, Unreached } from '../finding.ts';
import { noWayToRemove } from '../journal/lasting.ts';
import { holds } from '../making/made.ts';
import { makeable } from '../making/makeable.ts';
import { learnedOf } from '../probing/learned.ts';
import { probeServed } from '../probing/requests.ts';
import { readsAsRefusal } from '../reading/answers.ts';
import { isUntold, whereBound } from '../sharing/unbound.ts';

/** `own`: it holds the nonce. `another`: it is there and does not. `unclear`: what came is no record that can be read. */
export type Whose = 'own' | 'another' | 'gone' | 'unclear';

/** Statuses with which a deployment that refuses the caller answers every id alike: nothing follows from that. */
const REFUSED = [401, 403, 429];

/** Reads a record back. Throws `Unreached` where no answer comes. */
export async function whose(
  deployment: Deployment,
  resource: Makeable,
  id: AnyId,
  nonce: string,
): Promise<Whose> {
  const answer = await deployment.call(makeable[resource].read, { id });
  const shown = whereBound(undefined, () => deployment.made.shownIn(resource, id, answer, nonce));
  if (shown === 'own' || shown === 'another') return shown;
  const isOfDeleted = answer.status === deployment.profile.openings['errors.status']?.['deleted-id'];
  if (answer.status >= 500 || (REFUSED.includes(answer.status) && !isOfDeleted)) return 'unclear';
  return (await saysGone(deployment, resource, answer)) ? 'gone' : 'unclear';
}

/**
 * Returns whether an answer for one record says that it is gone: by its status, or by what the profile says of a deleted one. A
 * deployment may hide an expired device, and one that answers every path alike says nothing, which the list of these records shows.
 */
async function saysGone(deployment: Deployment, resource: Makeable, answer: Answer): Promise<boolean> {
  const { 'errors.status': statuses, 'expired.may': expired } = deployment.profile.openings;
  const isPinned = statuses?.['deleted-id'] === answer.status && readsAsRefusal(deployment, answer);
  if (!isPinned && answer.status !== 404 && answer.status !== 410) return false;
  if (resource === 'device' && expired?.read === false) return false;
  const listed = (await probeServed(deployment.as('calibration'), makeable[resource].list)).answer;
  return listed.status < 400 && listed.fingerprint !== answer.fingerprint;
}

/**
 * The ids of the records of a list whose texts hold the nonce, those that two records have, and whether all of it could be read.
 *
 * @param pages that are read at most
 */
export async function marked(
  deployment: Deployment,
  resource: Makeable,
  nonce: string,
  pages?: number,
): Promise<{ ids: readonly AnyId[]; repeated: readonly AnyId[]; complete: boolean }> {
  try {
    const list = listedBy[makeable[resource].list];
    const { records, repeated, complete } = await deployment.list(list, undefined, pages);
    const ours = (records as { id?: unknown }[]).filter((record) => holds(record, nonce));
    return { ids: ours.map(({ id }) => id).filter(isId), repeated, complete };
  } catch (error) {
    if (!isUntold(error)) throw error;
    return { ids: [], repeated: [], complete: false };
  }
}

/** Removes a group or user that is shown to be the run's. Whether it is gone is shown by the answer, or by a read. */
export async function remove(
  deployment: Deployment,
  resource: 'group' | 'user',
  id: AnyId,
  nonce: string,
): Promise<boolean> {
  const { deleted } = learnedOf(deployment);
  const ask = () => deployment.call(familyOperations[resource].delete, { id, unguarded: true });
  let answer = await ask();
  if (answer.fingerprint === deleted.get(resource)) return true;
  // A deployment may keep groups that have devices.
  if (resource === 'group' && readsAsRefusal(deployment, answer) && (await emptied(deployment, id)))
    answer = await ask();
  const read = () => whose(deployment, resource, id, nonce);
  const refused = answer.status >= 400 || readsAsRefusal(deployment, answer);
  const found = refused ? await read() : await deployment.eventually(read, (now) => now !== 'own');
  if (found !== 'own') deleted.set(resource, answer.fingerprint);
  return found !== 'own';
}

/** Returns whether, by the profile, a group is not deleted as long as it has devices. */
export function keepsGroups({ profile }: Pick<Deployment, 'profile'>): boolean {
  return profile.openings['groups.delete-devices'] === 'refused';
}

/** Takes the devices out of a group that is shown to be the run's; returns whether that was done. */
async function emptied(deployment: Deployment, id: AnyId): Promise<boolean> {
  const body = whereBound(undefined, () => deployment.lens.patch('group').write({ deviceIds: [] }));
  if (body === undefined) return false;
  const answer = await deployment.call('updateGroup', { id, body, unguarded: true });
  return answer.status < 400 && !readsAsRefusal(deployment, answer);
}

/** How the devices of a run, which the API cannot remove, can be made to use no licence. */
export function releasesBy(controls: Pick<Controls, 'has' | 'takes'>): 'removal' | 'expiry' | undefined {
  if (controls.has('removeDevice')) return 'removal';
  const canExpire = controls.takes('setLimits', 'expires') && controls.takes('setLimits', 'expirationDate');
  return canExpire ? 'expiry' : undefined;
}

/** A sentence where the devices that may be made would keep their licences. */
export function keptLicences(controls: Pick<Controls, 'has' | 'takes'>, devices: number): string | undefined {
  if (devices === 0 || !controls.has('createDevice') || releasesBy(controls)) return undefined;
  return `The run may make ${plural(devices, 'device')}, which stay and keep their licences: the profile has neither the control removeDevice nor setLimits with {expires} and {expirationDate}.`;
}

/** Removes a device by a control, or else lets it expire, so that it uses no licence. Returns why it is still there. */
export async function release(deployment: Deployment, id: AnyId): Promise<string | undefined> {
  const { controls, clock } = deployment;
  const way = releasesBy(controls);
  if (way === undefined) return noWayToRemove;
  const removed =
    way === 'removal' ? await told(controls.removeDevice(id)) : 'the profile has no control removeDevice';
  if (typeof removed !== 'string') return undefined;
  const expirationDate = new Date(clock.now() - 2 * DAY).toISOString().slice(0, 10);
  const set = await told(controls.setLimits(id, { expires: true, expirationDate }));
  const isSet = typeof set !== 'string' && set.outcome === 'done';
  return `${isSet ? 'its expiration date has passed now' : 'it keeps its licence'}; ${removed}`;
}

/** Returns the result, or in words why there is none. */
function told<T>(came: Promise<T>): Promise<T | string> {
  return came.catch((error: unknown) => {
    if (error instanceof Unreached) return error.message;
    throw error;
  });
}
