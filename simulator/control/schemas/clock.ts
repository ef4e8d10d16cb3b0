/** The clock, and what it brings. */
import {
  describe,
  integer,
  list,
  map,
  number,
  object,
  oneOf,
  optional,
  orWord,
  string,
  text,
  typed,
  yesNo,
} from '../../../contracts/kit/schema.ts';
import type { ShownEvent } from '../../../contracts/specification/events/index.ts';
import { id, time, timeOrNull, wholeNumber } from './shared.ts';

export const speed = orWord(describe('a number', number()), 'max');

export const clockView = object({
  now: time,
  /** Simulated seconds in a real one; `max` is as fast as possible. */
  speed,
  frozen: yesNo,
  until: timeOrNull,
  /** True if an advance is under way. */
  advancing: yesNo,
});

export const clockChange = object({
  now: optional(time),
  speed: optional(speed),
  frozen: optional(yesNo),
  until: optional(timeOrNull),
});

export const advance = {
  ...object({
    /** A duration, of ISO 8601 or such as `90s`. Either this or `to`. */
    by: optional(describe('a duration such as "PT90S" or "90s"', string())),
    to: optional(time),
    maxEvents: optional(wholeNumber(1, Number.MAX_SAFE_INTEGER)),
  }),
  examples: [{ by: 'PT90M' }],
};

/** The events of an advance. The counts cover all of them, `happened` the first thousand. */
export const receipt = object({
  from: time,
  to: time,
  reached: time,
  settled: yesNo,
  /** Why it stopped early. */
  stopped: optional(text),
  /** How many entries of the timeline were due. */
  events: integer(),
  happened: list(typed<ShownEvent>({ type: 'object' })),
  complete: yesNo,
  counts: map(integer()),
  digest: text,
});

export const interruption = object({ interrupted: yesNo, ...clockView.properties });

export const deadline = object({
  at: time,
  kind: oneOf('token-expiry', 'device-expiry', 'day-end'),
  deviceId: optional(id),
  tokenId: optional(text),
});
export const deadlines = object({ now: time, deadlines: list(deadline) });
