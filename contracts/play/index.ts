/**
 * One vocabulary of steps: a history is data, it is played on a deployment, and what came of each step is a canonical
 * fact. Nothing here judges: who plays a history says what follows from it.
 *
 * - `steps.ts`   the steps, one row each: its fields, and itself in words; `event-words.ts` what came of it
 * - `player.ts`  a history played once, on fresh records; `together.ts` which steps go out at once
 * - `acting.ts`  one step, whatever it is: `records.ts`, `devices.ts`, `visits.ts`, `reports.ts`, `tokens.ts`, `calls.ts`
 * - `scene.ts`   what the steps act on; `supply.ts` devices, made several at a time up to a most; `in-use.ts` those that come again
 * - `contents.ts` `values.ts` `samples.ts` what is sent: the contents of records, texts that stores get wrong, reports
 * - `reading.ts` `texts.ts` records as they are read, and as texts that can be compared
 * - `places.ts` `past.ts` where devices report from, and when; `expiry-instant.ts` when one expires
 * - `bearers.ts` `forging.ts` bearer values, `ways.ts` spellings of path and method, `credentials.ts` wrong credentials of token requests,
 *                by name
 * - `looks.ts`   whether a call was served, by its answer; `same-data.ts` by the data in it; `taken.ts` whether a write was taken,
 *                or a record is there; `served.ts` whether an answer says anything at all
 */
export { type Follower, type Played, play } from './player.ts';
export { type Step, stepSchema } from './steps.ts';
