/**
 * The document as a small executable state machine over canonical facts. It allows every answer that the document
 * leaves open, and keeps all readings that explain what was seen: a history is wrong only where none is left.
 *
 * - `event.ts`     what was done and what came of it: the judge's only input about a deployment
 * - `hypotheses.ts` the readings of one part, and the rules that they violate. At most 512 are kept; beyond that
 *                  the part explains everything
 * - `judge.ts`     the parts beside each other; the smallest sets of assumptions that explain a wrong history
 * - `assumption.ts` the assumptions: environment, pin, rule; what the environment can reach
 * - `alternatives.ts` the few other answers that a fact could have had; `stakes.ts` the rules at stake by them,
 *                  `instead.ts` those that the document explains
 * - `known-broken.ts` rules that nothing is held to
 * - `pins.ts`      the answers that a profile pins, and what only another answer explains
 * - `nulls.ts`     services that do nothing: a pass needs a history that they could not have answered
 * - `verdict.ts`   the verdicts on rules that follow from histories as they were played
 * - `parts/`       the document in parts that share no state: `records.ts` groups and users, `record-texts.ts` what they
 *                  may hold; `limits.ts` the daily
 *                  limit and the counter of one channel of a device, `days.ts` when days end; `lapses.ts` `licences.ts` expiry,
 *                  activation, the licences of the account, `licence-state.ts` what is known of them; `tokens.ts`
 *                  tokens and API access; `places.ts` last locations; `devices.ts` devices as they are read and
 *                  listed, and their alerts
 *
 * It imports the specification and the types of canonical facts: nothing that speaks HTTP, and no simulator.
 */
export type * from './event.ts';
export { MOST_HYPOTHESES, type Violation } from './hypotheses.ts';
export { type Explanation, explain, Judge, MOST_BROKEN } from './judge.ts';
