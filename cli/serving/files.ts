/** Files as commands need them: read with a clear error, written whole or not at all. */
import { randomUUID } from 'node:crypto';
import { access, constants, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { CliError, exitWithout, type Io } from '../command.ts';
import type { Clean } from '../outlet.ts';
import { report } from '../run.ts';
import { adviceFor, reasonOf } from './reasons.ts';

/**
 * Makes sure, before anything runs, that a file can be written later.
 *
 * @throws CliError FILE_NOT_WRITABLE
 */
export async function checkWritable(file: string, what: string, io: Io): Promise<void> {
  const path = resolve(io.cwd, file);
  try {
    await access(dirname(path), constants.W_OK);
  } catch (error) {
    throw notWritable(file, what, error, reasonOf(error).replace('file', 'folder'));
  }
  const found = await stat(path).catch(() => undefined);
  if (found && !found.isFile()) throw notWritable(file, what, undefined, 'it is not a plain file');
}

/**
 * Writes beside the file and moves the whole into its place: a reader of the file finds the old
 * text or the new one, also when the machine stops in between.
 *
 * @param mode who may read it, as far as the umask of the process allows
 * @throws CliError FILE_NOT_WRITABLE
 */
export async function writeWhole(
  file: string,
  text: Clean,
  what: string,
  io: Io,
  mode = 0o666,
): Promise<void> {
  const path = resolve(io.cwd, file);
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(draft, text, { flush: true, mode });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw notWritable(file, what, error);
  }
}

/** FILE_NOT_WRITABLE, with the reason that the system gave. */
export function notWritable(
  file: string,
  what: string,
  cause: unknown,
  reason: string = reasonOf(cause),
): CliError {
  return new CliError('FILE_NOT_WRITABLE', `The ${what} ${file} cannot be written: ${reason}.`, {
    hint: adviceFor(cause, 'Name a file in a folder that exists and can be written to.'),
    cause,
  });
}

/** Files beside a verdict. One that cannot be written is said in a line of its own, and the others are written all the same. */
export class Beside {
  readonly #io: Io;
  #lost = false;

  constructor(io: Io) {
    this.#io = io;
  }

  /** @returns whether it was written */
  async attempt(write: () => Promise<void>): Promise<boolean> {
    try {
      await write();
      return true;
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      this.lose(error);
      return false;
    }
  }

  lose(error: CliError): void {
    this.#lost = true;
    report(error, this.#io);
  }

  exitCode(verdict: number): number {
    return this.#lost ? exitWithout(verdict) : verdict;
  }
}
