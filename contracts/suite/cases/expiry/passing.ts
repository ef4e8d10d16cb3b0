/** Two devices whose settings differ in one thing, and a date that passes: which of them is expired then? */
import type { AnyId } from '../../../profile/core.ts';
import { type Told, Unreached } from '../../case.ts';
import type { Kit } from '../../kit.ts';
import { spareDevices } from '../devices/own.ts';
import { countLicences, recordTellsState, requireUsed, stateOf } from '../licences/state.ts';
import { mustSet } from '../limits/settings.ts';
import { APART, type Deadline, dateIn, SOON } from './dates.ts';

export interface Passed {
  deadline: Deadline;
  /** Whether the device that was due had expired before its date, as far as that was told. */
  early: boolean;
  /** The device with Expires on, and one that differs from it in the one thing a rule is about. */
  due: AnyId;
  other: AnyId;
  /** Which of them are expired. By the counts alone a single expiry is taken to be the one that was due. */
  expired(): Promise<{ due: boolean; other: boolean; telling: Told[] }>;
}

/**
 * Lets a date pass on two devices that the run made. Where only the counts tell who expired, every
 * rule has a date of its own (`slot`), and the counts are taken on either side of it.
 */
export async function passDate(
  kit: Kit,
  slot: number,
  prepare: (other: AnyId, deadline: Deadline) => Promise<void>,
): Promise<Passed> {
  const byRecord = recordTellsState(kit);
  if (!byRecord) requireCounts(kit);
  const days = SOON + (byRecord ? 0 : slot * APART);
  requireReach(kit, dateIn(kit.clock.now(), days));
  const other = await usedDevice(kit);
  const deadline = dateIn(kit.clock.now(), days);
  const made = await kit.shared(`a device that expires on ${deadline.date}`, () => makeDue(kit, deadline));
  await prepare(other, deadline);
  const devices = { deadline, ...made, other };
  if (byRecord) {
    await kit.clock.reach(deadline.reachedBy);
    return { ...devices, expired: () => byRecords(kit, devices) };
  }
  await kit.clock.reach(deadline.notBefore);
  const before = await countLicences(kit);
  await kit.clock.reach(deadline.reachedBy);
  return { ...devices, expired: () => byCounts(kit, before) };
}

async function usedDevice(kit: Kit): Promise<AnyId> {
  const [device] = (await spareDevices(kit, 1)) as [AnyId];
  await requireUsed(kit, device);
  return device;
}

async function makeDue(kit: Kit, { date }: Deadline): Promise<{ due: AnyId; early: boolean }> {
  const due = await usedDevice(kit);
  await mustSet(kit, due, { expires: true, expirationDate: date });
  const early = recordTellsState(kit) && (await stateOf(kit, due)).state === 'expired';
  return { due, early };
}

async function byRecords(kit: Kit, { due, other }: Pick<Passed, 'due' | 'other'>) {
  const [one, another] = await Promise.all([stateOf(kit, due), stateOf(kit, other)]);
  if (one.state === undefined || another.state === undefined) {
    throw new Unreached('the record of a device does not tell whether it is expired', 'records.device');
  }
  return { due: one.state === 'expired', other: another.state === 'expired', telling: [one, another] };
}

async function byCounts(kit: Kit, before: { used: number } & Told) {
  const after = await countLicences(kit);
  const expired = before.used - after.used;
  if (expired >= 0 && expired <= 2)
    return { due: expired > 0, other: expired === 2, telling: [before, after] };
  throw new Unreached('the used licences were moved by somebody else meanwhile', 'records.device');
}

function requireCounts(kit: Kit): void {
  if (kit.controls.has('readLicences')) return;
  throw new Unreached('nothing tells whether a device is expired', 'records.device', 'controls.readLicences');
}

/** Before anything is made and set. */
function requireReach(kit: Kit, { reachedBy }: Deadline): void {
  if (kit.clock.canReach(reachedBy)) return;
  throw new Unreached(
    'the date of an expiry lies days ahead, and time cannot be brought forward',
    'controls.advance',
  );
}
