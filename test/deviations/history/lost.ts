/** Helpers for further faults of records: lost writes, and DELETEs in a row. */
import type { FaultKind, HistoryFault } from '../../../simulator/deviations/history/fault.ts';
import { afterPast, both, PUT, type Write } from '../../../simulator/deviations/history/pasts.ts';
import { documentRules, type Rules } from '../../../simulator/options.ts';

/** DELETEs in a row, of any records. */
export class Deletes {
  #inRow = 0;

  /** The rule that counts them. */
  readonly recordsRemoved: Rules['recordsRemoved'] = (facts) => {
    this.#inRow++;
    return documentRules.recordsRemoved(facts);
  };

  /** How many came right before another write, which ends the row. */
  end(): number {
    const inRow = this.#inRow;
    this.#inRow = 0;
    return inRow;
  }
}

/** A write that is lost where those before it to the same record end so. */
export function lostAfter(
  write: Write,
  before: readonly Write[],
  { kind = 'order of writes', does }: { kind?: FaultKind; does: string },
): HistoryFault {
  return {
    kind,
    does,
    breaks: both(write === PUT ? 'replaced' : 'updated-keeps-rest'),
    rules: () =>
      afterPast((past, now, facts) => {
        const recent = past.slice(-before.length);
        return now === write && recent.join() === before.join() ? facts.before : undefined;
      }),
  };
}
