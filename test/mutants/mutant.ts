/** A simulator with one thing wrong, and the rules that this breaks. */
import type { JudgedId } from '../../contracts/specification/index.ts';
import type { Rules } from '../../simulator/simulator.ts';
import type { Wrap } from './wrappers.ts';

export interface Mutant {
  /** What must fail: the one thing that is wrong breaks each of these. */
  breaks: readonly [JudgedId, ...JudgedId[]];
  /** What is wrong, to be read after "a simulator where". */
  what: string;
  /** Made anew for each run, since a defect may remember something. */
  rules?: () => Partial<Rules>;
  wrap?: () => Wrap;
  /** Ids or beginnings of ids that cannot be left whole by this defect, and so may fail too. */
  also?: readonly string[];
}
