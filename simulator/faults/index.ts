/**
 * Faults that calls of the public API meet, by ordered rules.
 *
 * - `rule.ts`          the form of a rule: its matches and its effects
 * - `reading.ts`       rules as they are given, and what is wrong with them
 * - `faults.ts`        the rules of a world, with what they remember; which one a call meets
 * - `limit.ts`         a rate limit, and the headers by which it is told
 * - `kept-replies.ts`  answers that are given again: stale reads
 * - `words.ts`         a rule in words
 *
 * `http/faulted.ts` carries a fault out.
 */
export type { CountedRule } from './faults.ts';
export { Faults, faultState } from './faults.ts';
export type { FaultRule } from './rule.ts';
