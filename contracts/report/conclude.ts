/** Concludes a run by a baseline and the conditions of the user: its record with the exit code and why. */
import type { Run } from '../verify/run.ts';
import { applyBaseline, type BaselineEntry } from './baseline.ts';
import { conclusionOf } from './conclusion.ts';
import { exitOf, type Requirement, unmetOf } from './verdict-exit.ts';

export interface Conditions {
  baseline: readonly BaselineEntry[];
  requirements: readonly Requirement[];
}

/** @returns the run with accepted failures marked, and the exit code: 2 where no rule could be judged at all */
export function concluded(run: Run, { baseline, requirements }: Conditions): Run {
  const marked = applyBaseline(run, baseline);
  const unmet = run.problem ? [] : unmetOf(marked, requirements);
  const known = { ...marked, ...(unmet.length > 0 && { unmet }) };
  const ended = { ...known, exitCode: run.problem ? 2 : exitOf(known).code };
  return { ...ended, conclusion: conclusionOf(ended) };
}
