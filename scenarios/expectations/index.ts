/**
 * What stories expect, one file each: what a story may say, how it is put into words, how the story's own service is
 * looked at, and how a deployment is.
 *
 * - `kinds.ts`         the kinds
 * - `define.ts`        how an expectation is written
 * - `expectation.ts`   what is derived from all of them: types, schema, and what is done by kind
 * - `finding.ts`, `wanted.ts`, `on-target.ts`, `messages.ts`, `distance.ts`, `pages.ts`, `reply-…`   what they share
 */
import { alerts } from './alerts.ts';
import type { DeviceDefinition, SubjectDefinition } from './define.ts';
import { device } from './device.ts';
import { devices } from './devices.ts';
import { group } from './group.ts';
import { groups } from './groups.ts';
import { happened } from './happened.ts';
import type { DeviceExpectationKind, SubjectKind } from './kinds.ts';
import { lastLocation } from './last-location.ts';
import { licences } from './licences.ts';
import { locations } from './locations.ts';
import { position } from './position.ts';
import { reply } from './reply.ts';
import { sent } from './sent.ts';
import { usage } from './usage.ts';
import { user } from './user.ts';
import { users } from './users.ts';
import { withheld } from './withheld.ts';

export const subjects = {
  devices,
  licences,
  sent,
  withheld,
  alerts,
  happened,
  groups,
  users,
  group,
  user,
  reply,
} satisfies { readonly [K in SubjectKind]: SubjectDefinition<K> };

/** Of devices, in the order in which they are judged. */
export const deviceExpectations = {
  device,
  usage,
  position,
  'last-location': lastLocation,
  locations,
} satisfies { readonly [K in DeviceExpectationKind]: DeviceDefinition<K> };
