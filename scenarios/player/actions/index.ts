/**
 * What entries do, each kind a function on the fleet:
 *
 * - `driving.ts`    vehicles and their signal
 * - `alerts.ts`     alerts and messages
 * - `licences.ts`   limits, expiry, activation
 * - `account.ts`    licences, API access, key, tokens, faults, new devices
 * - `records.ts`    groups and users; `names.ts` finds them
 */
import type { Action } from '../../language/story.ts';
import { idsOf, type Scene } from '../scene.ts';
import { account } from './account.ts';
import type { AccountActs, DeviceActs } from './action.ts';
import { alerts } from './alerts.ts';
import { driving } from './driving.ts';
import { licences } from './licences.ts';
import { records } from './records.ts';

export { refusalIn } from './action.ts';

type Act<Subject> = (scene: Scene, action: never, subject: Subject) => void;
const deviceActs: { readonly [kind: string]: Act<number> } = {
  ...driving,
  ...alerts,
  ...licences,
} satisfies DeviceActs;
const accountActs: { readonly [kind: string]: Act<number | null> } = {
  ...account,
  ...records,
} satisfies AccountActs;

/** The devices that an action is done with, each by itself; `null` for one that is done once. */
export function subjectsOf(action: Action, it: number | null): readonly (number | null)[] {
  if (!Object.hasOwn(deviceActs, action.kind) || !('devices' in action) || !action.devices) return [null];
  return idsOf(action.devices, it);
}

/** Does an action with one of its subjects. Throws a FleetError or Refusal when the service refuses. */
export function act(scene: Scene, action: Action, subject: number | null, it: number | null): void {
  if (subject === null) accountActs[action.kind]?.(scene, action as never, it);
  else deviceActs[action.kind]?.(scene, action as never, subject);
}
