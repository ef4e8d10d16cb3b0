/**
 * Devices as they are read, listed and report alerts (sections 1 and 4.2). The API removes no device, so that a
 * device that was read or listed is again. The document leaves open what may be done with an expired one: a device is no
 * longer followed once it is given an expiry, or was activated.
 */
import type { SingleEvent } from '../event.ts';
import { breaking, type Next, type Part } from '../hypotheses.ts';

/** The observations of a device. */
interface Seen {
  /** Tells whether it may be read, and be in the list: it is not expired as far as is known. */
  readonly sure: boolean;
  readonly read: boolean;
  readonly listed: boolean;
}

interface State {
  readonly devices: { readonly [device: string]: Seen };
  /** The devices of the last list, whosever they are. */
  readonly all: readonly string[];
}

type Of<K extends SingleEvent['kind']> = Extract<SingleEvent, { kind: K }>;

export const devicePart: Part<State> = {
  initial: { devices: {}, all: [] },
  next(state, event) {
    if (event.kind === 'devices') return afterList(state, event);
    if (event.kind === 'strange')
      return event.asKnown ? breaking(state, 'devices/unknown-device-not-served') : [{ state }];
    if (!('device' in event)) return [{ state }];
    const own = state.devices[event.device];
    switch (event.kind) {
      case 'device': {
        const { device, fresh, dated, listed = false } = event;
        // A device that comes again is sure as well, unless it may have expired since.
        const sure = fresh || dated === false || listed;
        return [{ state: withSeen(state, device, { sure, read: false, listed }) }];
      }
      case 'set': {
        const { expires, expirationDate } = event.change;
        return [{ state: (expires ?? expirationDate !== undefined) ? without(state, event.device) : state }];
      }
      case 'activated':
        return [{ state: event.activated ? without(state, event.device) : state }];
      case 'visited':
        return afterVisit(state, own, event);
      case 'alerted':
        return own && event.taken === 'refused'
          ? breaking(state, 'devices/posted-alert-is-taken')
          : [{ state }];
      default:
        return [{ state }];
    }
  },
};

function afterVisit(state: State, own: Seen | undefined, event: Of<'visited'>): Next<State>[] {
  const { device, found, contradicts, shown } = event;
  // Another device was shown: one of the list, or of the history.
  const isAnother =
    shown !== undefined && shown !== device && (state.all.includes(shown) || shown in state.devices);
  const isLost = found === false && own?.sure && (own.read || own.listed);
  if (contradicts || isAnother || isLost) return breaking(state, 'devices/listed-can-be-read');
  return [{ state: own && found ? withSeen(state, device, { ...own, read: true }) : state }];
}

/** A list may leave out a device until the device was read, or once stood in one. */
function afterList(state: State, { listed, repeated, complete, lacks = [] }: Of<'devices'>): Next<State>[] {
  const own = Object.entries(state.devices);
  const isDue = ({ sure, listed: stood, read }: Seen) => sure && (stood || read);
  const isMissing = complete && own.some(([device, seen]) => isDue(seen) && !listed.includes(device));
  if (isMissing || repeated.length + lacks.length > 0) return breaking(state, 'devices/listed-once');
  const next = own.map(([device, seen]): [string, Seen] => [
    device,
    seen.listed || !listed.includes(device) ? seen : { ...seen, listed: true },
  ]);
  return [{ state: { devices: Object.fromEntries(next), all: listed } }];
}

function withSeen(state: State, device: string, seen: Seen): State {
  return { ...state, devices: { ...state.devices, [device]: seen } };
}

function without(state: State, device: string): State {
  if (!state.devices[device]) return state;
  const { [device]: _, ...devices } = state.devices;
  return { ...state, devices };
}
