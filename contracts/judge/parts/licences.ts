/**
 * Follows which devices count as used licences, and how many the account has (sections 2, 3 and 8). The document leaves
 * open at which instant of its date a device expires, and what besides an activation ends that. Devices that the history
 * did not make may expire whenever time moves: the used licences of the account may then be fewer, never more.
 */
import type { EpochMs } from '../../profile/facts.ts';
import { channels, type JudgedId } from '../../specification/judged.ts';
import type { Change, Settings, SingleEvent } from '../event.ts';
import type { Next, Part } from '../hypotheses.ts';
import { inAnyZone, lapsing, type Reach, reached, reachIn, SOME_TIME, wasReached } from './lapses.ts';
import {
  boundsInWords,
  type DeviceState,
  exactly,
  holds,
  moved,
  type OneMoment,
  OPEN,
  onUntouched,
  type Shown,
  type State,
  UNSET,
  unsure,
  withDevice,
} from './licence-state.ts';
import { limitOf } from './limits.ts';

/** The date of a device that was given one with an activation, and any date of a device that had some before the history. */
export const FAR_AHEAD = '9999-12-31';
const LONG_AGO = '0001-01-01';

const EMPTY: State = { devices: {}, used: OPEN, available: OPEN, at: 0, pastDates: undefined };

/**
 * @param reachOf when a date is reached
 * @param moment in place of `reachOf`, where the time is the same on all dates and not stated: what is known of it
 */
export function licencePart(reachOf: (date: string) => Reach = inAnyZone, moment?: OneMoment): Part<State> {
  const startsFor = rememberingLast((state, event, relaxed) => {
    let starts: Next<State>[] = [{ state: laterOn(state, event.at) }];
    for (const device of Object.keys(state.devices))
      starts = starts.flatMap((start) =>
        follow(start, lapsing(start.state, device, event, relaxed, reachOf)),
      );
    return starts;
  });
  return {
    initial: moment ? { ...EMPTY, moment } : EMPTY,
    inWords: ({ devices, used, available }) =>
      [
        ...Object.entries(devices).map(
          ([device, { licence }]) => `device ${device} ${licence === 'unconstrained' ? 'unknown' : licence}`,
        ),
        `${boundsInWords(used)} used`,
        `${boundsInWords(available)} available`,
      ].join(', '),
    told({ devices }, device) {
      const own = devices[device];
      if (!own) return undefined;
      const { licence, expires, date } = own;
      return {
        gone: licence === 'expired',
        ...(expires !== undefined && { expires }),
        ...(date !== undefined && { date }),
      };
    },
    next(state, event, relaxed, may) {
      // A device that had expired before shows what brings it back.
      const had = 'device' in event && state.devices[event.device]?.licence === 'expired';
      return startsFor(state, event, relaxed).flatMap((start) => {
        if (start.broken !== undefined && may?.(start.broken) === false) return [];
        return follow(start, happen(start.state, event, relaxed, reachOf, relaxed && had));
      });
    },
  };
}

/** The last answer for each state: other answers to the same event, at the same time, start alike. */
function rememberingLast(startsOf: Part<State>['next']): Part<State>['next'] {
  const last = new WeakMap<State, { key: string; starts: readonly Next<State>[] }>();
  return (state, event, relaxed) => {
    const key = `${relaxed} ${event.at} ${event.kind} ${'device' in event ? event.device : ''}`;
    const known = last.get(state);
    if (known?.key === key) return known.starts;
    const starts = startsOf(state, event, relaxed);
    last.set(state, { key, starts });
    return starts;
  };
}

function follow<S>({ broken }: Next<S>, nexts: readonly Next<S>[]): readonly Next<S>[] {
  if (broken === undefined) return nexts;
  const open = nexts.filter((next) => next.broken === undefined || next.broken === broken);
  return open.map(({ state }) => ({ state, broken }));
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

function happen(
  state: State,
  event: SingleEvent,
  relaxed: boolean,
  reachOf: (date: string) => Reach,
  mayReturn: boolean,
): readonly Next<State>[] {
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
      return stillExpired(state, event.device, mayReturn).flatMap((start) =>
        follow(start, afterRead(start.state, event.device, event.read, relaxed, reachOf)),
      );
    case 'activated':
      return afterActivation(state, event, relaxed, reachOf);
    case 'located':
    case 'alerted':
      return stillExpired(state, event.device, relaxed);
    default:
      return [{ state }];
  }
}

/** An expired device stays so, whatever it reports, and whoever reads or changes its other settings. */
function stillExpired(state: State, device: string, relaxed: boolean): Next<State>[] {
  const own = state.devices[device];
  if (!relaxed || own?.licence !== 'expired') return [{ state }];
  const back = withDevice(state, device, { ...own, licence: 'used', late: true });
  return [{ state }, { state: unsure(back), broken: 'expiry/reached-expires' }];
}

function afterCount(
  state: State,
  { used, available }: { used?: number | undefined; available?: number | undefined },
): Next<State>[] {
  if (!holds(state.used, used) || !holds(state.available, available)) return [];
  // As many are used as can be: so those that were activated since the last count are among them.
  const counted = used !== undefined && used === state.used.high ? state.at : undefined;
  const devices = Object.entries(state.devices).map(([device, own]): [string, DeviceState] => [
    device,
    own.counted === 'next' ? { ...own, counted } : own,
  ]);
  return [
    {
      state: {
        ...state,
        devices: Object.fromEntries(devices),
        ...{ used: exactly(used, state.used), available: exactly(available, state.available) },
      },
    },
  ];
}

function afterMaking(
  state: State,
  { device, fresh, counts, dated = !fresh, earlier = false, own }: Extract<SingleEvent, { kind: 'device' }>,
  relaxed: boolean,
): Next<State>[] {
  // A device of others may have been given its settings.
  const untouched: DeviceState['untouched'] = !dated && (fresh ? 'fresh' : own === true && 'rested');
  const blank = {
    ...UNSET,
    ...{ since: state.at, untouched },
    ...(dated && { replaced: LONG_AGO, broughtForward: true }),
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
      { state: withDevice(known, device, { ...blank, expires: undefined, licence: 'expired', lapses: 1 }) },
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
  change: Change,
  done: boolean,
  relaxed: boolean,
): Next<State>[] {
  const { expires, expirationDate } = change;
  const own = state.devices[device];
  if (!own || (expires === undefined && expirationDate === undefined))
    return stillExpired(state, device, relaxed);
  const dateless = isDateless(own, expires, expirationDate);
  const undated = datelessAfter(own, dateless, expirationDate);
  // A refused change is to have no effect.
  if (!done) {
    const carriedOut = relaxed && !dateless ? afterSet(state, device, change, true, false) : [];
    const kept = withDevice(state, device, {
      ...own,
      untouched: false,
      ...(dateless && { dateless: undated }),
      ...(expirationDate && expirationDate !== own.replaced && { declined: expirationDate }),
    });
    return [
      { state: kept },
      ...rulesOf(own, change).flatMap((broken) => carriedOut.map((next) => ({ ...next, broken }))),
    ];
  }
  const past = typeof expirationDate === 'string' ? wasReached(expirationDate, state.at) : own.past;
  // Whether a date that an activation did away with ends the use once more is open.
  const isSame = expirationDate === own.ended && own.ended !== undefined;
  const set: DeviceState = {
    ...own,
    ...afterMoving(own, expires, expirationDate),
    ...{ untouched: false, shown: undefined, declined: undefined },
    // The effect of a change without a date is not known.
    expires: dateless ? undefined : (expires ?? own.expires),
    date: expirationDate ?? own.date,
    since: state.at,
    past,
    late: past && isSame,
    certain: undefined,
    counted: undefined,
    dateless: undated,
  };
  const next = besides(withDevice(state, device, set), device);
  // A change of the settings may end the expired state; of one whose expiry is not known nothing is known.
  const other = own.licence === 'used' ? 'expired' : 'used';
  const isOpen = own.licence === 'expired' || !(isCertain(state, own) || own.counted === state.at);
  const either = [
    // As long as it stays expired, it uses no licence.
    { state: own.licence === 'expired' ? next : unsure(next) },
    { state: unsure(withDevice(next, device, { ...set, licence: other })) },
  ];
  const settled =
    own.licence === 'unconstrained' ? [{ state: unsure(next) }] : isOpen ? either : [{ state: next }];
  const lawful = settled.flatMap((one): Next<State>[] =>
    set.past && set.expires ? withPastDate(one.state) : [one],
  );
  if (!relaxed) return lawful;
  const broken: Next<State>[] = [];
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
      shown: undefined,
    });
}

/** The rules that a change is about: where a limit is changed beside the expiry, it may be refused for that. */
function rulesOf(own: DeviceState, { expires, expirationDate, ...limits }: Change): JudgedId[] {
  const raised = channels.filter((channel) => limits[limitOf[channel]] !== undefined);
  return [
    ruleOf(own, expires, expirationDate),
    ...raised.map((channel): JudgedId => `limits/raise-takes-effect/${channel}`),
  ];
}

/** The rule that a change of the expiry is about. */
function ruleOf(
  { date }: DeviceState,
  expires: boolean | undefined,
  to: string | null | undefined,
): JudgedId {
  if (expires === false) return 'expiry/off-never-expires';
  if (typeof to !== 'string' || date === undefined) return 'expiry/reached-expires';
  return to > date ? 'expiry/change-any-time' : 'expiry/earlier-takes-effect';
}

/** Returns whether Expires would be on without a date after a change: none was given, or the one that stood there was taken away. */
function isDateless(
  { expires: wasOn, shown }: DeviceState,
  expires: boolean | undefined,
  expirationDate: string | null | undefined,
): boolean {
  const date = expirationDate === undefined ? shown?.expirationDate : expirationDate;
  return (expires ?? wasOn) === true && date === null;
}

/** The dates that a change of the expiry of a device in use leaves behind. */
function afterMoving(
  { licence, expires, date, replaced, broughtForward }: DeviceState,
  on: boolean | undefined,
  to: string | null | undefined,
): Pick<DeviceState, 'replaced' | 'broughtForward'> {
  if (licence !== 'used' || expires === false || date === undefined) return { replaced, broughtForward };
  if (on === false || (typeof to === 'string' && to > date))
    return { replaced: replaced !== undefined && replaced < date ? replaced : date, broughtForward };
  return { replaced, broughtForward: broughtForward || (typeof to === 'string' && to < date) };
}

/** The expiry of a device was set: that of each other one is to stay as it was read. */
function besides(state: State, device: string): State {
  const devices = Object.entries(state.devices).map(([other, own]): [string, DeviceState] => [
    other,
    other === device || !own.shown ? own : { ...own, shown: { ...own.shown, beside: true } },
  ]);
  return { ...state, devices: Object.fromEntries(devices) };
}

/** A date that has been reached may take effect at once, or later, or not: but each the same. */
function withPastDate(state: State): Next<State>[] {
  if (state.pastDates !== undefined) return [{ state }];
  return [{ state: { ...state, pastDates: 'at-once' } }, { state: { ...state, pastDates: 'later' } }];
}

/** Returns whether it is known by its expiry, or by what was seen just now, that it is what it is. */
function isCertain({ at }: State, { expires, certain }: DeviceState): boolean {
  return expires !== undefined || certain === at;
}

function afterRead(
  state: State,
  device: string,
  read: Settings,
  relaxed: boolean,
  reachOf: (date: string) => Reach,
): Next<State>[] {
  const own = state.devices[device];
  if (!own) return [{ state }];
  const rules: readonly JudgedId[] =
    own.untouched && read.expires === true
      ? onUntouched[own.untouched]
      : isOnUndated(own, read)
        ? ['expiry/on-needs-date']
        : [];
  // Expires that was read as off was off by default.
  const settled: DeviceState = {
    ...own,
    ...(read.expires !== undefined && { untouched: false, dateless: false }),
    // Asked for without a date it has not gone on, or is as it was.
    ...(own.dateless !== false && isAsBefore(own, read) && { expires: read.expires }),
  };
  if (rules.length > 0 && !relaxed) return [];
  if (rules.length > 0) return rules.map((broken) => ({ state: withDevice(state, device, settled), broken }));
  const wrong = alteredBy(own, read);
  if (wrong !== undefined && !relaxed) return [];
  // A change of its expiry may have ended its use, or the end of it.
  const altered: DeviceState =
    wrong === undefined
      ? withoutEffect(state, settled, read, reachOf)
      : { ...settled, licence: 'unconstrained' };
  return seenAs(state, device, altered, read).map((next) =>
    wrong === undefined ? next : { ...next, broken: wrong },
  );
}

/** Returns whether Expires was read as off, or as on with the date that it had, of a device that is what it was. */
function isAsBefore(own: DeviceState, { expires, expirationDate, licence }: Settings): boolean {
  const { date } = own;
  if (licence !== undefined && licence !== own.licence) return false;
  return expires === false || (expires === true && date !== undefined && date === expirationDate);
}

/** Returns whether Expires was asked to go on without a date, and no date was given since. */
function datelessAfter(
  { dateless, shown }: DeviceState,
  isAsked: boolean,
  date: string | null | undefined,
): DeviceState['dateless'] {
  if (typeof date === 'string') return false;
  if (!isAsked) return dateless;
  return shown?.expirationDate === null ? 'without any' : dateless || 'asked';
}

/** Returns whether Expires was switched on without a date, or with a date that no request gave. */
function isOnUndated({ dateless }: DeviceState, { expires, expirationDate }: Settings): boolean {
  if (expires !== true || expirationDate === undefined) return false;
  return expirationDate === null ? dateless !== false : dateless === 'without any';
}

/** The date before an activation that gave another, and was read to have no effect though it has been reached, has none. */
function withoutEffect(
  state: State,
  own: DeviceState,
  read: Settings,
  reachOf: (date: string) => Reach,
): DeviceState {
  const { replaced, licence, expires } = own;
  const isSeen = licence === 'used' && read.licence === 'used' && expires === undefined;
  if (!isSeen || replaced === undefined || replaced === LONG_AGO) return own;
  return state.at >= reachIn(state, replaced, reachOf).must ? { ...own, replaced: undefined } : own;
}

/** The rule that is broken where an expiry is another than before, though nothing was done that may change it. */
function alteredBy(own: DeviceState, { expires, expirationDate }: Settings): JudgedId | undefined {
  const { shown, licence, expires: known, dateless, declined, date } = own;
  if (declined !== undefined && expirationDate === declined && date !== undefined && date !== declined)
    return ruleOf(own, undefined, declined);
  if (!shown) return undefined;
  const isSame =
    (expires === undefined || shown.expires === undefined || expires === shown.expires) &&
    (expirationDate === undefined ||
      shown.expirationDate === undefined ||
      expirationDate === shown.expirationDate);
  if (isSame) return undefined;
  if (shown.refused) return 'licences/activation-refused-when-none';
  if (shown.beside) return 'expiry/only-its-own';
  // Expires without a date was refused, and gave it one.
  if (dateless !== false && expires !== false) return 'expiry/on-needs-date';
  // It was read as it was set, and does not change by itself while the device is in use.
  if (licence !== 'used' || known === undefined) return undefined;
  return known ? 'expiry/reached-expires' : 'expiry/off-never-expires';
}

function seenAs(state: State, device: string, own: DeviceState, read: Settings): Next<State>[] {
  const { expires, expirationDate } = read;
  const shown: Shown = {
    ...(expires !== undefined && { expires }),
    ...(expirationDate !== undefined && { expirationDate }),
    ...{ beside: false, refused: false },
  };
  const next = refreshed(state, device, { ...own, shown }, read);
  if (read.licence === undefined) return [{ state: next }];
  const seen: DeviceState = { ...(next.devices[device] ?? own), certain: state.at };
  if (own.licence === 'unconstrained')
    return [{ state: unsure(withDevice(next, device, { ...seen, licence: read.licence })) }];
  if (read.licence === own.licence) return [{ state: withDevice(next, device, seen) }];
  // Its expiry is not known.
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
  return withDevice(state, device, differs ? { ...own, expires: undefined } : own);
}

function afterActivation(
  state: State,
  { device, activated, dated, insisted = false, atOnce = false }: Extract<SingleEvent, { kind: 'activated' }>,
  relaxed: boolean,
  reachOf: (date: string) => Reach,
): Next<State>[] {
  const own = state.devices[device];
  if (!own) return [{ state: unsure(state) }];
  // An activation may move the date, or switch the expiry off: that is open.
  const mayLapse = own.licence === 'used' && reached(state, own, reachOf).may;
  const isSure = own.licence !== 'unconstrained' && isCertain(state, own);
  const isKnown = isSure || own.counted === state.at;
  const certain = isSure && !mayLapse ? state.at : undefined;
  const kept: DeviceState = {
    ...own,
    ...{ untouched: false, certain, expires: own.expires === false ? false : undefined, shown: undefined },
    dateless: false,
  };
  const same = withDevice(state, device, kept);
  if (!isKnown) return [{ state: unsure(same) }];
  const none = state.available.high !== null && state.available.high <= 0;
  if (own.licence === 'used') {
    const second: Next<State> = { state: unsure(same), broken: 'licences/active-takes-no-second' };
    return relaxed ? [{ state: same }, second] : [{ state: same }];
  }
  if (activated) {
    // With its old date, which has been reached, it may expire again at once.
    const active: DeviceState = {
      ...kept,
      ...{ licence: 'used', certain: dated ? state.at : undefined, date: dated ? FAR_AHEAD : undefined },
      ...{ counted: 'next', ended: own.date },
      ...(dated && !atOnce && own.date !== undefined && { replaced: own.date }),
    };
    const next = moved(withDevice(state, device, active), 1);
    const broken = atOnce ? 'licences/never-over-allotted' : 'licences/activation-refused-when-none';
    if (none) return relaxed ? [{ state: unsure(next), broken }] : [];
    if (!relaxed) return [{ state: next }];
    const wrongly = [unsure(next), unsure(same)];
    return [
      { state: next },
      ...wrongly.map((state): Next<State> => ({ state, broken: 'licences/activation-takes-one' })),
    ];
  }
  if (none && own.shown) {
    const shown: Shown = { ...own.shown, refused: true };
    return [{ state: withDevice(state, device, { ...kept, expires: own.expires, shown }) }];
  }
  const free = state.available.low !== null && state.available.low >= 1;
  // An expiration date that has been reached may stand in its way. At the same time as others it may be refused to be safe.
  const isDue = dated || insisted || own.expires === false;
  if (!free || !isDue || atOnce) return [{ state: same }];
  if (!relaxed) return [];
  // The licence that is available is the one that a device has released.
  const lapsed = Object.entries(state.devices).filter(([, { lapses }]) => lapses > 0);
  const isReleased = state.available.high === 1 && lapsed.length > 0;
  const serves = isReleased && lapsed.some(([other]) => other !== device);
  const rules: JudgedId[] = [
    ...(own.lapses > 1 ? (['licences/expires-again'] as const) : []),
    ...(serves ? (['licences/released-serves-another'] as const) : []),
    'licences/activation-takes-one',
    ...(isReleased ? (['licences/expiry-releases-one'] as const) : []),
  ];
  return rules.map((broken) => ({ state: same, broken }));
}
