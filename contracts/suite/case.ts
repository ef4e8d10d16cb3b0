/**
 * A case: how one rule of the ledger is judged. Cases are data to the runner, which plans, orders,
 * runs and cleans up after them; `judge` reads top to bottom: set-up, the violating request and its
 * twin, finding.
 */
import type { ControlName } from '../profile/profile.ts';
import type { Judged } from '../specification/judged.ts';
import type { OpeningId } from '../specification/openings/index.ts';
import type { RuleId } from '../specification/rules/index.ts';
import type { Area } from '../specification/rules/rule.ts';
import type { Kit } from './kit.ts';

/**
 * What a case may change, and so what it can run beside. `nothing`, `records` (groups and users of
 * its own making) and `device` (devices that it alone holds, see `Kit.devices`) run together.
 * `account` (licences, API access) runs alone. `time` runs last: all such cases together, each
 * going on when the clock reaches what it waits for.
 */
export type Touches = 'nothing' | 'records' | 'device' | 'account' | 'time';

/** What a case causes at most, for the plan of a run: what it shares with others is not counted. */
export interface Cost {
  requests: number;
  /** E-mails and SMS messages that really go out where the deployment is a real one. */
  messages?: number;
  /** What it creates, one entry each. */
  creates?: readonly Makeable[];
}

export type Makeable = 'group' | 'user' | 'device';

/** How one rule is judged. */
export interface Case {
  touches: Touches | ((judged: Judged) => Touches);
  cost: Cost | ((judged: Judged) => Cost);
  judge(kit: Kit, judged: Judged): Promise<Finding>;
}

/** The cases of some rules. */
export type Cases = { readonly [R in RuleId]?: Case };

/** A case for each rule of these areas. */
export type CasesOf<A extends Area> = { readonly [R in Extract<RuleId, `${A}/${string}`>]: Case };

/** What would make a rule reachable: an opening or another part of the profile, or how the run is started. */
export type Unlock =
  | OpeningId
  | `controls.${ControlName}`
  | `known.${'device' | 'group' | 'user' | 'limits' | 'apiEnabled'}`
  | `samples.${'location' | 'alert' | 'group' | 'user'}`
  | 'attended'
  | 'writing'
  | 'messages'
  | 'patience'
  | 'time'
  | 'journal';

/** Anything that names an exchange of the run. */
export interface Told {
  /** Index into `Run.exchanges`; absent where nothing was exchanged (a command, a person). */
  readonly exchange?: number | undefined;
}

interface Common {
  /** One sentence. */
  reason: string;
  /** The telling exchanges, the most telling one last. Without any: all that the case made. */
  exchanges: readonly number[];
}

/** What a case found. `drift` and `error` are for the runner to give. */
export type Finding =
  | (Common & { verdict: 'pass' })
  | (Common & { verdict: 'fail'; expected: string; observed: string })
  | (Common & { verdict: 'inconclusive'; unlock: readonly Unlock[] })
  | (Common & { verdict: 'not-applicable' });

/** The rule was reached and holds. `telling`: the answers that show it. */
export function pass(reason: string, ...telling: readonly Told[]): Finding {
  return { verdict: 'pass', reason, exchanges: exchangesOf(telling) };
}

/** The rule was reached and is broken. Both texts complete "expected …" and "observed …". */
export function fail(expected: string, observed: string, ...telling: readonly Told[]): Finding {
  const reason = `Expected ${expected}; observed ${observed}.`;
  return { verdict: 'fail', reason, expected, observed, exchanges: exchangesOf(telling) };
}

/** No violation was seen, but the rule was not reached. */
export function inconclusive(reason: string, ...unlock: readonly Unlock[]): Finding {
  return { verdict: 'inconclusive', reason, unlock, exchanges: [] };
}

/** The profile says that the deployment does not offer this. */
export function notApplicable(reason: string): Finding {
  return { verdict: 'not-applicable', reason, exchanges: [] };
}

/**
 * Thrown by a step that cannot be taken: an id is missing, a control is not offered, no answer came.
 * The runner makes an inconclusive outcome of it. A ProfileError `PROFILE_UNBOUND` counts as one too.
 */
export class Unreached extends Error {
  override readonly name = 'Unreached';
  readonly unlock: readonly Unlock[];

  constructor(reason: string, ...unlock: readonly Unlock[]) {
    super(reason);
    this.unlock = unlock;
  }
}

function exchangesOf(telling: readonly Told[]): number[] {
  return telling.flatMap(({ exchange }) => (exchange === undefined ? [] : [exchange]));
}
