/**
 * Directed histories played on a deployment, and the judge's verdicts on rules by them.
 *
 * - `playing.ts`  histories beside each other, each on records of its own, and again on fresh ones where one fails
 * - `by-histories.ts` rules judged by histories, for the runner; `cost.ts` what a history causes at most, `touches.ts` what it changes
 * - `unoffered.ts` rules that the profile takes from a deployment; `observing.ts` `observing-records.ts` `observing-devices.ts` `observing-tokens.ts` what histories show of openings
 * - `finding.ts`  a ruling with the requests that show it, and what was expected
 * - `sight.ts`    an opening as one history shows it
 * - `forms.ts`    what must hold for every answer to a token request of the run
 */
export { byHistories } from './by-histories.ts';
