/** Rules of the devices, their locations and alerts (sections 1 and 4.2; ledger area `devices`). */
import type { DeviceId, EpochMs, LicenceState, Location } from '../types.ts';

export const deviceRules = {
  /**
   * The device that answers to an id; `undefined` for none. Numbers instead of facts: this one is
   * asked with every call. `devices/listed-can-be-read`, `devices/unknown-device-not-served`.
   */
  deviceAnswering(id: DeviceId, exists: boolean): DeviceId | undefined {
    return exists ? id : undefined;
  },

  /** Returns whether a device's locations are taken. Opening `expired.may`. */
  takesLocations(licence: LicenceState, expiredMay: boolean): boolean {
    return licence === 'used' || expiredMay;
  },

  /** Returns whether a device's alerts are taken. `devices/posted-alert-is-taken`, opening `expired.may`. */
  takesAlerts(licence: LicenceState, expiredMay: boolean): boolean {
    return licence === 'used' || expiredMay;
  },

  /**
   * Returns whether a location takes the place of the last one. Numbers instead of facts: this one is asked
   * with every report. `devices/posted-location-becomes-last`, opening `locations.order`.
   */
  becomesLast(
    order: 'device-time' | 'received',
    deviceTime: EpochMs,
    receivedAt: EpochMs,
    lastDeviceTime: EpochMs,
    lastReceivedAt: EpochMs,
  ): boolean {
    return order === 'device-time' ? deviceTime >= lastDeviceTime : receivedAt >= lastReceivedAt;
  },

  /** The last location as it is read. `devices/last-location-of-device`. */
  lastLocationShown(location: Location): Location | undefined {
    return location;
  },
};
