/**
 * Random histories of calls, judged by the document: faults that show only after certain sequences.
 *
 * - `explore.ts`    a whole exploration, from first contact to the clean-up; `exploration.ts` its options and its record
 * - `search.ts`     histories until one fails; what fails is shrunk (`shrinking.ts`) and played again
 * - `drawing.ts`    draws a history by a seed (`draws.ts`) while it is played, from the `moves.ts` that are possible by what is
 *                   in `sight.ts`; `themes.ts` which themes a deployment allows
 * - `telling.ts`    a failure as people read it; `saved.ts` a history in a file
 * - `as-run.ts`     an exploration as verdicts on rules, for the reports of a run
 *
 * The steps and their player are in `contracts/play/`, the judge is in `contracts/judge/`.
 */
export { runOf } from './as-run.ts';
export * from './exploration.ts';
export { explore } from './explore.ts';
export { readHistory, type SavedHistory, savedHistory } from './saved.ts';
