/**
 * All that one run made, changed and brought about, or may have, and did not undo: by the lines of its journal, as they are
 * written, or read again from a file. A journal that is read is data: every line is checked.
 */
import { exactJsonIn } from '../../kit/exact-json.ts';
import { formOf, type Read } from '../../kit/form.ts';
import { entriesOf } from '../../kit/tables.ts';
import type { AnyId } from '../../profile/facts.ts';
import type { Makeable } from '../finding.ts';
import { makeableBy } from '../making/makeable.ts';
import {
  type Do,
  type EntryOf,
  isSetting,
  type JournalEntry,
  MAX_LINE,
  type SettingCall,
  schemas,
  type Undo,
} from './entries.ts';

export interface Change {
  readonly number: number;
  /** All that may have been done under the number, in order. */
  readonly done: readonly [Do, ...Do[]];
  /** Brings back what was before the first of it. */
  readonly undo: Undo | undefined;
  /** The id of what it made, where that is known. */
  readonly id: AnyId | undefined;
}

/** A setting by the call that puts it back, and the device that it is of. */
export interface SettingKey {
  readonly call: SettingCall;
  readonly id?: AnyId;
}

export type SettingFacts = { readonly [fact: string]: unknown };

/** A change of a setting: what it was, and all that the run may have set it to, in order. */
export interface SettingChange extends SettingKey {
  readonly was: SettingFacts;
  readonly sets: readonly SettingFacts[];
}

/** Returns the kind of record that a change makes, where it makes one. */
export function resourceOf({ done: [first] }: Pick<Change, 'done'>): Makeable | undefined {
  return makeableBy('create', first.call);
}

/** The setting that a change is about; `undefined` for one that makes a record. */
export function settingOf({ undo, done }: Change): SettingChange | undefined {
  if (!undo || !isSetting(undo)) return undefined;
  const { call } = undo;
  const key = { call, ...('id' in undo && { id: undo.id }) };
  // An expiry that was set may have let the device expire.
  if (call === 'activate') return { ...key, was: { licence: 'used' }, sets: [{ licence: 'expired' }] };
  return { ...key, was: factsOf(undo), sets: done.filter((one) => one.call === call).map(factsOf) };
}

function factsOf({ call: _, id: __, ...facts }: { call: string; id?: unknown }): SettingFacts {
  return facts;
}

export class Ledger {
  readonly head: Pick<EntryOf<'run'>, 'nonce' | 'target' | 'basePath'>;
  readonly #changes = new Map<number, Change>();
  /** The records that creates were answered with, and that were there before. */
  readonly others: { readonly resource: Makeable; readonly id: AnyId }[] = [];
  /** The effects that cannot be undone. */
  readonly lasting: Do[] = [];

  constructor(head: Ledger['head']) {
    this.head = head;
  }

  /** The changes that were not undone, and the records that cannot be removed, in order. */
  get open(): Change[] {
    return [...this.#changes.values()];
  }

  /** How much a sweep would have to undo. */
  get left(): number {
    return this.open.filter(({ undo }) => undo).length;
  }

  /** The records of this kind that were made, or may have been. */
  made(resource: Makeable): Change[] {
    return this.open.filter((change) => resourceOf(change) === resource);
  }

  apply(entry: EntryOf<'change' | 'undone' | 'others'>): void {
    if (entry.entry === 'others') this.others.push(entry);
    else if (entry.entry === 'undone') this.#changes.delete(entry.number);
    else if (entry.undo || makeableBy('create', entry.do.call)) this.#change(entry);
    else this.lasting.push(entry.do);
  }

  #change({ number, do: done, undo, id }: EntryOf<'change'>): void {
    const known = this.#changes.get(number);
    this.#changes.set(number, {
      number,
      done: known ? [...known.done, done] : [done],
      // The facts of the first are what was before.
      undo: undo && ({ ...undo, ...known?.undo } as Undo),
      id: id ?? known?.id,
    });
  }
}

/** The runs of a journal, the oldest first, and its lines that are none, in words. Never throws. */
export function readJournal(text: string): { runs: Ledger[]; ignored: string[] } {
  const runs: Ledger[] = [];
  /** The run that the next line is about. */
  let current: Ledger | undefined;
  const take = (line: string): string | undefined => {
    const entry = entryIn(line);
    if (!entry) return 'it is not a journal entry';
    if (entry.entry === 'run') {
      const { nonce, target, basePath } = entry;
      current = new Ledger({ nonce, target, ...(basePath !== undefined && { basePath }) });
      runs.push(current);
    } else if (entry.entry === 'sweep') {
      current = runs.find(({ head }) => head.nonce === entry.nonce);
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
