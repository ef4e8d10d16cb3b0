/** `roadtest verify` as it is run. */
import { secretNames } from '../../contracts/profile/templates.ts';
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
import { writeReproductions } from './reproductions.ts';
import type { Settings } from './settings.ts';

function controlSecrets({ profile }: Settings): readonly string[] {
  return secretNames(profile?.profile?.controls);
}

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

/** Keeps the run, writes the baseline and the reproductions, and notes the loss of a journal. */
async function writeBeside(run: Run, settings: Settings, beside: Beside, io: Io): Promise<void> {
  const { history } = settings;
  if (history !== undefined && !run.problem) await beside.attempt(() => keepRun(run, history, io));
  if (settings.newBaseline && !run.problem) await writeBaseline(run, settings.newBaseline, beside, io);
  if (settings.reproduce !== undefined)
    await writeReproductions(run, settings.reproduce, beside, io, controlSecrets(settings));
  if (run.journalLost !== undefined) beside.lose(journalLost(run.journalLost));
}
