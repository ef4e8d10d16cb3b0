/** A failure as people read it, with the readings that were ruled out. */

import { explain } from '../judge/judge.ts';
import type { Played } from '../play/player.ts';
import { inWords, type Step } from '../play/steps.ts';
import type { JudgedId } from '../specification/judged.ts';
import { rules } from '../specification/rules/index.ts';
import type { Exchange } from '../verify/run.ts';
import { onlySome, seenIn } from '../verify/shown.ts';
import { comparedAt, stepsTaken } from '../verify/telling.ts';
import type { Failure } from './exploration.ts';

/** More answers that would have been expected are not told. */
const MOST_EXPECTED = 3;

/**
 * A failure without what its search took.
 *
 * @param record the exchanges of the run
 */
export function failureOf(
  steps: readonly Step[],
  played: Played,
  certain: boolean,
  knownBroken: ReadonlySet<JudgedId>,
  record: readonly Exchange[],
): Omit<Failure, 'foundWith' | 'failed' | 'played' | 'requests' | 'shrinking'> {
  const seen = seenIn(played);
  const { facts } = seen;
  const explanation = explain(facts, { knownBroken });
  const broken = (explanation?.broken ?? []).map((set) => [...set]);
  const [likeliest] = broken;
  const at = explanation?.step ?? facts.length - 1;
  const { observed, lawful } = comparedAt(facts, at, { knownBroken }) ?? { observed: 'nothing', lawful: [] };
  const named = lawful.length > 0 && lawful.length <= MOST_EXPECTED ? `${lawful.join(', or ')}. ` : '';
  const demand =
    likeliest?.map(statementOf).join(' ') ?? 'Answers that some reading of the document explains.';
  const expected = `${named}${demand}`;
  const step = seen.steps[at];
  return {
    verdict: certain && likeliest ? 'fail' : 'suspect',
    broken,
    expected,
    observed: step ? `${observed} (${inWords(step)})` : observed,
    steps: [...steps],
    ruledOut: (explanation?.ruledOut ?? []).map(({ step, reading }) => ({ step: 1 + step, reading })),
    exchanges: played.exchanges.map((exchange) => ({
      ...exchange,
      purpose: likeliest?.[0] ?? exchange.purpose,
    })),
    taken: stepsTaken(
      onlySome(
        seen,
        Array.from({ length: at + 1 }, (_, index) => index),
      ),
      record,
      expected,
    ),
  };
}

/** The text of a rule, whatever operation or channel it is judged for. */
function statementOf(id: string): string {
  return rules.find((rule) => id === rule.id || id.startsWith(`${rule.id}/`))?.text ?? id;
}
