/**
 * The write-ahead journal. A change is on disk before it is made. When a line cannot be written,
 * nothing more may be announced: the run goes on without changing anything further.
 */
import { exactJsonText } from '../../kit/exact-json.ts';
import { Unreached } from '../finding.ts';
import type { JournalSink } from '../host.ts';
import { type EntryOf, type JournalEntry, MOST_LINE } from './entries.ts';

/** A change cannot be written down before it is made. */
export class NotJournalled extends Unreached {
  constructor(reason: string) {
    super(reason, 'journal');
  }
}

export class Journal {
  readonly #sink: JournalSink | undefined;
  /** Written with the first entry: a run that changes nothing leaves no journal. */
  #head: EntryOf<'run' | 'sweep'> | undefined;
  #number = 0;
  #lines: Promise<unknown> = Promise.resolve();
  /** Why the first line that could not be written could not be. */
  failure: string | undefined;

  constructor(sink: JournalSink | undefined, head: EntryOf<'run' | 'sweep'>) {
    this.#sink = sink;
    this.#head = head;
  }

  /** Tells whether it holds anything. */
  get isBegun(): boolean {
    return this.#head === undefined;
  }

  /** The last number that was given. */
  get number(): number {
    return this.#number;
  }

  /** A number for something that several entries are about. */
  next(): number {
    return ++this.#number;
  }

  /** Before the effect: it may be brought about when this resolves. Throws `NotJournalled`. */
  async announce(entry: JournalEntry): Promise<void> {
    if (this.failure !== undefined) {
      throw new NotJournalled(`nothing more is changed, since the journal failed: ${this.failure}`);
    }
    if (exactJsonText(entry).length > MOST_LINE) {
      throw new NotJournalled('what would have to be restored is too long for the journal');
    }
    await this.#write(entry).catch((error: unknown) => {
      throw new NotJournalled(`nothing more is changed: ${this.#failed(error)}`);
    });
  }

  /** After the effect. A sweep finds out what could not be written; never rejects. */
  async note(entry: JournalEntry): Promise<void> {
    await this.#write(entry).catch((error: unknown) => this.#failed(error));
  }

  /** Resolves when all that was given is written, or has failed. */
  async settled(): Promise<void> {
    await this.#lines.catch(() => undefined);
  }

  #write(entry: JournalEntry): Promise<void> {
    const sink = this.#sink;
    if (!sink) return Promise.resolve();
    const entries = this.#head ? [this.#head, entry] : [entry];
    this.#head = undefined;
    // In one call, so that the first entry is never there without the run that it is about.
    const written = sink.write(entries.map((one) => `${exactJsonText(one)}\n`).join(''));
    this.#lines = Promise.allSettled([this.#lines, written]);
    return written;
  }

  #failed(error: unknown): string {
    this.failure ??= error instanceof Error ? error.message : String(error);
    return this.failure;
  }
}
