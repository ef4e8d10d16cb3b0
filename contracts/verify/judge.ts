/** All rules judged, phase by phase, until nothing is left that has to be judged again. `settling.ts` says what follows. */

import { sleepUnlessInterrupted, unlessStuck } from '../deployment/ending.ts';
import type { JudgedId } from '../specification/judged.ts';
import { judgedOf } from '../specification/ledger.ts';
import { phaseOf, playFor } from './directed/by-histories.ts';
import { reachable } from './directed/findings.ts';
import { formsSeen } from './directed/forms.ts';
import { type Phase, phases } from './directed/touches.ts';
import { circumstancesOf, type Evidence, type Round } from './evidence.ts';
import { type Finding, insteadByEnd, insteadByError } from './outcome.ts';
import type { Planned } from './plan.ts';
import { redactedOutcome } from './redacted.ts';
import type { Outcome } from './run.ts';
import type { Progress } from './run-options.ts';
import type { RunSession } from './run-session.ts';
import { type Found, Settling } from './settling.ts';

export interface Judgement {
  /** In the order of the ledger. */
  outcomes: Outcome[];
  /** Everything that the outcomes follow from. */
  evidence: Evidence;
  /** The changes that could not be undone. */
  warnings: string[];
}

const shownAs = { beside: 'calibration', account: 'account', time: 'time' } as const satisfies {
  [P in Phase]: Extract<Progress, { kind: 'phase' }>['phase'];
};

/** It never throws: what goes wrong in ourselves is an outcome, too. */
export async function judgeRules(session: RunSession, planned: readonly Planned[]): Promise<Judgement> {
  const judging = new Judging(
    session,
    planned.map(({ judged }) => judged.id),
  );
  await judging.judge(planned);
  return judging.judgement();
}

/** Judged so often at most. */
const ROUNDS = 3;
/** Before it is judged again, in ms of real time: by then others may be done with what they changed. */
const PAUSE = 500;

class Judging {
  readonly #session: RunSession;
  readonly #asked: readonly JudgedId[];
  readonly #settling: Settling;
  readonly #warnings: string[] = [];
  readonly #rounds: Evidence['rounds'][number][] = [];
  #found: Omit<Evidence, 'rounds'>;
  #reported = 0;

  constructor(session: RunSession, asked: readonly JudgedId[]) {
    this.#session = session;
    this.#asked = asked;
    const circumstances = circumstancesOf(session);
    this.#settling = new Settling(circumstances, session.transport);
    this.#found = { circumstances, asked, issued: [], tokenAnswers: 0 };
  }

  async judge(planned: readonly Planned[]): Promise<void> {
    const { options, tokens } = this.#session;
    const report = options.onProgress ?? (() => undefined);
    try {
      report({ kind: 'start', total: planned.length });
      const leftOut = this.#settling.leaveOut(this.#asked);
      for (const phase of phases) {
        report({ kind: 'phase', phase: shownAs[phase] });
        const due = this.#asked.filter((id) => phaseOf(judgedOf(id)) === phase);
        for (const id of due) if (leftOut.includes(id)) this.#report(id);
        await this.#until(due.filter((id) => !leftOut.includes(id)));
      }
      const forms = { issued: formsSeen(this.#session), tokenAnswers: tokens.answers.length };
      this.#found = { ...this.#found, ...forms };
      this.#settling.review(forms);
    } catch (error) {
      const instead = insteadByError(error);
      this.#found = { ...this.#found, instead };
      this.#settling.instead(this.#asked, instead);
    }
  }

  judgement(): Judgement {
    const { outcomes } = this.#settling;
    return {
      outcomes: this.#asked.flatMap((id) => outcomes.get(id) ?? []),
      evidence: { ...this.#found, rounds: this.#rounds },
      warnings: this.#warnings,
    };
  }

  /** Rounds of the rules of one phase. */
  async #until(these: readonly JudgedId[]): Promise<void> {
    const { signal, transport, host } = this.#session;
    let due = these;
    for (let number = 1; due.length > 0; number++) {
      const { round, found } = await this.#round(due);
      const isLast = number === ROUNDS || transport.gone || signal.aborted;
      this.#rounds.push({ ...round, isLast });
      const again = this.#settling.settle(found, isLast);
      for (const id of due) if (!again.includes(id)) this.#report(id);
      due = again;
      if (due.length > 0) await sleepUnlessInterrupted(host, PAUSE, signal).catch(() => undefined);
    }
  }

  async #round(due: readonly JudgedId[]): Promise<{ round: Round; found: Map<JudgedId, Found> }> {
    const { host, signal } = this.#session;
    const began = host.monotonic();
    const nothing = (instead: Finding) => this.#judged({ due, shown: [], milliseconds: 0, instead });
    if (signal.aborted) return nothing(insteadByEnd(signal.reason, 'before'));
    try {
      const judged = reachable(due.map(judgedOf), this.#found.circumstances);
      const work = playFor(this.#session, judged, (warning) => this.#warnings.push(warning));
      const shown = await unlessStuck(host, signal, work);
      return this.#judged({ due, shown, milliseconds: host.monotonic() - began });
    } catch (error) {
      return nothing(signal.aborted ? insteadByEnd(signal.reason, 'meanwhile') : insteadByError(error));
    }
  }

  #judged(round: Round): { round: Round; found: Map<JudgedId, Found> } {
    return { round, found: this.#settling.found(round) };
  }

  #report(id: JudgedId): void {
    const { options, redactor } = this.#session;
    const outcome = this.#settling.outcomes.get(id);
    if (!outcome || !options.onProgress) return;
    const [done, total] = [++this.#reported, this.#asked.length];
    options.onProgress({ kind: 'judged', outcome: redactedOutcome(outcome, redactor), done, total });
  }
}
