/** Filters of events and of messages, by their facts as they are shown. */
import { suggestion } from '../../../contracts/kit/suggest.ts';
import { quoted } from '../../../contracts/kit/untrusted.ts';
import { eventKinds } from '../../../contracts/specification/events/index.ts';
import type { DeviceId, FleetEvent, Message } from '../../fleet/types.ts';
import type { World } from '../../world.ts';
import { shownEvent } from '../event-stream.ts';
import { presentMessage } from '../present.ts';
import {
  type Filter,
  fieldsLike,
  filterInvalid,
  type Numbered,
  type ReadCondition,
  readFilter,
} from './filter.ts';

export interface KeptEvent extends Numbered {
  readonly event: FleetEvent;
}
export interface KeptMessage extends Numbered {
  readonly message: Message;
}

type Context = Pick<World, 'lens' | 'secrets' | 'fleet'>;

function deviceIn(given: unknown, { lens, fleet }: Context): DeviceId {
  const device = lens.readPathId('device', String(given));
  if (device !== undefined && fleet.devices.has(device)) return device;
  throw filterInvalid('device', `There is no device ${quoted(given)}.`, 'GET /_control/devices lists them.');
}

const ofEvents: { readonly [name: string]: ReadCondition<KeptEvent, Context> } = {
  kind(given) {
    const kind = eventKinds.find((one) => one === given);
    if (kind !== undefined) return ({ event }) => event.kind === kind;
    throw filterInvalid(
      'kind',
      `There are no events of the kind ${quoted(given)}.`,
      suggestion(String(given), eventKinds) ?? `There are ${eventKinds.join(', ')}.`,
    );
  },
  device(given, context) {
    const device = deviceIn(given, context);
    return ({ event }) => 'deviceId' in event && event.deviceId === device;
  },
  field(given, { lens, secrets }) {
    const holds = fieldsLike(given);
    return ({ event }) => holds(shownEvent(event, lens, secrets));
  },
};

const ofMessages: { readonly [name: string]: ReadCondition<KeptMessage, Context> } = {
  device(given, context) {
    const device = deviceIn(given, context);
    return ({ message }) => message.deviceId === device;
  },
  field(given, { lens }) {
    const holds = fieldsLike(given);
    return ({ message }) => holds(presentMessage(message, lens));
  },
};

/** @throws ControlError FILTER_INVALID, with the field that is wrong */
export function eventFilter(given: object, context: Context): Filter<KeptEvent> {
  return readFilter({ ...given }, ofEvents, context);
}

/** @throws ControlError FILTER_INVALID, with the field that is wrong */
export function messageFilter(given: object, context: Context): Filter<KeptMessage> {
  return readFilter({ ...given }, ofMessages, context);
}
