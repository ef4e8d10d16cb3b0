/** Devices that the run made, each in the hands of one user at a time: others may use them afterwards. */
import { itemAt } from '../../kit/items.ts';
import type { AnyId } from '../../profile/facts.ts';
import type { CaseContext } from '../case-context.ts';
import { perRun } from './per-run.ts';

const restingIn = perRun((): AnyId[] => []);

/** A device for one user alone until the context ends, with what earlier ones set on it. */
export async function ownDevice(context: CaseContext): Promise<{ id: AnyId; fresh: boolean }> {
  // Those that the profile names are held by the context.
  if (!context.controls.has('createDevice')) return { id: itemAt(await context.devices(1), 0), fresh: false };
  const resting = restingIn(context);
  const rested = resting.shift();
  const id = rested ?? (await context.make.device());
  context.afterwards(async () => void resting.push(id));
  return { id, fresh: rested === undefined };
}
