/**
 * The form of everything that a fleet keeps, in canonical facts (see types.ts, which names the types). Saved
 * states are made of these and checked by them; what no form can see is checked where it is restored.
 */

import { instant, ordinal } from '../../contracts/kit/saved.ts';
import {
  discriminated,
  integer,
  number,
  object,
  optional,
  orNull,
  string,
  typed,
} from '../../contracts/kit/schema.ts';
import { mapTable } from '../../contracts/kit/tables.ts';
import { type EventFacts, type EventKind, events } from '../../contracts/specification/events/index.ts';
import { keptOf, reportedOf } from '../../contracts/specification/records/field.ts';
import { records } from '../../contracts/specification/records/fields.ts';
import {
  channel,
  freeFields,
  notification,
  outcome,
  reason,
} from '../../contracts/specification/records/values.ts';
import type { EpochMs } from '../time/timeline.ts';

export const locationReport = object({
  ...reportedOf(records.location),
  deviceTime: records.location.deviceTime.value,
});
export const alertReport = object(reportedOf(records.alert));

export const device = object(keptOf(records.device));
export const location = object(keptOf(records.location));
export const alert = object(keptOf(records.alert));
/** Fields that the service does not know, by their pointers, where it keeps such (opening `records.unknown-fields`). */
const unknownFields = { unknownFields: optional(freeFields) };
export const group = object({ ...keptOf(records.group), ...unknownFields });
export const user = object({ ...keptOf(records.user), ...unknownFields });

export { channel, notification };

/** Facts that a packed row cannot hold: exact values by fact, and the attributes. */
export const extra = object({
  received: optional(records.location.receivedAt.value),
  exact: optional(
    object({
      altitude: optional(number()),
      speed: optional(number()),
      course: optional(number()),
      odometer: optional(number()),
      satellites: optional(number()),
      battery: optional(number()),
      fuel: optional(number()),
      accuracy: optional(number()),
    }),
  ),
  attributes: optional(freeFields),
});

export const message = object({
  id: ordinal,
  at: instant,
  deviceId: ordinal,
  channel,
  recipient: string(),
  subject: string(),
  alertId: orNull(ordinal),
  outcome,
  reason,
});

interface Stamp {
  at: EpochMs;
  /** From 1; a recorded location has that of the event before it. */
  sequence: number;
}
/** Something that happened in the fleet: an entry of receipts, of the event stream and of digests. */
export type FleetEvent = { [K in EventKind]: Stamp & { kind: K } & EventFacts[K] }[EventKind];

/** An event as it is kept: the facts of its kind and no others. */
export const event = typed<FleetEvent>(
  discriminated(
    'kind',
    mapTable(events, ({ facts }) => object({ at: instant, sequence: ordinal, ...facts.properties })),
  ),
);

/** Bytes as base64, of which the part that reads them knows how many there are. */
export const bytes = string();
/** 32 bits. */
export const int32 = integer({ minimum: -(2 ** 31), maximum: 2 ** 31 - 1 });
