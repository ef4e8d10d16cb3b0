/** Devices of the run that get limits of their own before something is done to another, and are looked at after it. */
import { namesOf } from '../../kit/tables.ts';
import type { AnyId } from '../../profile/facts.ts';
import type { CaseContext } from '../case-context.ts';
import type { LimitsChange } from '../controls/api.ts';
import { isInRange } from '../controls/limits.ts';
import { canRead, readLimits } from '../reading/device.ts';
import { unlessUnreached } from '../transport/failures.ts';
import { otherSettings, type Stray } from './strays.ts';

/** Limits that no other device of the run has. */
const WATCHED = { dailyEmail: 41, dailySms: 43 };

/** What else is to be set of a lookout, with the limits by which it is watched, where they can be set and read. */
export function watched(context: CaseContext, id: AnyId, more: LimitsChange = {}): LimitsChange {
  const { controls } = context;
  const limits = namesOf(WATCHED);
  const isTaken = controls.isMade(id) && limits.every((name) => controls.takes('setLimits', name));
  const isGood = limits.every((name) => isInRange(context, WATCHED[name]));
  return isTaken && isGood && canRead(context, ...limits) ? { ...WATCHED, ...more } : more;
}

/** Gives lookouts their limits. */
export async function keepWatch(
  context: CaseContext,
  ids: readonly AnyId[],
  more: LimitsChange = {},
): Promise<void> {
  for (const id of ids) {
    const settings = watched(context, id, more);
    if (namesOf(settings).length > 0) await context.controls.setLimits(id, settings).catch(unlessUnreached);
  }
}

/** The first setting of one of these that is another now than it was set. Those of which nothing is known are not read. */
export async function otherThanLeft(context: CaseContext, ids: readonly AnyId[]): Promise<Stray | undefined> {
  const wanted = new Set(ids.map(String));
  for (const device of context.controls.own()) {
    if (!wanted.has(String(device.id)) || device.kept.length === 0) continue;
    const look = async () => otherSettings(context, device, await readLimits(context, device.id));
    const strays = await context.eventually(look, (found) => found.length === 0).catch(unlessUnreached);
    if (strays?.[0]) return strays[0];
  }
  return undefined;
}
