/**
 * The conditions on which entries of a story happen, one file for each subject and one row for each condition: what a
 * story may say, how it is put into words, and how it is noticed that one becomes true.
 *
 * - `vehicles.ts`    what reports of vehicles show
 * - `events.ts`      what happens in the service
 * - `define.ts`      how a condition is written
 * - `states.ts`      those of several of which all, or any, have to hold at once
 * - `condition.ts`   what is derived from all of them: types, schema, and what is done by kind
 */
import { eventConditions } from './events.ts';
import { vehicleConditions } from './vehicles.ts';

export const conditions = { ...vehicleConditions, ...eventConditions };

export type ConditionKind = keyof typeof conditions;

/** The field by which a story asks for each kind, in the order in which an editor offers them. */
export const conditionFields = {
  enters: 'enters',
  leaves: 'leaves',
  'speed-above': 'speedAbove',
  'stands-still': 'standsStill',
  'drives-harshly': 'harsh',
  sensor: 'sensor',
  'counter-reaches': 'counterReaches',
  'device-expires': 'expires',
  'message-sent': 'sent',
  'message-withheld': 'withheld',
  'alert-raised': 'raises',
  arrives: 'arrives',
  within: 'within',
} as const satisfies { readonly [K in ConditionKind]: string };
