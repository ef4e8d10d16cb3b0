/** The first settings of devices, given without an event or a message. */
import type { LimitSettings } from '../../contracts/specification/limits.ts';
import type { Account } from './account.ts';
import type { Core } from './core.ts';
import { FleetError } from './errors.ts';
import type { Expiry } from './expiry.ts';
import { limitFields } from './limitSettings.ts';
import type { DeviceLimits } from './limits.ts';
import { channels, type DeviceId, type EpochMs, type LicenceState, type Usage } from './types.ts';

/** The settings of a new device; one that is left out has the value of any new device. */
export interface DeviceSettings extends Partial<LimitSettings> {
  usage?: Partial<Usage>;
  /** Default: used, unless its date is reached, or no licence is left. */
  licence?: LicenceState;
  lastSeenAt?: EpochMs;
}

interface Parts {
  core: Core;
  account: Account;
  expiry: Expiry;
  limits: DeviceLimits;
}

/** Throws `LIMIT_OUT_OF_RANGE`, `EXPIRY_NEEDS_DATE`, `EXPIRY_DATE_INVALID`; `id` may be of a device that is still to be made. */
export function checkDeviceSettings(id: DeviceId, settings: DeviceSettings, { expiry, limits }: Parts): void {
  for (const channel of channels) {
    const value = settings[limitFields[channel]];
    if (value === undefined || limits.accepts(id, channel, value)) continue;
    throw new FleetError('LIMIT_OUT_OF_RANGE', `${value} is not a valid daily limit.`, {
      field: limitFields[channel],
    });
  }
  expiry.checked(id, expiryOf(settings));
}

/**
 * Puts checked settings in place. What devices use of licences counts.
 *
 * @param licences how many there are: devices that do not say otherwise use one as long as one is left, in their order
 */
export function settleDevices(
  devices: readonly (readonly [DeviceId, DeviceSettings])[],
  licences: number,
  parts: Parts,
): void {
  let left = licences - devices.filter(([, { licence }]) => licence === 'used').length;
  for (const [id, settings] of devices) if (settleDevice(id, settings, left > 0, parts)) left--;
  // The devices that the end of the day concerns follow from their settings.
  parts.limits.restore();
}

/** Returns whether the device uses one of the licences that are left, or would. */
function settleDevice(id: DeviceId, settings: DeviceSettings, isOneLeft: boolean, parts: Parts): boolean {
  const { core, account, expiry } = parts;
  const { columns, rules, timeline } = core;
  for (const channel of channels) {
    const limit = settings[limitFields[channel]];
    if (limit === undefined) continue;
    columns.setLimit(id, channel, limit);
    columns.setLimitInForce(id, channel, limit);
  }
  if (settings.usage) columns.setUsage(id, { ...columns.usage(id), ...settings.usage });
  if (settings.lastSeenAt !== undefined) columns.setLastSeen(id, settings.lastSeenAt);
  const next = expiry.checked(id, expiryOf(settings));
  const instant = expiry.instantOf(id, next);
  columns.setExpiry(id, next.expires, next.expirationDate);
  columns.setExpiresAt(id, instant);
  const isReached = instant !== null && instant <= timeline.now;
  const before = columns.licenceOf(id);
  const wantsOne = settings.licence === undefined && !isReached && before === 'used';
  const licence = settings.licence ?? (isReached || (wantsOne && !isOneLeft) ? 'expired' : before);
  columns.setLicence(id, licence);
  const taken = rules.licencesTaken({ licence }) - rules.licencesTaken({ licence: before });
  account.setLicencesUsed(account.licencesUsed + taken);
  if (licence === 'used') expiry.resume(id);
  return wantsOne;
}

function expiryOf({ expires, expirationDate }: DeviceSettings) {
  return {
    ...(expires !== undefined && { expires }),
    ...(expirationDate !== undefined && { expirationDate }),
  };
}
