/**
 * One vocabulary of steps: a history is data, it is played on a deployment, and what came of each step is a canonical
 * fact. Nothing here judges: who plays a history says what follows from it.
 *
 * - `steps.ts`   the steps, one row each: its fields, and itself in words; `event-words.ts` what came of it
 * - `player.ts`  a history played once, on fresh records; `together.ts` which steps go out at once
 * - `acting.ts`  one step, whatever it is: `looking.ts` reads and lists of any family, `records.ts` writes of groups and users,
 *                `devices.ts` their settings and licences, `reports.ts` locations and alerts, `tokens.ts`, `calls.ts`
 * - `scene.ts`   what the steps act on; `supply.ts` devices, made several at a time up to a most; `in-use.ts` those that come again
 * - `contents.ts` `values.ts` what is sent: the contents of records, texts that stores get wrong
 * - `places.ts` `expiry-instant.ts` where devices report from, and when; when one expires
 * - `answers.ts` `texts.ts` what an answer says of a record and of a write; records as texts that can be compared
 * - `bearers.ts` `ways.ts` `credentials.ts` bearer values, spellings of path and method, wrong credentials of token requests, by name
 * - `looks.ts`   whether a call was served, by its answer and the data in it; `served.ts` whether a deployment serves anything at all
 */
export { type Follower, type Played, play } from './player.ts';
export { type Step, stepSchema } from './steps.ts';
