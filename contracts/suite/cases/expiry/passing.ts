/** Two devices whose settings differ in one thing, and a date that passes: which of them is expired then? */
import type { AnyId } from '../../../profile/facts.ts';
import { type HasExchange, Unreached } from '../../finding.ts';
import type { Kit } from '../../kit.ts';
import { countLicences, recordTellsState, stateOf } from '../licences/state.ts';
import { usedDevice } from '../licences/used-device.ts';
import { mustSet } from '../limits/settings.ts';
import { type Deadline, dateIn, SOON, slotAt } from './dates.ts';

export interface Passed {
  deadline: Deadline;
  /** Whether the device that was due had expired before its date, as far as that was told. */
  early: boolean;
  /** The device with Expires on, and one that differs from it in the one thing a rule is about. */
  due: AnyId;
  other: AnyId;
  /** Which of them are expired. By the counts alone a single expiry is taken to be the one that was due. */
  expired(): Promise<{ due: boolean; other: boolean; telling: HasExchange[] }>;
}

type Prepare = (other: AnyId, deadline: Deadline, due: AnyId) => Promise<void>;

/**
 * Lets a date pass on two devices that the run made. Where the record of a device tells whether it is
 * expired, all rules share a date and the device that is due. Where only the counts tell, each has a
 * time of its own (`slot`).
 */
export function passDate(kit: Kit, slot: number, prepare: Prepare): Promise<Passed> {
  return recordTellsState(kit) ? passByRecord(kit, prepare) : passByCounts(kit, slot, prepare);
}

async function passByRecord(kit: Kit, prepare: Prepare): Promise<Passed> {
  requireReach(kit, dateIn(kit.clock.now(), SOON).reachedBy);
  const other = await usedDevice(kit);
  const deadline = dateIn(kit.clock.now(), SOON);
  const made = await kit.shared(`a device that expires on ${deadline.date}`, async () => {
    const due = await makeDue(kit, deadline);
    return { due, early: (await stateOf(kit, due)).state === 'expired' };
  });
  await prepare(other, deadline, made.due);
  await kit.clock.reach(deadline.reachedBy);
  const devices = { ...made, other };
  return { ...devices, deadline, expired: () => byRecords(kit, devices) };
}

async function passByCounts(kit: Kit, slot: number, prepare: Prepare): Promise<Passed> {
  if (!kit.controls.has('readLicences')) {
    throw new Unreached(
      'nothing tells whether a device is expired',
      'records.device',
      'controls.readLicences',
    );
  }
  const { begins, ends } = slotAt(kit.clock.now(), slot);
  requireReach(kit, ends);
  await kit.clock.reach(begins);
  const other = await usedDevice(kit);
  const deadline = dateIn(kit.clock.now(), SOON);
  const due = await makeDue(kit, deadline);
  await prepare(other, deadline, due);
  const before = await countLicences(kit);
  await kit.clock.reach(deadline.reachedBy);
  return { deadline, early: false, due, other, expired: () => byCounts(kit, before) };
}

async function makeDue(kit: Kit, { date }: Deadline): Promise<AnyId> {
  const device = await usedDevice(kit);
  await mustSet(kit, device, { expires: true, expirationDate: date });
  return device;
}

async function byRecords(kit: Kit, { due, other }: Pick<Passed, 'due' | 'other'>) {
  const [one, another] = await Promise.all([stateOf(kit, due), stateOf(kit, other)]);
  if (one.state === undefined || another.state === undefined) {
    throw new Unreached('the record of a device does not tell whether it is expired', 'records.device');
  }
  return { due: one.state === 'expired', other: another.state === 'expired', telling: [one, another] };
}

async function byCounts(kit: Kit, before: { used: number } & HasExchange) {
  const after = await countLicences(kit);
  const expired = before.used - after.used;
  if (expired >= 0 && expired <= 2)
    return { due: expired > 0, other: expired === 2, telling: [before, after] };
  throw new Unreached('the used licences were moved by somebody else meanwhile', 'records.device');
}

/** Before anything is made and set. */
function requireReach(kit: Kit, moment: number): void {
  if (kit.clock.canReach(moment)) return;
  throw new Unreached(
    'the date of an expiry lies days ahead, and time cannot be brought forward',
    'controls.advance',
  );
}
