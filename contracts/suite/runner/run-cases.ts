/**
 * Runs the cases of a session: those that do not disturb each other together, those that touch the
 * account one by one, those that need time last, all on one clock.
 */
import { type Touches, Unreached } from '../case.ts';
import type { Progress } from '../options.ts';
import type { Outcome } from '../run.ts';
import { Caller } from '../session/caller.ts';
import { createCaseKit } from '../session/case-kit.ts';
import type { Session } from '../session/session.ts';
import { onInterruption } from '../transport/interruption.ts';
import { outcomeNotJudged, outcomeOf, outcomeOfError, unattended } from './outcome.ts';
import type { Planned } from './plan.ts';

export interface CasesRun {
  /** In the order of the ledger. */
  outcomes: Outcome[];
  /** What cases could not undo. */
  warnings: string[];
}

/** After an interruption a case has so long to come to its end by itself. */
const GRACE_MS = 1_000;

export async function runCases(session: Session, planned: readonly Planned[]): Promise<CasesRun> {
  const report = session.options.onProgress ?? (() => undefined);
  const outcomes = new Map<Planned, Outcome>();
  const warnings: string[] = [];
  report({ kind: 'start', total: planned.length });

  const judge = async (one: Planned): Promise<void> => {
    const outcome = await judgeOne(session, one, warnings);
    outcomes.set(one, outcome);
    report({ kind: 'judged', outcome, done: outcomes.size, total: planned.length });
  };
  const those = (...touched: Touches[]) => planned.filter(({ touches }) => touched.includes(touches));
  const phase = (name: Extract<Progress, { kind: 'phase' }>['phase']) =>
    report({ kind: 'phase', phase: name });

  phase('calibration');
  await Promise.all(those('nothing', 'records', 'device').map(judge));
  phase('account');
  for (const one of those('account')) await judge(one);
  phase('time');
  await Promise.all(those('time').map((one) => session.appointments.attend(() => judge(one))));

  return { outcomes: planned.map((one) => outcomes.get(one) as Outcome), warnings };
}

async function judgeOne(session: Session, planned: Planned, warnings: string[]): Promise<Outcome> {
  const { judged, readOnly } = planned;
  if (readOnly) return outcomeNotJudged(judged, 'It writes, and the run is read-only.', ['writing']);
  if (session.signal.aborted) return outcomeNotJudged(judged, 'The run was interrupted before.');
  const began = session.host.monotonic();
  const caller = new Caller(session, judged.id, session.signal);
  const caseKit = createCaseKit(caller);
  const spent = () => session.host.monotonic() - began;
  let outcome: Outcome;
  try {
    const finding = await unlessStuck(session, planned.case.judge(caseKit.kit, judged));
    outcome = outcomeOf(judged, finding, caller.noted, spent());
  } catch (error) {
    outcome = session.signal.aborted
      ? outcomeNotJudged(judged, 'The run was interrupted.')
      : outcomeOfError(judged, error, caller.noted, spent());
  }
  for (const failure of await caseKit.end()) {
    const message = failure instanceof Error ? failure.message : String(failure);
    warnings.push(`${judged.id} could not undo a change: ${message}`);
  }
  return session.host.person ? outcome : unattended(outcome, session.profile.controls);
}

/** What still waits for something long after the run was interrupted is waited for no more. */
async function unlessStuck<T>(session: Session, work: Promise<T>): Promise<T> {
  const over = new AbortController();
  let stopListening = () => {};
  const stuck = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new Unreached('the run was interrupted'));
    stopListening = onInterruption(session.signal, () => {
      session.host.sleep(GRACE_MS, over.signal).then(giveUp, () => undefined);
    });
  });
  try {
    return await Promise.race([work, stuck]);
  } finally {
    over.abort();
    stopListening();
  }
}
