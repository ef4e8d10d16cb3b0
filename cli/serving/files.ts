/** Files as commands need them: read with a clear error, written whole or not at all. */
import { randomUUID } from 'node:crypto';
import { access, constants, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Clean } from '../../contracts/kit/outlet.ts';
import { CliError, type Io } from '../command.ts';

const reasons: { readonly [systemCode: string]: string } = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
};

/**
 * @param what the kind of file, for the error: `profile`, `track`, `snapshot`
 * @throws CliError FILE_NOT_READABLE
 */
export async function readText(file: string, what: string, io: Io): Promise<string> {
  try {
    return await readFile(resolve(io.cwd, file), 'utf8');
  } catch (error) {
    throw readError(file, what, io, error);
  }
}

/** FILE_NOT_READABLE, with the reason that the system gave. */
export function readError(file: string, what: string, io: Io, cause: unknown): CliError {
  return new CliError('FILE_NOT_READABLE', `The ${what} ${file} cannot be read: ${reasonOf(cause)}.`, {
    hint: `File names start from ${io.cwd}.`,
    cause,
  });
}

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
    throw notWritable(file, what, reasonOf(error).replace('file', 'folder'), error);
  }
  const found = await stat(path).catch(() => undefined);
  if (found && !found.isFile()) throw notWritable(file, what, 'it is no plain file');
}

/**
 * Writes beside the file and moves the whole into its place: whoever reads the file finds the old
 * text or the new one, also when the machine stops in between.
 *
 * @throws CliError FILE_NOT_WRITABLE
 */
export async function writeWhole(file: string, text: Clean, what: string, io: Io): Promise<void> {
  const path = resolve(io.cwd, file);
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(draft, text, { flush: true });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw notWritable(file, what, reasonOf(error), error);
  }
}

function notWritable(file: string, what: string, reason: string, cause?: unknown): CliError {
  return new CliError('FILE_NOT_WRITABLE', `The ${what} ${file} cannot be written: ${reason}.`, {
    hint: 'Name a file in a folder that exists and can be written to.',
    cause,
  });
}

/** Why the system refused, in words. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return reasons[code ?? ''] ?? message;
}
