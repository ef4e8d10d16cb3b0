/** What is suspect, by how the deployment broke off. */
import type { Outcome, Run } from '../suite/run.ts';

export interface Suspects {
  reason: string;
  outcomes: Outcome[];
}

/** The suspect outcomes, those with the same reason together, largest group first. */
export function suspectsOf(run: Run): Suspects[] {
  const groups = new Map<string, Suspects>();
  for (const outcome of run.outcomes) {
    if (outcome.verdict !== 'suspect') continue;
    const { reason } = outcome;
    const group = groups.get(reason) ?? { reason, outcomes: [] };
    groups.set(reason, group);
    group.outcomes.push(outcome);
  }
  return [...groups.values()].sort((a, b) => b.outcomes.length - a.outcomes.length);
}
