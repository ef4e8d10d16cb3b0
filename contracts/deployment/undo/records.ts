/**
 * Removes records that a run made, and no others. An id alone proves nothing: a deployment may have given
 * it to another client's record meanwhile. The run's nonce in one of the record's texts proves it.
 */

import type { AnyId } from '../../profile/facts.ts';
import { familyOperations, listedBy, operation as operationOf } from '../../specification/operations.ts';
import type { Deployment } from '../deployment.ts';
import type { Makeable } from '../finding.ts';
import type { Fingerprint } from '../fingerprint.ts';
import { holds } from '../making/ownership.ts';
import { readsAsRefusal } from '../reading/accepted.ts';
import { contentOf } from '../reading/success.ts';
import { isUntold, whereBound } from '../sharing/unbound.ts';

/** `ours`: it holds the nonce. `others`: it is there and does not. `unclear`: what came is no record that can be read. */
export type Whose = 'ours' | 'others' | 'gone' | 'unclear';

/** How records are found again, by what they are; devices are removed by a control. */
const readings = {
  ...familyOperations,
  device: { read: 'readDevice', list: 'listDevices' },
} as const;

type Facts = { readonly [fact: string]: unknown };

/** Reads a record back. Throws `Unreached` where no answer comes. */
export async function whose(
  deployment: Deployment,
  resource: Makeable,
  id: AnyId,
  nonce: string,
): Promise<Whose> {
  const { read } = readings[resource];
  const answer = await deployment.call(read, { id });
  const facts: Facts | undefined = whereBound(
    undefined,
    () => deployment.lens.reply(resource).read(contentOf(answer)).facts,
  );
  if (!facts) return 'unclear';
  if (holds(facts, nonce) && isAt(facts, id, true)) return 'ours';
  // A deployment that is out of order, or refuses the caller, answers every id alike: nothing follows from that.
  const saysNothing = answer.status >= 500 || [401, 403, 429].includes(answer.status);
  if (saysNothing) return 'unclear';
  // A deleted one may be told from what never was: by its status, or by what the profile says of it.
  const wasDeleted = deployment.profile.openings['errors.status']?.['deleted-id'] === answer.status;
  if (
    [404, 410].includes(answer.status) ||
    (wasDeleted && readsAsRefusal(deployment, answer)) ||
    (await deployment.probes.kind(read, answer)) === 'absent'
  )
    return !hidesExpired(deployment, resource) && (await isListed(deployment, resource, answer.fingerprint))
      ? 'gone'
      : 'unclear';
  return isAt(facts, id, false) ? 'others' : 'unclear';
}

/** Returns whether one that is there may not be shown: a device that is expired. */
function hidesExpired({ profile }: Deployment, resource: Makeable): boolean {
  return resource === 'device' && profile.openings['expired.may']?.read === false;
}

/**
 * Returns whether the list of these records is served, and looks otherwise than the answer for one of them. A deployment
 * that answers every path alike does not say that a record is gone.
 */
async function isListed(
  deployment: Deployment,
  resource: Makeable,
  fingerprint: Fingerprint,
): Promise<boolean> {
  const { list } = readings[resource];
  const { answer } = await deployment.as('calibration').probes.served(list);
  return answer.status < 400 && answer.fingerprint !== fingerprint;
}

/** The records of a list whose texts hold the nonce. */
interface Marked {
  readonly ids: readonly AnyId[];
  /** The ids that several of its records have. */
  readonly repeated: readonly AnyId[];
  /** True where all of the list could be read. */
  readonly complete: boolean;
}

/** @param pages that are read at most */
export async function marked(
  deployment: Deployment,
  resource: Makeable,
  nonce: string,
  pages?: number,
): Promise<Marked> {
  try {
    const { records, repeated, complete } = await deployment.list(
      listedBy[readings[resource].list],
      undefined,
      pages,
    );
    const ours = (records as { id?: AnyId | null }[]).filter((record) => holds(record, nonce));
    const ids = ours.flatMap(({ id }) => (id === undefined || id === null ? [] : [id]));
    return { ids, repeated, complete };
  } catch (error) {
    if (!isUntold(error)) throw error;
    return { ids: [], repeated: [], complete: false };
  }
}

/** Deletes a record that a read has just shown to be the run's. Whether it is gone is shown by its answer, or by a read. */
export async function remove(
  deployment: Deployment,
  resource: Makeable,
  id: AnyId,
  nonce: string,
): Promise<boolean> {
  if (resource === 'device') return removeDevice(deployment, id);
  const { probes } = deployment;
  const operation = familyOperations[resource].delete;
  const read = () => whose(deployment, resource, id, nonce);
  try {
    const answer = await deployment.call(operation, { id, unguarded: true });
    if (answer.fingerprint === probes.deletedFingerprint(resource)) return true;
    const refused = answer.status >= 400 || readsAsRefusal(deployment, answer);
    const gone = (now: Whose) => now !== 'ours';
    const found = refused ? await read() : await deployment.eventually(read, gone);
    if (found === 'ours') return false;
    probes.deleted(resource, answer);
    return true;
  } catch (error) {
    if (isUntold(error)) return false;
    throw error;
  }
}

async function removeDevice({ undoing }: Deployment, id: AnyId): Promise<boolean> {
  try {
    await undoing.removeDevice(id);
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

function isAt({ id }: Facts, wanted: AnyId, otherwise: boolean): boolean {
  return id === undefined || id === null ? otherwise : String(id) === String(wanted);
}
