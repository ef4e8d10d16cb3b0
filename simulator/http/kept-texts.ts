/**
 * The text of a record as it was last written, for as long as it would be written the same.
 *
 * Writing a record in the dialect and as JSON is most of what a read costs, and clients ask again and
 * again for what has not changed. The facts of each read are compared with those that the kept text was
 * written from. So nobody has to say that something changed: whatever stands behind a fact (a new
 * report, a restored world, a rule that a test replaced), another fact is another text.
 */
import type { Json } from '../../contracts/profile/openings.ts';

/** How a record is written; its text follows from these facts and nothing else. */
interface Writer<R> {
  readonly facts: readonly string[];
  write(record: R): Json;
}

interface Kept {
  /** In the order of the writer's facts. */
  values: readonly unknown[];
  text: string;
}

/** Texts that are kept, so that a large fleet does not fill the memory. */
const MOST_KEPT = 1_000;

/** From the id of a record and the record itself to its JSON. */
export function createKeptTexts<R extends object>(writer: Writer<R>): (id: number, record: R) => string {
  const texts = new Map<number, Kept>();
  const { facts } = writer;

  function isAsKept(record: R, values: readonly unknown[]): boolean {
    for (let place = 0; place < values.length; place++) {
      const value = record[facts[place] as keyof R];
      // An object may hold something else than it did when it was written.
      if (value !== values[place] || (typeof value === 'object' && value !== null)) return false;
    }
    return true;
  }

  return (id, record) => {
    const kept = texts.get(id);
    if (kept !== undefined && isAsKept(record, kept.values)) return kept.text;
    const text = JSON.stringify(writer.write(record));
    if (texts.size >= MOST_KEPT) texts.clear();
    texts.set(id, { values: facts.map((fact) => record[fact as keyof R]), text });
    return text;
  };
}
