/** Recordings in files. */
import { quoted } from '../../contracts/kit/untrusted.ts';
import { readRecording } from '../../contracts/recording/reading.ts';
import type { Recording } from '../../contracts/recording/recording.ts';
import { recordingOf, sealed } from '../../contracts/recording/writing.ts';
import type { Evidence } from '../../contracts/verify/evidence.ts';
import { redactedRun } from '../../contracts/verify/redacted.ts';
import { redactedEvidence } from '../../contracts/verify/redacted-evidence.ts';
import type { Run } from '../../contracts/verify/run.ts';
import type { Io } from '../command.ts';
import { type Beside, writeWhole } from '../serving/files.ts';
import { readText } from '../serving/reading.ts';

/** Readable for its owner alone: it shows what the deployment answered. */
const MODE = 0o600;

/** The parts of a recording: a run as it was before it was concluded, and all that it saw. */
export interface Recorded {
  readonly run: Run;
  readonly evidence: Evidence;
}

/** Writes a recording, and says so. */
export async function writeRecording(
  { run, evidence }: Recorded,
  file: string,
  beside: Beside,
  io: Io,
): Promise<void> {
  const { secrets } = io.outlet;
  const recording = recordingOf(redactedRun(run, secrets), redactedEvidence(evidence, secrets));
  const content = sealed(io.outlet.writtenJson(recording));
  if (await beside.attempt(() => writeWhole(file, io.outlet.writtenJson(content), 'recording', io, MODE)))
    io.err(`Recorded: ${file}. roadtest judge judges it again.\n`);
}

/** @throws the errors of `readText`, and RecordingError */
export async function recordingFrom(file: string, io: Io): Promise<Recording> {
  return readRecording(await readText(file, 'recording', io), `The recording ${quoted(file)}`);
}
