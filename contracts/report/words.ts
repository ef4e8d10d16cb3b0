/** Spans of time in words. */
import type { Run } from '../verify/run.ts';

/** A span of milliseconds: `340 ms`, `1.8 s`, `2 min 5 s`, `1 h 2 min`. */
export function duration(milliseconds: number): string {
  const ms = Math.max(0, milliseconds);
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${seconds % 60} s`;
}

/** Outcomes are judged at the same time: their times as shares of the run's, which together are no more than that. */
export function sharesOf(run: Run): (milliseconds: number) => number {
  const sum = run.outcomes.reduce((all, { milliseconds }) => all + milliseconds, 0);
  const share = Math.min(1, sum > 0 ? spanOf(run) / sum : 1);
  return (milliseconds) => Math.floor(milliseconds * share);
}

/** How long a run took, in milliseconds. */
export function spanOf(run: Run): number {
  return Math.max(0, Date.parse(run.finishedAt) - Date.parse(run.startedAt)) || 0;
}
