/**
 * The text of a record as it was last written, for as long as it would be written the same.
 *
 * Writing a record in the dialect and as JSON is most of what a read costs, and clients ask again and
 * again for what has not changed. The facts of each read are compared with those that the kept text was
 * written from. So no change has to be announced: whatever is behind a fact (a new
 * report, a restored world, a rule that a test replaced), another fact is another text.
 */
import type { Json } from '../../contracts/kit/json.ts';

/** How a record is written; its text follows from these facts and nothing else. */
interface Writer<R> {
  readonly facts: readonly string[];
  write(record: R): Json;
}

interface Kept {
  /** Ids begin at 1: this one is 0 where nothing is kept yet. */
  id: number;
  /** In the order of the writer's facts. */
  values: unknown[];
  text: string;
}

/**
 * Texts that are kept, each in the place that its id has by remainder: a large fleet neither fills the
 * memory nor spends time on what to forget. A prime, so that ids at even distances do not share a place.
 */
const PLACES = 1_009;

/** From the id of a record and the record itself to its JSON. */
export function createKeptTexts<R extends object>(writer: Writer<R>): (id: number, record: R) => string {
  const places = Array.from({ length: PLACES }, (): Kept => ({ id: 0, values: [], text: '' }));
  const facts = writer.facts as readonly (keyof R)[];

  function isAsKept(record: R, values: readonly unknown[]): boolean {
    for (let index = 0; index < facts.length; index++) {
      const value = record[facts[index] as keyof R];
      // An object may hold something else than it did when it was written.
      if (value !== values[index] || (typeof value === 'object' && value !== null)) return false;
    }
    return true;
  }

  return (id, record) => {
    const kept = places[id % PLACES] as Kept;
    if (kept.id === id && isAsKept(record, kept.values)) return kept.text;
    const text = JSON.stringify(writer.write(record));
    kept.id = id;
    kept.text = text;
    facts.forEach((fact, index) => {
      kept.values[index] = record[fact];
    });
    return text;
  };
}
