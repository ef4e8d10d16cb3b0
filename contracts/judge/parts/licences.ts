/**
 * Follows which devices count as used licences, and how many the account has (sections 2, 3 and 8). The document leaves
 * open at which instant of its date a device expires, and what besides an activation ends that. Devices that the history
 * did not make may expire whenever time moves: the used licences of the account may then be fewer, never more.
 */
import { HOUR, MINUTE } from '../../kit/durations.ts';
import type { EpochMs } from '../../profile/facts.ts';
import type { JudgedId } from '../../specification/judged.ts';
import type { Change, Settings, SingleEvent } from '../event.ts';
import type { Next, Part } from '../hypotheses.ts';
import {
  boundsInWords,
  type DeviceState,
  exactly,
  holds,
  moved,
  OPEN,
  type State,
  unsure,
  withDevice,
} from './licence-state.ts';

const EASTERNMOST = 36 * HOUR;
/** After the start of its date in UTC an expiry was certainly reached, and carried out. */
const CERTAINLY = 72 * HOUR;
/** Others may expire when so much time has passed; what fails is done again before it counts. */
const SOME_TIME = MINUTE;

const EMPTY: State = { devices: {}, used: OPEN, available: OPEN, at: 0, pastDates: undefined };

export function licencePart(): Part<State> {
  return {
    initial: EMPTY,
    inWords: ({ devices, used, available }) =>
      [
        ...Object.entries(devices).map(
          ([device, { licence }]) => `device ${device} ${licence === 'unconstrained' ? 'unknown' : licence}`,
        ),
        `${boundsInWords(used)} used`,
        `${boundsInWords(available)} available`,
      ].join(', '),
    next(state, event, relaxed) {
      let starts: Next<State>[] = [{ state: laterOn(state, event.at) }];
      for (const device of Object.keys(state.devices))
        starts = starts.flatMap((start) => follow(start, lapsing(start.state, device, relaxed)));
      return starts.flatMap((start) => follow(start, happen(start.state, event, relaxed)));
    },
  };
}

function follow<S>(start: Next<S>, nexts: readonly Next<S>[]): Next<S>[] {
  return nexts.flatMap((next): Next<S>[] => {
    if (start.broken === undefined) return [next];
    if (next.broken !== undefined && next.broken !== start.broken) return [];
    return [{ state: next.state, broken: start.broken }];
  });
}

function laterOn(state: State, at: EpochMs): State {
  if (at - state.at < SOME_TIME) return state;
  return {
    ...state,
    at,
    used: { ...state.used, low: null },
    available: { ...state.available, high: null },
  };
}

/** Whether a device has expired by now. */
function lapsing(state: State, device: string, relaxed: boolean): Next<State>[] {
  const own = state.devices[device];
  if (own?.licence !== 'used' || own.expires === undefined) return [{ state }];
  const { may, must } = reached(state, own);
  const lapsed = moved(withDevice(state, device, { ...own, licence: 'expired', lapses: own.lapses + 1 }), -1);
  if (!may) {
    const early: Next<State> = { state: unsure(lapsed), broken: 'expiry/reached-expires' };
    return relaxed && own.expires ? [{ state }, early] : [{ state }];
  }
  const kept: Next<State> = {
    state: { ...lapsed, used: OPEN, available: OPEN },
    broken: 'licences/expiry-releases-one',
  };
  if (!must) return [{ state }, { state: lapsed }, ...(relaxed ? [kept] : [])];
  if (!relaxed) return [{ state: lapsed }];
  const stays = withDevice(state, device, { ...own, late: true });
  const again = own.lapses > 0 ? [{ state: stays, broken: 'licences/expires-again' as const }] : [];
  return [{ state: lapsed }, kept, ...again, { state: stays, broken: 'expiry/reached-expires' }];
}

/** Whether a device that counts as a used licence may have expired by its date, and whether it must have. */
function reached(state: State, own: DeviceState): { may: boolean; must: boolean } {
  if (!own.expires) return { may: false, must: false };
  if (own.late) return { may: true, must: false };
  if (own.past) {
    const must = state.pastDates === 'at-once';
    return { may: must || state.at - own.since >= SOME_TIME, must };
  }
  const start = own.date === undefined ? Number.NaN : Date.parse(own.date);
  return { may: !(state.at < start - EASTERNMOST), must: state.at >= start + CERTAINLY };
}

function happen(state: State, event: SingleEvent, relaxed: boolean): readonly Next<State>[] {
  switch (event.kind) {
    case 'licences':
      return afterCount(state, event);
    case 'allotted':
      return afterCount({ ...state, available: OPEN }, event);
    case 'device':
      return event.foreign ? [{ state }] : afterMaking(state, event, relaxed);
    case 'set':
      return afterSet(state, event.device, event.change, event.done, relaxed);
    case 'settings':
      return afterRead(state, event.device, event.read, relaxed);
    case 'activated':
      return afterActivation(state, event, relaxed);
    case 'located':
    case 'alerted':
      return afterReport(state, event.device, relaxed);
    default:
      return [{ state }];
  }
}

/** An expired device stays so, whatever it reports. */
function afterReport(state: State, device: string, relaxed: boolean): Next<State>[] {
  const own = state.devices[device];
  if (!relaxed || own?.licence !== 'expired') return [{ state }];
  const back = withDevice(state, device, { ...own, licence: 'used', late: true });
  return [{ state }, { state: unsure(back), broken: 'expiry/reached-expires' }];
}

function afterCount(state: State, { used, available }: { used?: number; available?: number }): Next<State>[] {
  if (!holds(state.used, used) || !holds(state.available, available)) return [];
  return [
    { state: { ...state, used: exactly(used, state.used), available: exactly(available, state.available) } },
  ];
}

function afterMaking(
  state: State,
  { device, fresh, counts, dated = !fresh, earlier = false }: Extract<SingleEvent, { kind: 'device' }>,
  relaxed: boolean,
): Next<State>[] {
  const blank = {
    ...{ date: undefined, since: state.at, past: false, late: false, certain: undefined },
    ...{ untouched: !dated, lapses: 0, dateless: false },
  };
  // A licence may have been bought for it.
  const before = earlier ? state : { ...state, available: OPEN };
  const known = withDevice(before, device, {
    ...blank,
    ...{ licence: 'used', expires: dated ? undefined : false },
  });
  if (dated)
    return [
      { state: known },
      { state: withDevice(known, device, { ...blank, expires: undefined, licence: 'expired' }) },
    ];
  if (!counts) {
    const unknown = withDevice(before, device, { ...blank, licence: 'unconstrained', expires: undefined });
    return [{ state: earlier ? unknown : { ...unknown, used: OPEN } }];
  }
  if (earlier) return [{ state: known }];
  const made = moved(known, 1, 0);
  if (!relaxed) return [{ state: made }];
  return [{ state: made }, { state: { ...made, used: OPEN }, broken: 'licences/device-uses-one' }];
}

function afterSet(
  state: State,
  device: string,
  { expires, expirationDate }: Change,
  done: boolean,
  relaxed: boolean,
): Next<State>[] {
  const own = state.devices[device];
  if (!own || (expires === undefined && expirationDate === undefined)) return [{ state }];
  const dateless = expires === true && expirationDate === null;
  const set: DeviceState = {
    ...own,
    untouched: false,
    // The effect of a refused change, or of one without a date, is not known.
    expires: done && !dateless ? (expires ?? own.expires) : undefined,
    date: done ? (expirationDate ?? own.date) : undefined,
    since: state.at,
    past: typeof expirationDate === 'string' ? wasReached(expirationDate, state.at) : own.past,
    late: false,
    certain: undefined,
    dateless: dateless || own.dateless,
  };
  const next = withDevice(state, device, set);
  // A change of the settings may end the expired state; of one whose expiry is not known nothing is known.
  const other = own.licence === 'used' ? 'expired' : 'used';
  const isOpen = own.licence === 'expired' || !isCertain(state, own);
  const either = [
    { state: unsure(next) },
    { state: unsure(withDevice(next, device, { ...set, licence: other })) },
  ];
  const lawful = (isOpen && own.licence !== 'unconstrained' ? either : [{ state: next }]).flatMap(
    (one): Next<State>[] => (set.past && set.expires ? withPastDate(one.state) : [one]),
  );
  if (!relaxed) return lawful;
  const unconstrained = { state: unsure(withDevice(next, device, { ...set, licence: 'unconstrained' })) };
  const broken: Next<State>[] = brokenSettings(own, expires, expirationDate).map((rule) => ({
    ...unconstrained,
    broken: rule,
  }));
  const others = Object.entries(state.devices).filter(
    ([other, { licence }]) => other !== device && licence === 'used',
  );
  // The others, or one of them, expire as it does.
  const sets = others.length > 1 ? [others, ...others.map((one) => [one])] : others.map((one) => [one]);
  for (const set of expires === true ? sets : [])
    for (const one of lawful)
      broken.push({
        state: set.reduce(expiringLike(one.state, device), one.state),
        broken: 'expiry/only-its-own',
      });
  return [...lawful, ...broken];
}

function expiringLike(state: State, device: string) {
  const { expires, date, since, past } = state.devices[device] ?? {};
  return (so: State, [other, one]: [string, DeviceState]): State =>
    withDevice(so, other, {
      ...one,
      ...{ expires, date, since: since ?? state.at, past: past ?? false, untouched: false },
    });
}

/** A date that has been reached may take effect at once, or later, or not: but each the same. */
function withPastDate(state: State): Next<State>[] {
  if (state.pastDates !== undefined) return [{ state }];
  return [{ state: { ...state, pastDates: 'at-once' } }, { state: { ...state, pastDates: 'later' } }];
}

function wasReached(date: string, at: EpochMs): boolean {
  return at >= Date.parse(date) + CERTAINLY;
}

/** Whether it is known by its expiry, or by what was seen just now, that it is what it is. */
function isCertain({ at }: State, { expires, certain }: DeviceState): boolean {
  return expires !== undefined || certain === at;
}

function brokenSettings(
  own: DeviceState,
  expires: boolean | undefined,
  date: string | null | undefined,
): JudgedId[] {
  if (expires === false) return ['expiry/off-never-expires'];
  if (typeof date !== 'string' || own.date === undefined) return [];
  return [date > own.date ? 'expiry/change-any-time' : 'expiry/earlier-takes-effect'];
}

function afterRead(state: State, device: string, read: Settings, relaxed: boolean): Next<State>[] {
  const own = state.devices[device];
  if (!own) return [{ state }];
  const rules: JudgedId[] = [];
  if (own.untouched && read.expires === true) rules.push('expiry/off-by-default');
  if (own.dateless && read.expires === true && read.expirationDate === null)
    rules.push('expiry/on-needs-date');
  const [rule] = rules;
  const settled = withDevice(state, device, {
    ...own,
    untouched: own.untouched && rule === undefined,
    dateless: own.dateless && rule === undefined,
  });
  if (rule !== undefined) return relaxed ? [{ state: settled, broken: rule }] : [];
  const next = refreshed(state, device, own, read);
  if (read.licence === undefined || own.licence === 'unconstrained') return [{ state: next }];
  const seen: DeviceState = { ...(next.devices[device] ?? own), certain: state.at };
  if (read.licence === own.licence) return [{ state: withDevice(next, device, seen) }];
  // Nothing is known of its expiry.
  if (isCertain(state, { ...own, expires: seen.expires })) return [];
  return [{ state: unsure(withDevice(next, device, { ...seen, licence: read.licence })) }];
}

/** An expiry that is read in place of the one that was set holds from then on. */
function refreshed(
  state: State,
  device: string,
  own: DeviceState,
  { expires, expirationDate }: Settings,
): State {
  const differs =
    (expires !== undefined && expires !== own.expires) ||
    (own.expires === true && expirationDate !== undefined && (expirationDate ?? undefined) !== own.date);
  return differs ? withDevice(state, device, { ...own, expires: undefined }) : state;
}

function afterActivation(
  state: State,
  { device, activated, dated, atOnce = false }: Extract<SingleEvent, { kind: 'activated' }>,
  relaxed: boolean,
): Next<State>[] {
  const own = state.devices[device];
  if (!own) return [{ state: unsure(state) }];
  // An activation may move the date, or switch the expiry off: that is open.
  const mayLapse = own.licence === 'used' && reached(state, own).may;
  const isKnown = own.licence !== 'unconstrained' && isCertain(state, own);
  const certain = isKnown && !mayLapse ? state.at : undefined;
  const kept = { ...own, untouched: false, certain, expires: own.expires === false ? false : undefined };
  const same = withDevice(state, device, kept);
  if (!isKnown) return [{ state: unsure(same) }];
  if (own.licence === 'used') {
    const second: Next<State> = { state: unsure(same), broken: 'licences/active-takes-no-second' };
    return relaxed ? [{ state: same }, second] : [{ state: same }];
  }
  if (activated) {
    // With its old date, which has been reached, it may expire again at once.
    const active: DeviceState = { ...kept, licence: 'used', certain: dated ? state.at : undefined };
    const next = moved(withDevice(state, device, active), 1);
    const none = state.available.high !== null && state.available.high <= 0;
    const broken = atOnce ? 'licences/never-over-allotted' : 'licences/activation-refused-when-none';
    if (none) return relaxed ? [{ state: unsure(next), broken }] : [];
    const unconstrained: Next<State> = {
      state: unsure(withDevice(next, device, { ...kept, licence: 'unconstrained' })),
      broken: 'licences/activation-takes-one',
    };
    const postponed: Next<State> = { ...unconstrained, broken: 'expiry/change-any-time' };
    if (!relaxed) return [{ state: next }];
    return [{ state: next }, unconstrained, ...(dated && own.date !== undefined ? [postponed] : [])];
  }
  const free = state.available.low !== null && state.available.low >= 1;
  // At the same time as others it may be refused to be safe.
  if (!free || !dated || atOnce) return [{ state: same }];
  if (!relaxed) return [];
  const others = Object.entries(state.devices).filter(([other]) => other !== device);
  const serves = others.some(([, { lapses }]) => lapses > 0);
  const rules: JudgedId[] = [
    serves ? 'licences/released-serves-another' : 'licences/activation-takes-one',
    ...(own.lapses > 1 ? (['licences/expires-again'] as const) : []),
  ];
  return rules.map((broken) => ({ state: same, broken }));
}
