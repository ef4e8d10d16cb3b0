/**
 * Random histories of calls, judged by the document: faults that show only after certain sequences.
 *
 * - `explore.ts`    a whole exploration, from first contact to the clean-up; `options.ts` its options,
 *                   `exploration.ts` its record, and whether anything follows from it
 * - `search.ts`     histories until one fails; what fails is shrunk and played again
 * - `drawing.ts`   draws a history by a seed while it is played, from the `moves.ts` that are possible by `states.ts`, what
 *                   the judge and the `course.ts` of the history tell; led by the map of what was done how often in which
 *                   state. `theme.ts` what histories can be about, `themes.ts` which of it a deployment allows; `draws.ts` the numbers
 * - `going-past.ts` failures that are accepted or not asked for
 * - `following.ts`  one history after another, for failures that need what the one before left
 * - `telling.ts`    a failure as people read it
 * - `saved.ts`      a history in a file
 * - `as-run.ts`     an exploration as verdicts on rules, for the reports of a run
 * - `shrinking.ts`  the shortest history that still fails
 *
 * The steps and their player are in `contracts/play/`, the judge is in `contracts/judge/`.
 */
export { runOf, withExploration } from './as-run.ts';
export * from './exploration.ts';
export { explore } from './explore.ts';
export type { ExploreOptions } from './options.ts';
export { readHistory, type SavedHistory, savedHistory } from './saved.ts';
