/** What counts as a used licence, and what an expiry releases (sections 1, 3 and 8). */
import type { AnyId } from '../../../profile/core.ts';
import { type Case, type Finding, fail, inconclusive, pass } from '../../case.ts';
import type { Kit } from '../../kit.ts';
import { spareDevices } from '../devices/own.ts';
import { APART, dateIn, SOON } from '../expiry/dates.ts';
import { mustSet } from '../limits/settings.ts';
import { makeUsed } from './actors.ts';
import { type Counts, countLicences, countsOnce, recordTellsState, requireUsed, stateOf } from './state.ts';

export const countingCases: readonly Case[] = [
  {
    rule: 'licences/device-uses-one',
    touches: 'account',
    cost: { requests: 3, creates: ['device'] },
    judge: (kit) => twice(() => judgeNewDevice(kit)),
  },
  {
    rule: 'licences/expiry-releases-one',
    touches: 'time',
    cost: { requests: 4, creates: ['device'] },
    judge: (kit) => twice(() => judgeExpiry(kit)),
  },
];

/** Somebody else may move the counts of a live account: what seems broken must be so again. */
async function twice(judge: () => Promise<Finding>): Promise<Finding> {
  const first = await judge();
  return first.verdict === 'fail' ? judge() : first;
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
  if (taken === 0 && recordTellsState(kit) && (await stateOf(kit, device)).state === 'expired') {
    return inconclusive(
      'A new device does not count as a used licence: none seems to be available.',
      'controls.createDevice',
    );
  }
  if (taken === 1)
    return pass(
      `A new device took one licence: ${after.used} are used instead of ${before.used}.`,
      before,
      after,
    );
  return fail(
    'a device to count as one used licence',
    `${taken} more used than before it was made`,
    before,
    after,
  );
}

/** The counts are taken on either side of a date that no other device of the run has. */
async function judgeExpiry(kit: Kit): Promise<Finding> {
  const { date, notBefore, reachedBy } = dateIn(kit.clock.now(), SOON + APART);
  if (!kit.clock.canReach(reachedBy)) {
    return inconclusive(
      'The date of an expiry lies days ahead, and time cannot be brought forward.',
      'controls.advance',
    );
  }
  if (!kit.controls.has('readLicences')) {
    return inconclusive('The used licences cannot be read.', 'controls.readLicences');
  }
  const [device] = (await spareDevices(kit, 1)) as [AnyId];
  await requireUsed(kit, device);
  await mustSet(kit, device, { expires: true, expirationDate: date });
  await kit.clock.reach(notBefore);
  if (recordTellsState(kit) && (await stateOf(kit, device)).state === 'expired') {
    return inconclusive('The device expired before its date.');
  }
  const before = await countLicences(kit);
  await kit.clock.reach(reachedBy);
  const after = await countsOnce(kit, before.used - 1);
  if (recordTellsState(kit)) {
    const { state } = await stateOf(kit, device);
    if (state !== 'expired')
      return inconclusive('The device did not expire, so that it released no licence.');
  }
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
