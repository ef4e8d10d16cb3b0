/** Devices of a run, whichever part of it had them before. */
import type { CaseContext } from '../suite/case-context.ts';
import { ownDevice } from '../suite/session/own-devices.ts';
import type { Had } from './supply.ts';

/** A device that another part had before and none has at present, or else a new one, until the context ends. */
export async function deviceOfRun(context: CaseContext): Promise<Had> {
  const { id, fresh } = await ownDevice(context);
  const own = context.controls.own().find((one) => String(one.id) === String(id));
  return { id, fresh, dated: own?.dated ?? true };
}
