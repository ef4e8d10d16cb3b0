/** Sources of what can be waited for: calls of the public API, events, messages. Each is kept, and says when one is added. */
import { jsonText } from '../../../contracts/kit/json-text.ts';
import { excerpt } from '../../../contracts/kit/untrusted.ts';
import type { World } from '../../world.ts';
import { shownEvent } from '../event-stream.ts';
import type { Filter, Numbered } from '../filters/filter.ts';
import { eventFilter, type KeptEvent, type KeptMessage, messageFilter } from '../filters/happened.ts';
import { requestFilter } from '../filters/requests.ts';
import { inShort, type KeptCall, shownCall } from '../journal.ts';
import { presentMessage } from '../present.ts';
import type { JournalEntry, Message, ShownEvent } from '../schemas/index.ts';

/** @typeParam Entry as it is kept @typeParam Shown as it is shown */
export interface Source<Entry extends Numbered, Shown> {
  readonly filter: Filter<Entry>;
  /** The number of the newest. */
  head(): number;
  /** Oldest first. */
  kept(): Iterable<Entry>;
  /** Calls back with each that is added, and how many are alike; returns a function that ends this. */
  onAdded(listener: (entry: Entry, alike: number) => void): () => void;
  shown(entry: Entry): Shown;
  /** On one line. */
  inShort(entry: Entry): string;
}

/** @throws ControlError FILTER_INVALID */
export function requestsOf(world: World, given: object): Source<KeptCall, JournalEntry> {
  const { journal, secrets } = world;
  return {
    filter: requestFilter(given, { lens: world.lens, redactor: secrets.redactor }),
    head: () => journal.head,
    kept: () => journal.kept(),
    onAdded: (listener) => journal.onAdded((call) => listener(call, 1)),
    shown: (call) => shownCall(call, secrets.redactor),
    inShort({ entry }) {
      const { method, target, status } = inShort(entry, secrets.redactor);
      return excerpt(`${method} ${target} ${status ?? 'cut'}`);
    },
  };
}

/** Recorded locations are neither numbered nor kept: they count while one waits. @throws ControlError FILTER_INVALID */
export function eventsOf(world: World, given: object): Source<KeptEvent, ShownEvent> {
  const { log } = world.fleet;
  const filter = eventFilter(given, world);
  const locations = 'kind' in given && given.kind === 'location-recorded';
  return {
    filter,
    head: () => log.head,
    *kept() {
      for (const event of log.since(0, Infinity)) yield { sequence: event.sequence, at: event.at, event };
    },
    onAdded: (listener) =>
      log.onEvent(
        (event) => {
          const sequence = event.kind === 'location-recorded' ? log.head + 1 : event.sequence;
          listener({ sequence, at: event.at, event }, 1);
        },
        { locations },
      ),
    shown: ({ event }) => shownEvent(event, world.lens, world.secrets),
    inShort: ({ event }) => {
      const { at: _at, sequence: _sequence, kind, ...facts } = shownEvent(event, world.lens, world.secrets);
      return excerpt(`${kind} ${jsonText(facts)}`);
    },
  };
}

/** @throws ControlError FILTER_INVALID */
export function messagesOf(world: World, given: object): Source<KeptMessage, Message> {
  const { outbox } = world.fleet;
  return {
    filter: messageFilter(given, world),
    head: () => outbox.sent + outbox.withheld,
    *kept() {
      for (const message of outbox.list()) yield { sequence: message.id, at: message.at, message };
    },
    onAdded: (listener) =>
      outbox.onAdded((message, alike) => listener({ sequence: message.id, at: message.at, message }, alike)),
    shown: ({ message }) => presentMessage(message, world.lens),
    inShort({ message }) {
      const { channel, deviceId, recipient, subject, outcome } = presentMessage(message, world.lens);
      return excerpt(`${channel} of ${deviceId} to ${recipient}, ${outcome}: ${subject}`);
    },
  };
}
