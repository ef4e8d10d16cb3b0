/** Recordings in files. */
import { quoted } from '../../contracts/kit/untrusted.ts';
import { readRecording } from '../../contracts/recording/reading.ts';
import type { Recording } from '../../contracts/recording/recording.ts';
import { sealed } from '../../contracts/recording/writing.ts';
import type { Io } from '../command.ts';
import { type Beside, writeWhole } from '../serving/files.ts';
import { readText } from '../serving/reading.ts';

/** Readable for its owner alone: it shows what the deployment answered. */
const MODE = 0o600;

/** Writes a recording, and says so. */
export async function writeRecording(recording: object, file: string, beside: Beside, io: Io): Promise<void> {
  const content = sealed(io.outlet.json(recording));
  if (await beside.attempt(() => writeWhole(file, io.outlet.json(content), 'recording', io, MODE)))
    io.err(`Recorded: ${file}. roadtest judge judges it again.\n`);
}

/** @throws the errors of `readText`, and RecordingError */
export async function recordingFrom(file: string, io: Io): Promise<Recording> {
  return readRecording(await readText(file, 'recording', io), `The recording ${quoted(file)}`);
}
