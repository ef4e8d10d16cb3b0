/**
 * Runs the cases of a session: those that do not disturb each other together, those that touch the
 * account one by one, those that need time last, all on one clock.
 */
import type { Touches } from '../case.ts';
import type { Progress } from '../options.ts';
import type { Outcome } from '../run.ts';
import { Chance } from '../session/chance.ts';
import type { Session } from '../session/session.ts';
import { judgeRule } from './judge.ts';
import { outcomeOf, outcomeOfError } from './outcome.ts';
import type { Planned } from './plan.ts';
import { redactedOutcome } from './redacted.ts';
import { firstLook, secondLook } from './second-look.ts';

export interface CasesRun {
  /** In the order of the ledger. */
  outcomes: Outcome[];
  /** The changes that cases could not undo. */
  warnings: string[];
}

/** It never throws: what goes wrong in ourselves is an outcome, too. */
export async function runCases(session: Session, planned: readonly Planned[]): Promise<CasesRun> {
  const report = session.options.onProgress ?? (() => undefined);
  const outcomes = new Map<Planned, Outcome>();
  const warnings: string[] = [];

  const judge = async (one: Planned): Promise<void> => {
    const outcome = await judgeRule(session, one, (warning) => warnings.push(warning)).catch(
      (error: unknown) => outcomeOfError(one.judged, error, [], 0),
    );
    outcomes.set(one, outcome);
    report({
      kind: 'judged',
      outcome: redactedOutcome(outcome, session.redactor),
      done: outcomes.size,
      total: planned.length,
    });
  };
  const ordered = inOrder(planned, session.options.orderSeed);
  const those = (...touched: Touches[]) => ordered.filter(({ touches }) => touched.includes(touches));
  const phase = (name: Extract<Progress, { kind: 'phase' }>['phase']) =>
    report({ kind: 'phase', phase: name });

  try {
    report({ kind: 'start', total: planned.length });
    phase('calibration');
    const bystander = await firstLook(session, planned);
    await Promise.all(those('nothing', 'records', 'device').map(judge));
    phase('account');
    for (const one of [...those('account'), ...those('quiet')]) {
      await session.turn.renew();
      await judge(one);
    }
    phase('time');
    await Promise.all(those('time').map((one) => session.appointments.attend(() => judge(one))));
    for (const [one, outcome] of reviewed(session, outcomes)) outcomes.set(one, outcome);
    for (const [one, outcome] of await secondLook(session, outcomes, bystander)) outcomes.set(one, outcome);
  } catch (error) {
    return {
      outcomes: planned.map((one) => outcomes.get(one) ?? outcomeOfError(one.judged, error, [], 0)),
      warnings,
    };
  }
  return { outcomes: planned.flatMap((one) => outcomes.get(one) ?? []), warnings };
}

/** The outcomes that change by all that the run has seen. */
function reviewed(session: Session, outcomes: ReadonlyMap<Planned, Outcome>): [Planned, Outcome][] {
  return [...outcomes].flatMap(([one, { verdict, milliseconds }]): [Planned, Outcome][] => {
    if (verdict !== 'pass' && verdict !== 'inconclusive') return [];
    const finding = one.case.review?.(session, one.judged);
    return finding ? [[one, outcomeOf(one.judged, finding, [], milliseconds)]] : [];
  });
}

function inOrder(planned: readonly Planned[], seed: number | undefined): readonly Planned[] {
  return seed === undefined ? planned : new Chance(seed).shuffled('rules', planned);
}
