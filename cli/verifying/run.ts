/** `roadtest verify` as it is run: one run of the suite, from checked settings to its reports. */
import { withoutPrefix } from '../../contracts/deployment/contact/first-contact.ts';
import type { Host } from '../../contracts/deployment/host.ts';
import { MOST_MESSAGES } from '../../contracts/deployment/options.ts';
import type { LearnedProfile } from '../../contracts/learning/learned.ts';
import type { Profile } from '../../contracts/profile/profile.ts';
import { acceptedBy, inForce } from '../../contracts/report/baseline.ts';
import { concluded } from '../../contracts/report/exit.ts';
import type { Evidence } from '../../contracts/verify/evidence.ts';
import type { Run } from '../../contracts/verify/run.ts';
import type { Progress, VerifyOptions } from '../../contracts/verify/run-options.ts';
import { verify } from '../../contracts/verify/whole-run.ts';
import type { Io } from '../command.ts';
import { keepRun } from '../comparing/folder.ts';
import { type Recorded, writeRecording } from '../judging/recordings.ts';
import { writeLearned } from '../learning/file.ts';
import { Beside } from '../serving/files.ts';
import { writeBaseline } from './baseline.ts';
import { journalLost } from './journal.ts';
import { displayFor } from './progress.ts';
import { onDeployment } from './reach.ts';
import { deliver, refuseProblem } from './reports.ts';
import { comparableIn, type Settings } from './settings.ts';

/** Returns the exit code; throws a CliError for a run that could not begin. */
export async function verifyOnce(settings: Settings, io: Io): Promise<number> {
  const { given, delivery, newBaseline } = settings;
  const { history, record } = given;
  const { run, recorded } = await runOf(settings, io);
  const beside = new Beside(io);
  await deliver(run, delivery, beside, io);
  if (history !== undefined && !run.problem) await beside.attempt(() => keepRun(run, history, io));
  if (newBaseline && !run.problem) await writeBaseline(run, newBaseline, beside, io);
  if (run.journalLost !== undefined) beside.lose(journalLost(run.journalLost));
  if (record !== undefined && recorded) await writeRecording(recorded, record, beside, io);
  refuseProblem(run);
  return beside.exitCode(run.exitCode);
}

/**
 * The run, and what it is judged by again; that is absent where nothing could be judged.
 *
 * @throws CliError for what prevents the first request
 */
async function runOf(settings: Settings, io: Io): Promise<{ run: Run; recorded: Recorded | undefined }> {
  const { given, target, bounds, described } = settings;
  const { record, 'learned-profile': kept } = given;
  const display = displayFor(io);
  const known = inForce(settings.baseline, new Date().toISOString());
  const onProgress = (progress: Progress) =>
    display.onProgress(
      progress.kind === 'judged' ? { ...progress, outcome: acceptedBy(known, progress.outcome) } : progress,
    );
  let evidence: Evidence | undefined;
  let learned: LearnedProfile | undefined;
  const reaching = { command: 'verify', readOnly: given['read-only'], ...settings };
  const run = await onDeployment(reaching, display, io, async ({ options: met, host }) => {
    const { profile, ...others } = met;
    // A profile that is to be kept is learned, whatever the deployment tells of itself.
    const told = kept === undefined ? profile : undefined;
    const of = (used: Profile | undefined): VerifyOptions => ({
      ...{ ...others, ...bounds, baseUrl: withoutPrefix(target.href, used?.basePath) },
      ...(used && { profile: used }),
    });
    const judged = await verify({ ...of(told), onProgress }, host, {
      described,
      onLearned: (found) => {
        learned = found;
        if (!told && kept === undefined)
          display.say('verify -o FILE writes the profile, to be read and completed.');
      },
      onEvidence: record === undefined ? undefined : (seen) => (evidence = seen),
    });
    if (learned && kept !== undefined) {
      await writeLearned(kept, learned.text, io);
      display.say(`The profile is in ${kept}, to be read and completed.`);
    }
    const used = learned?.profile ?? told;
    return { ...(await explored(judged, of(used), settings, host)), given: comparableIn(given, used) };
  });
  return { run: concluded(run, settings), recorded: evidence && { run, evidence } };
}

/** Devices stay behind: histories after a run make few, and use them again. */
const DEVICES_OF_HISTORIES = 20;

/** The run with the random histories that were asked for, under the same lock and journal. */
async function explored(
  run: Run,
  options: VerifyOptions,
  { exploreMs, baseline }: Settings,
  host: Host,
): Promise<Run> {
  if (exploreMs === undefined || run.problem || run.interrupted || run.gone) return run;
  const { explore, withExploration } = await import('../../contracts/explore/index.ts');
  const bounds = {
    maxMessages: (options.maxMessages ?? MOST_MESSAGES) - run.messages,
    maxDevices: DEVICES_OF_HISTORIES,
    timeMs: exploreMs,
    accepted: inForce(baseline, run.startedAt).map(({ id }) => id),
  };
  return withExploration(run, await explore({ ...options, ...bounds, seed: run.seed }, host));
}
