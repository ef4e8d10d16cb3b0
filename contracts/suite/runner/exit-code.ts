/** The exit code of a run by itself: baselines and requirements are the business of who asked for it (`contracts/report`). */
import { countVerdicts, type ExitCode, type Run } from '../run.ts';

/**
 * A failure weighs more than our own error, that more than a journal that could not be written, this more than what is
 * suspect or stayed open, and that more than drift.
 */
export function exitCodeOf({
  outcomes,
  observations,
  interrupted,
  gone,
  fault,
  journalLost,
}: Pick<Run, 'outcomes' | 'observations' | 'interrupted' | 'gone' | 'fault' | 'journalLost'>): ExitCode {
  const counts = countVerdicts(outcomes);
  if (counts.fail > 0) return 1;
  if (counts.error > 0 || fault !== undefined) return 5;
  if (journalLost !== undefined) return 2;
  const open = outcomes.some(({ leftOpen }) => leftOpen);
  if (counts.suspect > 0 || counts.pass === 0 || open || interrupted || gone) return 3;
  return counts.drift > 0 || observations.some(({ drift }) => drift) ? 4 : 0;
}
