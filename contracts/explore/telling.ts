/** A failure as people read it. */

import { explain } from '../judge/judge.ts';
import type { Played } from '../play/player.ts';
import { inWords, type Step } from '../play/steps.ts';
import type { JudgedId } from '../specification/judged.ts';
import { judgedOf } from '../specification/ledger.ts';
import { rule } from '../specification/rules/index.ts';
import type { Exchange, FailedHistory } from '../verify/run.ts';
import { onlySome, seenIn } from '../verify/shown.ts';
import { comparedAt, stepsTaken } from '../verify/telling.ts';

/** A failure that was found, with its exchanges of the last time that it failed. */
export type Found = Omit<FailedHistory, 'exchanges'> & { readonly exchanges: readonly Exchange[] };

/** A failure has to come so often without exception. */
export const CONFIRMING = 3;

/** Returns whether it failed each time. */
export function isSteady({ failed, played }: Pick<Found, 'failed' | 'played'>): boolean {
  return failed === played && played >= CONFIRMING;
}

/** More answers that would have been expected are not told. */
const MAX_EXPECTED = 3;

/** The price of a failure in its search. */
type Effort = Pick<Found, 'foundWith' | 'failed' | 'played' | 'requests' | 'shrinking' | 'unshrunk'>;

/**
 * A failure, by the history that shows it and how that was played last.
 *
 * @param record the exchanges of the run
 */
export function failureOf(
  history: readonly Step[],
  played: Played,
  effort: Effort,
  knownBroken: ReadonlySet<JudgedId>,
  record: readonly Exchange[],
): Found {
  const seen = seenIn(played);
  const { facts } = seen;
  const explanation = explain(facts, { knownBroken });
  const broken = (explanation?.broken ?? []).map((set) => [...set]);
  const [likeliest] = broken;
  const at = explanation?.step ?? facts.length - 1;
  const { observed, lawful } = comparedAt(facts, at, { knownBroken }) ?? { observed: 'nothing', lawful: [] };
  const named = lawful.length > 0 && lawful.length <= MAX_EXPECTED ? `${lawful.join(', or ')}. ` : '';
  const demand =
    likeliest?.map((id) => rule(judgedOf(id).rule).text).join(' ') ??
    'Answers that some reading of the document explains.';
  const expected = `${named}${demand}`;
  const step = seen.steps[at];
  const until = onlySome(seen, [...facts.keys()].slice(0, at + 1));
  return {
    ...effort,
    verdict: isSteady(effort) && likeliest ? 'fail' : 'suspect',
    ...{ broken, expected, history, exchanges: played.exchanges },
    reason: reasonOf(effort, broken),
    observed: step ? `${observed} (${inWords(step)})` : observed,
    steps: stepsTaken(until, record, expected),
  };
}

/** The search and the judgement behind a failure, in sentences. */
function reasonOf(
  { foundWith, requests, failed, played, unshrunk }: Effort,
  broken: readonly (readonly JudgedId[])[],
): string {
  const others = broken.slice(1).map((set) => set.join(' and '));
  return [
    'No reading of the document explains this history.',
    `It was found after ${requests} requests, with ${foundWith} steps, and failed ${failed} of ${played} times.`,
    ...(others.length > 0 ? [`Other rules that may be the cause: ${others.join('; ')}.`] : []),
    ...(unshrunk === undefined ? [] : [`It was not made shorter: ${unshrunk}.`]),
  ].join(' ');
}
