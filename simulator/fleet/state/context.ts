/** What the checks of a saved fleet are given beside the state. */
import type { Claims } from '../../time/claims.ts';
import type { EpochMs } from '../../time/timeline.ts';
import type { Day } from '../day.ts';
import type { DeviceColumns } from '../deviceColumns.ts';
import type { Expiry } from '../expiry.ts';
import type { DeviceLimits } from '../limits.ts';
import type { FleetRules } from '../rules/index.ts';

export interface Context {
  /** The time of the saved timeline. */
  now: EpochMs;
  /** The events of that timeline. */
  claims: Claims;
  /** The saved columns, read. */
  columns: DeviceColumns;
  rules: FleetRules;
  /** Whether the rules are the document's own, so that what follows from them holds. */
  faithful: boolean;
  /** What the profile and the rules make of settings. */
  limits: Pick<DeviceLimits, 'accepts'>;
  expiry: Pick<Expiry, 'instantOf'>;
  day: Pick<Day, 'endAfter'>;
}
