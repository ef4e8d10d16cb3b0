/**
 * Directed histories played on a deployment, and the judge's verdicts on rules by them: beside the verdicts of the
 * cases, as a preview.
 *
 * - `run.ts`      a run: each history on records of its own, what fails again on fresh ones, the rulings
 * - `as-run.ts`   the rulings beside the outcomes of the cases
 */
export { withHistories } from './as-run.ts';
export { type Directed, type DirectedOptions, judgeByHistories } from './run.ts';
