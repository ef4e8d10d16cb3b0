/** Whether enough licences are free for the devices that a run makes: said before it makes the first. */
import type { Session } from '../session/session.ts';
import { devicesMadeBy, type Planned } from './plan.ts';

/** A sentence where too few may be free, and the run cannot get more; one more request shows it. */
export async function shortOfLicences(
  session: Session,
  planned: readonly Planned[],
): Promise<string | undefined> {
  const { controls, options } = session;
  const canTell =
    controls.has('createDevice') && controls.has('readLicences') && !controls.has('setLicences');
  if (!canTell || options.readOnly) return undefined;
  const needed = devicesMadeBy(planned);
  const { available } = await controls.readLicences().catch(() => ({ available: undefined }));
  if (available === undefined || available >= needed) return undefined;
  return `Of the licences ${available} are free, and the run may make ${needed} devices: rules about limits, expiry and licences may stay open. Free more, or state the control setLicences.`;
}
