/**
 * Openings whose answer a description in OpenAPI says in words alone: in the text of the operations that rest on them. All others
 * have a place in it, by which it is written and read.
 */
import type { OpeningId } from '../specification/openings/index.ts';

export const toldInWords: ReadonlySet<OpeningId> = new Set<OpeningId>([
  ...(['token.lifetime', 'token.live-when-disabled', 'token.older', 'token.reissue'] as const),
  ...(['records.id-reuse', 'records.text', 'records.unknown-fields', 'records.volatile'] as const),
  ...(['alerts.recipients', 'locations.order', 'day.ends', 'day.time-zone', 'expiry.instant'] as const),
  ...(['expiry.limits', 'expired.may', 'expired.leaves-by', 'activation.also'] as const),
  ...(['groups.delete-devices', 'users.delete-self', 'states.other', 'events'] as const),
  ...(['rate-limit', 'consistency'] as const),
]);
