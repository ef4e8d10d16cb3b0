/**
 * The write-ahead journal: what the run is about to create, what it created and removed. One JSON
 * value a line; each is on disk before the request behind it is sent, so that `sweep` can remove
 * what a crashed run left.
 */
import { parseJson } from '../../kit/json.ts';
import type { AnyId } from '../../profile/core.ts';
import type { Makeable } from '../case.ts';
import type { JournalSink } from '../host.ts';
import { isoUtc } from './time.ts';

export type JournalEntry =
  | { entry: 'run'; format: 'roadtest-journal'; version: 1; nonce: string; target: string; startedAt: string }
  /** `name` is found in the record, where it has one. */
  | { entry: 'intend'; number: number; resource: Makeable; name: string }
  | { entry: 'made'; number: number; resource: Makeable; id: AnyId }
  | { entry: 'not-made'; number: number }
  | { entry: 'removed'; resource: Makeable; id: AnyId };

export class Journal {
  readonly #sink: JournalSink | undefined;
  #lines: Promise<void> = Promise.resolve();

  constructor(sink: JournalSink | undefined, run: { nonce: string; target: string; startedAt: number }) {
    this.#sink = sink;
    const startedAt = isoUtc(run.startedAt);
    this.#first = { ...run, startedAt, entry: 'run', format: 'roadtest-journal', version: 1 };
  }

  /** Written with the first entry: a run that creates nothing leaves no journal. */
  #first: JournalEntry | undefined;

  write(entry: JournalEntry): Promise<void> {
    const sink = this.#sink;
    if (!sink) return Promise.resolve();
    const entries = this.#first ? [this.#first, entry] : [entry];
    this.#first = undefined;
    const text = entries.map((one) => `${JSON.stringify(one)}\n`).join('');
    this.#lines = this.#lines.then(() => sink.write(text));
    return this.#lines;
  }
}

/** What one run made, or may have made, and did not remove. */
export interface LeftByRun {
  nonce: string;
  target: string;
  made: { resource: Makeable; id: AnyId }[];
  /** Announced, and then neither made nor given up: found by name, if at all. */
  intended: { resource: Makeable; name: string }[];
}

/** What each run left that a journal tells of, the oldest first: a file can be that of several. */
export function leftInJournal(text: string): LeftByRun[] {
  const entries = text.split('\n').flatMap((line) => entryIn(line) ?? []);
  const starts = entries.flatMap((entry, at) => (entry.entry === 'run' ? [at] : []));
  return starts.map((start, index) => leftByRun(entries.slice(start, starts[index + 1])));
}

/** From the entries of one run, which begin with the run itself. */
function leftByRun(entries: readonly JournalEntry[]): LeftByRun {
  const made = new Map<string, LeftByRun['made'][number]>();
  const intended = new Map<number, LeftByRun['intended'][number]>();
  const { nonce, target } = entries[0] as Extract<JournalEntry, { entry: 'run' }>;
  for (const entry of entries) {
    switch (entry.entry) {
      case 'intend':
        intended.set(entry.number, { resource: entry.resource, name: entry.name });
        break;
      case 'made':
        intended.delete(entry.number);
        made.set(`${entry.resource} ${entry.id}`, { resource: entry.resource, id: entry.id });
        break;
      case 'not-made':
        intended.delete(entry.number);
        break;
      case 'removed':
        made.delete(`${entry.resource} ${entry.id}`);
        break;
    }
  }
  return { nonce, target, made: [...made.values()], intended: [...intended.values()] };
}

/** `undefined` for a line that is cut off, or none of a journal. */
function entryIn(line: string): JournalEntry | undefined {
  try {
    const value = parseJson(line);
    return value !== null && typeof value === 'object' && 'entry' in value
      ? (value as JournalEntry)
      : undefined;
  } catch {
    return undefined;
  }
}
