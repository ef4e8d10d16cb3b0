/** Devices of a run, whichever part of it had them before. */
import { itemAt } from '../kit/items.ts';
import type { CaseContext } from '../suite/case-context.ts';
import { ownDevices, sharedDevices } from '../suite/cases/devices/own.ts';
import type { Had } from './supply.ts';

/** A device that a case had before and none has at present, or else a new one, until the context ends. */
export async function deviceOfRun(context: CaseContext): Promise<Had> {
  const before = new Set(sharedDevices(context));
  const id = itemAt(await ownDevices(context, 1, { urgent: true }), 0);
  const own = context.controls.own().find((one) => String(one.id) === String(id));
  return { id, fresh: !before.has(id), dated: own?.dated ?? true };
}
