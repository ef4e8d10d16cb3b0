/**
 * Random histories of calls, judged by the document: faults that show only after certain sequences.
 *
 * - `explore.ts`    a whole exploration, from first contact to the clean-up; `options.ts` its options,
 *                   `exploration.ts` its record
 * - `search.ts`     histories until one fails; what fails is shrunk and played again
 * - `drawing.ts`    draws histories by a seed, `values.ts` the values of their steps, `probing.ts` the looks at what they
 *                   changed, `rows.ts` several records in a row: led by `coverage.ts`, what was drawn before, and `shadow.ts`, the state in which a lawful
 *                   deployment would be; `theme.ts` what they can be about, `themes.ts` which of it a
 *                   deployment allows; `draws.ts` the numbers
 * - `following.ts`  one history after another, for failures that need what the one before left
 * - `judging.ts`    whether anything follows from an exploration
 * - `saved.ts`      a history in a file
 * - `as-test.ts`    a failure as a test for Vitest, `as-story.ts` as a story
 * - `as-run.ts`     an exploration as verdicts on rules, for the reports of a run
 * - `shrinking.ts`  the shortest history that still fails
 *
 * The steps and their player are in `contracts/play/`, the judge is in `contracts/judge/`.
 */
export { runOf, withExploration } from './as-run.ts';
export type * from './exploration.ts';
export { explore } from './explore.ts';
export { whyNothing } from './judging.ts';
export type { ExploreOptions } from './options.ts';
export { readHistory, type SavedHistory, savedHistory } from './saved.ts';
