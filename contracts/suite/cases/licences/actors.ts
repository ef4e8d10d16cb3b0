/** Devices of the run's own, and the states that the rules of the licences begin with. One case after the other has them. */
import type { AnyId } from '../../../profile/core.ts';
import { type Told, Unreached } from '../../case.ts';
import type { Kit } from '../../kit.ts';
import { dateIn, LONG_PAST, SOON } from '../expiry/dates.ts';
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

function castOf(kit: Kit): Promise<Cast> {
  return kit.shared('devices that take and release licences', async () => ({
    used: [],
    expired: [],
    dates: 0,
  }));
}

/** A new device, which counts as a used licence where one was available for it. */
export async function makeUsed(kit: Kit): Promise<AnyId> {
  const device = await kit.make.device();
  (await castOf(kit)).used.push(device);
  return device;
}

/** So many devices that are expired. */
export async function takeExpired(kit: Kit, count: number): Promise<AnyId[]> {
  const cast = await castOf(kit);
  while (cast.expired.length < count) await expireOne(kit);
  return cast.expired.slice(0, count);
}

/** Lets a device expire that counts as a used licence. Throws `Unreached` where that cannot be brought about. */
export async function expireOne(kit: Kit): Promise<AnyId> {
  const cast = await castOf(kit);
  const device = cast.used[0] ?? (await makeUsed(kit));
  const before = recordTellsState(kit) ? undefined : await countLicences(kit);
  await expire(kit, device, before, cast);
  cast.used = cast.used.filter((other) => other !== device);
  cast.expired.push(device);
  return device;
}

/** By a date that is long past, or where that does nothing by one that is let pass. */
async function expire(kit: Kit, device: AnyId, before: Counts | undefined, cast: Cast): Promise<void> {
  const past = dateIn(kit.clock.now(), LONG_PAST - cast.dates++).date;
  const { outcome } = await kit.controls.setLimits(device, { expires: true, expirationDate: past });
  if (outcome === 'done' && (await isReleased(kit, device, before))) return;
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
 * Leaves exactly so many licences available, by new devices of the run's own, and gives the counts.
 * Throws `Unreached` where that takes too many.
 */
export async function leaveAvailable(kit: Kit, wanted: number): Promise<Counts> {
  let counts = await countLicences(kit);
  const available = () => availableOf(counts);
  if (available() > wanted + MOST_FILLERS) {
    throw new Unreached(
      `${available()} licences are available, too many to use them up: that needs an account with few that are free`,
      'controls.createDevice',
    );
  }
  for (let made = 0; available() > wanted && made < MOST_FILLERS; made++) {
    await makeUsed(kit);
    counts = await countLicences(kit);
  }
  if (available() === wanted) return counts;
  throw new Unreached(
    `${wanted} available licences could not be brought about: there are ${available()}`,
    'controls.createDevice',
  );
}

export function availableOf({ available }: Counts): number {
  if (available !== undefined) return available;
  throw new Unreached('the available licences are not told', 'controls.readLicences');
}

export interface Activation {
  /** Whether the device is no longer expired. */
  active: boolean;
  before: Counts;
  after: Counts;
  telling: Told[];
}

/**
 * Activates an expired device, and sees what became of it and of the counts before. A deployment may hold it expired for as long
 * as its date lies in the past; then Expires is switched off, and it is activated again (`insist`).
 */
export async function activate(kit: Kit, device: AnyId, before: Counts, insist = false): Promise<Activation> {
  const first = await tryActivation(kit, device, before);
  if (first.active || !insist) return first;
  await kit.controls.setLimits(device, { expires: false });
  return tryActivation(kit, device, before);
}

async function tryActivation(kit: Kit, device: AnyId, before: Counts): Promise<Activation> {
  const attempt = await kit.controls.activate(device);
  const after = attempt.activated ? await countsOnce(kit, before.used + 1) : await countLicences(kit);
  const read = recordTellsState(kit) ? await stateOf(kit, device) : undefined;
  const active = read ? read.state === 'used' : after.used > before.used;
  if (active) await activated(kit, device);
  return { active, before, after, telling: [before, attempt, after, ...(read ? [read] : [])] };
}

/** Notes that a device is no longer expired. */
export async function activated(kit: Kit, device: AnyId): Promise<void> {
  const cast = await castOf(kit);
  cast.expired = cast.expired.filter((other) => other !== device);
  if (!cast.used.includes(device)) cast.used.push(device);
}
