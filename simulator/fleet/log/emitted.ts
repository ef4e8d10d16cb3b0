/**
 * A check by the compiler that some part of the fleet appends each kind of event. A part names the kinds that it appends in
 * the type of its `core`, and can append no others; a row of an event that no part names does not compile here.
 */
import type { events, StoryEventKind } from '../../../contracts/specification/events/index.ts';
import type { AccountEvents } from '../account.ts';
import type { AlertEvents } from '../alerts.ts';
import type { DayEvents } from '../day.ts';
import type { DeviceEvents } from '../devices.ts';
import type { LicenceEvents } from '../licences.ts';
import type { LimitEvents } from '../limits.ts';
import type { LocationEvents } from '../locations/locations.ts';
import type { RecordEvents } from '../records/records.ts';
import type { TokenEvents } from '../tokens.ts';

type Emitted =
  | AccountEvents
  | AlertEvents
  | DayEvents
  | DeviceEvents
  | LicenceEvents
  | LimitEvents
  | LocationEvents
  | RecordEvents
  | TokenEvents;

/** Kinds that no part appends: none. */
export const notEmitted: { readonly [K in Exclude<keyof typeof events, Emitted | StoryEventKind>]: never } =
  {};
