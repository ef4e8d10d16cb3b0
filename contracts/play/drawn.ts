/** Free texts that stores get wrong, in the place of the texts of a record. */
import { itemAt } from '../kit/items.ts';
import type { CaseContext } from '../suite/case-context.ts';
import type { AnyFacts } from '../suite/cases/records/compare.ts';
import { firstOfClass, marked, packed, turnOf } from '../suite/cases/records/texts.ts';

/** So many texts are drawn. */
export const MOST_DRAWN = firstOfClass.length;

/**
 * In a record that is written as a whole several texts are in the name, behind the mark of the record, and one that is all
 * of a value in the description. In a change of one fact it is all of that.
 */
export function drawnFacts(
  { nonce }: CaseContext,
  { name, description }: AnyFacts,
  drawn: number,
  changed: 'name' | 'description' | undefined,
): AnyFacts {
  const text = itemAt(firstOfClass, drawn - 1);
  if (changed !== undefined) return { [changed]: text };
  const mark = typeof name === 'string' ? (new RegExp(`${nonce}[-\\d]*`).exec(name)?.[0] ?? nonce) : nonce;
  const several = marked(turnOf(packed(mark.length), drawn - 1, 0), mark);
  return { name: several, ...(description !== undefined && { description: text }) };
}
