/** Recordings in files. */
import { quoted } from '../../contracts/kit/untrusted.ts';
import { recordingOf } from '../../contracts/recording/recording.ts';
import { type Har, HarError, readHar } from '../../contracts/traffic/har.ts';
import type { Evidence } from '../../contracts/verify/evidence.ts';
import { redactedEvidence, redactedRun } from '../../contracts/verify/redacted.ts';
import type { Run } from '../../contracts/verify/run.ts';
import { CliError, type Io } from '../command.ts';
import { type Beside, writeWhole } from '../serving/files.ts';

/** Readable for its owner alone: it shows what the deployment answered. */
const MODE = 0o600;

/** Writes a recording, and says so. @param run as it was before it was concluded */
export async function writeRecording(
  run: Run,
  evidence: Evidence,
  file: string,
  beside: Beside,
  io: Io,
): Promise<void> {
  const { secrets } = io.outlet;
  const recording = recordingOf(redactedRun(run, secrets), redactedEvidence(evidence, secrets));
  if (await beside.attempt(() => writeWhole(file, io.outlet.writtenJson(recording), 'recording', io, MODE)))
    io.err(`Recorded: ${file}. roadtest judge judges it again.\n`);
}

/** @throws CliError HAR_INVALID */
export function harFrom(file: string, text: string, known: Parameters<typeof readHar>[1]): Har {
  try {
    return readHar(text, known);
  } catch (error) {
    if (!(error instanceof HarError)) throw error;
    throw new CliError('HAR_INVALID', `The recording ${quoted(file)} cannot be read: ${error.message}.`, {
      hint: 'Record the calls of the API with the developer tools of a browser or a proxy, and export them with their bodies.',
    });
  }
}
