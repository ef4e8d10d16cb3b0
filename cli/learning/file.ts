/** The file of a learned profile. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CliError, type Io } from '../command.ts';
import { checkWritable, writeWhole } from '../serving/files.ts';

/** Only the user may read what was learned of a deployment. */
const OWN = 0o600;

/** @throws CliError FILE_EXISTS, FILE_NOT_WRITABLE */
export async function refuseThere(file: string | undefined, io: Io, force = false): Promise<void> {
  if (file === undefined) return;
  await checkWritable(file, 'profile', io);
  const found = await stat(resolve(io.cwd, file)).catch(() => undefined);
  if (!found || force) return;
  throw new CliError('FILE_EXISTS', `The file ${file} already exists.`, {
    hint: 'Name another file, or remove it first; roadtest learn replaces it with --force.',
  });
}

/** Writes the text of a learned profile, which holds no secret. */
export async function writeLearned(file: string, text: string, io: Io): Promise<void> {
  await writeWhole(file, io.outlet.written(text), 'profile', io, OWN);
}
