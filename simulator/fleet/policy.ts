/** The openings that the fleet performs: those that its parts read. */
import type { AlertPolicy } from './alerts.ts';
import type { DayPolicy } from './day.ts';
import type { DevicePolicy } from './devices.ts';
import type { ExpiryPolicy } from './expiry.ts';
import type { LicencePolicy } from './licences.ts';
import type { LimitPolicy } from './limits.ts';
import type { LocationPolicy } from './locations/locations.ts';
import type { GroupPolicy } from './records/groups.ts';
import type { UserPolicy } from './records/users.ts';

export type Policy = AlertPolicy &
  DayPolicy &
  DevicePolicy &
  ExpiryPolicy &
  LicencePolicy &
  LimitPolicy &
  LocationPolicy &
  GroupPolicy &
  UserPolicy;
