/** Facts that the checks of a saved fleet read beside the state. */
import type { Claims } from '../../time/claims.ts';
import type { EpochMs } from '../../time/timeline.ts';
import type { FleetRules } from '../rules/index.ts';
import type { CalendarDate, Channel, DeviceId, LicenceState } from '../types.ts';

interface ExpirySettings {
  expires: boolean;
  expirationDate: CalendarDate | null;
}

/** Facts of devices, by id. */
interface SavedDevices {
  readonly count: number;
  has(id: DeviceId): boolean;
  /** A removed device has one, too. */
  isRow(id: DeviceId): boolean;
  groupOf(id: DeviceId): number | null;
  licenceOf(id: DeviceId): LicenceState;
  expiryOf(id: DeviceId): ExpirySettings;
  expiresAt(id: DeviceId): EpochMs | null;
  limit(id: DeviceId, channel: Channel): number | null;
  limitInForce(id: DeviceId, channel: Channel): number | null;
  countUsed(): number;
  countMessages(): number;
}

export interface Context {
  /** The time of the saved timeline. */
  now: EpochMs;
  /** The events of that timeline. */
  claims: Claims;
  /** The saved columns, read. */
  columns: SavedDevices;
  rules: FleetRules;
  /** Whether the rules are the document's own, so that what follows from them holds. */
  faithful: boolean;
  /** Whether a device can be in several groups. */
  sharesDevices: boolean;
  /** The effects of the profile and the rules on settings. */
  limits: { accepts(id: DeviceId, channel: Channel, value: number | null): boolean };
  expiry: { instantOf(id: DeviceId, settings: ExpirySettings): EpochMs | null };
  day: { endAfter(after: EpochMs): EpochMs };
}
