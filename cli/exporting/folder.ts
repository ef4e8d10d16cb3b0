/** A folder that is written whole or not at all. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CliError, type Io } from '../command.ts';
import { adviceFor, reasonOf } from '../serving/reasons.ts';

/**
 * Writes into a folder beside the one that is meant, and moves it into its place at the end. One that holds
 * something already is left alone, unless `force` says to replace what has the same names.
 *
 * @throws CliError FOLDER_NOT_EMPTY, FOLDER_NOT_WRITABLE
 */
export async function writeFolder(
  folder: string,
  force: boolean,
  io: Io,
  write: (draft: string) => Promise<void>,
): Promise<void> {
  const path = resolve(io.cwd, folder);
  const there = await contentsOf(path, folder);
  if (there.length > 0 && !force) {
    throw new CliError('FOLDER_NOT_EMPTY', `The folder ${folder} is not empty.`, {
      hint: 'Name another one, or replace its files of the same names with --force.',
    });
  }
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    await mkdir(draft, { recursive: true });
    await write(draft);
    if (there.length === 0) {
      await rmdir(path).catch(() => undefined); // it need not be there
      await rename(draft, path);
    } else {
      for (const name of await readdir(draft)) await rename(join(draft, name), join(path, name));
    }
  } catch (error) {
    throw isOfSystem(error) ? notWritable(folder, error) : error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function contentsOf(path: string, folder: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw notWritable(folder, error);
  }
}

function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

function notWritable(folder: string, cause: unknown): CliError {
  return new CliError('FOLDER_NOT_WRITABLE', `The folder ${folder} cannot be written: ${reasonOf(cause)}.`, {
    hint: adviceFor(cause, 'Name a folder below one that can be written to.'),
    cause,
  });
}
