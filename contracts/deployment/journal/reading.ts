/** From the text of a journal to what each of its runs left. A journal is data: every line is checked. */
import { exactJsonIn } from '../../kit/exact-json.ts';
import { formOf, type Read } from '../../kit/form.ts';
import { entriesOf } from '../../kit/tables.ts';
import type { AnyId } from '../../profile/facts.ts';
import type { Makeable } from '../finding.ts';
import {
  type Change,
  type Effect,
  type JournalEntry,
  MOST_LINE,
  type SettingFacts,
  type SettingName,
  schemas,
} from './entries.ts';

export interface MadeRecord {
  resource: Makeable;
  id: AnyId;
  /** A device that was named by the run's mark, on a deployment with a control to remove it. */
  marked?: true;
}

/** Announced, and then neither made nor given up: found by name, if at all. */
interface Intended {
  number: number;
  resource: Makeable;
  name: string;
  marked?: true;
}

/** The mark in the name that a record was announced with: a device that cannot be removed has none. */
export function markOf(resource: Makeable, name: string): { marked?: true } {
  return resource === 'device' && name !== '' ? { marked: true } : {};
}

/** Returns whether a sweep may remove it. */
export function isRemovable({ resource, marked }: Pick<MadeRecord, 'resource' | 'marked'>): boolean {
  return resource !== 'device' || marked === true;
}

/** A setting that a run changed, or was about to, and did not put back. */
export interface OpenChange {
  number: number;
  setting: SettingName;
  /** The id of a device or a group. */
  id?: AnyId;
  /** The facts before the first change. */
  was: SettingFacts;
  /** The facts that the run may have set, in order. */
  sets: SettingFacts[];
}

/** All that one run made, changed and brought about, or may have, and did not undo. */
export interface JournalRun {
  nonce: string;
  target: string;
  /** `undefined`: not stated. */
  basePath: string | undefined;
  made: MadeRecord[];
  intended: Intended[];
  /** The records that creates were answered with, and that were there before. */
  others: MadeRecord[];
  changes: OpenChange[];
  /** The effects that cannot be undone. */
  effects: Effect[];
}

export interface ReadJournal {
  /** The oldest first: a file can be the journal of several. */
  runs: JournalRun[];
  /** Lines that are none of a journal, in words. */
  ignored: string[];
}

/** Never throws. Without a run in it, it is the journal of nothing. */
export function readJournal(text: string): ReadJournal {
  const reading = new Reading();
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const why = reading.take(line);
    if (why === undefined) continue;
    const last = index === lines.length - 1;
    reading.ignored.push(`line ${index + 1}: ${last ? 'it is cut off, or is not a journal entry' : why}`);
  }
  return { runs: reading.runs.map(asRun), ignored: reading.ignored };
}

/** How much a sweep would have to remove and to put back. */
export function countOpen({ made, intended, changes }: Pick<JournalRun, 'made' | 'intended' | 'changes'>) {
  return changes.length + [...made, ...intended].filter(isRemovable).length;
}

const readers: ReadonlyMap<unknown, (given: unknown) => Read<JournalEntry>> = new Map(
  entriesOf(schemas).map(([name, schema]) => [name, formOf(schema)]),
);

/** One run so far. Intents and changes are found by their numbers, of which a journal may hold many. */
interface Known {
  readonly head: Pick<JournalRun, 'nonce' | 'target' | 'basePath'>;
  readonly made: Map<string, MadeRecord>;
  readonly intended: Map<number, Intended[]>;
  readonly others: MadeRecord[];
  /** Changes of API access are apart: they stay where a run keeps the rest. */
  readonly changes: { access: Map<number, OpenChange[]>; others: Map<number, OpenChange[]> };
  readonly effects: Effect[];
}

function asRun({ head, made, intended, others, changes: kept, effects }: Known): JournalRun {
  const changes = [...kept.access.values(), ...kept.others.values()].flat();
  return {
    ...head,
    made: [...made.values()],
    intended: [...intended.values()].flat(),
    others,
    changes: changes.sort((one, other) => one.number - other.number),
    effects,
  };
}

class Reading {
  readonly runs: Known[] = [];
  /** The first run of each nonce. */
  readonly #named = new Map<string, Known>();
  readonly ignored: string[] = [];
  /** The run that the next line is about. */
  #current: Known | undefined;

  /** Why a line cannot be taken. */
  take(line: string): string | undefined {
    const entry = entryIn(line);
    if (!entry) return 'it is not a journal entry';
    if (entry.entry === 'run') return this.#begin(entry);
    if (entry.entry === 'sweep') {
      this.#current = this.#named.get(entry.nonce);
      return this.#current ? undefined : 'it is about a run that is not in this journal';
    }
    if (!this.#current) return 'it belongs to no run';
    apply(entry, this.#current);
    return undefined;
  }

  #begin({ nonce, target, basePath }: Extract<JournalEntry, { entry: 'run' }>): undefined {
    this.#current = {
      head: { nonce, target, basePath },
      made: new Map(),
      intended: new Map(),
      others: [],
      changes: { access: new Map(), others: new Map() },
      effects: [],
    };
    this.runs.push(this.#current);
    if (!this.#named.has(nonce)) this.#named.set(nonce, this.#current);
  }
}

function apply(entry: Exclude<JournalEntry, { entry: 'run' | 'sweep' }>, known: Known): void {
  const { made, intended, changes, effects } = known;
  switch (entry.entry) {
    case 'intend': {
      const { number, resource, name } = entry;
      listIn(intended, number).push({ number, resource, name, ...markOf(resource, name) });
      break;
    }
    case 'made': {
      const { number, resource, id } = entry;
      const marked = intended.get(number)?.some((one) => one.marked);
      intended.delete(number);
      made.set(keyOf(entry), { resource, id, ...(marked && { marked }) });
      break;
    }
    case 'others':
      known.others.push({ resource: entry.resource, id: entry.id });
      break;
    case 'not-made':
      intended.delete(entry.number);
      break;
    case 'removed':
      made.delete(keyOf(entry));
      break;
    case 'change':
      changed(listIn(entry.setting === 'api-access' ? changes.access : changes.others, entry.number), entry);
      break;
    case 'restored':
      changes.access.delete(entry.number);
      changes.others.delete(entry.number);
      break;
    case 'effect':
      effects.push(entry);
      break;
    case 'end':
      break;
  }
}

function listIn<T>(lists: Map<number, T[]>, number: number): T[] {
  const list = lists.get(number) ?? [];
  lists.set(number, list);
  return list;
}

/** A fact is put back to what it was before the run first changed it. */
function changed(changes: OpenChange[], { number, setting, was, set, ...rest }: Change): void {
  const known = changes.find((one) => one.setting === setting);
  if (known) {
    known.was = { ...was, ...known.was };
    known.sets.push(set);
    return;
  }
  changes.push({ number, setting, ...('id' in rest && { id: rest.id }), was, sets: [set] });
}

function keyOf({ resource, id }: MadeRecord): string {
  return `${resource} ${typeof id} ${id}`;
}

/** No entry has lists and objects inside each other deeper than this. */
const DEPTH = 4;

/** `undefined` for a line that is cut off, too long, or none of a journal. */
function entryIn(line: string): JournalEntry | undefined {
  if (line.length > MOST_LINE) return undefined;
  const value = exactJsonIn(line, DEPTH);
  if (value === null || typeof value !== 'object' || !('entry' in value)) return undefined;
  const read = readers.get(value.entry)?.(value);
  return read && 'value' in read ? read.value : undefined;
}
