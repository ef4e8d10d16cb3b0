/** A run of rules with the verdicts by histories beside its outcomes: they change none of these, and no exit code. */
import type { Run } from '../suite/run.ts';
import type { Directed } from './run.ts';

export function withHistories(run: Run, directed: Directed): Run {
  const { nonce, histories, requests, devices, rulings, problem, fault, warnings } = directed;
  const broke = problem?.message ?? fault;
  return {
    ...run,
    interrupted: run.interrupted || directed.interrupted,
    leftBehind: [...run.leftBehind, ...directed.leftBehind],
    messages: run.messages + directed.messages,
    warnings: [
      ...new Set([...run.warnings, ...warnings]),
      ...(broke === undefined ? [] : [`The histories could not be played: ${broke}`]),
    ],
    ...(directed.journalLost !== undefined && { journalLost: directed.journalLost }),
    byHistories: { nonce, histories, requests, devices, verdicts: [...rulings] },
  };
}
