/**
 * One vocabulary of steps: a history is data, it is played on a deployment, and what came of each step is a canonical
 * fact. Nothing here judges: who plays a history says what follows from it.
 *
 * - `row.ts`     a step as one row: its fields, itself in words, what it touches and costs, how it is taken; `steps.ts` all rows,
 *                and what follows from them; `event-words.ts` what came of a step
 * - rows by subject: `records.ts` writes of groups and users, `looking.ts` reads and lists of any family, `devices.ts` settings and
 *                licences, `clock.ts` waits, `reports.ts` locations and alerts, `tokens.ts`, `calls.ts`
 * - `player.ts`  a history played once, on fresh records; `beside.ts` steps that are taken beside its own
 * - `scene.ts`   what the steps act on; `supply.ts` devices, made several at a time up to a most
 * - `contents.ts` what is sent: the contents of records, texts that stores get wrong
 * - `places.ts`  where devices report from, and when
 * - `answers.ts` `texts.ts` what an answer says of a record and of a write; records as texts that can be compared
 * - `bearers.ts` `ways.ts` `credentials.ts` bearer values, spellings of path and method, wrong credentials of token requests, by name
 * - `looks.ts`   whether a call was served, by its answer and the data in it; `served.ts` whether a deployment serves anything at all
 */
export { type Follower, type Played, play } from './player.ts';
export { type Step, stepSchema } from './steps.ts';
