/** The account, and what the fleet began with. */

import { count, instant } from '../../../contracts/kit/saved.ts';
import { integer, object, optional, type Static, text, yesNo } from '../../../contracts/kit/schema.ts';

const whole = integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER });

export const accountState = object({
  userName: text,
  /** A secret, which not every saved state holds: without it the account keeps its own. */
  apiKey: optional(text),
  apiEnabled: yesNo,
  timeZone: text,
  /** When a day ends, where that is not as the profile says: see `DayEnds`. */
  dayEnds: optional(text),
  licenceTotal: count,
  /** A broken rule may count below 0. */
  licencesUsed: whole,
});
export type AccountState = Static<typeof accountState>;

/** The facts from which the first records follow. */
export const seedFacts = object({
  seed: whole,
  devices: integer({ minimum: 0, maximum: 1_000_000 }),
  groups: integer({ minimum: 0, maximum: 100_000 }),
  users: integer({ minimum: 1, maximum: 100_000 }),
  /** When the fleet began. */
  start: instant,
  userName: text,
  timeZone: text,
});
export type SeedFacts = Static<typeof seedFacts>;
