/**
 * Devices as they are read, listed and report alerts (sections 1 and 4.2). The API removes no device, so that a
 * device that was read or listed is again. The document leaves open what may be done with an expired one: a device is no
 * longer followed once its expiry is set.
 */
import type { JudgedId } from '../../specification/judged.ts';
import type { SingleEvent } from '../event.ts';
import type { Next, Part } from '../hypotheses.ts';

/** The observations of a device. */
interface Seen {
  readonly read: boolean;
  readonly listed: boolean;
  readonly alerted: boolean;
}

interface State {
  readonly [device: string]: Seen;
}

const NOTHING: Seen = { read: false, listed: false, alerted: false };

export const devicePart: Part<State> = {
  initial: {},
  inWords: (state) =>
    Object.entries(state)
      .map(([device, seen]) => `device ${device} ${inWords(seen)}`)
      .join('; '),
  next(state, event, relaxed) {
    const wrong = (broken: JudgedId): readonly Next<State>[] => (relaxed ? [{ state, broken }] : []);
    if (event.kind === 'devices') return afterList(state, event, wrong);
    if (!('device' in event)) return [{ state }];
    const { device } = event;
    const own = state[device];
    switch (event.kind) {
      case 'device':
        return [{ state: event.fresh ? { ...state, [device]: NOTHING } : state }];
      case 'set':
        return [{ state: setsExpiry(event) ? without(state, device) : state }];
      case 'activated':
        return [{ state: without(state, device) }];
      case 'visited':
        if (!own || event.found === undefined) return [{ state }];
        if (event.found) return [{ state: { ...state, [device]: { ...own, read: true } } }];
        return own.read ? wrong('devices/listed-can-be-read') : [{ state }];
      case 'alerted':
        if (!own) return [{ state }];
        if (event.taken === 'taken') return [{ state: { ...state, [device]: { ...own, alerted: true } } }];
        return own.alerted && event.taken === 'refused'
          ? wrong('devices/posted-alert-is-taken')
          : [{ state }];
      default:
        return [{ state }];
    }
  },
};

/** A list may leave out a device until the device once stood in one. */
function afterList(
  state: State,
  { listed, repeated, complete }: Extract<SingleEvent, { kind: 'devices' }>,
  wrong: (broken: JudgedId) => readonly Next<State>[],
): readonly Next<State>[] {
  const all = Object.entries(state);
  const isMissing = complete && all.some(([device, seen]) => seen.listed && !listed.includes(device));
  if (isMissing || all.some(([device]) => repeated.includes(device))) return wrong('devices/listed-once');
  const next = all.map(([device, seen]): [string, Seen] => [
    device,
    seen.listed || !listed.includes(device) ? seen : { ...seen, listed: true },
  ]);
  return [{ state: Object.fromEntries(next) }];
}

function setsExpiry({ change }: Extract<SingleEvent, { kind: 'set' }>): boolean {
  return change.expires !== undefined || change.expirationDate !== undefined;
}

function without(state: State, device: string): State {
  if (!state[device]) return state;
  return Object.fromEntries(Object.entries(state).filter(([name]) => name !== device));
}

function inWords({ read, listed, alerted }: Seen): string {
  const seen = [read && 'was read', listed && 'was listed', alerted && 'reported an alert'];
  return seen.filter((words) => words !== false).join(', ') || 'was not seen yet';
}
