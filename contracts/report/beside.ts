/** Causes of a failed run beside its outcomes, as reports for programs list them: each is a test of its own. */
import type { Run } from '../verify/run.ts';
import { baselineFaults } from './baseline.ts';
import { byPin } from './pins.ts';
import { wholeRunCauses } from './verdict-exit.ts';

export interface Beside {
  name: 'Baseline' | 'Openings' | 'Run';
  element: 'failure' | 'error';
  cases: { id: string; type: string; message: string }[];
}

/** Stale and expired entries of the baseline, openings that drifted, and what is wrong with the run as a whole; those that there are. */
export function besideOutcomes(run: Run): Beside[] {
  const { drifted } = byPin(run.observations);
  const all: Beside[] = [
    {
      name: 'Baseline',
      element: 'failure',
      cases: baselineFaults(run).map(({ code, id, message }) => ({ id, type: code, message })),
    },
    {
      name: 'Openings',
      element: 'failure',
      cases: drifted.map(({ opening, observed, pinned = '' }) => ({
        id: opening,
        type: 'drift',
        message: `observed: ${observed}; pinned: ${pinned}`,
      })),
    },
    {
      name: 'Run',
      element: 'error',
      cases: wholeRunCauses(run).map((message) => ({
        id: `exit code ${run.exitCode}`,
        type: 'run',
        message,
      })),
    },
  ];
  return all.filter(({ cases }) => cases.length > 0);
}
