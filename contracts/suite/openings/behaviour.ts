/** What becomes of devices, messages and records. Most of it shows in cases, or only by changing what must stay. */
import type { SomeWatches } from './observer.ts';

const oneAnswer = { notObserved: 'it has one possible answer' };
/** Where the profile says when days end, what is seen shortly before and after that. */
const dayEnd = { byCasesOf: ['limits/next-day-restores'] } as const;

export const behaviourObservers = {
  'token.live-when-disabled': { byCasesOf: ['token/api-disabled'] },
  'limits.range': { byCasesOf: ['limits/negative-refused'] },
  'limits.default': { byCasesOf: ['expiry/off-by-default'] },
  'locations.purpose': { byCasesOf: ['devices/posted-location-becomes-last'] },
  'alerts.purpose': { byCasesOf: ['devices/posted-alert-is-taken'] },
  'patch.format': { byCasesOf: ['groups/updated-keeps-rest', 'users/updated-keeps-rest'] },
  'alerts.recipients': { notObserved: 'no operation tells who was sent a message' },
  'locations.order': { byCasesOf: ['devices/posted-location-becomes-last'] },
  'day.ends': dayEnd,
  'day.time-zone': dayEnd,
  'expiry.instant': { byCasesOf: ['expiry/reached-expires'] },
  'expiry.limits': { notObserved: 'only a device that is expired shows it' },
  'expired.may': { byCasesOf: ['expiry/reached-expires'] },
  'activation.also': { byCasesOf: ['licences/activation-takes-one'] },
  'groups.delete-devices': { notObserved: 'a group with devices in it would have to be deleted' },
  'users.delete-self': { notObserved: 'the user whose key is in use would have to be deleted' },
  'states.other': oneAnswer,
  events: oneAnswer,
} as const satisfies SomeWatches;
