/** `roadtest judge`: a recording, judged again, or a HAR of clients. Nothing is sent. */
import { quoted } from '../../contracts/kit/untrusted.ts';
import { judgedAgain } from '../../contracts/recording/judging.ts';
import { readRecording } from '../../contracts/recording/recording.ts';
import { concluded, parseRequirement } from '../../contracts/report/exit.ts';
import { isHar } from '../../contracts/traffic/har.ts';
import { judgedHar } from '../../contracts/traffic/judging.ts';
import type { Run } from '../../contracts/verify/run.ts';
import { CliError, type Io } from '../command.ts';
import { Beside } from '../serving/files.ts';
import { readProfile, readText } from '../serving/reading.ts';
import { toolName } from '../tool.ts';
import { readBaseline } from './baseline.ts';
import type { JudgeValues } from './options.ts';
import { harFrom } from './recordings.ts';
import { deliver, prepareDelivery } from './reports.ts';
import { listed } from './selection.ts';

/** Returns the exit code that `verify` has for such a run. */
export async function judgeFile(file: string | undefined, options: JudgeValues, io: Io): Promise<number> {
  const delivery = await prepareDelivery(options.reporter, options.output, io);
  if (file === undefined)
    throw new CliError('MISSING_ARGUMENT', 'FILE is missing: a recording, or a HAR.', {
      hint: 'roadtest verify BASE_URL --record FILE writes one.',
    });
  const requirements = listed(options.require, 'require').map(parseRequirement);
  const baseline = await readBaseline(options.baseline, io);
  const run = concluded(await judged(file, options.profile, io), { baseline, requirements });
  const beside = new Beside(io);
  await deliver(run, delivery, beside, io);
  return beside.exitCode(run.exitCode);
}

/** @throws CliError HAR_INVALID, WRONG_OPTION, RecordingError, and as `readText` */
async function judged(file: string, profileFile: string | undefined, io: Io): Promise<Run> {
  const text = await readText(file, 'recording', io);
  if (isHar(text)) {
    const profile = await readProfile(profileFile, io);
    return judgedHar(harFrom(file, text, { basePath: profile?.basePath ?? '' }), profile, toolName);
  }
  const recording = readRecording(text, `The recording ${quoted(file)}`);
  if (profileFile === undefined) return judgedAgain(recording);
  throw new CliError('WRONG_OPTION', '--profile goes with a HAR: a recording has the profile of its run.', {
    hint: 'Leave it out, or run verify with the other profile.',
  });
}
