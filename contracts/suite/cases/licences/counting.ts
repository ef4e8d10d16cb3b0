/** What counts as a used licence, and what an expiry releases (sections 1, 3 and 8). */
import type { AnyId } from '../../../profile/facts.ts';
import type { Cases } from '../../case.ts';
import { type Finding, fail, inconclusive, pass } from '../../finding.ts';
import type { Kit } from '../../kit.ts';
import { dateIn, SOON, slotAt } from '../expiry/dates.ts';
import { mustSet } from '../limits/settings.ts';
import { makeUsed } from './actors.ts';
import { type Counts, countLicences, countsOnce, recordTellsState, stateOf } from './state.ts';
import { usedDevice } from './used-device.ts';

/** The slot that the cases of the expiry leave, and one after all of theirs. */
const SLOT = 1;
const LATE = 5;

export const countingCases = {
  'licences/device-uses-one': {
    touches: 'account',
    cost: { requests: 3, creates: ['device'] },
    judge: (kit) => twice(() => judgeNewDevice(kit)),
  },
  'licences/expiry-releases-one': {
    touches: 'time',
    cost: { requests: 4, creates: ['device'] },
    judge: (kit) => twice((again) => judgeExpiry(kit, again ? LATE : SLOT)),
  },
} satisfies Cases;

/** Somebody else may move the counts of a live account: what seems broken must be so again. */
async function twice(judge: (again: boolean) => Promise<Finding>): Promise<Finding> {
  const first = await judge(false);
  return first.verdict === 'fail' ? judge(true) : first;
}

async function judgeNewDevice(kit: Kit): Promise<Finding> {
  if (!kit.controls.has('createDevice')) {
    return inconclusive(
      'Devices cannot be made here, and which others count is not known.',
      'controls.createDevice',
    );
  }
  const before = await countLicences(kit);
  const device = await makeUsed(kit);
  const after = await countsOnce(kit, before.used + 1);
  const taken = after.used - before.used;
  const counts = `${after.used} are used instead of ${before.used}`;
  if (taken === 1) return pass(`A new device took one licence: ${counts}.`, before, after);
  if (taken === 0 && (await wasWithout(kit, device, before))) {
    return inconclusive('There was no licence for a new device.', 'controls.createDevice');
  }
  return fail('a device to count as one used licence', `${taken} more used: ${counts}`, before, after);
}

/** Whether a device that counts as none may be one that got no licence. */
async function wasWithout(kit: Kit, device: AnyId, { available }: Counts): Promise<boolean> {
  const state = recordTellsState(kit) ? (await stateOf(kit, device)).state : undefined;
  if (state !== undefined) return state === 'expired';
  return available === undefined || available < 1;
}

/** The account must be the rule's own meanwhile: it has a time when all others wait for the clock. */
async function judgeExpiry(kit: Kit, slot: number): Promise<Finding> {
  const { begins, ends } = slotAt(kit.clock.now(), slot);
  if (!kit.clock.canReach(ends)) {
    return inconclusive(
      'The date of an expiry lies days ahead, and time cannot be brought forward.',
      'controls.advance',
    );
  }
  if (!kit.controls.has('readLicences')) {
    return inconclusive('The used licences cannot be read.', 'controls.readLicences');
  }
  await kit.clock.reach(begins);
  const device = await usedDevice(kit);
  const { date, reachedBy } = dateIn(kit.clock.now(), SOON);
  await mustSet(kit, device, { expires: true, expirationDate: date });
  if (recordTellsState(kit) && (await stateOf(kit, device)).state === 'expired') {
    return inconclusive('The device expired before its date.');
  }
  const before = await countLicences(kit);
  await kit.clock.reach(reachedBy);
  const after = await countsOnce(kit, before.used - 1);
  const expired = recordTellsState(kit)
    ? (await stateOf(kit, device)).state === 'expired'
    : after.used !== before.used;
  if (!expired)
    return inconclusive('The device was not seen to expire, so that it had no licence to release.');
  return judgeRelease(before, after);
}

function judgeRelease(before: Counts, after: Counts): Finding {
  const fewer = before.used - after.used;
  const more = (after.available ?? 0) - (before.available ?? 0);
  const told = before.available !== undefined && after.available !== undefined;
  if (fewer === 1 && (!told || more === 1)) {
    const released = told ? `, ${after.available} instead of ${before.available} are available` : '';
    return pass(
      `After the expiry ${after.used} licences are used instead of ${before.used}${released}.`,
      before,
      after,
    );
  }
  return fail(
    'an expiry to leave one licence fewer used and one more available',
    `${fewer} fewer used${told ? `, ${more} more available` : ''}`,
    before,
    after,
  );
}
