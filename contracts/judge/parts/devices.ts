/**
 * Devices as they are read, listed and report alerts (sections 1 and 4.2). The API removes no device, so that a
 * device that was read or listed is again. The document leaves open what may be done with an expired one: a device is no
 * longer followed once it is given an expiry, or was activated.
 */
import type { JudgedId } from '../../specification/judged.ts';
import type { SingleEvent } from '../event.ts';
import type { Next, Part } from '../hypotheses.ts';

/** The observations of a device. */
interface Seen {
  /** Tells whether it may be read, and be in the list: it is not expired as far as is known. */
  readonly sure: boolean;
  readonly read: boolean;
  readonly listed: boolean;
  readonly alerted: boolean;
}

interface State {
  readonly devices: { readonly [device: string]: Seen };
  /** The devices of the last list, whosever they are. */
  readonly all: readonly string[];
}

const NOTHING: Seen = { sure: false, read: false, listed: false, alerted: false };

export const devicePart: Part<State> = {
  initial: { devices: {}, all: [] },
  inWords: ({ devices }) =>
    Object.entries(devices)
      .map(([device, seen]) => `device ${device} ${inWords(seen)}`)
      .join('; '),
  next(state, event, relaxed) {
    const wrong = (broken: JudgedId): readonly Next<State>[] => (relaxed ? [{ state, broken }] : []);
    if (event.kind === 'devices') return afterList(state, event, wrong);
    if (event.kind === 'strange')
      return event.asKnown ? wrong('devices/unknown-device-not-served') : [{ state }];
    if (!('device' in event)) return [{ state }];
    const { device } = event;
    const own = state.devices[device];
    switch (event.kind) {
      case 'device':
        return [{ state: withSeen(state, device, begun(event)) }];
      case 'set':
        return [{ state: givesExpiry(event) ? without(state, device) : state }];
      case 'activated':
        return [{ state: event.activated ? without(state, device) : state }];
      case 'visited':
        if (event.contradicts || isAnother(state, event)) return wrong('devices/listed-can-be-read');
        if (!own || event.found === undefined) return [{ state }];
        if (event.found) return [{ state: withSeen(state, device, { ...own, read: true }) }];
        return own.sure && (own.read || own.listed) ? wrong('devices/listed-can-be-read') : [{ state }];
      case 'alerted':
        if (!own) return [{ state }];
        if (event.taken === 'taken') return [{ state: withSeen(state, device, { ...own, alerted: true }) }];
        return event.taken === 'refused' ? wrong('devices/posted-alert-is-taken') : [{ state }];
      default:
        return [{ state }];
    }
  },
};

/** A device that comes again is sure as well, unless it may have expired since. */
function begun({ fresh, dated, listed = false }: Extract<SingleEvent, { kind: 'device' }>): Seen {
  return { ...NOTHING, sure: fresh || dated === false || listed, listed };
}

/** Returns whether another device was shown: one of the list, or of the history. */
function isAnother(
  { devices, all }: State,
  { device, shown }: Extract<SingleEvent, { kind: 'visited' }>,
): boolean {
  return shown !== undefined && shown !== device && (all.includes(shown) || shown in devices);
}

/** A list may leave out a device until the device was read, or once stood in one. */
function afterList(
  state: State,
  { listed, repeated, complete, lacks = [] }: Extract<SingleEvent, { kind: 'devices' }>,
  wrong: (broken: JudgedId) => readonly Next<State>[],
): readonly Next<State>[] {
  const own = Object.entries(state.devices);
  const isDue = ({ sure, listed: stood, read }: Seen) => sure && (stood || read);
  const isMissing = complete && own.some(([device, seen]) => isDue(seen) && !listed.includes(device));
  if (isMissing || repeated.length + lacks.length > 0) return wrong('devices/listed-once');
  const next = own.map(([device, seen]): [string, Seen] => [
    device,
    seen.listed || !listed.includes(device) ? seen : { ...seen, listed: true },
  ]);
  return [{ state: { devices: Object.fromEntries(next), all: listed } }];
}

function withSeen(state: State, device: string, seen: Seen): State {
  return { ...state, devices: { ...state.devices, [device]: seen } };
}

function givesExpiry({ change }: Extract<SingleEvent, { kind: 'set' }>): boolean {
  return change.expires ?? change.expirationDate !== undefined;
}

function without(state: State, device: string): State {
  if (!state.devices[device]) return state;
  const devices = Object.fromEntries(Object.entries(state.devices).filter(([name]) => name !== device));
  return { ...state, devices };
}

function inWords({ read, listed, alerted }: Seen): string {
  const seen = [read && 'was read', listed && 'was listed', alerted && 'reported an alert'];
  return seen.filter((words) => words !== false).join(', ') || 'was not seen yet';
}
