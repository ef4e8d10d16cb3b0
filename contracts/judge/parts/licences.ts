/**
 * Follows which devices count as used licences, and how many the account has (sections 2, 3 and 8). The document leaves
 * open at which instant of its date a device expires, and what besides an activation ends that. Devices that the history
 * did not make may expire whenever time moves: the used licences of the account may then be fewer, never more.
 */
import { mapTable } from '../../kit/tables.ts';
import type { EpochMs } from '../../profile/facts.ts';
import type { JudgedId } from '../../specification/judged.ts';
import type { SingleEvent } from '../event.ts';
import { breaking, following, type Next, type Part } from '../hypotheses.ts';
import { afterRead, afterSet, isCertain, LONG_AGO, stillExpired } from './expiry.ts';
import { inAnyZone, isReadOff, lapsing, reached, SOME_TIME } from './lapses.ts';
import {
  type DeviceState,
  exactly,
  holds,
  moved,
  type OneMoment,
  OPEN,
  type Reach,
  type State,
  UNSET,
  unsure,
  withDevice,
} from './licence-state.ts';

type Of<K extends SingleEvent['kind']> = Extract<SingleEvent, { kind: K }>;

/** The date of a device that was given one with an activation. */
export const FAR_AHEAD = '9999-12-31';

/**
 * @param reachOf when a date is reached
 * @param moment in place of `reachOf`, where the time is the same on all dates and not stated: what is known of it
 */
export function licencePart(reachOf: (date: string) => Reach = inAnyZone, moment?: OneMoment): Part<State> {
  const startsOf = rememberingLast((state, event) => {
    const later: readonly Next<State>[] = [{ state: laterOn(state, event.at) }];
    return Object.keys(state.devices).reduce(
      (starts, device) => starts.flatMap((start) => following(start, lapsing(start.state, device, event))),
      later,
    );
  });
  return {
    initial: { devices: {}, used: OPEN, available: OPEN, at: 0, pastDates: undefined, reachOf, moment },
    told({ devices }, device) {
      const { licence, expires, date } = devices[device] ?? {};
      return (
        licence && {
          gone: licence === 'expired',
          ...(expires !== undefined && { expires }),
          ...(date !== undefined && { date }),
        }
      );
    },
    next(state, event, may) {
      // A device that had expired before shows what brings it back.
      const had = 'device' in event && state.devices[event.device]?.licence === 'expired';
      return startsOf(state, event).flatMap((start) => {
        if (start.broken !== undefined && !may(start.broken)) return [];
        return following(start, happen(start.state, event, had));
      });
    },
  };
}

type Starts = (state: State, event: SingleEvent) => readonly Next<State>[];

/** The last answer for each state: other answers to the same event, at the same time, start alike. */
function rememberingLast(startsOf: Starts): Starts {
  const last = new WeakMap<State, { key: string; starts: readonly Next<State>[] }>();
  return (state, event) => {
    const key = `${event.at} ${event.kind} ${'device' in event ? event.device : ''} ${isReadOff(event)}`;
    const known = last.get(state);
    if (known?.key === key) return known.starts;
    const starts = startsOf(state, event);
    last.set(state, { key, starts });
    return starts;
  };
}

function laterOn(state: State, at: EpochMs): State {
  if (at - state.at < SOME_TIME) return state;
  return { ...state, at, used: { ...state.used, low: null }, available: { ...state.available, high: null } };
}

function happen(state: State, event: SingleEvent, had: boolean): readonly Next<State>[] {
  switch (event.kind) {
    case 'licences':
      return afterCount(state, event);
    case 'allotted':
      return afterCount({ ...state, available: OPEN }, event);
    case 'device':
      return event.foreign ? [{ state }] : afterMaking(state, event);
    case 'set':
      return afterSet(state, event.device, event.change, event.done);
    case 'settings':
      return (had ? stillExpired(state, event.device) : [{ state }]).flatMap((start) =>
        following(start, afterRead(start.state, event.device, event.read)),
      );
    case 'activated':
      return afterActivation(state, event);
    case 'located':
    case 'alerted':
      return stillExpired(state, event.device);
    default:
      return [{ state }];
  }
}

function afterCount(state: State, { used, available }: Of<'licences' | 'allotted'>): Next<State>[] {
  if (!holds(state.used, used) || !holds(state.available, available)) return [];
  // As many are used as can be: so those that were activated since the last count are among them.
  const counted = used !== undefined && used === state.used.high ? state.at : undefined;
  const devices = mapTable(state.devices, (own) => (own.counted === 'next' ? { ...own, counted } : own));
  const counts = { used: exactly(used, state.used), available: exactly(available, state.available) };
  return [{ state: { ...state, devices, ...counts } }];
}

function afterMaking(state: State, event: Of<'device'>): Next<State>[] {
  const { device, fresh, counts, dated = !fresh, earlier = false, own } = event;
  // A licence may have been bought for it.
  const before = earlier ? state : { ...state, available: OPEN };
  // A device of others may have been given its settings.
  const untouched: DeviceState['untouched'] = !dated && (fresh ? 'fresh' : own === true && 'rested');
  const past = dated && { replaced: LONG_AGO, broughtForward: true };
  const blank = { ...UNSET, since: state.at, untouched, ...past };
  const as = (licence: DeviceState['licence'], rest: Partial<DeviceState> = {}) =>
    withDevice(before, device, { ...blank, licence, expires: undefined, ...rest });
  if (dated) return [as('used'), as('expired', { lapses: 1 })].map((one) => ({ state: one }));
  if (!counts) {
    const unknown = as('unconstrained');
    return [{ state: earlier ? unknown : { ...unknown, used: OPEN } }];
  }
  const known = as('used', { expires: false });
  if (earlier) return [{ state: known }];
  const made = moved(known, 1, 0);
  return [{ state: made }, ...breaking({ ...made, used: OPEN }, 'licences/device-uses-one')];
}

function afterActivation(state: State, event: Of<'activated'>): Next<State>[] {
  const { device, activated, dated, insisted = false, atOnce = false } = event;
  const { high, low } = state.available;
  const own = state.devices[device];
  if (!own) return [{ state: unsure(state) }];
  // An activation may move the date, or switch the expiry off: that is open.
  const mayLapse = own.licence === 'used' && reached(state, own).may;
  const isSure = own.licence !== 'unconstrained' && isCertain(state, own);
  const kept: DeviceState = {
    ...{ ...own, untouched: false, certain: isSure && !mayLapse ? state.at : undefined },
    ...{ expires: own.expires === false ? false : undefined, shown: undefined, dateless: false },
  };
  const same = withDevice(state, device, kept);
  if (!isSure && own.counted !== state.at) return [{ state: unsure(same) }];
  const none = high !== null && high <= 0;
  if (own.licence === 'used')
    return [{ state: same }, ...breaking(unsure(same), 'licences/active-takes-no-second')];
  if (activated) {
    // With its old date, which has been reached, it may expire again at once.
    const active: DeviceState = {
      ...{ ...kept, licence: 'used', counted: 'next', ended: own.date },
      ...{ certain: dated ? state.at : undefined, date: dated ? FAR_AHEAD : undefined },
      ...(dated && !atOnce && own.date !== undefined && { replaced: own.date }),
    };
    const next = moved(withDevice(state, device, active), 1);
    const over = atOnce ? 'licences/never-over-allotted' : 'licences/activation-refused-when-none';
    if (none) return breaking(unsure(next), over);
    const wrongly = [unsure(next), unsure(same)];
    return [{ state: next }, ...wrongly.flatMap((one) => breaking(one, 'licences/activation-takes-one'))];
  }
  if (none && own.shown) {
    const shown = { ...own.shown, refused: true };
    return [{ state: withDevice(state, device, { ...kept, expires: own.expires, shown }) }];
  }
  const free = low !== null && low >= 1;
  // An expiration date that has been reached may stand in its way. At the same time as others it may be refused to be safe.
  const isDue = dated || insisted || own.expires === false;
  if (!free || !isDue || atOnce) return [{ state: same }];
  // The licence that is available is the one that a device has released.
  const lapsed = Object.entries(state.devices).filter(([, { lapses }]) => lapses > 0);
  const isReleased = high === 1 && lapsed.length > 0;
  const rules: readonly (readonly [JudgedId, boolean])[] = [
    ['licences/expires-again', own.lapses > 1],
    ['licences/released-serves-another', isReleased && lapsed.some(([other]) => other !== device)],
    ['licences/activation-takes-one', true],
    ['licences/expiry-releases-one', isReleased],
  ];
  return breaking(same, ...rules.flatMap(([rule, isMeant]) => (isMeant ? [rule] : [])));
}
