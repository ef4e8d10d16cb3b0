/** What a deviation is: one rule of the document, broken. */
import type { Channel } from '../../contracts/specification/judged.ts';
import type { OperationId } from '../../contracts/specification/operations.ts';
import type { RuleId } from '../../contracts/specification/rules/index.ts';
import type { Handle } from '../../simulator/http/call.ts';
import type { Rules, Simulator } from '../../simulator/simulator.ts';

export interface Deviation {
  /** What the simulator does, to be read after "It". */
  does: string;
  /** Rule functions in the place of the document's own. */
  rules?: Partial<Rules>;
  /** Around the whole service, for what no rule function decides. */
  around?: (handle: Handle, simulator: Simulator) => Handle;
}

/** For what a rule is broken: all of it, or the operation or channel that was named. */
export interface Scope {
  operations: ReadonlySet<OperationId>;
  channels: readonly Channel[];
}

/** A deviation made anew: some remember what happened. */
export type Deviate = (scope: Scope) => Deviation;

export type Deviations = { readonly [R in RuleId]: Deviate };
export type DeviationsOf<Prefix extends string> = {
  readonly [R in Extract<RuleId, `${Prefix}/${string}`>]: Deviate;
};

/** A deviation that is the same whatever the scope. */
export function always(does: string, rules: () => Partial<Rules>): Deviate {
  return () => ({ does, rules: rules() });
}
