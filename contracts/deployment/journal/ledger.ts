/**
 * All that one run made, changed and brought about, or may have, and did not undo: by the lines of its journal, as they are
 * written, or read again from a file. A journal that is read is data: every line is checked.
 */
import { exactJsonIn } from '../../kit/exact-json.ts';
import { formOf, type Read } from '../../kit/form.ts';
import { entriesOf } from '../../kit/tables.ts';
import type { AnyId } from '../../profile/facts.ts';
import type { Makeable } from '../finding.ts';
import { type Do, type EntryOf, type JournalEntry, MAX_LINE, schemas, type Undo } from './entries.ts';

export interface Change {
  readonly number: number;
  /** All that may have been done under the number, in order. */
  readonly done: readonly [Do, ...Do[]];
  /** Brings back what was before the first of it. */
  readonly undo: Undo | undefined;
  /** The id of what it made, where that is known. */
  readonly id: AnyId | undefined;
}

const made: ReadonlyMap<string, Makeable> = new Map([
  ['createGroup', 'group'],
  ['createUser', 'user'],
  ['createDevice', 'device'],
]);

/** Returns the kind of record that a change makes, where it makes one. */
export function resourceOf({ done: [first] }: Pick<Change, 'done'>): Makeable | undefined {
  return made.get(first.call);
}

export class Ledger {
  readonly head: Pick<EntryOf<'run'>, 'nonce' | 'target' | 'basePath'>;
  /** Found by their numbers, of which a journal may hold many. */
  readonly #changes = new Map<number, Change[]>();
  /** The records that creates were answered with, and that were there before. */
  readonly others: { readonly resource: Makeable; readonly id: AnyId }[] = [];
  /** The effects that cannot be undone. */
  readonly lasting: Do[] = [];

  constructor(head: Ledger['head']) {
    this.head = head;
  }

  /** The changes that were not undone, and the records that cannot be removed. */
  get all(): Change[] {
    return [...this.#changes.values()].flat();
  }

  /** The same in the order of their numbers. */
  get open(): Change[] {
    return this.all.sort((one, other) => one.number - other.number);
  }

  /** How much a sweep would have to undo. */
  get left(): number {
    return this.all.filter(({ undo }) => undo).length;
  }

  /** The records of this kind that were made, or may have been. */
  made(resource: Makeable): Change[] {
    return this.all.filter((change) => resourceOf(change) === resource);
  }

  apply(entry: EntryOf<'change' | 'undone' | 'others'>): void {
    if (entry.entry === 'others') this.others.push(entry);
    else if (entry.entry === 'undone') this.#changes.delete(entry.number);
    else if (entry.undo || made.has(entry.do.call)) this.#change(entry);
    else this.lasting.push(entry.do);
  }

  #change({ number, do: done, undo, id }: EntryOf<'change'>): void {
    const all = this.#changes.get(number) ?? [];
    const at = all.findIndex((one) => one.undo?.call === undo?.call);
    const known = all[at];
    if (!known) all.push({ number, done: [done], undo, id });
    // The facts of the first are what was before.
    else
      all[at] = {
        ...{ number, id: id ?? known.id, done: [...known.done, done] },
        undo: undo && { ...undo, ...known.undo, call: undo.call },
      } as Change;
    this.#changes.set(number, all);
  }
}

export interface ReadJournal {
  /** The oldest first: a file can be the journal of several. */
  runs: Ledger[];
  /** Lines that are none of a journal, in words. */
  ignored: string[];
}

/** Never throws. Without a run in it, it is the journal of nothing. */
export function readJournal(text: string): ReadJournal {
  const runs: Ledger[] = [];
  /** The first run of each nonce. */
  const named = new Map<string, Ledger>();
  /** The run that the next line is about. */
  let current: Ledger | undefined;
  const take = (line: string): string | undefined => {
    const entry = entryIn(line);
    if (!entry) return 'it is not a journal entry';
    if (entry.entry === 'run') {
      const { nonce, target, basePath } = entry;
      current = new Ledger({ nonce, target, ...(basePath !== undefined && { basePath }) });
      runs.push(current);
      if (!named.has(nonce)) named.set(nonce, current);
    } else if (entry.entry === 'sweep') {
      current = named.get(entry.nonce);
      if (!current) return 'it is about a run that is not in this journal';
    } else if (!current) return 'it belongs to no run';
    else current.apply(entry);
    return undefined;
  };
  const lines = text.split('\n');
  const ignored = lines.flatMap((line, index) => {
    const why = line.trim() === '' ? undefined : take(line);
    if (why === undefined) return [];
    const isLast = index === lines.length - 1;
    return [`line ${index + 1}: ${isLast ? 'it is cut off, or is not a journal entry' : why}`];
  });
  return { runs, ignored };
}

const readers: ReadonlyMap<unknown, (given: unknown) => Read<JournalEntry>> = new Map(
  entriesOf(schemas).map(([name, schema]) => [name, formOf(schema)]),
);

/** No entry has lists and objects inside each other deeper than this. */
const DEPTH = 4;

/** `undefined` for a line that is cut off, too long, or none of a journal. */
function entryIn(line: string): JournalEntry | undefined {
  if (line.length > MAX_LINE) return undefined;
  const value = exactJsonIn(line, DEPTH);
  if (value === null || typeof value !== 'object' || !('entry' in value)) return undefined;
  const read = readers.get(value.entry)?.(value);
  return read && 'value' in read ? read.value : undefined;
}
