/** The targets of probes: ids that exist and ids of the same form that name nothing, records that may be changed, devices that may be written to. */
import { type CheckDigit, withCheck } from '../../kit/check-digits.ts';
import { itemAt } from '../../kit/items.ts';
import { type AnyId, isId } from '../../profile/facts.ts';
import { ownIdForm } from '../../profile/lens/ids.ts';
import {
  familyOperations,
  type GuardedOperationId,
  listOperation,
  operation as operationOf,
  type PathResource,
} from '../../specification/operations.ts';
import type { Deployment, Spared } from '../deployment.ts';
import { Unreached } from '../finding.ts';
import { prove } from '../making/proving.ts';
import { contentOf } from '../reading/answers.ts';
import { readPage } from '../reading/lists.ts';
import { isUntold, unboundOpening, unlessUnbound } from '../sharing/unbound.ts';
import { breakOffIn } from '../transport/failures.ts';

type Family = 'group' | 'user';

const lists = { device: 'devices', group: 'groups', user: 'users' } as const;

/** The ids that the profile names, otherwise those of the list; at least one. */
export async function idsOf(deployment: Deployment, resource: PathResource): Promise<readonly AnyId[]> {
  const named = deployment.profile.known?.[resource] ?? [];
  if (named.length > 0) return named;
  return deployment.once(`ids of ${resource}s`, () => listedIds(deployment, resource));
}

async function listedIds(deployment: Deployment, resource: PathResource): Promise<AnyId[]> {
  const unlock = `known.${resource}` as const;
  const { answer } = await deployment.as('calibration').probes.served(listOperation[lists[resource]]);
  try {
    const { records } = readPage(deployment.lens, lists[resource], contentOf(answer));
    const ids = (records as { id?: unknown }[]).map(({ id }) => id).filter(isId);
    if (ids.length > 0) return ids;
  } catch (error) {
    const opening = unboundOpening(error);
    if (opening === undefined) throw error;
    const why = 'the profile does not say where the ids are in the list';
    throw new Unreached(`no ${resource} is known, and ${why}`, unlock, opening);
  }
  throw new Unreached(`no ${resource} is known: the list has none that can be read`, unlock);
}

/** An id in the form of those that are known, or else of `records.id`. */
export async function unknownId(deployment: Deployment, resource: PathResource): Promise<AnyId> {
  const [sample] = (await idsOf(deployment, resource).catch(unlessUnbound)) ?? [];
  const { 'records.id': answer } = deployment.profile.openings;
  const form = answer && ownIdForm(answer, resource);
  const formless = form?.form === 'uuid' ? UUID : form?.form === 'string' ? `${form.prefix}1` : 1;
  return unlike(sample ?? formless, deployment.nonce, form?.check);
}

const UUID = '00000000-0000-4000-8000-000000000000';

/** An id of the form of a sample, that no record of the deployment has: far out, and by the nonce; its check digits are right. */
function unlike(sample: AnyId, nonce: string, check?: CheckDigit): AnyId {
  let number = 7;
  for (const character of nonce) number = (number * 31 + character.charCodeAt(0)) % 99_999_989;
  const plain = String(900_000_000 + number);
  const checked = check ? withCheck(plain, check) : plain;
  if (typeof sample !== 'string') return Number(checked);
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(sample)) {
    const hex = number.toString(16).padStart(12, '0');
    return `${hex.slice(0, 8)}-f0ad-4${sample.slice(15, 18)}-8${sample.slice(20, 23)}-${hex}`;
  }
  const digits = /(?<!\d)\d+$/.exec(sample)?.[0];
  return digits === undefined ? `unknown-${nonce}` : sample.slice(0, -digits.length) + checked;
}

/** A record or a device that exists: known, or made where the list has none. */
export async function anyOf(deployment: Deployment, resource: PathResource): Promise<AnyId> {
  try {
    return itemAt(await idsOf(deployment, resource), 0);
  } catch (error) {
    const canMake = resource !== 'device' || deployment.controls.has('createDevice');
    if (!isUntold(error) || deployment.readOnly || !canMake) throw error;
    if (resource === 'device') return (await ownDevice(deployment)).id;
    return changeable(deployment, resource).catch((other) => Promise.reject(breakOffIn(other) ?? error));
  }
}

/** A device that may be written to: one is made for all probes, or one of the profile's is held for each. */
export async function ownDevice(deployment: Deployment): Promise<{ id: AnyId; release: () => void }> {
  const setUp = deployment.as('set-up');
  if (setUp.controls.has('createDevice'))
    return {
      id: await deployment.once('device of probes', () => setUp.make.device()),
      release: () => undefined,
    };
  const id = itemAt(await setUp.devices(1), 0);
  return { id, release: () => void setUp.end() };
}

/** The record that was created to see how that is answered. */
export async function changeable(deployment: Deployment, resource: Family): Promise<AnyId> {
  const { id } = await deployment.as('calibration').probes.served(familyOperations[resource].create);
  return id ?? deployment.once(`${resource} of probes`, () => fresh(deployment, resource));
}

/** A record that is made for the probe that asks. */
export async function fresh(deployment: Deployment, resource: Family): Promise<AnyId> {
  return (await deployment.as('set-up').make[resource]()).id;
}

/** A record for requests that are to be refused, and nothing else; `undefined` where their operation changes none. */
export async function sparedFor(
  deployment: Deployment,
  operation: GuardedOperationId,
): Promise<Spared | undefined> {
  const { method, pathId } = operationOf(operation);
  if (method === 'GET' || (pathId !== 'group' && pathId !== 'user')) return undefined;
  const id = await fresh(deployment, pathId);
  // Shown to be the run's own now: a read just before a call with a token that has ended would renew it.
  const shown = await prove(deployment.as('set-up'), pathId, id);
  // A removal shows where the record was read before.
  return { id, isRead: method === 'DELETE' && shown === 'own' };
}
