/**
 * How rules are judged, as the runner sees it: what that touches and causes at most, and what comes of it. The runner plans
 * a run, bounds it and cleans up after it, whatever is done in it.
 */
import type { Judged, JudgedId } from '../specification/judged.ts';
import type { Finding, Makeable } from './finding.ts';
import type { Session } from './session/session.ts';

/**
 * The things that judging a rule may change: `nothing`, `records` (groups and users of its own making), a `device` that it
 * alone has, the `account` (licences, API access), the deployment's `time`.
 */
export type Touches = 'nothing' | 'records' | 'device' | 'account' | 'time';

/** The parts of a run, in their order: what may go on beside anything, then what changes the account, and at last what needs time. */
export const phases = ['beside', 'account', 'time'] as const;

export type Phase = (typeof phases)[number];

/** The most that something causes, whichever of the rules that need it are judged: once under its key. */
export interface Cost {
  readonly key: string;
  readonly requests: number;
  /** E-mails and SMS messages that really go out where the deployment is a real one. */
  readonly messages: number;
  /** The records that it creates, one entry each. */
  readonly creates: readonly Makeable[];
  /** Whether it brings the deployment's time forward. */
  readonly advances: boolean;
}

export interface Judging {
  touches(judged: Judged): Touches;
  phase(judged: Judged): Phase;
  /** Calibration, which all share, is not counted. */
  costs(judged: Judged): readonly Cost[];
  /**
   * Judges rules of one phase together. Asked again in a run, it does again only what failed, or what the deployment
   * broke off in. A rule without a finding was left out since the run was ended.
   *
   * @param warn is called with what could not be undone
   */
  judge(
    session: Session,
    judged: readonly Judged[],
    warn: (warning: string) => void,
  ): Promise<ReadonlyMap<JudgedId, Finding>>;
  /** What all that the run has seen says at its end: nothing where it holds nothing against the deployment. */
  review(session: Session, judged: Judged): Finding | undefined;
}
