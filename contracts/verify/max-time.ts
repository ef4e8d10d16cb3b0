/** How long a run may take that nobody has bounded. */
import { durationMs, MINUTE } from '../kit/durations.ts';
import type { Plan } from './plan.ts';
import type { VerifyOptions } from './run-options.ts';

/** The most time that a run takes that neither waits for a moment of the deployment's time nor is slowed down. */
const USUAL = 30 * MINUTE;
/** Waits for a moment of the deployment's time: the longest rules wait so often. */
const WAITS = 5;
const DEFAULT_PATIENCE = MINUTE;

/** The longest that a run may take, in ms of real time: as asked for, or by what its plan needs. */
export function maxTimeOf({ totals }: Plan, options: VerifyOptions): number {
  const { maxTimeMs, profile, patienceMs = DEFAULT_PATIENCE, requestsPerSecond } = options;
  if (maxTimeMs !== undefined) return maxTimeMs;
  const limit = profile?.openings['rate-limit'];
  const perRequest = Math.max(
    requestsPerSecond === undefined ? 0 : 1_000 / requestsPerSecond,
    // A longer window is not sat out.
    limit ? Math.min(durationMs(limit.per), patienceMs) / limit.requests : 0,
  );
  return USUAL + WAITS * patienceMs + totals.requests * perRequest;
}
