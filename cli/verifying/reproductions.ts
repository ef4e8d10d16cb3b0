/** `--reproduce DIR`: a shell script for each rule that failed. */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { errorFacts } from '../../contracts/kit/fields.ts';
import { renderScript, scriptName } from '../../contracts/report/reproduction/script.ts';
import type { Run } from '../../contracts/suite/run.ts';
import { CliError, type Io } from '../command.ts';
import { writeWhole } from '../serving/files.ts';

/** @throws CliError FILE_NOT_WRITABLE, before a request is sent */
export async function makeFolder(folder: string, io: Io): Promise<void> {
  try {
    await mkdir(resolve(io.cwd, folder), { recursive: true });
  } catch (error) {
    throw new CliError(
      'FILE_NOT_WRITABLE',
      `The folder ${folder} cannot be made: ${errorFacts(error).message}.`,
      { hint: 'Name a folder below one that can be written to.', cause: error },
    );
  }
}

/** Writes the scripts, and prints the command that runs each. */
export async function writeReproductions(run: Run, folder: string, io: Io): Promise<void> {
  for (const outcome of run.outcomes) {
    const script = outcome.verdict === 'fail' ? renderScript(run, outcome) : undefined;
    if (script === undefined) continue;
    const path = join(folder, scriptName(outcome));
    try {
      await writeWhole(path, io.outlet.text(script), 'script', io);
      io.err(`${outcome.id} again: sh ${path}\n`);
    } catch (error) {
      io.err(`${io.colors.red('error')} ${errorFacts(error).message}\n`);
    }
  }
}
