/** Everything that is judged, in the order of the document. */
import { itemAt } from '../kit/items.ts';
import { expand, type Judged, type JudgedId } from './judged.ts';
import { rules } from './rules/index.ts';

export const ledger: readonly Judged[] = rules.flatMap(expand);

const byId: ReadonlyMap<string, Judged> = new Map(ledger.map((judged) => [judged.id, judged]));

export function judgedOf(id: JudgedId): Judged {
  return itemAt([byId.get(id)], 0);
}

/** A text as the id of a verdict; `undefined` for one that this version does not know. */
export function judgedIdIn(text: string): JudgedId | undefined {
  return byId.get(text)?.id;
}
