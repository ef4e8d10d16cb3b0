/**
 * The conditions on which entries of a story happen, one file for each subject and one row for each condition, by the
 * field that asks for it: what a story may say, how it is put into words, and how it is noticed that one becomes true.
 *
 * - `vehicles.ts`    what reports of vehicles show
 * - `events.ts`      what happens in the service
 * - `define.ts`      how a condition is written
 * - `condition.ts`   what is derived from all of them: its type, its schema, and what is done by kind
 */
import { eventConditions } from './events.ts';
import { vehicleConditions } from './vehicles.ts';

/** In the order in which an editor offers them. */
export const conditions = { ...vehicleConditions, ...eventConditions };
