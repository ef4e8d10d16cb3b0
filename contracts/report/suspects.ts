/** The outcomes that give no verdict though they could: suspect, or left open. By the reason. */
import type { Outcome, Run } from '../verify/run.ts';
import { withStatus } from './summary.ts';

export type Doubtful = 'suspect' | 'left-open';

export interface Doubt {
  title: string;
  meaning: string;
  note: string;
  /** Its place on a page. */
  anchor: string;
}

/** Both, those first that weigh more, and what each says of its outcomes. */
export const doubts: { readonly [D in Doubtful]: Doubt } = {
  suspect: {
    title: 'Suspect',
    anchor: 'suspects',
    meaning: 'the deployment broke off or contradicted itself while these were judged',
    note: 'The deployment broke off while these were judged (a timeout, a lost connection or a server error), or contradicted itself. They are neither kept nor broken.',
  },
  'left-open': {
    title: 'Left open',
    anchor: 'leftopen',
    meaning: 'everything that these need was there, but no verdict could be reached',
    note: 'The profile, its controls and the account let these be reached, but no verdict could be reached.',
  },
};

export interface Suspects {
  reason: string;
  outcomes: Outcome[];
}

/** The outcomes of a status, those with the same reason together, largest group first. */
export function byReason(run: Run, status: Doubtful): Suspects[] {
  const groups = new Map<string, Suspects>();
  for (const outcome of withStatus(run, status)) {
    const { reason } = outcome;
    const group = groups.get(reason) ?? { reason, outcomes: [] };
    groups.set(reason, group);
    group.outcomes.push(outcome);
  }
  return [...groups.values()].sort((a, b) => b.outcomes.length - a.outcomes.length);
}
