/**
 * The actions of stories, one file for each subject and one row for each action, by the field that asks for it: what a
 * story may say (`beside`, `read`), how it is put into words, and what it does to the story's own service.
 *
 * - `vehicles.ts`   driving, signal, sensors, and what is wrong with reports; the faults are in `../device-faults`
 * - `messages.ts`   alerts and messages
 * - `licences.ts`   limits, expiry, licences, devices that are added
 * - `api.ts`        access to the API, and faults of it
 * - `records.ts`    groups and users
 * - `define.ts`     how an action is written
 * - `action.ts`     what is derived from all of them: type, schema, and what is done by kind
 */
import { apiActions } from './api.ts';
import { licenceActions } from './licences.ts';
import { messageActions } from './messages.ts';
import { recordRows } from './records.ts';
import { vehicleActions } from './vehicles.ts';

/** In the order in which an editor offers them. */
export const actions = {
  ...vehicleActions,
  ...messageActions,
  ...licenceActions,
  ...apiActions,
  ...recordRows,
};
