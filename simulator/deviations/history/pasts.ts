/** Helpers for faults of records: the earlier writes to each record. */
import type { Content } from '../../fleet/rules/records.ts';
import { documentRules, type Rules } from '../../options.ts';

export const PUT = 'recordReplaced';
export const PATCH = 'recordUpdated';
export type Write = typeof PUT | typeof PATCH;

type Name =
  | 'replaced'
  | 'updated-keeps-rest'
  | 'created-can-be-read'
  | 'created-is-listed'
  | 'deleted-is-gone';

/** These rules, for groups and for users. */
export function both(...names: readonly Name[]) {
  return names.flatMap((name) => [`groups/${name}`, `users/${name}`] as const);
}

/** The writes to records, by the names that distinguish the records. */
export class Pasts {
  readonly #pasts = new Map<unknown, Write[]>();

  of(record: Content): readonly Write[] {
    return this.#pasts.get(record.name) ?? [];
  }

  note(before: Content, write: Write, after: Content): Content {
    const past = [...this.of(before), write];
    this.#pasts.delete(before.name);
    this.#pasts.set(after.name, past);
    return after;
  }
}

/** Writes that go wrong by what was written to the same record before. */
export function afterPast(
  wrong: (
    past: readonly Write[],
    write: Write,
    facts: { before: Content; after: Content },
  ) => Content | undefined,
): Partial<Rules> {
  const pasts = new Pasts();
  const perform = (before: Content, write: Write, after: Content): Content =>
    pasts.note(before, write, wrong(pasts.of(before), write, { before, after }) ?? after);
  return {
    recordReplaced: (facts) => perform(facts.before, 'recordReplaced', documentRules.recordReplaced(facts)),
    recordUpdated: (facts) => perform(facts.before, 'recordUpdated', documentRules.recordUpdated(facts)),
  };
}
