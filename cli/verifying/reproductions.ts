/** `--reproduce DIR`: a shell script for each rule that failed. */
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { shellWord } from '../../contracts/kit/curl.ts';
import { unrepeatable } from '../../contracts/report/reproduction/repeatable.ts';
import { renderScript, scriptName } from '../../contracts/report/reproduction/script.ts';
import { redactedRun } from '../../contracts/verify/redacted.ts';
import type { Run } from '../../contracts/verify/run.ts';
import { CliError, type Io } from '../command.ts';
import { environment } from '../serving/access.ts';
import { type Beside, writeWhole } from '../serving/files.ts';
import { adviceFor, reasonOf } from '../serving/reasons.ts';

/** @throws CliError FILE_NOT_WRITABLE, before a request is sent */
export async function makeFolder(folder: string, io: Io): Promise<void> {
  try {
    await mkdir(resolve(io.cwd, folder), { recursive: true });
  } catch (error) {
    throw new CliError('FILE_NOT_WRITABLE', `The folder ${folder} cannot be made: ${reasonOf(error)}.`, {
      hint: adviceFor(error, 'Name a folder below one that can be written to.'),
      cause: error,
    });
  }
}

/** Writes the scripts, and prints the command that runs each, or why there is none. */
export async function writeReproductions(
  run: Run,
  folder: string,
  beside: Beside,
  io: Io,
  controls: readonly string[] = [],
): Promise<void> {
  const clean = redactedRun(run, io.outlet.secrets);
  const secrets = [environment.controlToken, ...controls];
  for (const outcome of clean.outcomes) {
    const fails = outcome.verdict === 'fail';
    const script = fails ? renderScript({ ...clean, secrets }, outcome) : undefined;
    // One of an earlier run is not taken for one of this.
    if (script === undefined) await rm(resolve(io.cwd, folder, scriptName(outcome)), { force: true });
    if (!fails) continue;
    if (script === undefined) {
      io.err(`${outcome.id} has no script: ${unrepeatable(clean, outcome)}.\n`);
      continue;
    }
    const path = join(folder, scriptName(outcome));
    if (await beside.attempt(() => writeWhole(path, io.outlet.written(script), 'script', io)))
      io.err(`${outcome.id} again: sh ${shellWord(path)}\n`);
  }
}
