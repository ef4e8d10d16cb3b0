/**
 * The actions of stories, one file each: what a story may say (`beside`, `read`), how it is put into words, what it
 * does to the story's own service, and how a deployment is brought to do the same.
 *
 * - `kinds.ts`    the kinds, and the fields that ask for them
 * - `define.ts`   how an action is written
 * - `action.ts`   what is derived from all of them: types, schema, and what is done by kind
 * - `groups.ts`, `users.ts`   what several of them share
 */
import { activate } from './activate.ts';
import { addDevice } from './add-device.ts';
import { alert } from './alert.ts';
import { apiAccess } from './api-access.ts';
import { createGroup } from './create-group.ts';
import { createUser } from './create-user.ts';
import type { ActionDefinition } from './define.ts';
import { deleteGroup } from './delete-group.ts';
import { deleteUser } from './delete-user.ts';
import { drive } from './drive.ts';
import { faults } from './faults.ts';
import { getToken } from './get-token.ts';
import type { ActionKind } from './kinds.ts';
import { loseSignal } from './lose-signal.ts';
import { patchGroup } from './patch-group.ts';
import { patchUser } from './patch-user.ts';
import { regainSignal } from './regain-signal.ts';
import { replaceGroup } from './replace-group.ts';
import { replaceUser } from './replace-user.ts';
import { rotateKey } from './rotate-key.ts';
import { send } from './send.ts';
import { setBattery } from './set-battery.ts';
import { setFuel } from './set-fuel.ts';
import { setLicences } from './set-licences.ts';
import { setLimits } from './set-limits.ts';
import { setSensor } from './set-sensor.ts';
import { stop } from './stop.ts';

export const actions = {
  drive,
  stop,
  alert,
  send,
  'set-limits': setLimits,
  activate,
  'set-licences': setLicences,
  'api-access': apiAccess,
  'rotate-key': rotateKey,
  token: getToken,
  'lose-signal': loseSignal,
  'regain-signal': regainSignal,
  'set-sensor': setSensor,
  'set-fuel': setFuel,
  'set-battery': setBattery,
  'add-device': addDevice,
  'create-group': createGroup,
  'replace-group': replaceGroup,
  'patch-group': patchGroup,
  'delete-group': deleteGroup,
  'create-user': createUser,
  'replace-user': replaceUser,
  'patch-user': patchUser,
  'delete-user': deleteUser,
  faults,
} satisfies { readonly [K in ActionKind]: ActionDefinition<K> };
