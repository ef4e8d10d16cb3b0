/**
 * From what a run saw to the outcomes of its rules. A lost connection, a timeout or a server error says nothing about a rule:
 * what was cut off is judged again. So is what another client may have a part in: a failure counts only if it comes each
 * time then. Nothing here acts: a run and its recording have the same outcomes by it.
 */
import type { Exchange } from '../deployment/exchange.ts';
import { type Finding, fail } from '../deployment/finding.ts';
import { isInLimit } from '../deployment/reading/limited.ts';
import type { Judged, JudgedId } from '../specification/judged.ts';
import { judgedOf } from '../specification/ledger.ts';
import { touchesOf } from './directed/by-histories.ts';
import { findingsOn } from './directed/findings.ts';
import { formsIn } from './directed/forms.ts';
import type { Circumstances, Disturbance, Evidence, Instead, Round, Strayed } from './evidence.ts';
import { expectedBy, notJudged, outcomeOf, outcomeSuspect, outcomeWith, unattended } from './outcome.ts';
import { isLeftOpen } from './reach.ts';
import type { Outcome } from './run.ts';

/** Why a failure must come again: what is counted for the account may be changed by others who are not seen. */
const ACCOUNT = 'It failed, and what it looks at is the account, which another client may have changed';
const OTHERS_SEEN = 'It failed in a run in which another client changed the deployment';
/** Why what was found may not be the deployment's doing. */
const OTHERS = 'It was seen while another client changed the deployment';

/** The outcome of a rule in one round. */
export interface Found {
  readonly outcome: Outcome;
  /** Whether it is suspect since the deployment broke off each time. */
  readonly brokeOff: boolean;
}

/** The record of a run as far as outcomes depend on it. */
interface Recorded {
  readonly exchanges: readonly Exchange[];
}

/** The outcomes that follow from all that a run saw, in the order of the ledger. */
export function outcomesOf(evidence: Evidence, recorded: Recorded): Outcome[] {
  const settling = new Settling(evidence.circumstances, recorded);
  settling.leaveOut(evidence.asked);
  for (const round of evidence.rounds) settling.settle(settling.found(round), round);
  settling.review(evidence);
  settling.doubt(evidence.strays);
  if (evidence.instead) settling.instead(evidence.asked, evidence.instead);
  return evidence.asked.flatMap((id) => settling.outcomes.get(id) ?? []);
}

/** Rules judged round by round, until each has an outcome. */
export class Settling {
  readonly #circumstances: Circumstances;
  readonly #recorded: Recorded;
  readonly outcomes = new Map<JudgedId, Outcome>();
  /** Why what was found before does not count, by rule. */
  readonly #doubts = new Map<JudgedId, string[]>();
  /** The first failure, and the first contradiction, of a rule that was in doubt. */
  readonly #failed = new Map<JudgedId, Outcome>();
  readonly #contradicted = new Map<JudgedId, Outcome>();

  constructor(circumstances: Circumstances, recorded: Recorded) {
    this.#circumstances = circumstances;
    this.#recorded = recorded;
  }

  /** The rules that a read-only run cannot judge; returns these. */
  leaveOut(asked: readonly JudgedId[]): JudgedId[] {
    if (!this.#circumstances.readOnly) return [];
    const writing = asked.map(judgedOf).filter((judged) => touchesOf(judged) !== 'nothing');
    for (const judged of writing)
      this.outcomes.set(
        judged.id,
        outcomeWith(judged, notJudged('It writes, and the run is read-only.', ['writing'])),
      );
    return writing.map(({ id }) => id);
  }

  /** The outcomes of one round by themselves. */
  found({ due, shown, instead, milliseconds }: Round): Map<JudgedId, Found> {
    const judged = due.map(judgedOf);
    if (instead)
      return new Map(
        judged.map((one) => [
          one.id,
          { outcome: outcomeWith(one, instead), brokeOff: instead.brokeOff ?? false },
        ]),
      );
    const findings = findingsOn(judged, shown, this.#circumstances, this.#recorded.exchanges);
    return new Map(
      judged.flatMap((one): [JudgedId, Found][] => {
        const finding = findings.get(one.id);
        if (!finding) return [];
        const outcome = this.#outcomeOf(one, finding, milliseconds);
        return [[one.id, { outcome, brokeOff: finding.brokeOff ?? false }]];
      }),
    );
  }

  /** Settles what counts; returns the rules that are to be judged again. */
  settle(found: ReadonlyMap<JudgedId, Found>, disturbance: Disturbance): JudgedId[] {
    const { people, attended } = this.#circumstances;
    const again: JudgedId[] = [];
    for (const [id, one] of found) {
      const doubt = this.#doubtOf(id, one, disturbance);
      if (doubt !== undefined && !disturbance.isLast) again.push(id);
      else {
        const settled = this.#settled(id, one.outcome, doubt === OTHERS, disturbance);
        this.outcomes.set(id, attended ? settled : unattended(settled, people));
      }
      if (doubt !== undefined) this.#note(id, one, doubt);
    }
    return again;
  }

  /** The outcomes that change by all answers to requests for a token. */
  review(forms: Pick<Evidence, 'issued' | 'tokenAnswers'>): void {
    for (const [id, { verdict, milliseconds }] of this.outcomes) {
      if (verdict !== 'pass' && verdict !== 'inconclusive') continue;
      const finding = formsIn(forms, judgedOf(id));
      if (finding) this.outcomes.set(id, outcomeOf(judgedOf(id), finding, milliseconds));
    }
  }

  /** The outcomes that change by what was found in the end. */
  doubt(strays: readonly Strayed[]): void {
    for (const stray of strays) {
      const isProven = stray.observed !== undefined && this.outcomes.has(stray.rule);
      // A rule that is broken says nothing certain of its neighbours.
      const id = isProven ? stray.rule : ruleFor(stray.rule, [...this.outcomes.keys()]);
      const before = id && this.outcomes.get(id);
      if (!id || !before || (isProven ? before.verdict === 'fail' : isBad(before))) continue;
      const said = isProven ? stray : { ...stray, observed: undefined };
      this.outcomes.set(id, outcomeOfStray(judgedOf(id), said, before));
    }
  }

  /** The outcome of all rules that have none. */
  instead(asked: readonly JudgedId[], instead: Instead): void {
    for (const id of asked)
      if (!this.outcomes.has(id)) this.outcomes.set(id, outcomeWith(judgedOf(id), instead));
  }

  #outcomeOf(judged: Judged, finding: Finding, milliseconds: number): Outcome {
    const outcome = this.#unlessLimited(outcomeOf(judged, finding, milliseconds));
    // It was left open though nothing for it was missing.
    const isOpen =
      outcome.verdict === 'inconclusive' && isLeftOpen(outcome.unlock ?? [], this.#circumstances);
    return isOpen ? { ...outcome, leftOpen: true } : outcome;
  }

  /**
   * No verdict rests on an answer to a client that calls too often: a limit that lasts longer than a run waits, and says
   * nothing of that, cannot be told from a refusal.
   */
  #unlessLimited(outcome: Outcome): Outcome {
    const { expected: _, observed: __, ...others } = outcome;
    const answered = { profile: this.#circumstances.profile, transport: this.#recorded };
    if (!isBad(outcome) || !isInLimit(answered, outcome.exchanges)) return outcome;
    const reason = 'The deployment may have had too many requests, and said so.';
    return { ...others, verdict: 'inconclusive', reason, unlock: ['rate-limit'] };
  }

  /** Why what was found does not count by itself. */
  #doubtOf(id: JudgedId, { outcome, brokeOff }: Found, { changed, seen }: Disturbance): string | undefined {
    if (!isBad(outcome)) return undefined;
    if (brokeOff) return outcome.reason;
    if (changed || (outcome.verdict === 'suspect' && seen)) return OTHERS;
    if (outcome.verdict === 'suspect') return this.#contradicted.has(id) ? undefined : outcome.reason;
    if (seen) return OTHERS_SEEN;
    // Whether a token is issued depends on the API access of the account.
    return touchesOf(judgedOf(id)) === 'account' || id.startsWith('token/') ? ACCOUNT : undefined;
  }

  #note(id: JudgedId, { outcome, brokeOff }: Found, doubt: string): void {
    this.#doubts.set(id, [...(this.#doubts.get(id) ?? []), doubt]);
    if (brokeOff || doubt === OTHERS) return;
    const noted = outcome.verdict === 'fail' ? this.#failed : this.#contradicted;
    if (!noted.has(id)) noted.set(id, outcome);
  }

  /** The outcome of all rounds. */
  #settled(id: JudgedId, outcome: Outcome, disturbed: boolean, { seen }: Disturbance): Outcome {
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
    if (failed && outcome.verdict === 'inconclusive' && !seen) return failed;
    return { ...outcome, ...again };
  }
}

function outcomeOfStray(
  judged: Judged,
  { reason, observed, exchanges }: Strayed,
  { milliseconds }: Pick<Outcome, 'milliseconds'>,
): Outcome {
  if (observed === undefined) return outcomeSuspect(judged, reason, exchanges, milliseconds);
  const shown = exchanges.map((exchange) => ({ exchange }));
  return outcomeOf(judged, fail(expectedBy(judged), observed, ...shown), milliseconds);
}

export function isBad({ verdict }: Pick<Outcome, 'verdict'>): boolean {
  return verdict === 'fail' || verdict === 'suspect';
}

/** The rule that a stray is about, or where that is not judged another of its area and channel. */
function ruleFor(rule: JudgedId, ids: readonly JudgedId[]): JudgedId | undefined {
  const [area = '', , channel] = rule.split('/');
  const isNear = (id: JudgedId) =>
    id.startsWith(`${area}/`) && (channel === undefined || judgedOf(id).channel === channel);
  return ids.find((id) => id === rule) ?? ids.find(isNear);
}
