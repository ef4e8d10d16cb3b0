/** Rules of the account's licences (sections 1, 3 and 8; ledger area `licences`). */
import type { DeviceId, EpochMs, LicenceState } from '../types.ts';

export const licenceRules = {
  /** The licences that a device in this state uses. `licences/device-uses-one`. */
  licencesTaken(facts: { licence: LicenceState }): number {
    return facts.licence === 'used' ? 1 : 0;
  },

  /** The licences that are free: never fewer than none, also when the total was set below the used ones. */
  licencesAvailable(facts: { total: number; used: number }): number {
    return Math.max(0, facts.total - facts.used);
  },

  /** The state in which a device is created: without a free licence it starts expired and uses none. */
  licenceOfNewDevice(facts: { deviceId: DeviceId; available: number }): LicenceState {
    return facts.available > 0 ? 'used' : 'expired';
  },

  /** The used licences after a device expired. `licences/expiry-releases-one`. */
  usedAfterExpiry(facts: { deviceId: DeviceId; used: number }): number {
    return facts.used - 1;
  },

  /**
   * Returns whether an expired device may be activated now. `licences/activation-refused-when-none`,
   * `licences/released-serves-another`, `licences/never-over-allotted`.
   */
  mayActivate(facts: { deviceId: DeviceId; available: number; at: EpochMs }): boolean {
    return facts.available > 0;
  },

  /** The state of a device that was activated. `licences/activation-takes-one`. */
  licenceAfterActivation(_facts: { deviceId: DeviceId }): LicenceState {
    return 'used';
  },

  /** The used licences after an activation. `licences/activation-takes-one`. */
  usedAfterActivation(facts: { deviceId: DeviceId; used: number }): number {
    return facts.used + 1;
  },
};
