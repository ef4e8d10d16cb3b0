/**
 * The conditions on which entries of a story happen, one file each: what a story may say, how it is put into words,
 * and how it is noticed that one becomes true.
 *
 * - `kinds.ts`       the kinds, and the fields that ask for them
 * - `define.ts`      how a condition is written
 * - `condition.ts`   what is derived from all of them: types, schema, and what is done by kind
 */
import { alertRaised } from './alert-raised.ts';
import { arrives } from './arrives.ts';
import { counterReaches } from './counter-reaches.ts';
import type { ConditionDefinition } from './define.ts';
import { deviceExpires } from './device-expires.ts';
import { drivesHarshly } from './drives-harshly.ts';
import { enters } from './enters.ts';
import type { ConditionKind } from './kinds.ts';
import { leaves } from './leaves.ts';
import { messageWithheld } from './message-withheld.ts';
import { sensor } from './sensor.ts';
import { speedAbove } from './speed-above.ts';
import { standsStill } from './stands-still.ts';

export const conditions = {
  enters,
  leaves,
  'speed-above': speedAbove,
  'stands-still': standsStill,
  'drives-harshly': drivesHarshly,
  sensor,
  'counter-reaches': counterReaches,
  'device-expires': deviceExpires,
  'message-withheld': messageWithheld,
  'alert-raised': alertRaised,
  arrives,
} satisfies { readonly [K in ConditionKind]: ConditionDefinition<K> };
