/** The expiry of devices as it is set and read (sections 2 and 8): what a change leaves behind, and what a look may show of it. */
import { mapTable } from '../../kit/tables.ts';
import { channels, type JudgedId } from '../../specification/judged.ts';
import type { Change, Settings } from '../event.ts';
import { breaking, type Next } from '../hypotheses.ts';
import { reachIn, wasReached } from './lapses.ts';
import {
  type DeviceState,
  onUntouched,
  type Shown,
  type State,
  unsure,
  withDevice,
} from './licence-state.ts';
import { limitOf } from './limits.ts';

/** Any date of a device that had some before the history. */
export const LONG_AGO = '0001-01-01';

type Asked = Pick<Change, 'expires' | 'expirationDate'>;

/** An expired device stays so, whatever it reports, and whoever reads or changes its other settings. */
export function stillExpired(state: State, device: string): Next<State>[] {
  const own = state.devices[device];
  if (own?.licence !== 'expired') return [{ state }];
  const back = withDevice(state, device, { ...own, licence: 'used', late: true });
  return [{ state }, ...breaking(unsure(back), 'expiry/reached-expires')];
}

/** Returns whether it is known by its expiry, or by what was seen just now, that it is what it is. */
export function isCertain({ at }: State, { expires, certain }: DeviceState): boolean {
  return expires !== undefined || certain === at;
}

export function afterSet(state: State, device: string, change: Change, done: boolean): Next<State>[] {
  const { expires, expirationDate: date } = change;
  const own = state.devices[device];
  if (!own || (expires === undefined && date === undefined)) return stillExpired(state, device);
  const isDateless = wouldBeDateless(own, change);
  const dateless = typeof date === 'string' ? false : isDateless ? askedDateless(own) : own.dateless;
  if (!done) {
    // A refused change is to have no effect.
    const carriedOut = isDateless ? [] : afterSet(state, device, change, true).filter((one) => !one.broken);
    const kept = withDevice(state, device, {
      ...{ ...own, untouched: false },
      ...(isDateless && { dateless }),
      ...(date && date !== own.replaced && { declined: date }),
    });
    const rules = rulesOf(own, change);
    return [
      { state: kept },
      ...rules.flatMap((rule) => carriedOut.flatMap((one) => breaking(one.state, rule))),
    ];
  }
  const past = typeof date === 'string' ? wasReached(date, state.at) : own.past;
  const set: DeviceState = {
    ...{ ...own, ...afterMoving(own, change), date: date ?? own.date, since: state.at, past, dateless },
    // The document leaves open whether a date that an activation removed ends the use once more.
    late: past && own.ended !== undefined && date === own.ended,
    // The effect of a change without a date is not known.
    expires: isDateless ? undefined : (expires ?? own.expires),
    ...{ untouched: false, shown: undefined, declined: undefined, certain: undefined, counted: undefined },
  };
  // The expiry of each other device is to stay as it was read.
  const devices = mapTable(withDevice(state, device, set).devices, (one, other) =>
    other === device || !one.shown ? one : { ...one, shown: { ...one.shown, beside: true } },
  );
  const lawful = livesOn(state, { ...state, devices }, device).flatMap((one) =>
    set.past && set.expires ? withPastDate(one) : [one],
  );
  return [
    ...lawful.map((one) => ({ state: one })),
    ...(expires === true ? spreading(state, device, lawful) : []),
  ];
}

/** A change of the settings may end the expired state; of one whose expiry is not known nothing is known. */
function livesOn(before: State, next: State, device: string): State[] {
  const [own, set] = [before.devices[device], next.devices[device]];
  if (!own || !set) return [next];
  if (own.licence === 'unconstrained') return [unsure(next)];
  const isExpired = own.licence === 'expired';
  if (!isExpired && (isCertain(before, own) || own.counted === before.at)) return [next];
  const other = unsure(withDevice(next, device, { ...set, licence: isExpired ? 'used' : 'expired' }));
  // As long as it stays expired, it uses no licence.
  return [isExpired ? next : unsure(next), other];
}

/** A date that has been reached may take effect at once, or later, or not: but each the same. */
function withPastDate(state: State): State[] {
  if (state.pastDates !== undefined) return [state];
  return (['at-once', 'later'] as const).map((pastDates) => ({ ...state, pastDates }));
}

/** The other devices, or one of them, expire as this one does. */
function spreading(before: State, device: string, lawful: readonly State[]): Next<State>[] {
  const others = Object.entries(before.devices).filter(
    ([other, { licence }]) => other !== device && licence === 'used',
  );
  const sets = [...(others.length > 1 ? [others] : []), ...others.map((one) => [one])];
  return sets.flatMap((set) =>
    lawful.flatMap((state) => {
      const { expires, date, since = state.at, past = false } = state.devices[device] ?? {};
      const spread = set.map(([other, one]): [string, DeviceState] => [
        other,
        { ...one, expires, date, since, past, untouched: false, shown: undefined },
      ]);
      const devices = { ...state.devices, ...Object.fromEntries(spread) };
      return breaking({ ...state, devices }, 'expiry/only-its-own');
    }),
  );
}

/** The rules that a change is about: where a limit is changed beside the expiry, it may be refused for that. */
function rulesOf(own: DeviceState, { expires, expirationDate, ...limits }: Change): JudgedId[] {
  const raised = channels.filter((channel) => limits[limitOf[channel]] !== undefined);
  const rule = expires === false ? 'expiry/off-never-expires' : ruleOf(own, expirationDate);
  return [rule, ...raised.map((channel): JudgedId => `limits/raise-takes-effect/${channel}`)];
}

/** The rule that another date is about. */
function ruleOf({ date }: DeviceState, to: string | null | undefined): JudgedId {
  if (typeof to !== 'string' || date === undefined) return 'expiry/reached-expires';
  return to > date ? 'expiry/change-any-time' : 'expiry/earlier-takes-effect';
}

/** Returns whether Expires would be on without a date after a change: none was given, or the one that stood there was taken away. */
function wouldBeDateless(
  { expires: wasOn, shown }: DeviceState,
  { expires, expirationDate }: Asked,
): boolean {
  const date = expirationDate === undefined ? shown?.expirationDate : expirationDate;
  return (expires ?? wasOn) === true && date === null;
}

function askedDateless({ dateless, shown }: DeviceState): DeviceState['dateless'] {
  return shown?.expirationDate === null ? 'without any' : dateless || 'asked';
}

/** The dates that a change of the expiry of a device in use leaves behind. */
function afterMoving(
  { licence, expires, date, replaced, broughtForward }: DeviceState,
  { expires: on, expirationDate: to }: Asked,
): Pick<DeviceState, 'replaced' | 'broughtForward'> {
  if (licence !== 'used' || expires === false || date === undefined) return { replaced, broughtForward };
  if (on === false || (typeof to === 'string' && to > date))
    return { replaced: replaced !== undefined && replaced < date ? replaced : date, broughtForward };
  return { replaced, broughtForward: broughtForward || (typeof to === 'string' && to < date) };
}

export function afterRead(state: State, device: string, read: Settings): Next<State>[] {
  const own = state.devices[device];
  if (!own) return [{ state }];
  const isOn = own.untouched && read.expires === true;
  const rules = isOn ? onUntouched[own.untouched] : isOnUndated(own, read) ? ONLY_WITH_DATE : [];
  // Expires that was read as off was off by default.
  const settled: DeviceState = {
    ...own,
    ...(read.expires !== undefined && { untouched: false, dateless: false }),
    // Asked for without a date it has not gone on, or is as it was.
    ...(own.dateless !== false && isAsBefore(own, read) && { expires: read.expires }),
  };
  if (rules.length > 0) return breaking(withDevice(state, device, settled), ...rules);
  const wrong = alteredBy(own, read);
  // A change of its expiry may have ended its use, or the end of it.
  if (wrong)
    return seenAs(state, device, { ...settled, licence: 'unconstrained' }, read).flatMap((one) =>
      breaking(one, wrong),
    );
  return seenAs(state, device, withoutEffect(state, settled, read), read).map((one) => ({ state: one }));
}

const ONLY_WITH_DATE = ['expiry/on-needs-date'] as const;

/** Returns whether Expires was read as off, or as on with the date that it had, of a device that is what it was. */
function isAsBefore(own: DeviceState, { expires, expirationDate, licence }: Settings): boolean {
  if (licence !== undefined && licence !== own.licence) return false;
  return expires === false || (expires === true && own.date !== undefined && own.date === expirationDate);
}

/** Returns whether Expires was switched on without a date, or with a date that no request gave. */
function isOnUndated({ dateless }: DeviceState, { expires, expirationDate }: Settings): boolean {
  if (expires !== true || expirationDate === undefined) return false;
  return expirationDate === null ? dateless !== false : dateless === 'without any';
}

/** The date before an activation that gave another, and was read to have no effect though it has been reached, has none. */
function withoutEffect(state: State, own: DeviceState, read: Settings): DeviceState {
  const { replaced, licence, expires } = own;
  const isSeen = licence === 'used' && read.licence === 'used' && expires === undefined;
  if (!isSeen || replaced === undefined || replaced === LONG_AGO) return own;
  return state.at >= reachIn(state, replaced).must ? { ...own, replaced: undefined } : own;
}

/** The rule that is broken where an expiry is another than before, though nothing was done that may change it. */
function alteredBy(own: DeviceState, { expires, expirationDate }: Settings): JudgedId | undefined {
  const { shown, licence, expires: known, dateless, declined, date } = own;
  if (declined !== undefined && expirationDate === declined && date !== undefined && date !== declined)
    return ruleOf(own, declined);
  const isSame = <T>(one: T | undefined, other: T | undefined) =>
    one === undefined || other === undefined || one === other;
  if (!shown || (isSame(expires, shown.expires) && isSame(expirationDate, shown.expirationDate)))
    return undefined;
  if (shown.refused) return 'licences/activation-refused-when-none';
  if (shown.beside) return 'expiry/only-its-own';
  // Expires without a date was refused, and gave it one.
  if (dateless !== false && expires !== false) return 'expiry/on-needs-date';
  // It was read as it was set, and does not change by itself while the device is in use.
  if (licence !== 'used' || known === undefined) return undefined;
  return known ? 'expiry/reached-expires' : 'expiry/off-never-expires';
}

/** The states in which a device is as it was read. */
function seenAs(state: State, device: string, own: DeviceState, read: Settings): State[] {
  const { expires, expirationDate: date, licence } = read;
  const shown: Shown = {
    ...(expires !== undefined && { expires }),
    ...(date !== undefined && { expirationDate: date }),
    ...{ beside: false, refused: false },
  };
  // An expiry that is read in place of the one that was set holds from then on.
  const isOther =
    (expires !== undefined && expires !== own.expires) ||
    (own.expires === true && date !== undefined && (date ?? undefined) !== own.date);
  const next: DeviceState = { ...own, shown, ...(isOther && { expires: undefined }) };
  if (licence === undefined) return [withDevice(state, device, next)];
  const seen = withDevice(state, device, { ...next, certain: state.at, licence });
  if (licence === own.licence) return [seen];
  // Its expiry is not known.
  return own.licence !== 'unconstrained' && isCertain(state, next) ? [] : [unsure(seen)];
}
