/** Text from files, within bounds: neither an endless file nor a pipe that nothing is written to holds a command. */
import { Buffer } from 'node:buffer';
import { constants, createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileBytes } from '../../contracts/kit/bounds.ts';
import type { Profile } from '../../contracts/profile/profile.ts';
import type { Fixture } from '../../simulator/fixture/schema.ts';
import { CliError, type Io } from '../command.ts';
import { reasonOf } from './reasons.ts';

/** The kinds of files that are read whole; errors name them. */
export type FileKind = keyof typeof fileBytes;

/** How long a pipe may stay silent, in milliseconds. */
const PATIENCE = 10_000;
/** How long until a silent pipe is looked at again, in milliseconds. */
const PAUSE = 10;
/** Bytes that are read at once. */
const CHUNK = 65_536;

/** @throws CliError FILE_NOT_READABLE, FILE_TOO_LARGE, FILE_NOT_TEXT */
export async function readText(file: string, kind: FileKind, io: Io): Promise<string> {
  try {
    return await textIn(resolve(io.cwd, file), fileBytes[kind]);
  } catch (error) {
    if (error instanceof FileFault)
      throw new CliError(error.code, `The ${kind} ${file} cannot be read: ${error.message}.`, {
        hint: error.hint,
      });
    throw readError(file, kind, io, error);
  }
}

/** @throws the errors of `readText` and ProfileError */
export async function readProfile(file: string, io: Io): Promise<Profile> {
  const text = await readText(file, 'profile', io);
  const { parseProfile } = await import('../../contracts/profile/load.ts');
  return parseProfile(text, file);
}

/** @throws the errors of `readText` and FixtureError */
export async function readFixture(file: string, io: Io): Promise<Fixture> {
  const text = await readText(file, 'fixture', io);
  const { parseFixture } = await import('../../simulator/fixture/parse.ts');
  return parseFixture(text, file);
}

/** FILE_NOT_READABLE, with the reason that the system gave. */
export function readError(file: string, what: string, io: Io, cause: unknown): CliError {
  return new CliError('FILE_NOT_READABLE', `The ${what} ${file} cannot be read: ${reasonOf(cause)}.`, {
    hint: `File names start from ${io.cwd}.`,
    cause,
  });
}

/** Something about a file that is not a matter of the system. */
export class FileFault extends Error {
  readonly code: 'FILE_NOT_READABLE' | 'FILE_TOO_LARGE' | 'FILE_NOT_TEXT';
  readonly hint: string;

  constructor(code: FileFault['code'], message: string, hint: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

/**
 * The text of a plain file or a pipe.
 *
 * @param most how many bytes it may have
 * @throws FileFault, and the errors of the system
 */
export async function textIn(path: string, most: number, patience = PATIENCE): Promise<string> {
  const found = await stat(path);
  if (found.isFIFO()) return decoded(await contents(pipeAt(path, patience), most));
  if (found.isFile()) return decoded(await contents(createReadStream(path), most));
  const message = found.isDirectory() ? 'it is a folder' : 'it is not a plain file';
  throw new FileFault('FILE_NOT_READABLE', message, 'Name a file.');
}

/** What is written into a pipe. It is opened, and read, without waiting for a writer. */
async function* pipeAt(path: string, patience: number): AsyncGenerator<Uint8Array> {
  const pipe = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    let begun = false;
    for (let silent = 0; silent < patience; silent += PAUSE) {
      const chunk = await waiting(pipe);
      if (chunk?.length === 0 && begun) return;
      if (chunk === undefined || chunk.length === 0) await sleep(PAUSE);
      else {
        begun = true;
        silent = 0;
        yield chunk;
      }
    }
  } finally {
    await pipe.close();
  }
  throw new FileFault(
    'FILE_NOT_READABLE',
    `nothing came out of the pipe for ${patience / 1000} seconds`,
    'Name a file, or start what writes into the pipe.',
  );
}

/** What waits in a pipe; empty where it has no writer, `undefined` where a writer has not written yet. */
async function waiting(pipe: FileHandle): Promise<Uint8Array | undefined> {
  try {
    const { bytesRead, buffer } = await pipe.read(Buffer.alloc(CHUNK), 0, CHUNK, null);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined;
    throw error;
  }
}

async function contents(stream: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > most)
      throw new FileFault('FILE_TOO_LARGE', `it has more than ${inBytes(most)}`, 'Name a smaller file.');
  }
  return Buffer.concat(chunks, length);
}

/** UTF-8, or UTF-16 with its byte order mark; what is neither is not guessed at. */
function decoded(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    const line = new TextDecoder().decode(bytes).split('\ufffd', 1)[0]?.split('\n').length ?? 1;
    const what =
      encoding === 'utf-8' ? `line ${line} is not UTF-8, and text is read as UTF-8` : 'it is damaged UTF-16';
    throw new FileFault('FILE_NOT_TEXT', what, 'Save it as UTF-8.');
  }
}

function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

function inBytes(count: number): string {
  return count < MEBIBYTE ? `${count / 1024} KiB` : `${count / MEBIBYTE} MiB`;
}

const MEBIBYTE = 1024 * 1024;
