/** `roadtest verify` as it is run: once, or again and again. */
import { secretNames } from '../../contracts/profile/templates.ts';
import type { Io } from '../command.ts';
import { muted } from '../outer.ts';
import { attempt, refuseProblem } from './attempt.ts';
import { rememberFailed } from './last-run.ts';
import { displayFor, silent } from './progress.ts';
import { deliver, removeOld } from './reports.ts';
import { writeReproductions } from './reproductions.ts';
import { type Schedule, watch } from './schedule.ts';
import type { Settings } from './settings.ts';

function controlSecrets({ profile }: Settings): readonly string[] {
  return secretNames(profile?.profile?.controls);
}

/** Returns the exit code; throws a CliError for a run that could not begin. */
export async function verifyOnce(settings: Settings, io: Io): Promise<number> {
  const run = await attempt(settings, displayFor(io), io);
  const exitCode = await deliver(run, settings.delivery, io);
  if (settings.reproduce !== undefined)
    await writeReproductions(run, settings.reproduce, io, controlSecrets(settings));
  refuseProblem(run);
  await rememberFailed(run, settings.target.href, io);
  return exitCode;
}

/** Returns the exit code of the last run. Reports go into the folder alone, where one is named. */
export function verifyOnSchedule(settings: Settings, schedule: Schedule, io: Io): Promise<number> {
  const once = async () => {
    io.outlet.forgetIssued();
    await removeOld(settings.delivery, io);
    const run = await attempt(settings, silent, io);
    if (settings.delivery.output !== undefined) await deliver(run, settings.delivery, muted(io));
    refuseProblem(run);
    if (settings.reproduce !== undefined)
      await writeReproductions(run, settings.reproduce, io, controlSecrets(settings));
    await rememberFailed(run, settings.target.href, io);
    return run;
  };
  return watch(schedule, once, io);
}
