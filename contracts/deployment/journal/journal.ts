/**
 * The write-ahead journal. A change is on disk before it is made. When a line cannot be written,
 * nothing more may be announced: the run goes on without changing anything further.
 */
import { exactJsonText } from '../../kit/exact-json.ts';
import { Unreached } from '../finding.ts';
import type { JournalSink } from '../host.ts';
import { type Do, type EntryOf, type JournalEntry, MAX_LINE } from './entries.ts';
import type { Change, Ledger } from './ledger.ts';

/** A change cannot be written down before it is made. */
export class NotJournalled extends Unreached {
  constructor(reason: string) {
    super(reason, 'journal');
  }
}

export class Journal {
  /** All that is open by what was written. */
  readonly ledger: Ledger;
  readonly #sink: JournalSink | undefined;
  /** Written with the first entry: a run that changes nothing leaves no journal. */
  #head: EntryOf<'run' | 'sweep'> | undefined;
  #number = 0;
  #lines: Promise<unknown> = Promise.resolve();
  readonly #noted = new Set<string>();
  /** Why the first line that could not be written could not be. */
  failure: string | undefined;

  constructor(sink: JournalSink | undefined, head: EntryOf<'run' | 'sweep'>, ledger: Ledger) {
    this.#sink = sink;
    this.#head = head;
    this.ledger = ledger;
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
  async announce(change: Omit<EntryOf<'change'>, 'entry'>): Promise<void> {
    if (this.failure !== undefined)
      throw new NotJournalled(`nothing more is changed, since the journal failed: ${this.failure}`);
    const entry = { entry: 'change', ...change } as const;
    if (exactJsonText(entry).length > MAX_LINE)
      throw new NotJournalled('what would have to be restored is too long for the journal');
    await this.#write(entry).catch((error: unknown) => {
      throw new NotJournalled(`nothing more is changed: ${this.#failed(error)}`);
    });
    this.ledger.apply(entry);
  }

  /** Before something that cannot be undone. `once`: it is enough to say so once. */
  async effect(effect: Do, once = false): Promise<void> {
    const key = exactJsonText(effect);
    if (once && this.#noted.has(key)) return;
    await this.announce({ number: this.next(), do: effect });
    this.#noted.add(key);
  }

  /** After the effect. A sweep finds out what could not be written; never rejects. */
  async note(entry: EntryOf<'change' | 'undone' | 'others'>): Promise<void> {
    this.ledger.apply(entry);
    await this.#write(entry).catch((error: unknown) => this.#failed(error));
  }

  undone({ number }: Pick<Change, 'number'>): Promise<void> {
    return this.note({ entry: 'undone', number });
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
