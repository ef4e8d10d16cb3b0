/**
 * Devices of the run's own, and the states that the rules of the licences begin with. One case after the
 * other has them, and leaves them expired: then they hold no licence that others could use.
 */
import type { AnyId } from '../../../profile/facts.ts';
import type { LimitsChange } from '../../controls/api.ts';
import { type HasExchange, Unreached } from '../../finding.ts';
import type { Kit } from '../../kit.ts';
import { dateIn, LONG_PAST, SOON } from '../expiry/dates.ts';
import { ofRun } from '../of-run.ts';
import { attemptActivation, dates, farAhead, givesDate, takesDate } from './attempt.ts';
import { type Counts, countLicences, countsOnce, recordTellsState, stateOf } from './state.ts';

/** More devices than this are not made only to use up licences. */
const MOST_FILLERS = 12;

/** The devices and what is known of them; a device cannot be removed again, so each case takes over from the last. */
interface Cast {
  used: AnyId[];
  expired: AnyId[];
  /** Dates in the past that were set already: the same one again may change nothing. */
  dates: number;
}

const castOf = ofRun((): Cast => ({ used: [], expired: [], dates: 0 }));

/** A new device, which counts as a used licence where one was available for it. */
export async function makeUsed(kit: Kit): Promise<AnyId> {
  const device = await kit.make.device();
  castOf(kit).used.push(device);
  return device;
}

/** So many devices that are expired. */
export async function takeExpired(kit: Kit, count: number): Promise<AnyId[]> {
  const cast = castOf(kit);
  while (cast.expired.length < count) await expireOne(kit);
  return cast.expired.slice(0, count);
}

/** Lets a device expire that counts as a used licence. Throws `Unreached` where that cannot be brought about. */
export async function expireOne(kit: Kit): Promise<AnyId> {
  const cast = castOf(kit);
  const device = cast.used[0] ?? (await makeUsed(kit));
  const before = recordTellsState(kit) ? undefined : await countLicences(kit);
  await expire(kit, device, before, cast);
  cast.used = cast.used.filter((other) => other !== device);
  cast.expired.push(device);
  return device;
}

/** By a date that is long past, or where that does nothing by one that is let pass. */
async function expire(kit: Kit, device: AnyId, before: Counts | undefined, cast: Cast): Promise<void> {
  if ((await setPast(kit, device, cast)) === 'done' && (await isReleased(kit, device, before))) return;
  const { date, reachedBy } = dateIn(kit.clock.now(), SOON);
  if (!kit.clock.canReach(reachedBy)) {
    throw new Unreached(
      'a device does not expire by a date in the past, and time cannot be brought forward',
      'controls.advance',
    );
  }
  await kit.controls.setLimits(device, { expires: true, expirationDate: date });
  await kit.clock.reach(reachedBy);
  if (await isReleased(kit, device, before)) return;
  throw new Unreached('no device could be made to expire', 'controls.setLimits');
}

async function setPast(kit: Kit, device: AnyId, cast: Cast): Promise<'done' | 'refused'> {
  const { date } = dateIn(kit.clock.now(), LONG_PAST - cast.dates++);
  return (await kit.controls.setLimits(device, { expires: true, expirationDate: date })).outcome;
}

/** Frees the licences that cases took, for those that come after. */
export async function freeLicences(kit: Kit): Promise<void> {
  const cast = castOf(kit);
  for (const device of cast.used.splice(0)) {
    const before = recordTellsState(kit) ? undefined : await countLicences(kit);
    const outcome = await setPast(kit, device, cast);
    if (outcome === 'done' && (await isReleased(kit, device, before))) cast.expired.push(device);
  }
}

/** By its record, or by the counts from before where that does not tell. */
async function isReleased(kit: Kit, device: AnyId, before: Counts | undefined): Promise<boolean> {
  if (before) return (await countsOnce(kit, before.used - 1)).used === before.used - 1;
  const read = await kit.eventually(
    () => stateOf(kit, device),
    ({ state }) => state === 'expired',
  );
  return read.state === 'expired';
}

/**
 * Leaves exactly so many licences available, by devices of the run's own, and gives the counts. `spared`
 * stay expired. Throws `Unreached` where that takes too many.
 */
export async function leaveAvailable(kit: Kit, wanted: number, spared: readonly AnyId[]): Promise<Counts> {
  let counts = await countLicences(kit);
  const available = () => availableOf(counts);
  if (available() > wanted + MOST_FILLERS) {
    throw new Unreached(
      `${available()} licences are available, too many to use them up: that needs an account with few that are free`,
      'controls.createDevice',
    );
  }
  for (let filled = 0; available() > wanted && filled < MOST_FILLERS; filled++) {
    await useOne(kit, spared);
    counts = await countLicences(kit);
  }
  if (available() === wanted) return counts;
  throw new Unreached(
    `${wanted} available licences could not be brought about: there are ${available()}`,
    'controls.createDevice',
  );
}

/** Uses one licence up: by a device that an earlier case left, or else by a new one. */
async function useOne(kit: Kit, spared: readonly AnyId[]): Promise<void> {
  const idle = castOf(kit).expired.find((device) => !spared.includes(device));
  if (idle !== undefined && (await attemptActivation(kit, idle)).activated) activated(kit, idle);
  else await makeUsed(kit);
}

export function availableOf({ available }: Counts): number {
  if (available !== undefined) return available;
  throw new Unreached('the available licences are not told', 'controls.readLicences');
}

export interface Activation {
  /** Whether the device is no longer expired. */
  active: boolean;
  /** Whether the deployment said that it activated it. */
  granted: boolean;
  /** Whether settings of the device were changed for it. */
  insisted: boolean;
  before: Counts;
  after: Counts;
  telling: HasExchange[];
}

/**
 * Activates an expired device, and sees what became of it and of the counts before. A deployment may ask for a new
 * date with it, or hold it expired for as long as its date lies in the past: then it is activated again (`insist`).
 * Throws `Unreached` where it was refused all the same, and may ask for something else.
 */
export async function activate(kit: Kit, device: AnyId, before: Counts, insist = false): Promise<Activation> {
  const first = await tryActivation(kit, device, before);
  if (!insist || first.active) return first;
  let activation = first;
  for (const prepare of otherWays(kit, device)) {
    const insisted = await prepare();
    activation = { ...(await tryActivation(kit, device, before)), insisted };
    if (activation.active) return activation;
  }
  if (activation.granted || kit.profile.openings['activation.also'] !== undefined) return activation;
  throw new Unreached('the activation was refused, and may need more than is said of it', 'activation.also');
}

/** What an activation may need beside a licence. Each gives whether it changed settings of the device. */
function otherWays(kit: Kit, device: AnyId): (() => Promise<boolean>)[] {
  const withDate = async () => {
    dates(kit).needed = true;
    return false;
  };
  const withSettings = (change: LimitsChange) => async () => {
    dates(kit).needed = false;
    await kit.controls.setLimits(device, change);
    return true;
  };
  return [
    ...(takesDate(kit) && !givesDate(kit) ? [withDate] : []),
    withSettings({ expires: false }),
    withSettings({ expires: true, expirationDate: farAhead(kit) }),
  ];
}

async function tryActivation(kit: Kit, device: AnyId, before: Counts): Promise<Activation> {
  const attempt = await attemptActivation(kit, device);
  const granted = attempt.activated;
  const after = granted ? await countsOnce(kit, before.used + 1) : await countLicences(kit);
  const read = recordTellsState(kit) ? await stateOf(kit, device) : undefined;
  const active = read ? read.state === 'used' : after.used > before.used;
  if (active) activated(kit, device);
  return {
    active,
    granted,
    insisted: false,
    before,
    after,
    telling: [before, attempt, after, ...(read ? [read] : [])],
  };
}

/** Notes that a device is no longer expired. */
export function activated(kit: Kit, device: AnyId): void {
  const cast = castOf(kit);
  cast.expired = cast.expired.filter((other) => other !== device);
  if (!cast.used.includes(device)) cast.used.push(device);
}
