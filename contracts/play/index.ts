/**
 * One vocabulary of steps: a history is data, it is played on a deployment, and what came of each step is a canonical
 * fact. Nothing here judges: who plays a history says what follows from it.
 *
 * - `steps.ts`   the steps, as a schema and in words
 * - `player.ts`  a history played once, on fresh records
 * - `acting.ts`  one step, whatever it is: `records.ts`, `devices.ts`, `visits.ts`, `reports.ts`, `strange.ts`, `tokens.ts`,
 *                `calls.ts`
 * - `scene.ts`   what the steps act on; `supply.ts` devices, made several at a time up to a most; `texts.ts` the texts of
 *                records that can be compared
 * - `contents.ts` the contents of records; `drawn.ts` `free-texts.ts` texts that stores get wrong
 * - `comparing.ts` `reading.ts` `family.ts` records as they are read, and what of what was sent they hold; `samples.ts` reports
 * - `places.ts` `licence-state.ts` `expiry-instant.ts` `limits.ts` what a device shows, and what follows
 * - `roads.ts` `past.ts` where devices report from, and when; `taken.ts` `accepted.ts` whether a write was taken, by its answer
 * - `bearers.ts` `forging.ts` bearer values, `ways.ts` spellings of path and method, `credentials.ts` wrong credentials of token requests,
 *                by name
 * - `look.ts`    whether a call was served: `in-force.ts` with a token in force, `refusals.ts` with what must be refused,
 *                `same-data.ts` by the data in its answer, `offered.ts` whether there is such an operation; `effects.ts` what it
 *                changed
 * - `served.ts`  whether an answer says anything at all; `absence.ts` whether it says that a record is not there
 */
export { type Follower, type Played, play } from './player.ts';
export { type Step, stepSchema } from './steps.ts';
