/**
 * Removes records that a run made, and no others. An id alone proves nothing: a deployment may have given
 * it to another client's record meanwhile. The run's nonce in one of the record's texts proves it.
 */

import { type AnyId, isId } from '../../profile/facts.ts';
import { familyOperations, listedBy, operation as operationOf } from '../../specification/operations.ts';
import type { Answer } from '../answer.ts';
import type { Deployment } from '../deployment.ts';
import type { Makeable } from '../finding.ts';
import { holds } from '../making/made.ts';
import { readsAsRefusal } from '../reading/answers.ts';
import { isUntold, whereBound } from '../sharing/unbound.ts';

/** `ours`: it holds the nonce. `others`: it is there and does not. `unclear`: what came is no record that can be read. */
export type Whose = 'ours' | 'others' | 'gone' | 'unclear';

/** How records are found again, by what they are; devices are removed by a control. */
const readings = {
  ...familyOperations,
  device: { read: 'readDevice', list: 'listDevices' },
} as const;

/** Statuses with which a deployment that refuses the caller answers every id alike: nothing follows from that. */
const REFUSED = [401, 403, 429];

/** Reads a record back. Throws `Unreached` where no answer comes. */
export async function whose(
  deployment: Deployment,
  resource: Makeable,
  id: AnyId,
  nonce: string,
): Promise<Whose> {
  const answer = await deployment.call(readings[resource].read, { id });
  const shown = whereBound(undefined, () => deployment.made.shownIn(resource, id, answer, nonce));
  if (shown === 'own') return 'ours';
  if (shown === 'another') return 'others';
  const isOfDeleted = answer.status === deployment.profile.openings['errors.status']?.['deleted-id'];
  if (answer.status >= 500 || (REFUSED.includes(answer.status) && !isOfDeleted)) return 'unclear';
  return (await saysGone(deployment, resource, answer)) ? 'gone' : 'unclear';
}

/**
 * Returns whether an answer for one record says that it is gone: by its status, or by what the profile says of a deleted one. A
 * deployment may hide an expired device, and one that answers every path alike says nothing, which the list of these records shows.
 */
async function saysGone(deployment: Deployment, resource: Makeable, answer: Answer): Promise<boolean> {
  const { read, list } = readings[resource];
  const { 'errors.status': statuses, 'expired.may': expired } = deployment.profile.openings;
  const isPinned = statuses?.['deleted-id'] === answer.status && readsAsRefusal(deployment, answer);
  const isGone = [404, 410].includes(answer.status) || isPinned;
  if (!isGone && (await deployment.probes.kind(read, answer)) !== 'absent') return false;
  if (resource === 'device' && expired?.read === false) return false;
  const listed = (await deployment.as('calibration').probes.served(list)).answer;
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
    const list = listedBy[readings[resource].list];
    const { records, repeated, complete } = await deployment.list(list, undefined, pages);
    const ours = (records as { id?: unknown }[]).filter((record) => holds(record, nonce));
    return { ids: ours.map(({ id }) => id).filter(isId), repeated, complete };
  } catch (error) {
    if (!isUntold(error)) throw error;
    return { ids: [], repeated: [], complete: false };
  }
}

/** Removes a record that is shown to be the run's. Whether it is gone is shown by the answer, or by a read. */
export async function remove(
  deployment: Deployment,
  resource: Makeable,
  id: AnyId,
  nonce: string,
): Promise<boolean> {
  const { probes, undoing } = deployment;
  try {
    if (resource === 'device') {
      await undoing.removeDevice(id);
      return true;
    }
    const answer = await deployment.call(familyOperations[resource].delete, { id, unguarded: true });
    if (answer.fingerprint === probes.deletedFingerprint(resource)) return true;
    const read = () => whose(deployment, resource, id, nonce);
    const refused = answer.status >= 400 || readsAsRefusal(deployment, answer);
    const found = refused ? await read() : await deployment.eventually(read, (now) => now !== 'ours');
    if (found === 'ours') return false;
    probes.deleted(resource, answer);
    return true;
  } catch (error) {
    if (isUntold(error)) return false;
    throw error;
  }
}

/** Tells a person how to remove a record by hand: operation, path and id. */
export function byHand({ lens }: Deployment, resource: Makeable, id: AnyId): string {
  if (resource === 'device') return `in the user interface, device ${id}`;
  const operation = familyOperations[resource].delete;
  const { method, path } = operationOf(operation);
  const place = lens.basePath + path.replace(/\{\w+\}/, () => lens.pathId(resource, id));
  return `${operation}, ${method} ${place}, id ${id}`;
}
