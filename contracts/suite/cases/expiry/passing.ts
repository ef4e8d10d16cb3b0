/** Two devices whose settings differ in one thing, and a date that passes: which of them is expired then? */
import type { AnyId } from '../../../profile/core.ts';
import { type Told, Unreached } from '../../case.ts';
import type { Kit } from '../../kit.ts';
import { spareDevices } from '../devices/own.ts';
import { countLicences, recordTellsState, stateOf } from '../licences/state.ts';
import { APART, type Deadline, dateIn, SOON } from './dates.ts';

export interface Passed {
  deadline: Deadline;
  /** The device that the rule is about, and its twin. */
  subject: AnyId;
  twin: AnyId;
  /** Which of them are expired. By the counts alone one expiry is taken to be the one that was to come. */
  expired(): Promise<{ subject: boolean; twin: boolean; telling: Told[] }>;
}

/**
 * Lets a date pass on two devices that the run made. Where only the counts tell who expired, every
 * rule has a date of its own (`slot`), and the counts are taken on either side of it.
 */
export async function passDate(
  kit: Kit,
  { slot, expected }: { slot: number; expected: 'subject' | 'twin' },
  prepare: (devices: { subject: AnyId; twin: AnyId; deadline: Deadline }) => Promise<void>,
): Promise<Passed> {
  const byRecord = recordTellsState(kit);
  if (!byRecord) requireCounts(kit);
  const days = SOON + (byRecord ? 0 : slot * APART);
  requireReach(kit, dateIn(kit.clock.now(), days));
  const [subject, twin] = (await spareDevices(kit, 2)) as [AnyId, AnyId];
  const devices = { subject, twin };
  const deadline = dateIn(kit.clock.now(), days);
  await prepare({ ...devices, deadline });
  if (byRecord) {
    await kit.clock.reach(deadline.reachedBy);
    return { ...devices, deadline, expired: () => byRecords(kit, devices) };
  }
  await kit.clock.reach(deadline.notBefore);
  const before = await countLicences(kit);
  await kit.clock.reach(deadline.reachedBy);
  return { ...devices, deadline, expired: () => byCounts(kit, before, expected) };
}

async function byRecords(kit: Kit, { subject, twin }: { subject: AnyId; twin: AnyId }) {
  const [one, other] = await Promise.all([stateOf(kit, subject), stateOf(kit, twin)]);
  if (one.state === undefined || other.state === undefined) {
    throw new Unreached('the record of a device does not tell whether it is expired', 'records.device');
  }
  return { subject: one.state === 'expired', twin: other.state === 'expired', telling: [other, one] };
}

async function byCounts(kit: Kit, before: { used: number } & Told, expected: 'subject' | 'twin') {
  const after = await countLicences(kit);
  const expired = before.used - after.used;
  if (expired < 0 || expired > 2) {
    throw new Unreached('the used licences were moved by somebody else meanwhile', 'records.device');
  }
  const other = expired === 2;
  return {
    subject: expected === 'subject' ? expired > 0 : other,
    twin: expected === 'twin' ? expired > 0 : other,
    telling: [before, after],
  };
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
