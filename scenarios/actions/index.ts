/**
 * The actions of stories, one file for each subject and one row for each action: what a story may say (`beside`,
 * `read`), how it is put into words, what it does to the story's own service, and how a deployment is brought to do
 * the same.
 *
 * - `vehicles.ts`   driving, signal, sensors
 * - `device-faults.ts`   what is wrong with the reports of devices; the faults are in `../device-faults`
 * - `messages.ts`   alerts and messages
 * - `licences.ts`   limits, expiry, licences, devices that are added
 * - `api.ts`        access to the API, and faults of it
 * - `groups.ts`, `users.ts`   by the four actions of `records.ts`
 * - `define.ts`     how an action is written
 * - `action.ts`     what is derived from all of them: types, schema, and what is done by kind
 */
import { apiActions } from './api.ts';
import { deviceFaultActions } from './device-faults.ts';
import { groupActions } from './groups.ts';
import { licenceActions } from './licences.ts';
import { messageActions } from './messages.ts';
import { userActions } from './users.ts';
import { vehicleActions } from './vehicles.ts';

/** By kind: the name of an action in reports, traces and snapshots. */
export const actions = {
  ...vehicleActions,
  ...deviceFaultActions,
  ...messageActions,
  ...licenceActions,
  ...apiActions,
  ...groupActions,
  ...userActions,
};

export type ActionKind = keyof typeof actions;

/** The field by which a story asks for each kind, in the order in which an editor offers them. */
export const actionFields = {
  drive: 'drive',
  stop: 'stop',
  alert: 'alert',
  inject: 'inject',
  send: 'send',
  'set-limits': 'setLimits',
  activate: 'activate',
  'set-licences': 'setLicences',
  'api-access': 'apiAccess',
  'rotate-key': 'rotateKey',
  token: 'getToken',
  'lose-signal': 'loseSignal',
  'regain-signal': 'regainSignal',
  'set-sensor': 'setSensor',
  'device-faults': 'deviceFaults',
  'end-device-faults': 'endDeviceFaults',
  'set-fuel': 'setFuel',
  'set-battery': 'setBattery',
  'add-device': 'addDevice',
  'create-group': 'createGroup',
  'replace-group': 'replaceGroup',
  'patch-group': 'patchGroup',
  'delete-group': 'deleteGroup',
  'create-user': 'createUser',
  'replace-user': 'replaceUser',
  'patch-user': 'patchUser',
  'delete-user': 'deleteUser',
  faults: 'faults',
} as const satisfies { readonly [K in ActionKind]: string };
