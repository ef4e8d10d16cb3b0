/** Sources of what can be waited for: calls of the public API, events, messages. Each is kept, and says when one is added. */
import { suggestion } from '../../../contracts/kit/suggest.ts';
import { excerpt, jsonText, quoted } from '../../../contracts/kit/untrusted.ts';
import { eventKinds } from '../../../contracts/specification/events/index.ts';
import type { DeviceId, FleetEvent, Message } from '../../fleet/types.ts';
import type { World } from '../../world.ts';
import { shownEvent } from '../event-stream.ts';
import { type Conditions, fieldsLike, filterInvalid, type Numbered } from '../filters/filter.ts';
import { conditionsOfCalls } from '../filters/requests.ts';
import { inShort, type KeptCall, shownCall } from '../journal.ts';
import { presentFacts } from '../present.ts';
import type { JournalEntry, ShownEvent, Message as ShownMessage } from '../schemas/index.ts';

/** @typeParam Entry as it is kept @typeParam Shown as it is shown */
export interface Source<Entry extends Numbered, Shown> {
  readonly conditions: Conditions<Entry>;
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

interface KeptEvent extends Numbered {
  readonly event: FleetEvent;
}
interface KeptMessage extends Numbered {
  readonly message: Message;
}

export interface Sources {
  requests: Source<KeptCall, JournalEntry>;
  events: Source<KeptEvent, ShownEvent>;
  messages: Source<KeptMessage, ShownMessage>;
}

/** @param given the conditions that are asked for */
export const sources: {
  readonly [What in keyof Sources]: (world: World, given: { readonly kind?: unknown }) => Sources[What];
} = {
  requests({ lens, journal, secrets: { redactor } }) {
    return {
      conditions: conditionsOfCalls({ lens, redactor }),
      head: () => journal.head,
      kept: () => journal.kept(),
      onAdded: (listener) => journal.onAdded((call) => listener(call, 1)),
      shown: (call) => shownCall(call, redactor),
      inShort({ entry }) {
        const { method, target, status } = inShort(entry, redactor);
        return excerpt(`${method} ${target} ${status ?? 'cut'}`);
      },
    };
  },
  events(world, { kind }) {
    const { log } = world.fleet;
    const shown = ({ event }: KeptEvent) => shownEvent(event, world.lens, world.secrets);
    const kept = (event: FleetEvent, sequence: number): KeptEvent => ({ sequence, at: event.at, event });
    return {
      conditions: {
        kind(given) {
          if (eventKinds.some((one) => one === given)) return ({ event }) => event.kind === given;
          throw filterInvalid(
            'kind',
            `There are no events of the kind ${quoted(given)}.`,
            suggestion(String(given), eventKinds) ?? `There are ${eventKinds.join(', ')}.`,
          );
        },
        ...ofDevice(world, ({ event }) => ('deviceId' in event ? event.deviceId : undefined), shown),
      },
      head: () => log.head,
      *kept() {
        for (const event of log.since(0, Infinity)) yield kept(event, event.sequence);
      },
      // Locations are neither numbered nor kept, and count while one waits.
      onAdded: (listener) =>
        log.onEvent(
          (event) =>
            listener(kept(event, event.kind === 'location-recorded' ? log.head + 1 : event.sequence), 1),
          { locations: kind === 'location-recorded' },
        ),
      shown,
      inShort(entry) {
        const { at: _at, sequence: _sequence, kind, ...facts } = shown(entry);
        return excerpt(`${kind} ${jsonText(facts)}`);
      },
    };
  },
  messages(world) {
    const { outbox } = world.fleet;
    const shown = ({ message }: KeptMessage): ShownMessage => presentFacts(message, world.lens);
    const kept = (message: Message): KeptMessage => ({ sequence: message.id, at: message.at, message });
    return {
      conditions: ofDevice(world, ({ message }) => message.deviceId, shown),
      head: () => outbox.sent + outbox.withheld,
      *kept() {
        for (const message of outbox.list()) yield kept(message);
      },
      onAdded: (listener) => outbox.onAdded((message, alike) => listener(kept(message), alike)),
      shown,
      inShort(entry) {
        const { channel, deviceId, recipient, subject, outcome } = shown(entry);
        return excerpt(`${channel} of ${deviceId} to ${recipient}, ${outcome}: ${subject}`);
      },
    };
  },
};

/** Conditions on the device of an entry, and on its fields as they are shown. */
function ofDevice<Entry>(
  { lens, fleet }: World,
  deviceOf: (entry: Entry) => DeviceId | undefined,
  shown: (entry: Entry) => unknown,
): Conditions<Entry> {
  return {
    device(given) {
      const device = lens.readPathId('device', String(given));
      if (device !== undefined && fleet.devices.has(device)) return (entry) => deviceOf(entry) === device;
      const hint = 'GET /_control/devices lists them.';
      throw filterInvalid('device', `There is no device ${quoted(given)}.`, hint);
    },
    field(given) {
      const holds = fieldsLike(given);
      return (entry) => holds(shown(entry));
    },
  };
}
