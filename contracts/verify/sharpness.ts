/**
 * The sharpness of a run: the share of answers of which some rule would have noticed that they were others. So it says how
 * much a run that found nothing would have found, whatever the deployment is.
 */
import { histories } from '../histories/index.ts';
import { alikeIn } from '../judge/nulls.ts';
import { stakesOf } from '../judge/stakes.ts';
import { answerOf } from '../play/steps.ts';
import type { JudgedId } from '../specification/judged.ts';
import { knownBy } from './described.ts';
import type { Circumstances, Evidence, Evidenced } from './evidence.ts';
import type { Outcome, Sharpness } from './run.ts';

/** @param outcomes those of the run: they say what would put a rule at stake */
export function sharpnessOf(
  { rounds, circumstances, asked }: Evidence,
  outcomes: readonly Outcome[],
): Sharpness {
  // A history that was played again counts as it was played last.
  const played = new Map(rounds.flatMap(({ shown }) => shown.map((one) => [one.name, one] as const)));
  const flips = [...played.values()].flatMap((one) => flipsIn(one, circumstances));
  const rules = new Map<JudgedId, number>();
  for (const id of flips.flatMap((flip) => flip.rules)) rules.set(id, (rules.get(id) ?? 0) + 1);
  const counted = (these: readonly Flip[]) => ({
    answers: these.length,
    noticed: these.filter((flip) => flip.rules.length > 0).length,
  });
  const names = [...new Set([...answering(asked), ...flips.map(({ operation }) => operation)])].sort();
  const operations = names.map(
    (name) => [name, counted(flips.filter(({ operation }) => operation === name))] as const,
  );
  const shares = operations.map(([, { answers, noticed }]) => (answers === 0 ? 0 : noticed / answers));
  return {
    ...counted(flips),
    percent: percentOf(shares),
    operations: Object.fromEntries(operations),
    rules: Object.fromEntries(
      outcomes.flatMap(({ id }) => (rules.has(id) ? [[id, rules.get(id) ?? 0]] : [])),
    ),
    unstaked: outcomes
      .filter(({ id, verdict }) => !rules.has(id) && verdict !== 'fail' && verdict !== 'not-applicable')
      .map(({ id, unlock = [] }) => ({ id, unlock })),
  };
}

/** Their mean to a tenth, and never more than it is. */
function percentOf(shares: readonly number[]): number {
  const sum = shares.reduce((all, share) => all + share, 0);
  return shares.length === 0 ? 0 : Math.floor((1000 * sum) / shares.length) / 10;
}

interface Flip {
  /** The operation or the control that answered. */
  readonly operation: string;
  /** The rules that would have noticed another answer. */
  readonly rules: readonly JudgedId[];
}

/** A rule notices nothing in a history that a service that does nothing could have answered, too. */
function flipsIn({ facts, steps, counts }: Evidenced, circumstances: Circumstances): Flip[] {
  const { flips, explained } = stakesOf(facts, knownBy(circumstances));
  const alike = new Map<JudgedId, boolean>();
  const isUnlike = (id: JudgedId) => {
    const known = alike.get(id) ?? alikeIn(facts.slice(0, explained), id).length > 0;
    alike.set(id, known);
    return !known;
  };
  return flips.flatMap(({ step, rules }) => {
    const operation = steps[step] && answerOf(steps[step]);
    return operation === undefined ? [] : [{ operation, rules: counts ? [...rules].filter(isUnlike) : [] }];
  });
}

/** The operations and controls whose answers the histories about these rules look at. */
function answering(asked: readonly JudgedId[]): string[] {
  const usual = histories.filter(
    ({ when, about }) => when === undefined && about.some((id) => asked.includes(id)),
  );
  return usual.flatMap(({ steps }) => steps.flatMap((step) => answerOf(step) ?? []));
}
