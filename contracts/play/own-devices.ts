/** Devices that the run made, each in the hands of one user at a time: others may use them afterwards. */

import type { Deployment } from '../deployment/deployment.ts';
import { perRun } from '../deployment/sharing/per-run.ts';
import { itemAt } from '../kit/items.ts';
import type { AnyId } from '../profile/facts.ts';

const restingIn = perRun((): AnyId[] => []);

/** A device for one user alone until the deployment ends, with what earlier ones set on it. */
export async function ownDevice(deployment: Deployment): Promise<{ id: AnyId; fresh: boolean }> {
  // Devices that the profile names are held by the deployment.
  if (!deployment.controls.has('createDevice'))
    return { id: itemAt(await deployment.devices(1), 0), fresh: false };
  const resting = restingIn(deployment);
  const rested = resting.shift();
  const id = rested ?? (await deployment.make.device());
  const isThere = () => deployment.made.standing('device').includes(id);
  deployment.afterwards(async () => void (isThere() && resting.push(id)));
  return { id, fresh: rested === undefined };
}
