/** The journal of a run as a file: every line is on disk before the request behind it is sent. */
import { type FileHandle, open, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { JournalSink } from '../../contracts/deployment/host.ts';
import { readJournal } from '../../contracts/deployment/journal/ledger.ts';
import { fileBytes } from '../../contracts/kit/bounds.ts';
import { parseExactJson } from '../../contracts/kit/exact-json.ts';
import { CliError, type Io } from '../command.ts';
import type { Outlet } from '../outlet.ts';
import { checkWritable } from '../serving/files.ts';
import { textIn } from '../serving/reading.ts';
import { adviceFor, reasonOf } from '../serving/reasons.ts';
import { fileNameFor, stateFolder } from './state.ts';

export interface JournalFile extends JournalSink {
  readonly path: string;
  /**
   * Closes it. Whether the run left anything to sweep follows from its content; one of our own naming is
   * taken away when it did not.
   */
  end(): Promise<{ leftToSweep: boolean }>;
}

/** The journal in the file that the user names, or else in one of its own in the user's state folder. */
export async function journalFor(target: string, file: string | undefined, io: Io): Promise<JournalFile> {
  if (file !== undefined) {
    await checkWritable(file, 'journal', io);
    return new AppendedFile(resolve(io.cwd, file), true, io.outlet);
  }
  const moment = new Date().toISOString().replace(/\D/g, '').slice(0, 17);
  return new AppendedFile(
    join(await stateFolder(io), `${fileNameFor(target)}-${moment}.jsonl`),
    false,
    io.outlet,
  );
}

/** The error of a run that could not go on writing down what it changes, as its record says it. */
export function journalLost(message: string, cause?: unknown): CliError {
  return new CliError('JOURNAL_NOT_WRITABLE', message, {
    hint: adviceFor(cause, 'Name another file with --journal, or change nothing with --read-only.'),
    cause,
  });
}

/** Where a sweep notes what it has undone. */
export function journalAt(path: string, io: Io): JournalFile {
  return new AppendedFile(path, true, io.outlet);
}

/** The fields of an entry that hold words of our own, dates, or what the run gave itself. */
const OWN: ReadonlySet<string> = new Set([
  ...(['entry', 'format', 'nonce', 'target', 'basePath', 'startedAt', 'resource', 'call'] as const),
  ...(['expirationDate', 'channel'] as const),
]);

interface Waiting {
  line: string;
  resolve: () => void;
  reject: (error: unknown) => void;
}

class AppendedFile implements JournalFile {
  readonly path: string;
  readonly #named: boolean;
  readonly #outlet: Outlet;
  #handle: FileHandle | undefined;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  /** A line may have been cut off. */
  #broken = false;
  #ended: ReturnType<JournalFile['end']> | undefined;

  constructor(path: string, named: boolean, outlet: Outlet) {
    this.path = path;
    this.#named = named;
    this.#outlet = outlet;
  }

  write(lines: string): Promise<void> {
    if (this.#ended) return Promise.reject(this.#error('the run is over'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({
        line: lines
          .split('\n')
          .map((line) => this.#shown(line))
          .join(''),
        resolve,
        reject,
      });
      this.#writing ??= this.#writeAll();
    });
  }

  /** Words of our own stay: without them a sweep could not read the line. */
  #shown(line: string): string {
    const { secrets } = this.#outlet;
    return line === '' ? '' : this.#outlet.writtenJson(secrets.deep(parseExactJson(line), OWN));
  }

  /** Writes all waiting lines; those that arrive while the disk is busy are written together. */
  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const lines = this.#waiting.splice(0);
      try {
        await this.#append(lines.map(({ line }) => line).join(''));
        for (const { resolve } of lines) resolve();
      } catch (error) {
        this.#broken = true;
        for (const { reject } of lines) reject(this.#error(reasonOf(error), error));
      }
    }
    this.#writing = undefined;
  }

  async #append(text: string): Promise<void> {
    if (!this.#handle) this.#handle = await this.#open();
    await this.#handle.appendFile(this.#broken ? `\n${text}` : text);
    await this.#handle.datasync();
    this.#broken = false;
  }

  /** Opened with the first line: a run that changes nothing leaves no file. */
  async #open(): Promise<FileHandle> {
    const handle = await open(this.path, 'a', 0o600);
    // The run before may have been ended in the middle of a line.
    if ((await handle.stat()).size > 0) this.#broken = true;
    // Its name must outlive a crash of the machine, too; not every system has folders that can be opened.
    const folder = await open(dirname(this.path), 'r').catch(() => undefined);
    await folder?.sync().catch(() => undefined);
    await folder?.close();
    return handle;
  }

  #error(why: string, cause?: unknown): CliError {
    return journalLost(`The journal ${this.path} cannot be written: ${why}.`, cause);
  }

  end(): Promise<{ leftToSweep: boolean }> {
    this.#ended ??= this.#end();
    return this.#ended;
  }

  async #end(): Promise<{ leftToSweep: boolean }> {
    await this.#writing;
    if (!this.#handle) return { leftToSweep: false };
    await this.#handle.close();
    const leftToSweep = await this.#leftToSweep();
    if (!leftToSweep && !this.#named) await rm(this.path, { force: true });
    return { leftToSweep };
  }

  /** A journal that cannot be read is kept. */
  async #leftToSweep(): Promise<boolean> {
    const text = await textIn(this.path, fileBytes.journal, 'a file').catch(() => undefined);
    if (text === undefined) return true;
    const last = readJournal(text).runs.at(-1);
    return last !== undefined && last.left > 0;
  }
}
