/** For developers: the calls going by, faults, what the document says. */
import { signal } from '@preact/signals';
import type { CountedRule, JournalEntry, Specification } from '../../control/schemas/index.ts';
import { control } from '../api/control.ts';
import { ApiError } from '../api/http.ts';
import { ofThisWorld, onNewWorld } from './world.ts';

/** Newest first. */
export const journal = signal<readonly JournalEntry[]>([]);
/** True if new calls are shown as they come. */
export const journalLive = signal(true);
export const faults = signal<readonly CountedRule[]>([]);
/** `null` while it is fetched; `undefined` where this server does not publish it. */
export const specification = signal<Specification | null | undefined>(null);

const KEPT = 200;

onNewWorld(() => {
  journal.value = [];
});

/** Fetches the calls that are not shown yet: bodies are long, and most of the time there is nothing new. */
export async function loadJournal(): Promise<void> {
  const shown = journal.peek();
  const last = await ofThisWorld(control.requests.list({ limit: 1 }));
  if (!last) return;
  const newest = last.requests[0];
  const known = shown[0]?.sequence ?? 0;
  // A reset begins to number anew.
  const isAnew = newest === undefined || newest.sequence < known;
  const missing = isAnew ? KEPT : Math.min(KEPT, newest.sequence - known);
  if (missing === 0) return;
  const found = await ofThisWorld(control.requests.list({ limit: missing }));
  if (!found) return;
  const added = found.requests.reverse().filter(({ sequence }) => isAnew || sequence > known);
  journal.value = (isAnew ? added : [...added, ...shown]).slice(0, KEPT);
}

export async function loadFaults(): Promise<void> {
  const found = await ofThisWorld(control.faults.read());
  if (found) faults.value = found.rules;
}

export async function loadSpecification(): Promise<void> {
  if (specification.peek()) return;
  specification.value = await unlessUnknown(control.specification.read());
}

/** `undefined` where the server has no such route. */
async function unlessUnknown<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.problem.code === 'UNKNOWN_PATH') return undefined;
    throw error;
  }
}
