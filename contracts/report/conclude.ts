/** What a run comes to, beside a baseline and the conditions of the user: its record with the exit code. */
import type { Run } from '../suite/run.ts';
import { applyBaseline, type BaselineEntry } from './baseline.ts';
import { exitOf, type Requirement } from './verdict-exit.ts';

export interface Conditions {
  baseline: readonly BaselineEntry[];
  requirements: readonly Requirement[];
}

/** @returns the run with accepted failures marked, and the exit code: 2 where no rule could be judged at all */
export function concluded(run: Run, { baseline, requirements }: Conditions): Run {
  const marked = applyBaseline(run, baseline);
  return { ...marked, exitCode: run.problem ? 2 : exitOf(marked, requirements).code };
}
