/**
 * The contract suite: holds any deployment to the rules of the document, over HTTP alone.
 *
 * - `judging.ts`, `finding.ts`   how rules are judged, and what is found; `case-context.ts` what can be done to a deployment
 * - `fingerprint.ts`            what an answer looks like; no status code is assumed anywhere
 * - `session/`            what a run shares: tokens, calibration, ids, time, what was made
 * - `journal/`            what is written down before it is done, and read by a sweep
 * - `changes/`            settings that are put back
 * - `controls/`           what a tester brings about beside the API
 * - `watching/`           what nothing of the run may change
 * - `transport/`          requests, their record, caps, patience, redaction
 * - `records/`            groups and users, read and compared
 * - `reading/`            tokens, times and answers, read and put into words
 * - `openings/`           what was seen where the document leaves it open, and drift
 * - `runner/`             plan, first contact, phases, outcomes
 * - `client.ts`           a deployment to speak with, for those who do not judge it
 * - `run.ts`              the record of a run; `host.ts` what the suite is handed by its host
 *
 * It knows no platform, no wall clock and no chance: a `Host` hands them in.
 */
import { byHistories } from '../directed/by-histories.ts';
import type { Host } from './host.ts';
import type { VerifyOptions } from './options.ts';
import type { Run } from './run.ts';
import { type Plan, planOf, type Selecting } from './runner/plan.ts';
import { runVerify } from './runner/verify.ts';

export type * from './case-context.ts';
export { type Client, type ClientOptions, connect } from './client.ts';
export { type Finding, type HasExchange, type Unlock, Unreached } from './finding.ts';
export type * from './host.ts';
export type { JournalEntry } from './journal/entries.ts';
export { NotJournalled } from './journal/journal.ts';
export { countOpen, type JournalRun, type ReadJournal, readJournal } from './journal/reading.ts';
export type { Touches } from './judging.ts';
export {
  ConfigurationError,
  type Credentials,
  isSelected,
  type Problem,
  type ProblemCode,
  type Progress,
  StalledError,
  type VerifyOptions,
} from './options.ts';
export * from './run.ts';
export { type Plan, type PlannedEntry, planOf, type Selecting } from './runner/plan.ts';
export { beforeSweep, type Swept, sweep } from './sweep.ts';
export { readBody } from './transport/body.ts';
export { NoAnswer } from './transport/failures.ts';

/**
 * Judges a deployment by every selected rule, cleans up, and gives the record. It never throws for
 * what the deployment does; wrong addresses and credentials end with exit code 2 and `problem`.
 */
export function verify(options: VerifyOptions, host: Host): Promise<Run> {
  return runVerify(byHistories, options, host);
}

/** Works out what `verify` would judge and cause at most. Nothing is sent. */
export function plan(options: Selecting): Plan {
  return planOf(byHistories, options);
}
