/** A deviation: a service with one rule of the document broken. */
import type { Channel, JudgedId } from '../../contracts/specification/judged.ts';
import type { OperationId } from '../../contracts/specification/operations.ts';
import type { RuleId } from '../../contracts/specification/rules/index.ts';
import type { Area } from '../../contracts/specification/rules/rule.ts';
import type { Handle } from '../http/call.ts';
import type { Rules } from '../options.ts';
import type { Simulator } from '../simulator.ts';

/** The operations and channels for which a rule is broken. */
export interface Scope {
  operations: ReadonlySet<OperationId>;
  channels: ReadonlySet<Channel>;
}

/** Wraps the whole service, for what no rule function decides. */
export type Around = (handle: Handle, simulator: Simulator) => Handle;

/** A part that fails: a rule (as far as the scope goes), one judged id, or a whole area. */
export type Affected = RuleId | JudgedId | `${Area}/`;

/** Called once for each simulator, since a defect may have state. */
export type Deviation = {
  /** The behaviour of the service, to be read after "It". */
  does: string;
  /** The parts that must fail because of it. Default: its own rule. */
  breaks?: readonly Affected[];
} & (
  | {
      /** Rule functions in place of the document's own. */
      rules(scope: Scope): Partial<Rules>;
      around?: never;
    }
  | { rules?: never; around(scope: Scope): Around }
);

/** A deviation for each rule of an area. */
export type DeviationsOf<A extends Area> = {
  readonly [R in Extract<RuleId, `${A}/${string}`>]: Deviation;
};

/** A deviation by other rule functions, the same for each operation and channel. */
export function deviation(
  does: string,
  rules: () => Partial<Rules>,
  breaks?: readonly Affected[],
): Deviation {
  return { does, rules, ...(breaks && { breaks }) };
}

/** A deviation around the service. */
export function wrapped(does: string, around: (scope: Scope) => Around): Deviation {
  return { does, around };
}
