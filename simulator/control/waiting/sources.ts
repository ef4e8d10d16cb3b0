/** Sources of what can be waited for: calls of the public API, events, messages. Each is kept, and says when one is added. */
import { jsonText } from '../../../contracts/kit/json-text.ts';
import { suggestion } from '../../../contracts/kit/suggest.ts';
import { excerpt, quoted } from '../../../contracts/kit/untrusted.ts';
import { eventKinds } from '../../../contracts/specification/events/index.ts';
import type { DeviceId, FleetEvent, Message } from '../../fleet/types.ts';
import type { World } from '../../world.ts';
import { shownEvent } from '../event-stream.ts';
import {
  type Conditions,
  type Filter,
  fieldsLike,
  filterInvalid,
  type Numbered,
  readFilter,
} from '../filters/filter.ts';
import { requestFilter } from '../filters/requests.ts';
import { inShort, type KeptCall, shownCall } from '../journal.ts';
import { presentMessage } from '../present.ts';
import type { JournalEntry, ShownEvent, Message as ShownMessage } from '../schemas/index.ts';

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

/** Throws a ControlError FILTER_INVALID. */
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

interface KeptEvent extends Numbered {
  readonly event: FleetEvent;
}
interface KeptMessage extends Numbered {
  readonly message: Message;
}

/** Conditions on the device of an entry, and on its fields as they are shown. */
function ofDevice<Entry>(
  deviceOf: (entry: Entry) => DeviceId | undefined,
  shown: (entry: Entry, world: World) => unknown,
): Conditions<Entry, World> {
  return {
    device(given, { lens, fleet }) {
      const device = lens.readPathId('device', String(given));
      if (device !== undefined && fleet.devices.has(device)) return (entry) => deviceOf(entry) === device;
      const hint = 'GET /_control/devices lists them.';
      throw filterInvalid('device', `There is no device ${quoted(given)}.`, hint);
    },
    field(given, world) {
      const holds = fieldsLike(given);
      return (entry) => holds(shown(entry, world));
    },
  };
}

const ofEvents: Conditions<KeptEvent, World> = {
  kind(given) {
    if (eventKinds.some((one) => one === given)) return ({ event }) => event.kind === given;
    throw filterInvalid(
      'kind',
      `There are no events of the kind ${quoted(given)}.`,
      suggestion(String(given), eventKinds) ?? `There are ${eventKinds.join(', ')}.`,
    );
  },
  ...ofDevice(
    ({ event }) => ('deviceId' in event ? event.deviceId : undefined),
    ({ event }, { lens, secrets }) => shownEvent(event, lens, secrets),
  ),
};
const ofMessages: Conditions<KeptMessage, World> = ofDevice(
  ({ message }) => message.deviceId,
  ({ message }, { lens }) => presentMessage(message, lens),
);

/** Throws a ControlError FILTER_INVALID. */
export function eventsOf(
  world: World,
  given: { readonly kind?: string | undefined },
): Source<KeptEvent, ShownEvent> {
  const { log } = world.fleet;
  const shown = ({ event }: KeptEvent) => shownEvent(event, world.lens, world.secrets);
  // They are neither numbered nor kept, and count while one waits.
  const locations = given.kind === 'location-recorded';
  return {
    filter: readFilter(given, ofEvents, world),
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
    shown,
    inShort(kept) {
      const { at: _at, sequence: _sequence, kind, ...facts } = shown(kept);
      return excerpt(`${kind} ${jsonText(facts)}`);
    },
  };
}

/** Throws a ControlError FILTER_INVALID. */
export function messagesOf(world: World, given: object): Source<KeptMessage, ShownMessage> {
  const { outbox } = world.fleet;
  const shown = ({ message }: KeptMessage) => presentMessage(message, world.lens);
  return {
    filter: readFilter(given, ofMessages, world),
    head: () => outbox.sent + outbox.withheld,
    *kept() {
      for (const message of outbox.list()) yield { sequence: message.id, at: message.at, message };
    },
    onAdded: (listener) =>
      outbox.onAdded((message, alike) => listener({ sequence: message.id, at: message.at, message }, alike)),
    shown,
    inShort(kept) {
      const { channel, deviceId, recipient, subject, outcome } = shown(kept);
      return excerpt(`${channel} of ${deviceId} to ${recipient}, ${outcome}: ${subject}`);
    },
  };
}
