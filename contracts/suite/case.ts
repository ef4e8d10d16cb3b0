/**
 * A case: how one rule of the ledger is judged. Cases are data to the runner, which plans, orders,
 * runs and cleans up after them; `judge` reads top to bottom: set-up, the violating request and its
 * twin, finding.
 */
import type { Judged } from '../specification/judged.ts';
import type { RuleId } from '../specification/rules/index.ts';
import type { Area } from '../specification/rules/rule.ts';
import type { CaseContext } from './case-context.ts';
import type { Finding, Makeable } from './finding.ts';
import type { Session } from './session/session.ts';

/**
 * The things that a case may change, and so what it can run beside. `nothing`, `records` (groups and users of
 * its own making) and `device` (devices that it alone holds, see `CaseContext.devices`) run together.
 * `quiet` runs alone, so that nothing else changes what it looks at; in a read-only run it changes nothing itself.
 * `account` (licences, API access) runs alone, too. `time` runs last: all such cases together, each
 * going on when the clock reaches what it waits for.
 */
export type Touches = 'nothing' | 'records' | 'device' | 'quiet' | 'account' | 'time';

/** The most that a case causes, for the plan of a run. Calibration, which all share, is not counted. */
export interface Cost {
  requests: number;
  /** E-mails and SMS messages that really go out where the deployment is a real one. */
  messages?: number;
  /** The records that it creates, one entry each. */
  creates?: readonly Makeable[];
  /** The costs that it shares with other cases. */
  shared?: readonly Shared[];
}

/** Costs under a key: they are caused once, whichever of the cases that share it are judged. */
export interface Shared extends Pick<Cost, 'requests' | 'messages' | 'creates'> {
  readonly key: string;
  /** Whether it brings the deployment's time forward; absent: where its case touches that. */
  readonly advances?: boolean;
}

/** How one rule is judged. */
export interface Case {
  touches: Touches | ((judged: Judged) => Touches);
  cost: Cost | ((judged: Judged) => Cost);
  /** @param session the run that it belongs to, for what is more than one case */
  judge(context: CaseContext, judged: Judged, session: Session): Promise<Finding>;
  /** What all that the run has seen says, at its end: nothing where it holds nothing against the deployment. */
  review?(session: Session, judged: Judged): Finding | undefined;
}

/** The cases of some rules. */
export type Cases = { readonly [R in RuleId]?: Case };

/** A case for each rule of these areas. */
export type CasesOf<A extends Area> = { readonly [R in Extract<RuleId, `${A}/${string}`>]: Case };
