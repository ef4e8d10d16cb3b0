/** `roadtest verify` as it is run. */
import type { Run } from '../../contracts/verify/run.ts';
import type { Io } from '../command.ts';
import { keepRun } from '../comparing/folder.ts';
import { writeRecording } from '../judging/recordings.ts';
import { Beside } from '../serving/files.ts';
import { attempt, refuseProblem } from './attempt.ts';
import { writeBaseline } from './baseline.ts';
import { journalLost } from './journal.ts';
import { rememberFailed } from './last-run.ts';
import { displayFor } from './progress.ts';
import { deliver } from './reports.ts';
import type { Settings } from './settings.ts';

/** Returns the exit code; throws a CliError for a run that could not begin. */
export async function verifyOnce(settings: Settings, io: Io): Promise<number> {
  const { run, recorded } = await attempt(settings, displayFor(io), io);
  const beside = new Beside(io);
  await deliver(run, settings.delivery, beside, io);
  await writeBeside(run, settings, beside, io);
  if (settings.record !== undefined && recorded) await writeRecording(recorded, settings.record, beside, io);
  refuseProblem(run);
  await rememberFailed(run, settings.target.href, io);
  return beside.exitCode(run.exitCode);
}

/** Keeps the run, writes the baseline, and notes the loss of a journal. */
async function writeBeside(run: Run, settings: Settings, beside: Beside, io: Io): Promise<void> {
  const { history } = settings;
  if (history !== undefined && !run.problem) await beside.attempt(() => keepRun(run, history, io));
  if (settings.newBaseline && !run.problem) await writeBaseline(run, settings.newBaseline, beside, io);
  if (run.journalLost !== undefined) beside.lose(journalLost(run.journalLost));
}
