/** From the profile's answers to the policy that the fleet works by. */
import type { Openings } from '../../contracts/profile/openings.ts';
import type { Policy } from '../fleet/types.ts';

/** `accountTimeZone` stands in wherever the profile says `account`. */
export function policyOf(openings: Openings, accountTimeZone: string): Policy {
  const zone = (name: string): string => (name === 'account' ? accountTimeZone : name);
  return {
    dayEnds: openings['day.ends'],
    dayTimeZone: zone(openings['day.time-zone']),
    expiryAt: openings['expiry.instant'].at,
    expiryTimeZone: zone(openings['expiry.instant'].timeZone),
    expiredLimits: openings['expiry.limits'],
    expiredMay: openings['expired.may'],
    activationAlso: openings['activation.also'],
    limitRange: openings['limits.range'],
    limitDefault: openings['limits.default'],
    recipients: openings['alerts.recipients'],
    lastLocation: openings['locations.order'],
    deleteGroupWithDevices: openings['groups.delete-devices'],
    deleteSelf: openings['users.delete-self'],
  };
}
