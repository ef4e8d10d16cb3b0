/**
 * Random histories of calls, judged by the model of the document: faults that show only after certain sequences.
 *
 * - `explore.ts`    a whole exploration, from first contact to the clean-up; `options.ts` its options,
 *                   `exploration.ts` its record
 * - `search.ts`     histories until one fails; what fails is shrunk and played again
 * - `drawing.ts`    draws histories by a seed, `values.ts` the values of their steps, `probing.ts` the looks at what they
 *                   changed, `rows.ts` several records in a row: led by `coverage.ts`, what was drawn before, and `shadow.ts`, the state in which a lawful
 *                   deployment would be; `theme.ts` what they can be about, `themes.ts` which of it a
 *                   deployment allows; `draws.ts` the numbers
 * - `supply.ts`     devices for histories, made several at a time up to a most
 * - `following.ts`  one history after another, for failures that need what the one before left
 * - `steps.ts`      the steps of a history, as data and in words; `event-words.ts` what came of one, in words
 * - `playing.ts`    a history played once on fresh records
 * - `judging.ts`    how much of a history could be judged, and whether anything follows from an exploration
 * - `acting.ts`     one step, whatever it is: `acts-of-records.ts`, `acts-of-devices.ts`, `acts-of-visits.ts`,
 *                   `acts-of-tokens.ts`; `scene.ts`
 *                   what they act on, `texts.ts` the texts of records that the model knows
 * - `saved.ts`      a history in a file
 * - `as-test.ts`    a failure as a test for Vitest, `as-story.ts` as a story
 * - `as-run.ts`     an exploration as verdicts on rules, for the reports of a run
 * - `shrinking.ts`  the shortest history that still fails
 */
export { runOf, withExploration } from './as-run.ts';
export type * from './exploration.ts';
export { explore } from './explore.ts';
export { whyNothing } from './judging.ts';
export type { ExploreOptions } from './options.ts';
export { readHistory, type SavedHistory, savedHistory } from './saved.ts';
