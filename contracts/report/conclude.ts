/** Concludes a run by a baseline and the conditions of the user: its record with the exit code and why. */
import type { Run } from '../verify/run.ts';
import { acceptedBy, applyBaseline, inForce, withExpired } from './baseline.ts';
import type { BaselineEntry } from './baseline-file.ts';
import { conclusionOf } from './conclusion.ts';
import { exitOf, type Requirement, unmetOf } from './verdict-exit.ts';

export interface Conditions {
  baseline: readonly BaselineEntry[];
  requirements: readonly Requirement[];
}

/** @returns the run with accepted failures marked, and the exit code: 2 where no rule could be judged at all */
export function concluded(run: Run, { baseline, requirements }: Conditions): Run {
  const marked = applyBaseline(run, baseline);
  const unmet = run.problem ? [] : [...(run.unmet ?? []), ...unmetOf(marked, requirements)];
  const known = { ...marked, ...(unmet.length > 0 && { unmet }) };
  const ended = { ...known, exitCode: run.problem ? 2 : exitOf(known).code };
  return { ...ended, conclusion: conclusionOf(ended) };
}

/**
 * An exploration as a run, concluded: its exit code is that of the search, unless an entry of the baseline has expired.
 * No entry is stale: another history may still break the rule.
 */
export function concludedSearch(run: Run, baseline: readonly BaselineEntry[]): Run {
  const known = inForce(baseline, run.startedAt);
  const outcomes = run.outcomes.map((outcome) => (outcome.accepted ? acceptedBy(known, outcome) : outcome));
  const aged = withExpired({ ...run, outcomes }, baseline);
  const proven = run.exitCode === 1 || run.exitCode === 2 || run.exitCode === 5;
  const ended: Run = aged.expiredBaseline && !proven ? { ...aged, exitCode: 1 } : aged;
  return { ...ended, conclusion: conclusionOf(ended) };
}
