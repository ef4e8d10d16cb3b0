/** A fault: a service that breaks the document in one small way, with the judged ids of which at least one fails by it. */
import type { Affected, Around, Deviation } from '../../simulator/deviations/deviation.ts';
import type { Rules } from '../../simulator/options.ts';

export type Fault = Deviation & {
  /** Judged ids, or the beginnings of some, that the fault breaks. */
  breaks: readonly Affected[];
};

/** A fault around the service. */
export function fault(does: string, breaks: readonly Affected[], around: Around): Fault {
  return { does, breaks, around: () => around };
}

/** A fault within the service, by other rule functions. They are made anew for each service: what they keep is its state. */
export function ruled(does: string, breaks: readonly Affected[], rules: () => Partial<Rules>): Fault {
  return { does, breaks, rules };
}
