/** A breakage of breadth: a service that breaks the document in one small way, with the judged ids any of which shows it. */
import type { Affected, Around, Deviation } from '../../simulator/deviations/deviation.ts';
import type { Rules } from '../../simulator/options.ts';

export type Breakage = Deviation & {
  /** Any of these, or of those that begin so, fails because of it. */
  breaks: readonly Affected[];
};

/** A breakage that wraps the service. */
export function breakage(does: string, breaks: readonly Affected[], around: Around): Breakage {
  return { does, breaks, around: () => around };
}

/** A breakage by other rule functions, for what is decided within the service. */
export function ruled(does: string, breaks: readonly Affected[], rules: () => Partial<Rules>): Breakage {
  return { does, breaks, rules };
}
