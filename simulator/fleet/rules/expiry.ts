/** Rules of the expiry of a device (sections 2, 3 and 8; ledger area `expiry`). */
import { endOfDate, startOfDate, timeOnDate } from '../../time/calendar.ts';
import type { CalendarDate, DeviceId, EpochMs, LicenceState } from '../types.ts';

export const expiryRules = {
  /** Returns whether Expires is on for a device for which it was not set. `expiry/off-by-default`. */
  expiresByDefault(): boolean {
    return false;
  },

  /** Returns whether these settings may be combined: Expires on needs a date. `expiry/on-needs-date`. */
  expiryComplete(facts: {
    deviceId: DeviceId;
    expires: boolean;
    expirationDate: CalendarDate | null;
  }): boolean {
    return !facts.expires || facts.expirationDate !== null;
  },

  /**
   * The instant from which on a device is expired; `null` for never.
   * `expiry/reached-expires`, `expiry/off-never-expires`, opening `expiry.instant`.
   */
  expiryInstant(facts: {
    deviceId: DeviceId;
    expires: boolean;
    expirationDate: CalendarDate | null;
    /** `start`, `end`, or a time of day HH:MM. */
    at: string;
    timeZone: string;
  }): EpochMs | null {
    const { expires, expirationDate, at, timeZone } = facts;
    if (!expires || expirationDate === null) return null;
    if (at === 'start') return startOfDate(expirationDate, timeZone);
    return at === 'end' ? endOfDate(expirationDate, timeZone) : timeOnDate(expirationDate, at, timeZone);
  },

  /**
   * Returns whether the instant that was to expire the device still does after the settings changed.
   * `expiry/change-any-time`, `expiry/off-never-expires`.
   */
  keepsOldExpiry(_facts: { deviceId: DeviceId; next: EpochMs | null }): boolean {
    return false;
  },

  /** The state of a device when its expiry is reached. `expiry/reached-expires`. */
  licenceAtExpiry(_facts: { deviceId: DeviceId; licence: LicenceState }): LicenceState {
    return 'expired';
  },
};
