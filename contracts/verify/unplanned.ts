/** The evidence of histories that no plan asked for: it is about the rules that they say something of, and no others. */
import { rulingsOn } from '../judge/verdict.ts';
import type { JudgedId } from '../specification/judged.ts';
import { knownBy } from './directed/known.ts';
import type { Circumstances, Evidence, Evidenced } from './evidence.ts';

/** @param ids the rules that may be judged, in the order of the ledger */
export function evidenceOf(
  ids: readonly JudgedId[],
  shown: readonly Evidenced[],
  circumstances: Circumstances,
): Evidence {
  const rulings = rulingsOn(ids, shown, { known: knownBy(circumstances) });
  const asked = rulings.flatMap(({ id, verdict }) => (verdict === 'not-reached' ? [] : [id]));
  const round = { due: asked, shown, milliseconds: 0, isLast: true };
  return {
    ...{ circumstances, asked, issued: [], tokenAnswers: 0 },
    rounds: asked.length > 0 ? [round] : [],
  };
}
