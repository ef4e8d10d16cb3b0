/** Text from files, within bounds: neither an endless file nor a pipe that nothing is written to holds a command. */
import { Buffer } from 'node:buffer';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileBytes } from '../../contracts/kit/bounds.ts';
import { namesOf } from '../../contracts/kit/tables.ts';
import type { Profile } from '../../contracts/profile/profile.ts';
import type { Fixture } from '../../simulator/fixture/schema.ts';
import { CliError, type Io } from '../command.ts';
import { reasonOf } from './reasons.ts';

/** The kinds of files that are read whole; errors name them. */
export type FileKind = keyof typeof fileBytes;

/** The kinds of sources: pipes are allowed where a person names the file, as a shell does with `<(…)`. */
export type Readable = 'a file or a pipe' | 'a file';

/** How long a pipe may stay silent, in milliseconds. */
const PATIENCE = 10_000;
/** How long until a silent pipe is looked at again, in milliseconds: longer each time. */
const PAUSE = { first: 5, most: 100 };
/** Bytes that are read at once. */
const CHUNK = 65_536;

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
    reading(resolve(io.cwd, file), 'a file', async ({ handle }) => {
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
    if (error instanceof FileFault)
      throw new CliError(error.code, `The ${what} ${file} cannot be read: ${error.message}.`, {
        hint: error.hint,
      });
    throw readError(file, what, io, error);
  }
}

/** @throws the errors of `readText`, CliError WRONG_FILE and ProfileError */
export async function readProfile(file: string, io: Io): Promise<Profile> {
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

/** The fields by which a file of each kind is told, where no other kind has them. */
const telling = {
  profile: /^(openings|controls|basePath|known|samples)$/,
  fixture: /^(account|devices|groups|users|alerts)$/,
  story: /^(timeline|fleet|expect|sites|title)$/,
} as const;
const names = { profile: '--profile', fixture: '--fixture', story: '--scenario' } as const;

/** Refuses a file that has fields of another kind alone. @throws CliError WRONG_FILE */
export function refuseOtherKind(text: string, file: string, wanted: keyof typeof telling): void {
  const fields = [...text.matchAll(/^(?:\s{1,4}(?="))?["']?(\w{1,20})["']?\s{0,20}:/gm)].map(
    ([, name = '']) => name,
  );
  const kinds = namesOf(telling).filter((kind) => fields.some((name) => telling[kind].test(name)));
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1 || kind === wanted) return;
  throw new CliError('WRONG_FILE', `${file} is a ${kind}, and no ${wanted}.`, {
    hint: `Name it by ${names[kind]}.`,
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
 * @param most how many bytes it may have
 * @throws FileFault, and the errors of the system
 */
export function textIn(
  path: string,
  most: number,
  from: Readable = 'a file or a pipe',
  patience = PATIENCE,
): Promise<string> {
  return reading(path, from, async (opened) => decoded(await contents(piecesOf(opened, patience), most)));
}

interface Opened {
  handle: FileHandle;
  isPipe: boolean;
}

/** A file that is opened without waiting for whoever writes into it, and closed afterwards. A folder, a device or a socket is refused. */
async function reading<T>(path: string, from: Readable, read: (opened: Opened) => Promise<T>): Promise<T> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  try {
    const found = await handle.stat();
    const isPipe = found.isFIFO();
    if (found.isFile() || (isPipe && from === 'a file or a pipe')) return await read({ handle, isPipe });
    const kind = found.isDirectory() ? 'a folder' : isPipe ? 'a pipe' : 'not a plain file';
    throw new FileFault('FILE_NOT_READABLE', `it is ${kind}`, 'Name a file.');
  } finally {
    await handle.close();
  }
}

/** The bytes of a plain file, or those that are written into a pipe. */
async function* piecesOf({ handle, isPipe }: Opened, patience: number): AsyncGenerator<Uint8Array> {
  let begun = !isPipe;
  let pause = PAUSE.first;
  for (let silent = 0; silent < patience; ) {
    const piece = await waiting(handle);
    if (piece?.length === 0 && begun) return;
    if (piece === undefined || piece.length === 0) {
      await sleep(pause);
      silent += pause;
      pause = Math.min(2 * pause, PAUSE.most);
    } else {
      begun = true;
      silent = 0;
      pause = PAUSE.first;
      yield piece;
    }
  }
  throw new FileFault(
    'FILE_NOT_READABLE',
    `nothing came out of the pipe for ${patience / 1000} seconds`,
    'Name a file, or start what writes into the pipe.',
  );
}

/**
 * The bytes that can be read now: none at the end and where a pipe has no writer, `undefined` where its writer has not
 * written yet.
 */
async function waiting(file: FileHandle): Promise<Uint8Array | undefined> {
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK), 0, CHUNK, null);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined;
    throw error;
  }
}

async function contents(pieces: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array> {
  const read: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces) {
    read.push(piece);
    length += piece.length;
    if (length > most)
      throw new FileFault('FILE_TOO_LARGE', `it has more than ${inBytes(most)}`, 'Name a smaller file.');
  }
  return Buffer.concat(read, length);
}

/** The first bytes of packed files. */
const packed: readonly [name: string, hint: string, ...bytes: number[]][] = [
  ['gzip', 'Unpack it first: gunzip -k FILE.', 0x1f, 0x8b],
  ['zip', 'Unpack it first: unzip FILE. A .kmz holds a doc.kml.', 0x50, 0x4b, 0x03, 0x04],
  ['zstd', 'Unpack it first: unzstd FILE.', 0x28, 0xb5, 0x2f, 0xfd],
];

/** UTF-8, or UTF-16 with its byte order mark; what is neither is not guessed at. */
function decoded(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  const packing = packed.find(([, , ...first]) => first.every((byte, at) => bytes[at] === byte));
  if (packing) throw new FileFault('FILE_NOT_TEXT', `it is packed by ${packing[0]}`, packing[1]);
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
