/**
 * The document as a small executable state machine over canonical facts. It allows every answer that the document
 * leaves open, and keeps all readings that explain what was seen: a history is wrong only where none is left.
 *
 * - `event.ts`     what was done and what came of it: the judge's only input about a deployment
 * - `hypotheses.ts` the readings of one part, and the rules that they violate. At most 512 are kept; beyond that
 *                  the part explains everything
 * - `judge.ts`     the parts beside each other; the smallest sets of assumptions that explain a wrong history
 * - `assumption.ts` the assumptions: environment, pin, rule; what the environment can reach
 * - `alternatives.ts` the few other answers that a fact could have had, and those that the document explains; `stakes.ts` the
 *                  rules at stake by them, `decisive.ts` the facts that a rule is about, `nulls.ts` the services that do
 *                  nothing: a pass needs a history that they could not have answered
 * - `pins.ts`      the answers that a profile pins, and what only another answer explains; `pinned.ts` those that held
 * - `verdict.ts`   the verdicts on rules that follow from histories as they were played; `culprits.ts` the few rules that
 *                  explain all that failed, `needed.ts` the facts that a failure needs
 * - `parts/`       the document in parts that share no state, `choices.ts` the least of them and an example: `records.ts` groups
 *                  and users, `record-texts.ts` what they may hold; `limits.ts` the daily limit and the counter of one
 *                  channel of a device, `days.ts` when days end; `lapses.ts` `expiry.ts` `licences.ts` expiry, activation,
 *                  the licences of the account, `licence-state.ts` what is known of them; `tokens.ts` `token-forms.ts`
 *                  `intrusions.ts` tokens and API access; `places.ts` `place-times.ts` last locations; `devices.ts` devices as
 *                  they are read and listed, and their alerts
 *
 * It imports the specification and the types of canonical facts: nothing that speaks HTTP, and no simulator.
 */
export type * from './event.ts';
export { MAX_HYPOTHESES, type Violation } from './hypotheses.ts';
export { type Explanation, explain, Judge, MAX_BROKEN } from './judge.ts';
