/** `roadtest verify`: one run of the suite, from its options to its reports. */
import { withoutPrefix } from '../../contracts/deployment/first-contact.ts';
import { defined } from '../../contracts/kit/fields.ts';
import type { LearnedProfile } from '../../contracts/learning/learned.ts';
import { acceptedBy, inForce } from '../../contracts/report/baseline.ts';
import { concluded, parseRequirement } from '../../contracts/report/exit.ts';
import type { Evidence } from '../../contracts/verify/evidence.ts';
import type { Progress } from '../../contracts/verify/run-options.ts';
import { verify } from '../../contracts/verify/whole-run.ts';
import { CliError, exitCodes, type Io } from '../command.ts';
import { fromDescription } from '../learning/described.ts';
import { refuseThere, writeLearned } from '../learning/file.ts';
import { Beside, checkWritable } from '../serving/files.ts';
import { writeBaseline } from './baseline.ts';
import { journalLost } from './journal.ts';
import type { VerifyValues } from './options.ts';
import { displayFor } from './progress.ts';
import { onDeployment } from './reach.ts';
import { writeRecording } from './recordings.ts';
import { deliver, refuseProblem } from './reports.ts';
import { listed } from './selection.ts';
import { comparableIn, inMs, judgingSettings } from './settings.ts';
import { parseTarget } from './target.ts';

/** Returns the exit code; throws a CliError for a run that could not begin. */
export async function verifyOnce(
  address: string | undefined,
  options: VerifyValues,
  io: Io,
): Promise<number> {
  const { record, thorough, 'learned-profile': kept } = options;
  const settings = await judgingSettings(options, io);
  const { baseline, profile: named, delivery, newBaseline } = settings;
  const bounds = { ...settings.bounds, thorough, ...defined({ maxTimeMs: inMs(options['max-time']) }) };
  if (address === undefined)
    throw new CliError('MISSING_ARGUMENT', 'BASE_URL is missing: the base address of the deployment.', {
      hint: 'roadtest verify http://127.0.0.1:4010 verifies the simulator of roadtest serve.',
    });
  const target = parseTarget(address);
  if (record !== undefined) await checkWritable(record, 'recording', io);
  await refuseThere(kept, io);
  const described = options.openapi === undefined ? undefined : await fromDescription(options.openapi, io);
  const requirements = listed(options.require, 'require').map(parseRequirement);
  if (options.plan) {
    const { printPlan } = await import('./preview.ts');
    printPlan({ ...bounds, ...defined({ profile: named?.profile }) }, options.reporter === 'json', io);
    return exitCodes.ok;
  }

  const display = displayFor(io);
  const known = inForce(baseline, new Date().toISOString());
  const onProgress = (progress: Progress) =>
    display.onProgress(
      progress.kind === 'judged' ? { ...progress, outcome: acceptedBy(known, progress.outcome) } : progress,
    );
  let evidence: Evidence | undefined;
  let learned: LearnedProfile | undefined;
  const working = { ...options, command: 'verify', target, profile: named };
  const seen = await onDeployment(working, display, io, async ({ options: { profile, ...met }, host }) => {
    // A profile that is to be kept, or that a description adds to, is learned, whatever the deployment tells of itself.
    const told = kept === undefined && !described ? profile : undefined;
    const asked = { ...met, ...bounds, onProgress, baseUrl: withoutPrefix(target.href, told?.basePath) };
    const run = await verify({ ...asked, ...defined({ profile: told }) }, host, {
      described,
      onLearned(found) {
        learned = found;
        if (!told && kept === undefined)
          display.say('verify -o FILE writes the profile, to be read and completed.');
      },
      ...(record !== undefined && { onEvidence: (found: Evidence) => (evidence = found) }),
    });
    if (learned && kept !== undefined) {
      await writeLearned(kept, learned.text, io);
      display.say(`The profile is in ${kept}, to be read and completed.`);
    }
    return { ...run, given: comparableIn(options, learned?.profile ?? told) };
  });
  const run = concluded(seen, { baseline, requirements });

  const beside = new Beside(io);
  await deliver(run, delivery, beside, io);
  if (newBaseline && !run.problem) await writeBaseline(run, newBaseline, beside, io);
  if (run.journalLost !== undefined) beside.lose(journalLost(run.journalLost));
  if (record !== undefined && evidence) await writeRecording(seen, evidence, record, beside, io);
  refuseProblem(run);
  return beside.exitCode(run.exitCode);
}
