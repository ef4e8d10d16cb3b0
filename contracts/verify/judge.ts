/**
 * All rules judged, phase by phase. A lost connection, a timeout or a server error says nothing about a rule: what was cut
 * off is done again. So is what another client may have a part in: a failure counts only if it comes each time then.
 */

import { unlessStuck } from '../deployment/contact/unless-stuck.ts';
import type { Finding } from '../deployment/finding.ts';
import { isInLimit } from '../deployment/reading/limited.ts';
import { Chance } from '../deployment/session/chance.ts';
import { breakOffIn } from '../deployment/transport/failures.ts';
import { sleepUnlessInterrupted } from '../deployment/transport/interruption.ts';
import type { Judged, JudgedId } from '../specification/judged.ts';
import { judgeByHistories, phaseOf } from './directed/by-histories.ts';
import { formsIn } from './directed/forms.ts';
import { type Phase, phases } from './directed/touches.ts';
import { outcomeInterrupted, outcomeNotJudged, outcomeOf, outcomeOfError, unattended } from './outcome.ts';
import type { Planned } from './plan.ts';
import { isLeftOpen } from './reach.ts';
import { redactedOutcome } from './redacted.ts';
import type { Outcome } from './run.ts';
import type { Progress } from './run-options.ts';
import type { RunSession } from './run-session.ts';
import { firstLook, secondLook } from './watching/looking.ts';

export interface Judgement {
  /** In the order of the ledger. */
  outcomes: Outcome[];
  /** The changes that could not be undone. */
  warnings: string[];
}

const shownAs = { beside: 'calibration', account: 'account', time: 'time' } as const satisfies {
  [P in Phase]: Extract<Progress, { kind: 'phase' }>['phase'];
};

/** It never throws: what goes wrong in ourselves is an outcome, too. */
export async function judgeRules(session: RunSession, planned: readonly Planned[]): Promise<Judgement> {
  const { options, redactor } = session;
  const report = options.onProgress ?? (() => undefined);
  const outcomes = new Map<Planned, Outcome>();
  const warnings: string[] = [];
  const settle = (one: Planned, outcome: Outcome) => {
    outcomes.set(one, outcome);
    const [done, total] = [outcomes.size, planned.length];
    report({ kind: 'judged', outcome: redactedOutcome(outcome, redactor), done, total });
  };
  try {
    report({ kind: 'start', total: planned.length });
    const bystander = await firstLook(session, planned);
    for (const phase of phases) {
      report({ kind: 'phase', phase: shownAs[phase] });
      const due = inOrder(planned, options.orderSeed).filter(({ judged }) => phaseOf(judged) === phase);
      for (const one of due.filter(({ readOnly }) => readOnly))
        settle(one, outcomeNotJudged(one.judged, 'It writes, and the run is read-only.', ['writing']));
      const rounds = new Rounds(session, (warning) => warnings.push(warning));
      await rounds.judge(
        due.filter(({ readOnly }) => !readOnly),
        settle,
      );
    }
    for (const [one, outcome] of reviewed(session, outcomes)) outcomes.set(one, outcome);
    for (const [one, outcome] of await secondLook(session, outcomes, bystander)) outcomes.set(one, outcome);
  } catch (error) {
    for (const one of planned) if (!outcomes.has(one)) outcomes.set(one, outcomeOfError(one.judged, error));
  }
  return { outcomes: planned.flatMap((one) => outcomes.get(one) ?? []), warnings };
}

/** Judged so often at most. */
const ROUNDS = 3;
/** Before it is judged again, in ms of real time: by then others may be done with what they changed. */
const PAUSE = 500;

/** Why a failure must come again: what is counted for the account may be changed by others who are not seen. */
const ACCOUNT = 'It failed, and what it looks at is the account, which another client may have changed';
const OTHERS_SEEN = 'It failed in a run in which another client changed the deployment';
/** Why what was found may not be the deployment's doing. */
const OTHERS = 'It was seen while another client changed the deployment';

/** The rules of one phase, judged until each has an outcome. */
class Rounds {
  readonly #session: RunSession;
  readonly #warn: (warning: string) => void;
  /** Why what was found before does not count, by rule. */
  readonly #doubts = new Map<JudgedId, string[]>();
  /** The first failure, and the first contradiction, of a rule that was in doubt. */
  readonly #failed = new Map<JudgedId, Outcome>();
  readonly #contradicted = new Map<JudgedId, Outcome>();

  constructor(session: RunSession, warn: (warning: string) => void) {
    this.#session = session;
    this.#warn = warn;
  }

  async judge(planned: readonly Planned[], settle: (one: Planned, outcome: Outcome) => void): Promise<void> {
    const { signal, transport, host, profile } = this.#session;
    let due = planned;
    for (let round = 1; due.length > 0; round++) {
      const began = host.monotonic();
      const outcomes = await this.#round(due);
      const isLast = round === ROUNDS || transport.gone || signal.aborted;
      const changed = await this.#isDisturbed(outcomes, began);
      const again: Planned[] = [];
      for (const [one, { outcome, brokeOff }] of outcomes) {
        const doubt = this.#doubtOf(one, outcome, brokeOff, changed);
        if (doubt !== undefined && !isLast) again.push(one);
        else {
          const settled = this.#settled(one.judged, outcome, doubt === OTHERS);
          settle(one, host.person ? settled : unattended(settled, profile.controls));
        }
        if (doubt !== undefined) this.#note(one.judged, outcome, brokeOff, doubt);
      }
      due = again;
      if (due.length > 0) await sleepUnlessInterrupted(host, PAUSE, signal).catch(() => undefined);
    }
  }

  async #round(due: readonly Planned[]): Promise<Map<Planned, Found>> {
    const { host, signal } = this.#session;
    const began = host.monotonic();
    const judged = due.map((one) => one.judged);
    if (signal.aborted) return foundOf(due, (one) => outcomeInterrupted(one, signal.reason, 'before'));
    try {
      const work = judgeByHistories(this.#session, judged, this.#warn);
      const findings = await unlessStuck(host, signal, work);
      const spent = host.monotonic() - began;
      return foundOf(
        due,
        (one) => this.#outcomeOf(one, findings.get(one.id), spent),
        ({ id }) => findings.get(id)?.brokeOff,
      );
    } catch (error) {
      const brokeOff = breakOffIn(error) !== undefined;
      return foundOf(
        due,
        (one) =>
          signal.aborted ? outcomeInterrupted(one, signal.reason, 'meanwhile') : outcomeOfError(one, error),
        () => brokeOff,
      );
    }
  }

  #outcomeOf(judged: Judged, finding: Finding | undefined, spent: number): Outcome {
    const { signal } = this.#session;
    if (!finding) return outcomeInterrupted(judged, signal.reason, 'meanwhile');
    return withReach(unlessLimited(outcomeOf(judged, finding, spent), this.#session), this.#session);
  }

  /** Whether others changed the deployment while anything was found to be wrong; what did not answer is not their doing. */
  async #isDisturbed(outcomes: ReadonlyMap<Planned, Found>, began: number): Promise<boolean> {
    const { signal, others } = this.#session;
    const isWrong = [...outcomes.values()].some(({ outcome, brokeOff }) => isBad(outcome) && !brokeOff);
    return isWrong && !signal.aborted && (await others.changedSince(began).catch(() => false));
  }

  /** Why what was found does not count by itself. */
  #doubtOf(
    { touches, judged }: Planned,
    outcome: Outcome,
    brokeOff: boolean,
    changed: boolean,
  ): string | undefined {
    if (!isBad(outcome)) return undefined;
    if (brokeOff) return outcome.reason;
    const { seen } = this.#session.others;
    if (changed || (outcome.verdict === 'suspect' && seen)) return OTHERS;
    if (outcome.verdict === 'suspect') return this.#contradicted.has(judged.id) ? undefined : outcome.reason;
    if (seen) return OTHERS_SEEN;
    // Whether a token is issued depends on the API access of the account.
    return touches === 'account' || judged.rule.startsWith('token/') ? ACCOUNT : undefined;
  }

  #note({ id }: Judged, outcome: Outcome, brokeOff: boolean, doubt: string): void {
    this.#doubts.set(id, [...(this.#doubts.get(id) ?? []), doubt]);
    if (brokeOff || doubt === OTHERS) return;
    const noted = outcome.verdict === 'fail' ? this.#failed : this.#contradicted;
    if (!noted.has(id)) noted.set(id, outcome);
  }

  /** The outcome of all rounds. */
  #settled({ id }: Judged, outcome: Outcome, disturbed: boolean): Outcome {
    const doubts = this.#doubts.get(id) ?? [];
    const again = doubts.length > 0 && { retries: doubts };
    if (disturbed) {
      const { expected: _, observed: __, ...open } = outcome;
      return { ...open, verdict: 'inconclusive', reason: `${OTHERS}.`, leftOpen: true, ...again };
    }
    if (outcome.verdict === 'fail') return outcome;
    // A contradiction leaves the rule suspect, unless it is proven broken.
    const contradicted = this.#contradicted.get(id);
    if (contradicted) return { ...contradicted, ...again };
    // A rule that cannot be looked at again is no excuse, unless others were seen.
    const failed = this.#failed.get(id);
    if (failed && outcome.verdict === 'inconclusive' && !this.#session.others.seen) return failed;
    return { ...outcome, ...again };
  }
}

interface Found {
  outcome: Outcome;
  /** Whether it is suspect since the deployment broke off each time. */
  brokeOff: boolean;
}

function foundOf(
  due: readonly Planned[],
  outcomeOf: (judged: Judged) => Outcome,
  brokeOff: (judged: Judged) => boolean | undefined = () => false,
): Map<Planned, Found> {
  return new Map(
    due.map((one) => [one, { outcome: outcomeOf(one.judged), brokeOff: brokeOff(one.judged) ?? false }]),
  );
}

function isBad({ verdict }: Outcome): boolean {
  return verdict === 'fail' || verdict === 'suspect';
}

/** An inconclusive outcome, and whether the rule was left open though nothing for it was missing. */
function withReach(outcome: Outcome, session: RunSession): Outcome {
  const isOpen = outcome.verdict === 'inconclusive' && isLeftOpen(outcome.unlock ?? [], session);
  return isOpen ? { ...outcome, leftOpen: true } : outcome;
}

/**
 * No verdict rests on an answer to a client that calls too often: a limit that lasts longer than a run waits, and says
 * nothing of that, cannot be told from a refusal.
 */
function unlessLimited(outcome: Outcome, session: RunSession): Outcome {
  const { expected: _, observed: __, ...others } = outcome;
  if (!isBad(outcome) || !isInLimit(session, outcome.exchanges)) return outcome;
  const reason = 'The deployment may have had too many requests, and said so.';
  return { ...others, verdict: 'inconclusive', reason, unlock: ['rate-limit'] };
}

/** The outcomes that change by all that the run has seen. */
function reviewed(session: RunSession, outcomes: ReadonlyMap<Planned, Outcome>): [Planned, Outcome][] {
  return [...outcomes].flatMap(([one, { verdict, milliseconds }]): [Planned, Outcome][] => {
    if (verdict !== 'pass' && verdict !== 'inconclusive') return [];
    const finding = formsIn(session, one.judged);
    return finding ? [[one, outcomeOf(one.judged, finding, milliseconds)]] : [];
  });
}

function inOrder(planned: readonly Planned[], seed: number | undefined): readonly Planned[] {
  return seed === undefined ? planned : new Chance(seed).shuffled('rules', planned);
}
