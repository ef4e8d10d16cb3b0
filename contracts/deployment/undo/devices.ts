/**
 * Releases the devices that a run made, which the API cannot remove: a control removes them, or else they are
 * expired, so that they use no licence. Where neither can be done they keep their licences, which is said before the run.
 */
import { DAY } from '../../kit/durations.ts';
import { plural } from '../../kit/phrases.ts';
import type { AnyId } from '../../profile/facts.ts';
import type { Controls } from '../controls/api.ts';
import type { Deployment } from '../deployment.ts';
import { Unreached } from '../finding.ts';
import { noWayToRemove } from '../journal/lasting.ts';
import { licenceOf } from '../reading/device.ts';
import { quiet } from './changes.ts';

/** How the devices of a run can be made to use no licence. */
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

/** Gives what is left, in words. */
export async function releaseDevices(deployment: Deployment): Promise<string[]> {
  const devices = deployment.made.standing('device');
  if (devices.length === 0) return [];
  const left = await Promise.all(devices.map((id) => releaseOne(quiet(deployment), id)));
  return [...left, await moreInUse(deployment.undoing)].filter((words) => words !== undefined);
}

/** `undefined` when it is gone. */
async function releaseOne(deployment: Deployment, id: AnyId): Promise<string | undefined> {
  const { controls, made, clock } = deployment;
  const way = releasesBy(controls);
  if (way === undefined) return `device ${id}: ${noWayToRemove}`;
  const removed =
    way === 'removal' ? await told(controls.removeDevice(id)) : 'the profile has no control removeDevice';
  if (typeof removed !== 'string') return void (await made.gone('device', id));
  const expirationDate = new Date(clock.now() - 2 * DAY).toISOString().slice(0, 10);
  const set = await told(controls.setLimits(id, { expires: true, expirationDate }));
  const isSet = typeof set !== 'string' && set.outcome === 'done';
  const now = await told(licenceOf(deployment, id));
  const words =
    now === 'expired'
      ? 'it is expired now and uses no licence'
      : now !== 'used' && isSet
        ? 'its expiration date has passed now'
        : 'it keeps its licence';
  return `device ${id}: ${words}; ${removed}`;
}

/** Says where the account ends with fewer free licences than the run found, as far as that is read. */
async function moreInUse(controls: Controls): Promise<string | undefined> {
  const before = controls.usedAtFirst();
  if (before === undefined) return undefined;
  const now = await told(controls.readLicences());
  const used = typeof now === 'object' ? (now.used ?? before) : before;
  return used > before ? `licences in use: ${used}, and ${before} when the run began` : undefined;
}

/** Returns the result, or in words why there is none. */
function told<T>(came: Promise<T>): Promise<T | string> {
  return came.catch((error: unknown) => {
    if (error instanceof Unreached) return error.message;
    throw error;
  });
}
