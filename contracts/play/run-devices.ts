/** Devices of a run, whichever part of it had them before. */
import type { Deployment } from '../deployment/deployment.ts';
import { ownDevice } from './own-devices.ts';
import type { Had } from './supply.ts';

/** A device that another part had before and none has at present, or else a new one, until the deployment ends. */
export async function deviceOfRun(deployment: Deployment): Promise<Had> {
  const { id, fresh } = await ownDevice(deployment);
  return { id, fresh, dated: !deployment.made.isDevice(id) || deployment.controls.wasDated(id) };
}
