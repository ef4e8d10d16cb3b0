/**
 * All of the profile but the reading of files: plain data and the lens, without YAML, Ajv or Node.
 * The simulator imports this, so that a start without a profile file loads no parser.
 */

export {
  type FactKind,
  type IdentifiedResource,
  limitFacts,
  neverAnswered,
  type RecordFacts,
  type ResourceName,
  recordFacts,
} from '../specification/records/index.ts';
export { findIncoherences } from './coherence/index.ts';
export { completeProfile } from './complete.ts';
export { defaultProfile } from './default.ts';
export { ProfileError, type ProfileErrorCode, type ProfileIssue } from './errors.ts';
export type { AlertNotification, AnyId, EpochMs, FactName, Facts, WritableFacts } from './facts.ts';
export { compileLens } from './lens/compile.ts';
export type * from './lens/lens.ts';
export type * from './openings.ts';
export type * from './profile.ts';
