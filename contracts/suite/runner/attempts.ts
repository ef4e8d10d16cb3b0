/** Combines several attempts at one rule into an outcome. */
import type { Outcome } from '../run.ts';

/** One attempt, and what makes it doubtful. */
export interface Attempted {
  outcome: Outcome;
  /** Where the deployment broke off, so that the outcome says nothing about the rule. */
  brokeOff: string | undefined;
  /** Why a failure may be the doing of others. */
  others: string | undefined;
  /** Why a failure counts only if it comes again and again: others may do what the run does not see. */
  unsure?: string | undefined;
}

/** Why a failure must come again: what is counted for the account may be changed by others who are not seen. */
export const ACCOUNT =
  'It failed, and what it looks at is the account, which another client may have changed';
/** Why it must where others were seen. */
export const OTHERS_SEEN = 'It failed in a run in which another client changed the deployment';

/** Attempts that break off one after the other make a rule suspect. */
const BROKEN_IN_A_ROW = 3;
/** Attempts that must go well, and alike, once one broke off. */
const CONFIRMING = 2;
/** Failures in which others may have a part that make one. */
const FAILURES = 3;
const MOST_ATTEMPTS = 6;
/** Before the next attempt, in ms of real time, by how many have broken off in a row. */
const PAUSES = [0, 0, 500];
/** Where others may have a part in a failure: by then they may be done with what they changed. In ms of real time. */
const UNSURE_PAUSE = 300;

export class Attempts {
  /** Why each attempt that does not count does not. */
  #doubts: string[] = [];
  /** The attempts that went well. */
  readonly #good: Outcome[] = [];
  /** The last that broke off. */
  #broken: Outcome | undefined;
  /** The first in which the deployment contradicted itself. */
  #contradicted: Outcome | undefined;
  /** The last that others may have disturbed. */
  #disturbed: Outcome | undefined;
  #inARow = 0;
  /** Failures that others may have caused, and the first of them. */
  #unsure = 0;
  #failed: Outcome | undefined;
  #count = 0;
  #settled: Outcome | undefined;

  /** Gives the pause before the next attempt in ms; `undefined` when there is nothing left to try. */
  add(attempted: Attempted): number | undefined {
    this.#count++;
    this.#settled = this.#settledBy(attempted);
    if (this.#settled || this.#count >= MOST_ATTEMPTS) return undefined;
    return Math.max(PAUSES[this.#inARow] ?? 0, this.#unsure > 0 ? UNSURE_PAUSE : 0);
  }

  /** The outcome of all attempts. An attempt that broke off and was not made up for leaves the rule suspect. */
  get verdict(): Outcome {
    const outcome = this.#settled ?? this.#contradicted ?? this.#broken ?? this.#disturbed ?? this.#failed;
    if (!outcome) throw new Error('Nothing was attempted.');
    return this.#doubts.length === 0 ? outcome : { ...outcome, retries: this.#doubts };
  }

  #settledBy({ outcome, brokeOff, others, unsure }: Attempted): Outcome | undefined {
    if (brokeOff !== undefined) return this.#brokeOff(outcome, brokeOff);
    this.#inARow = 0;
    if (others !== undefined) return this.#wasDisturbed(outcome, others);
    if (unsure !== undefined) {
      if (outcome.verdict === 'fail' && !this.#isConfirmed(outcome, unsure)) return undefined;
      // A rule that cannot be looked at again is no excuse, unless others were seen.
      if (outcome.verdict === 'inconclusive' && this.#failed && unsure === ACCOUNT) {
        this.#forget(unsure);
        return this.#failed;
      }
    }
    if (outcome.verdict === 'suspect') return this.#contradictedItself(outcome);
    // A contradiction leaves the rule suspect, unless it is proven broken.
    if (this.#contradicted) return outcome.verdict === 'fail' ? outcome : this.#contradicted;
    return this.#wentWell(outcome);
  }

  /** A failure is doubtful until the rule has failed each time. */
  #isConfirmed(outcome: Outcome, unsure: string): boolean {
    this.#failed ??= outcome;
    this.#unsure++;
    if (this.#unsure < FAILURES) this.#doubts.push(unsure);
    else this.#forget(unsure);
    return this.#unsure >= FAILURES;
  }

  #forget(unsure: string): void {
    this.#doubts = this.#doubts.filter((doubt) => doubt !== unsure);
  }

  #brokeOff(outcome: Outcome, why: string): Outcome | undefined {
    this.#broken = outcome;
    this.#inARow++;
    if (this.#inARow === BROKEN_IN_A_ROW) return outcome;
    this.#doubts.push(why);
    return undefined;
  }

  #wasDisturbed(outcome: Outcome, why: string): Outcome | undefined {
    this.#disturbed = { ...inconclusive(outcome), reason: `${why}.`, leftOpen: true };
    if (this.#doubts.length + 1 >= BROKEN_IN_A_ROW) return this.#disturbed;
    this.#doubts.push(why);
    return undefined;
  }

  #contradictedItself(outcome: Outcome): Outcome | undefined {
    if (this.#contradicted) return this.#contradicted;
    this.#contradicted = outcome;
    this.#doubts.push(outcome.reason);
    return undefined;
  }

  #wentWell(outcome: Outcome): Outcome | undefined {
    const { verdict } = outcome;
    if (!this.#broken) return outcome;
    const differs = this.#good.find((one) => one.verdict !== verdict);
    this.#good.push(outcome);
    if (differs && [verdict, differs.verdict].includes('fail')) return this.#twoVerdicts(differs, outcome);
    const alike = this.#good.filter((one) => one.verdict === verdict);
    if (alike.length < CONFIRMING) return undefined;
    // The disturbance may have left behind what keeps the rule open.
    return outcome.leftOpen ? this.#broken : outcome;
  }

  #twoVerdicts(one: Outcome, other: Outcome): Outcome {
    const reason = `Judged again after the deployment broke off it came to ${one.verdict} and to ${other.verdict}.`;
    return { ...inconclusive(other), verdict: 'suspect', reason };
  }
}

function inconclusive({ expected: _, observed: __, unlock: ___, ...outcome }: Outcome): Outcome {
  return { ...outcome, verdict: 'inconclusive' };
}
