/** `--schedule`: a run at the times of a cron expression, a line for each, until it is stopped. */
import { quoted } from '../../contracts/kit/untrusted.ts';
import { conclusionOf } from '../../contracts/report/conclusion.ts';
import { countVerdicts, type Run } from '../../contracts/verify/run.ts';
import { CliError, exitCodes, type Io } from '../command.ts';

export interface Schedule {
  cron: string;
  timeZone: string | undefined;
  /** Ends by itself after so many. */
  runs: number | undefined;
  json: boolean;
}

const nothing = () => undefined;
/** Messages are printed by this module. */
const quiet = { info: nothing, warn: nothing, error: nothing, debug: nothing };

/** The exit code of the last run; one that could not begin counts as 2. */
export async function watch(schedule: Schedule, once: () => Promise<Run>, io: Io): Promise<number> {
  const cron = await import('node-cron');
  checkTimes(schedule, cron);
  let code: number = exitCodes.inconclusive; // as long as nothing was judged

  await new Promise<void>((resolve) => {
    let left = schedule.runs ?? Number.POSITIVE_INFINITY;
    const task = cron.schedule(
      schedule.cron,
      async () => {
        code = await oneRun(once, schedule.json, io);
        left -= 1;
        if (left <= 0 || io.stop.aborted) end();
      },
      {
        noOverlap: true,
        suppressMissedWarning: true,
        logger: quiet,
        ...(schedule.timeZone && { timezone: schedule.timeZone }),
      },
    );
    task.on('execution:overlap', () => io.err('A run was skipped: the one before is still running.\n'));
    const end = (): void => {
      void task.destroy();
      resolve();
    };
    const onStop = (): void => {
      io.err('Stopping. Ctrl+C again ends at once.\n');
      if (!task.isBusy()) end(); // else the run is under way, ends early, and then this ends
    };
    if (io.stop.aborted) onStop();
    else io.stop.addEventListener('abort', onStop, { once: true });
    if (!schedule.json) io.err(`Next run: ${task.getNextRun()?.toISOString() ?? 'never'}. Ctrl+C ends.\n`);
  });
  return code;
}

async function oneRun(once: () => Promise<Run>, json: boolean, io: Io): Promise<number> {
  const print = (line: string) => io.out(`${io.colors.dim(new Date().toISOString())}  ${line}\n`);
  try {
    const run = await once();
    const { exitCode, startedAt, finishedAt, target } = run;
    const counts = countVerdicts(run.outcomes);
    const conclusion = conclusionOf(run);
    if (json) io.json({ target, startedAt, finishedAt, exitCode, conclusion, counts });
    else print(`exit ${conclusion}`);
    return exitCode;
  } catch (error) {
    const { code = 'INTERNAL', message, exitCode = exitCodes.internal } = error as CliError;
    if (json) io.json({ startedAt: new Date().toISOString(), exitCode, problem: { code, message } });
    else print(`exit ${exitCode}: ${message} [${code}]`);
    return exitCode;
  }
}

function checkTimes({ cron: expression, timeZone }: Schedule, cron: typeof import('node-cron')): void {
  const { valid, errors } = cron.validateDetailed(expression);
  if (!valid) {
    const reasons = errors.map(({ message }) => message).join('; ');
    throw new CliError('SCHEDULE_INVALID', `${quoted(expression)} is not a cron expression: ${reasons}.`, {
      hint: 'Minute, hour, day, month, weekday: "*/15 * * * *" is every quarter of an hour.',
    });
  }
  if (timeZone === undefined) return;
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch {
    throw new CliError('TIME_ZONE_INVALID', `${quoted(timeZone)} is not a time zone.`, {
      hint: 'One such as Europe/Berlin or UTC.',
    });
  }
}
