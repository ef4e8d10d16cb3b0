/**
 * From what a run saw to the outcomes of its rules. A lost connection, a timeout or a server error says nothing about a rule:
 * what was cut off is judged again. A failure of what is counted for the account must come twice. Nothing here acts.
 */
import type { Exchange } from '../deployment/exchange.ts';
import { isInLimit } from '../deployment/reading/answers.ts';
import type { JudgedId } from '../specification/judged.ts';
import { judgedOf } from '../specification/ledger.ts';
import { touchesOf } from './directed/by-histories.ts';
import { findingsOn } from './directed/findings.ts';
import { formsIn } from './directed/forms.ts';
import type { Circumstances, Evidence, Round } from './evidence.ts';
import { type Finding, notJudged, outcomeOf } from './outcome.ts';
import { isLeftOpen } from './reach.ts';
import type { Outcome } from './run.ts';

const ACCOUNT = 'It failed, and what it looks at is the account, which another client may have changed';

/** The outcome of a rule in one round, and whether it is suspect since the deployment broke off each time. */
export interface Found {
  readonly outcome: Outcome;
  readonly brokeOff: boolean;
}

interface Recorded {
  readonly exchanges: readonly Exchange[];
}

/** The outcomes that follow from all that a run saw, in the order of the ledger. */
export function outcomesOf(evidence: Evidence, recorded: Recorded): Outcome[] {
  const settling = new Settling(evidence.circumstances, recorded);
  settling.leaveOut(evidence.asked);
  for (const round of evidence.rounds) settling.settle(settling.found(round), round.isLast);
  settling.review(evidence);
  if (evidence.instead) settling.instead(evidence.asked, evidence.instead);
  return evidence.asked.flatMap((id) => settling.outcomes.get(id) ?? []);
}

/** Rules judged round by round, until each has an outcome. */
export class Settling {
  readonly outcomes = new Map<JudgedId, Outcome>();
  readonly #before = new Map<JudgedId, Outcome>();
  readonly #circumstances: Circumstances;
  readonly #recorded: Recorded;

  constructor(circumstances: Circumstances, recorded: Recorded) {
    this.#circumstances = circumstances;
    this.#recorded = recorded;
  }

  /** The rules that a read-only run cannot judge. */
  leaveOut(asked: readonly JudgedId[]): JudgedId[] {
    if (!this.#circumstances.readOnly) return [];
    const writing = asked.map(judgedOf).filter((judged) => touchesOf(judged) !== 'nothing');
    const instead = notJudged('It writes, and the run is read-only.', ['writing']);
    for (const judged of writing) this.outcomes.set(judged.id, outcomeOf(judged, instead));
    return writing.map(({ id }) => id);
  }

  /** The outcomes of one round by themselves. */
  found({ due, shown, instead, milliseconds }: Round): Map<JudgedId, Found> {
    const judged = due.map(judgedOf);
    if (instead)
      return new Map(
        judged.map((one) => [
          one.id,
          { outcome: outcomeOf(one, instead), brokeOff: instead.brokeOff ?? false },
        ]),
      );
    const broken = [...this.outcomes.values()]
      .filter(({ verdict }) => verdict === 'fail')
      .map(({ id }) => id);
    const findings = findingsOn(
      judged,
      shown,
      this.#circumstances,
      this.#recorded.exchanges,
      new Set(broken),
    );
    return new Map(
      judged.flatMap((one): [JudgedId, Found][] => {
        const finding = findings.get(one.id);
        if (!finding) return [];
        const outcome = this.#checked(outcomeOf(one, finding, milliseconds));
        return [[one.id, { outcome, brokeOff: finding.brokeOff ?? false }]];
      }),
    );
  }

  /** Settles what counts; returns the rules that are to be judged again. */
  settle(found: ReadonlyMap<JudgedId, Found>, isLast: boolean): JudgedId[] {
    const again: JudgedId[] = [];
    for (const [id, { outcome, brokeOff }] of found) {
      const before = this.#before.get(id);
      const mustComeAgain =
        outcome.verdict === 'fail' && (touchesOf(judgedOf(id)) === 'account' || id.startsWith('token/'));
      if (!isLast && (brokeOff || (!before && (outcome.verdict === 'suspect' || mustComeAgain)))) {
        if (!brokeOff) this.#before.set(id, outcome);
        again.push(id);
        continue;
      }
      // A failure that does not come again is no proof, and no pass: the deployment contradicted itself.
      const isProof = before?.verdict === 'fail' || id.startsWith('token/') || this.#isOfKnown(id);
      const isContradicted = before !== undefined && isProof && outcome.verdict === 'pass';
      const settled = isContradicted
        ? { ...before, verdict: 'suspect' as const }
        : before && outcome.verdict === 'inconclusive'
          ? before
          : outcome;
      this.outcomes.set(id, before ? { ...settled, retries: [ACCOUNT] } : settled);
    }
    return again;
  }

  /** Returns true for a rule that is judged by devices which were there before: the next round shows what was done to them. */
  #isOfKnown(id: JudgedId): boolean {
    return /^(limits|expiry|licences)\//.test(id) && !this.#circumstances.controls.includes('createDevice');
  }

  /** The outcomes that change by all answers to requests for a token. */
  review(forms: Pick<Evidence, 'issued' | 'tokenAnswers'>): void {
    for (const [id, { verdict, milliseconds }] of this.outcomes) {
      if (verdict !== 'pass' && verdict !== 'inconclusive') continue;
      const finding = formsIn(forms, judgedOf(id), this.#recorded.exchanges);
      if (finding) this.outcomes.set(id, outcomeOf(judgedOf(id), finding, milliseconds));
    }
  }

  /** The outcome of all rules that have none. */
  instead(asked: readonly JudgedId[], instead: Finding): void {
    for (const id of asked)
      if (!this.outcomes.has(id)) this.outcomes.set(id, outcomeOf(judgedOf(id), instead));
  }

  /** No verdict rests on a refusal of too many requests; what stayed open though nothing was missing is left open. */
  #checked(outcome: Outcome): Outcome {
    const answered = { profile: this.#circumstances.profile, transport: this.#recorded };
    const isBad = outcome.verdict === 'fail' || outcome.verdict === 'suspect';
    if (isBad && isInLimit(answered, outcome.exchanges)) {
      const { expected: _, observed: __, ...others } = outcome;
      const reason = 'The deployment may have had too many requests, and said so.';
      return { ...others, verdict: 'inconclusive', reason, unlock: ['rate-limit'] };
    }
    const isOpen =
      outcome.verdict === 'inconclusive' && isLeftOpen(outcome.unlock ?? [], this.#circumstances);
    return isOpen ? { ...outcome, leftOpen: true } : outcome;
  }
}
