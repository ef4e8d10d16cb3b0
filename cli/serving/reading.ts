/** Text from files, within bounds: neither an endless file nor a pipe that nothing is written to holds a command. */
import { Buffer } from 'node:buffer';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileBytes } from '../../contracts/kit/bounds.ts';
import { errorFacts } from '../../contracts/kit/fields.ts';
import { namesOf } from '../../contracts/kit/tables.ts';
import type { Profile } from '../../contracts/profile/profile.ts';
import type { Fixture } from '../../simulator/fixture/schema.ts';
import { CliError, type Io } from '../command.ts';
import { reasonOf } from './reasons.ts';

/** The kinds of files that are read whole; errors name them. */
export type FileKind = keyof typeof fileBytes;

/** The kinds of sources: pipes are allowed where a person names the file, as a shell does with `<(…)`. */
export type Readable = 'a file or a pipe' | 'a file';

/** How long a pipe may stay silent, and how long until it is looked at again, in milliseconds. */
const PATIENCE = 10_000;
const PAUSE = 50;
/** Bytes that are read at once. */
const CHUNK = 65_536;
const MEBIBYTE = 1024 * 1024;

/** @throws CliError FILE_NOT_READABLE, FILE_TOO_LARGE, FILE_NOT_TEXT */
export function readText(file: string, kind: FileKind, io: Io, from?: Readable): Promise<string> {
  return naming(file, kind, io, () => textIn(resolve(io.cwd, file), fileBytes[kind], from));
}

/**
 * The first bytes of a plain file, of any length.
 *
 * @throws CliError FILE_NOT_READABLE
 */
export function firstBytes(file: string, count: number, what: string, io: Io): Promise<Uint8Array> {
  return naming(file, what, io, () =>
    reading(resolve(io.cwd, file), 'a file', async (handle) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(count), 0, count, 0);
      return buffer.subarray(0, bytesRead);
    }),
  );
}

/** Reads, and names the file in every error. */
async function naming<T>(file: string, what: string, io: Io, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof FileFault)) throw readError(file, what, io, error);
    const { code, hint } = error;
    throw new CliError(code, `The ${what} ${file} cannot be read: ${error.message}.`, { hint });
  }
}

/** The profile of a file; nothing where none is named. @throws the errors of `readText`, CliError WRONG_FILE and ProfileError */
export async function readProfile(file: string | undefined, io: Io): Promise<Profile | undefined> {
  if (file === undefined) return undefined;
  const text = await readText(file, 'profile', io);
  refuseOtherKind(text, file, 'profile');
  const { parseProfile } = await import('../../contracts/profile/load.ts');
  return parseProfile(text, file);
}

/** @throws the errors of `readText`, CliError WRONG_FILE and FixtureError */
export async function readFixture(file: string, io: Io): Promise<Fixture> {
  const text = await readText(file, 'fixture', io);
  refuseOtherKind(text, file, 'fixture');
  const { parseFixture } = await import('../../simulator/fixture/parse.ts');
  return parseFixture(text, file);
}

/** The fields by which a file of each kind is told, where no other kind has them, and the option that takes it. */
const kinds = {
  profile: { fields: /^(openings|controls|basePath|known|samples)$/, option: '--profile' },
  fixture: { fields: /^(account|devices|groups|users|alerts)$/, option: '--fixture' },
  story: { fields: /^(timeline|fleet|expect|sites|title)$/, option: '--scenario' },
} as const;

/** Refuses a file that has fields of another kind alone. @throws CliError WRONG_FILE */
function refuseOtherKind(text: string, file: string, wanted: keyof typeof kinds): void {
  const fields = [...text.matchAll(/^(?:\s{1,4}(?="))?["']?(\w{1,20})["']?\s{0,20}:/gm)].map(
    ([, name = '']) => name,
  );
  const [kind, ...others] = namesOf(kinds).filter((one) =>
    fields.some((name) => kinds[one].fields.test(name)),
  );
  if (kind === undefined || others.length > 0 || kind === wanted) return;
  throw new CliError('WRONG_FILE', `${file} is a ${kind}, not a ${wanted}.`, {
    hint: `Name it with ${kinds[kind].option}.`,
  });
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
 * The text of a file.
 *
 * @param max how many bytes it may have
 * @throws FileFault, and the errors of the system
 */
export function textIn(path: string, max: number, from: Readable = 'a file or a pipe'): Promise<string> {
  const refuseMore = (length: number) => {
    const bound = max < MEBIBYTE ? `${max / 1024} KiB` : `${max / MEBIBYTE} MiB`;
    if (length > max)
      throw new FileFault('FILE_TOO_LARGE', `it has more than ${bound}`, 'Name a smaller file.');
  };
  return reading(path, from, async (handle, { size, isPipe }) => {
    refuseMore(size);
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of piecesOf(handle, isPipe)) {
      pieces.push(piece);
      length += piece.length;
      refuseMore(length);
    }
    return decoded(Buffer.concat(pieces, length));
  });
}

/** A file that is opened without waiting for whoever writes into it, and closed afterwards. A folder, a device or a socket is refused. */
async function reading<T>(
  path: string,
  from: Readable,
  read: (handle: FileHandle, found: { size: number; isPipe: boolean }) => Promise<T>,
): Promise<T> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  try {
    const found = await handle.stat();
    const isPipe = found.isFIFO();
    if (found.isFile() || (isPipe && from === 'a file or a pipe'))
      return await read(handle, { size: found.size, isPipe });
    const kind = found.isDirectory() ? 'a folder' : isPipe ? 'a pipe' : 'not a plain file';
    throw new FileFault('FILE_NOT_READABLE', `it is ${kind}`, 'Name a file.');
  } finally {
    await handle.close();
  }
}

/** The bytes of a plain file, or those that are written into a pipe: until that has a writer, it seems to be at its end. */
async function* piecesOf(handle: FileHandle, isPipe: boolean): AsyncGenerator<Uint8Array> {
  let begun = !isPipe;
  for (let silent = 0; silent < PATIENCE; silent += PAUSE) {
    const piece = await available(handle);
    if (piece?.length === 0 && begun) return;
    if (piece === undefined || piece.length === 0) await sleep(PAUSE);
    else {
      begun = true;
      silent = 0;
      yield piece;
    }
  }
  throw new FileFault(
    'FILE_NOT_READABLE',
    `nothing came out of the pipe for ${PATIENCE / 1000} seconds`,
    'Name a file, or start what writes into the pipe.',
  );
}

/** The bytes that can be read now: none at the end and where a pipe has no writer, `undefined` where its writer has not written yet. */
async function available(file: FileHandle): Promise<Uint8Array | undefined> {
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK), 0, CHUNK, null);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    if (errorFacts(error).code === 'EAGAIN') return undefined;
    throw error;
  }
}

/** UTF-8, or UTF-16 with its byte order mark, as PowerShell writes it; what is neither is not guessed at. */
function decoded(bytes: Uint8Array): string {
  const mark = bytes[0] === 0xff ? bytes[1] === 0xfe && 'utf-16le' : bytes[0] === 0xfe && 'utf-16be';
  try {
    return new TextDecoder(mark || 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    const line = new TextDecoder().decode(bytes).split('\ufffd', 1)[0]?.split('\n').length ?? 1;
    const what = mark ? 'it is damaged UTF-16' : `line ${line} is not UTF-8, and text is read as UTF-8`;
    throw new FileFault('FILE_NOT_TEXT', what, 'Save it as UTF-8, and unpack what is packed.');
  }
}
