/**
 * The write-ahead journal. A change is on disk before it is made. When a line cannot be written,
 * nothing more may be announced: the run goes on without changing anything further.
 */
import { exactJsonText } from '../../kit/exact-json.ts';
import { Unreached } from '../finding.ts';
import type { JournalSink } from '../host.ts';
import { type Do, type EntryOf, type JournalEntry, MAX_LINE } from './entries.ts';
import type { Ledger } from './ledger.ts';

export class Journal {
  /** All that is open by what was written. */
  readonly ledger: Ledger;
  readonly #sink: JournalSink | undefined;
  /** Written with the first entry: a run that changes nothing leaves no journal. */
  #head: EntryOf<'run' | 'sweep'> | undefined;
  /** The last number that was given. */
  number = 0;
  /** Why the first line that could not be written could not be. */
  failure: string | undefined;

  constructor(sink: JournalSink | undefined, head: EntryOf<'run' | 'sweep'>, ledger: Ledger) {
    this.#sink = sink;
    this.#head = head;
    this.ledger = ledger;
  }

  /** A number for something that several entries are about. */
  next(): number {
    return ++this.number;
  }

  /** Before the effect: it may be brought about when this resolves. Throws `Unreached` where it must not be. */
  async announce(change: Omit<EntryOf<'change'>, 'entry'>): Promise<void> {
    const refuse = (why: string) => new Unreached(why, 'journal');
    if (this.failure !== undefined)
      throw refuse(`nothing more is changed, since the journal failed: ${this.failure}`);
    const entry = { entry: 'change', ...change } as const;
    if (exactJsonText(entry).length > MAX_LINE)
      throw refuse('what would have to be restored is too long for the journal');
    const failed = await this.#write(entry);
    if (failed !== undefined) throw refuse(`nothing more is changed: ${failed}`);
    this.ledger.apply(entry);
  }

  /** Before something that cannot be undone. */
  effect(effect: Do): Promise<void> {
    return this.announce({ number: this.next(), do: effect });
  }

  /** After the effect. A sweep finds out what could not be written; never rejects. */
  async note(entry: EntryOf<'change' | 'undone' | 'others'>): Promise<void> {
    this.ledger.apply(entry);
    await this.#write(entry);
  }

  undone({ number }: { readonly number: number }): Promise<void> {
    return this.note({ entry: 'undone', number });
  }

  /** Returns why it could not be written, where it could not. */
  async #write(entry: JournalEntry): Promise<string | undefined> {
    const entries = this.#head ? [this.#head, entry] : [entry];
    this.#head = undefined;
    try {
      // In one call, so that the first entry is never there without the run that it is about.
      await this.#sink?.write(entries.map((one) => `${exactJsonText(one)}\n`).join(''));
      return undefined;
    } catch (error) {
      this.failure ??= error instanceof Error ? error.message : String(error);
      return this.failure;
    }
  }
}
