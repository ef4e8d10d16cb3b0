/**
 * The events of a service: a row for each kind, and everything that follows from the rows.
 *
 * - `row.ts`          what a row is, and how it is written
 * - `words.ts`        channels, reasons and counts in words
 * - the other files   the rows, by subject
 *
 * The types of the log and the event stream, saved states, counts, what the live page shows and what `roadtest play`
 * prints are derived from here. A row is complete with the code that appends the event: the compiler asks for it
 * (`simulator/fleet/log/emitted.ts`).
 */
import type { Static } from '../../kit/schema.ts';
import { tableOf } from '../../kit/tables.ts';
import { accountEvents, tokenEvents } from './access.ts';
import { deviceEvents } from './devices.ts';
import { messageEvents } from './messages.ts';
import { recordEvents } from './records.ts';
import { reportEvents } from './reports.ts';
import type { Affected, AnyFacts, EventRow, ShownFacts } from './row.ts';
import { storyEvents } from './story.ts';

export type {
  Affected,
  EventFamily,
  EventIcon,
  ShownFacts,
  TerminalStyle,
  TimelineMark,
  Tone,
} from './row.ts';
export { channelNames, type Messages, messagesInWords, reasonWords } from './words.ts';

const rows = [
  ...deviceEvents,
  ...messageEvents,
  ...tokenEvents,
  ...reportEvents,
  ...recordEvents,
  ...accountEvents,
  ...storyEvents,
] as const;

type Row = (typeof rows)[number];

export type EventKind = Row['id'];

/** The facts of each kind, beside time, sequence and kind. */
export type EventFacts = { [R in Row as R['id']]: Static<R['facts']> };

/** The kinds that the player of a story writes; the service itself causes the others. */
export type StoryEventKind = Extract<Row, { family: 'story' }>['id'];

/** The kinds after which a view has to update something. */
export type KindAffecting<View extends Affected> = {
  [R in Row as R['id']]: View extends R['affects'][number] ? R['id'] : never;
}[EventKind];

/** An event as the control API writes it. */
export type ShownEvent = {
  [K in EventKind]: { at: string; sequence: number; kind: K } & ShownFacts<EventFacts[K]>;
}[EventKind];

/** An event of any kind, its facts as the fleet keeps them or as the control API writes them. */
export type AnyEvent = { [K in EventKind]: { kind: K } & AnyFacts<EventFacts[K]> }[EventKind];

/** By kind. Facts must be those of the kind. */
export const events: { readonly [K in EventKind]: EventRow<AnyEvent> } = tableOf(rows, (row) => row);

export const eventKinds = rows.map(({ id }) => id);

/** All but those that the player of a story writes. */
export const serviceEventKinds = rows.filter(({ family }) => family !== 'story').map(({ id }) => id);
