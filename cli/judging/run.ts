/** `roadtest judge`: a recording, judged again. Nothing is sent. */
import { judgedAgain } from '../../contracts/recording/judging.ts';
import { concluded } from '../../contracts/report/conclude.ts';
import { parseRequirement } from '../../contracts/report/verdict-exit.ts';
import { CliError, type Io } from '../command.ts';
import { Beside } from '../serving/files.ts';
import { readBaseline } from '../verifying/baseline.ts';
import { deliver, prepareDelivery } from '../verifying/reports.ts';
import { listed } from '../verifying/selection.ts';
import { recordingFrom } from './recordings.ts';

interface Given {
  require: string | undefined;
  baseline: string | undefined;
  reporter: string;
  output: string | undefined;
  json: boolean;
}

/** Returns the exit code that `verify` has for such a run. */
export async function judgeFile(file: string | undefined, given: Given, io: Io): Promise<number> {
  const delivery = await prepareDelivery(given.json ? 'json' : given.reporter, given.output, io);
  if (file === undefined)
    throw new CliError('MISSING_ARGUMENT', 'FILE is missing: a recording.', {
      hint: 'roadtest verify BASE_URL --record FILE writes one.',
    });
  const requirements = listed(given.require).map(parseRequirement);
  const baseline = await readBaseline(given.baseline, io);
  const recording = await recordingFrom(file, io);
  const run = concluded(judgedAgain(recording), { baseline, requirements });
  const beside = new Beside(io);
  await deliver(run, delivery, beside, io);
  return beside.exitCode(run.exitCode);
}
