/** The journal of a run as a file: every line is on disk before the request behind it is sent. */
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Outlet } from '../../contracts/kit/outlet.ts';
import type { JournalSink } from '../../contracts/suite/index.ts';
import { CliError, type Io } from '../command.ts';
import { checkWritable } from '../serving/files.ts';
import { fileNameFor, stateFolder } from './state.ts';

export interface JournalFile extends JournalSink {
  readonly path: string;
  /** Closes it. One of our own naming is taken away when nothing is left to sweep. */
  end(nothingLeft: boolean): Promise<void>;
}

/** The journal in the file that the user names, or else in one of its own in the user's state folder. */
export async function journalFor(target: string, file: string | undefined, io: Io): Promise<JournalFile> {
  if (file !== undefined) {
    await checkWritable(file, 'journal', io);
    return new AppendedFile(resolve(io.cwd, file), true, io.outlet);
  }
  const moment = new Date().toISOString().replace(/\D/g, '').slice(0, 17);
  return new AppendedFile(
    join(await stateFolder('journals', io), `${fileNameFor(target)}-${moment}.jsonl`),
    false,
    io.outlet,
  );
}

class AppendedFile implements JournalFile {
  readonly path: string;
  readonly #named: boolean;
  readonly #outlet: Outlet;
  #handle: Promise<FileHandle> | undefined;
  #lines: Promise<void> = Promise.resolve();
  #ended = false;

  constructor(path: string, named: boolean, outlet: Outlet) {
    this.path = path;
    this.#named = named;
    this.#outlet = outlet;
  }

  write(line: string): Promise<void> {
    if (this.#ended) return Promise.resolve();
    this.#lines = this.#lines.then(() => this.#append(line));
    return this.#lines;
  }

  async #append(line: string): Promise<void> {
    // Opened with the first line: a run that creates nothing leaves no file.
    this.#handle ??= open(this.path, 'a', 0o600);
    try {
      const handle = await this.#handle;
      await handle.appendFile(this.#outlet.jsonText(line));
      await handle.datasync();
    } catch (error) {
      throw new CliError(
        'JOURNAL_NOT_WRITABLE',
        `The journal ${this.path} cannot be written: ${(error as Error).message}.`,
        { hint: 'Name another file with --journal, or create nothing with --read-only.', cause: error },
      );
    }
  }

  async end(nothingLeft: boolean): Promise<void> {
    this.#ended = true;
    await this.#lines.catch(() => undefined); // told where it was written
    if (!this.#handle) return;
    await (await this.#handle).close();
    if (nothingLeft && !this.#named) await rm(this.path, { force: true });
  }
}
