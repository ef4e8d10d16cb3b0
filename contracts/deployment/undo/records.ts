/**
 * Removes records that a run made, and no others. An id alone proves nothing: a deployment may have given
 * it to another client's record meanwhile. The run's nonce in one of the record's texts proves it.
 */

import type { AnyId } from '../../profile/facts.ts';
import { familyOperations, listedBy, operation as operationOf } from '../../specification/operations.ts';
import type { Answer } from '../answer.ts';
import type { Deployment } from '../deployment.ts';
import type { Makeable } from '../finding.ts';
import { holds } from '../making/made.ts';
import { contentOf, readsAsRefusal } from '../reading/answers.ts';
import { isUntold, whereBound } from '../sharing/unbound.ts';

/** `ours`: it holds the nonce. `others`: it is there and does not. `unclear`: what came is no record that can be read. */
export type Whose = 'ours' | 'others' | 'gone' | 'unclear';

/** How records are found again, by what they are; devices are removed by a control. */
const readings = {
  ...familyOperations,
  device: { read: 'readDevice', list: 'listDevices' },
} as const;

/** Reads a record back. Throws `Unreached` where no answer comes. */
export async function whose(
  deployment: Deployment,
  resource: Makeable,
  id: AnyId,
  nonce: string,
): Promise<Whose> {
  const { read } = readings[resource];
  const answer = await deployment.call(read, { id });
  const facts: { readonly [fact: string]: unknown } | undefined = whereBound(
    undefined,
    () => deployment.lens.reply(resource).read(contentOf(answer)).facts,
  );
  if (!facts) return 'unclear';
  const isShown = facts.id !== undefined && facts.id !== null;
  const isAt = String(facts.id) === String(id);
  if (holds(facts, nonce) && (isAt || !isShown)) return 'ours';
  // A deployment that is out of order, or refuses the caller, answers every id alike: nothing follows from that.
  if (answer.status >= 500 || [401, 403, 429].includes(answer.status)) return 'unclear';
  if (await saysGone(deployment, read, answer))
    return (await mayBeGone(deployment, resource, answer)) ? 'gone' : 'unclear';
  return isShown && isAt ? 'others' : 'unclear';
}

/** A deleted record may be told from what never was: by its status, or by what the profile says of it. */
async function saysGone(
  deployment: Deployment,
  read: (typeof readings)[Makeable]['read'],
  answer: Answer,
): Promise<boolean> {
  if ([404, 410].includes(answer.status)) return true;
  const pinned = deployment.profile.openings['errors.status']?.['deleted-id'];
  if (pinned === answer.status && readsAsRefusal(deployment, answer)) return true;
  return (await deployment.probes.kind(read, answer)) === 'absent';
}

/**
 * Returns whether an answer for one record can say that it is gone: a deployment may hide an expired device, and one that
 * answers every path alike says nothing, which the list of these records shows.
 */
async function mayBeGone(deployment: Deployment, resource: Makeable, answer: Answer): Promise<boolean> {
  if (resource === 'device' && deployment.profile.openings['expired.may']?.read === false) return false;
  const listed = (await deployment.as('calibration').probes.served(readings[resource].list)).answer;
  return listed.status < 400 && listed.fingerprint !== answer.fingerprint;
}

/**
 * The ids of the records of a list whose texts hold the nonce, and whether all of it could be read.
 *
 * @param pages that are read at most
 */
export async function marked(
  deployment: Deployment,
  resource: Makeable,
  nonce: string,
  pages?: number,
): Promise<{ ids: readonly AnyId[]; complete: boolean }> {
  try {
    const list = listedBy[readings[resource].list];
    const { records, repeated, complete } = await deployment.list(list, undefined, pages);
    const ours = (records as { id?: AnyId | null }[]).filter((record) => holds(record, nonce));
    const ids = ours.flatMap(({ id }) => (id === undefined || id === null ? [] : [id]));
    // An id that two records have shows neither.
    return { ids: ids.filter((id) => !repeated.includes(id)), complete };
  } catch (error) {
    if (!isUntold(error)) throw error;
    return { ids: [], complete: false };
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
