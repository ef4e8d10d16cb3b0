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

export interface Effects {
  /** It cannot be limited to one operation or channel. */
  everywhere?: true;
  /** Found only where a create answers with the id: otherwise records are found by names of their own. */
  needsIds?: true;
  /** Wraps the service, and is found all the same in every dialect: what it acts on is in the answers. */
  inAllDialects?: true;
  /** The parts that must fail because of it. Default: its own rule. */
  breaks?: readonly Affected[];
  /** The parts that may fail as well: rules that the same defect reaches. */
  also?: readonly Affected[];
}

/** Rule functions in place of the document's own. Called once for each simulator, since a defect may have state. */
interface ReplacesRules {
  rules(scope: Scope): Partial<Rules>;
  around?: never;
}

interface WrapsService {
  rules?: never;
  around(scope: Scope): Around;
}

export type Deviation = Effects & {
  /** The behaviour of the service, to be read after "It". */
  does: string;
} & (ReplacesRules | WrapsService);

/** A deviation for each rule of an area. */
export type DeviationsOf<A extends Area> = {
  readonly [R in Extract<RuleId, `${A}/${string}`>]: Deviation;
};

/** A deviation that is the same for each operation and channel. */
export function deviation(does: string, rules: () => Partial<Rules>, effects: Effects = {}): Deviation {
  return { does, rules, ...effects };
}

/** The same, where it cannot be limited to one operation or channel. */
export function everywhere(does: string, rules: () => Partial<Rules>, effects: Effects = {}): Deviation {
  return { does, rules, everywhere: true, ...effects };
}
