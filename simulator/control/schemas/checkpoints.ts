/** Moments to go back to, and what has changed since. */
import { integer, list, object, oneOf, orNull, string, typed } from '../../../contracts/kit/schema.ts';
import { id, time, timeOrNull } from './shared.ts';

const moment = {
  at: time,
  /** The newest event by then. */
  sequence: integer(),
};
export const checkpoint = object({ name: string(), ...moment, bytes: integer() });
export const checkpointList = object({
  checkpoints: list(checkpoint),
  /** How many there can be, and how many bytes they can take together. */
  most: integer(),
  mostBytes: integer(),
});
export const removedCheckpoint = object({ name: string(), status: oneOf('removed') });

const record = typed<object | null>({ type: ['object', 'null'] });
export const changedResources = [
  'account',
  'group',
  'user',
  'device',
  'location',
  'alert',
  'message',
] as const;
export const recordChange = object({
  resource: oneOf(...changedResources),
  /** Of a location, that of its device. */
  id,
  change: oneOf('created', 'changed', 'removed'),
  before: record,
  after: record,
  /** The newest event that names the record, and when it was; `null` where none does that is kept. */
  sequence: orNull(integer()),
  at: timeOrNull,
});
export const changes = object({
  /** `checkpoint` is `null` for the beginning of the world. */
  since: object({ checkpoint: orNull(string()), ...moment }),
  now: object(moment),
  /** How many there are; the first `limit` are given. */
  count: integer(),
  changes: list(recordChange),
});
