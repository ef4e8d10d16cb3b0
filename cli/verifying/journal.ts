/** The journal of a run as a file: every line is on disk before the request behind it is sent. */
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { JournalSink } from '../../contracts/deployment/host.ts';
import { readJournal } from '../../contracts/deployment/journal/ledger.ts';
import { fileBytes } from '../../contracts/kit/bounds.ts';
import { parseExactJson } from '../../contracts/kit/exact-json.ts';
import { CliError, type Io } from '../command.ts';
import { textIn } from '../serving/reading.ts';
import { adviceFor, reasonOf } from '../serving/reasons.ts';
import { fileNameFor, stateFolder } from './state.ts';

export interface JournalFile extends JournalSink {
  readonly path: string;
  /** Closes it. Returns whether the run left anything to sweep, which follows from its content. */
  end(): Promise<boolean>;
}

/** The journal of a run on a deployment, in the file that the user names, or else in the user's state folder. */
export async function journalFor(target: string, file: string | undefined, io: Io): Promise<JournalFile> {
  if (file !== undefined) return journalAt(resolve(io.cwd, file), io);
  const moment = new Date().toISOString().replace(/\D/g, '').slice(0, 17);
  return journalAt(join(await stateFolder(io), `${fileNameFor(target)}-${moment}.jsonl`), io);
}

/** The error of a run that could not go on writing down what it changes, as its record says it. */
export function journalLost(message: string, cause?: unknown): CliError {
  return new CliError('JOURNAL_NOT_WRITABLE', message, {
    hint: adviceFor(cause, 'Name another file with --journal, or change nothing with --read-only.'),
    cause,
  });
}

/** The fields of an entry that hold words of our own, dates, or what the run gave itself. */
const OWN: ReadonlySet<string> = new Set([
  ...(['entry', 'format', 'nonce', 'target', 'basePath', 'startedAt', 'resource', 'call'] as const),
  ...(['expirationDate', 'channel'] as const),
]);

/** A journal that is appended to. It is made with its first line: a run that changes nothing leaves no file. */
export function journalAt(path: string, { outlet }: Io): JournalFile {
  let handle: FileHandle | undefined;
  let queued = '';
  /** The writing of what is queued, and of what was queued before. */
  let next: Promise<void> | undefined;
  let writing: Promise<void> = Promise.resolve();
  /** A line may have been cut off. */
  let broken = false;
  let over = false;

  /** Words of our own stay: without them a sweep could not read the line. */
  const shown = (line: string) =>
    line === '' ? '' : outlet.writtenJson(outlet.secrets.deep(parseExactJson(line), OWN));

  /** Lines that arrive while the disk is busy are written together. */
  async function writeQueued(): Promise<void> {
    const text = queued;
    queued = '';
    next = undefined;
    try {
      // A straggler changes nothing after the lock is given back.
      if (over) throw new Error('the run is over');
      handle ??= await opened();
      await handle.appendFile(broken ? `\n${text}` : text);
      await handle.datasync();
      broken = false;
    } catch (error) {
      broken = true;
      throw journalLost(`The journal ${path} cannot be written: ${reasonOf(error)}.`, error);
    }
  }

  async function opened(): Promise<FileHandle> {
    const file = await open(path, 'a', 0o600);
    // The run before may have been ended in the middle of a line.
    broken ||= (await file.stat()).size > 0;
    // Its name must outlive a crash of the machine, too; not every system has folders that can be opened.
    const folder = await open(dirname(path), 'r').catch(() => undefined);
    await folder?.sync().catch(() => undefined);
    await folder?.close();
    return file;
  }

  /** Looks into the file; a journal that cannot be read is kept. */
  async function leftToSweep(): Promise<boolean> {
    const text = await textIn(path, fileBytes.journal, 'a file').catch(() => undefined);
    return text === undefined || (readJournal(text).runs.at(-1)?.left ?? 0) > 0;
  }

  return {
    path,
    write(lines) {
      queued += lines.split('\n').map(shown).join('');
      if (!next) {
        next = writing.then(writeQueued);
        writing = next.catch(() => undefined);
      }
      return next;
    },
    async end() {
      await writing;
      over = true;
      await handle?.close();
      return handle !== undefined && (await leftToSweep());
    },
  };
}
