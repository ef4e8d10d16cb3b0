/** What counts as a used licence, and what an expiry releases (sections 1, 3 and 8). */
import { itemAt } from '../../../kit/items.ts';
import type { AnyId } from '../../../profile/facts.ts';
import type { Cases } from '../../case.ts';
import type { CaseContext } from '../../case-context.ts';
import { type Finding, fail, inconclusive, pass } from '../../finding.ts';
import { aDeviceExpires } from '../expiry/window.ts';
import { activate, expire } from './acts.ts';
import { castOf, makeMember, note, onCast, takeUsed } from './cast.ts';
import { type Counts, countLicences, countsOnce, showsState, stateOf } from './state.ts';

export const countingCases = {
  'licences/device-uses-one': {
    touches: 'account',
    cost: { requests: 3, creates: ['device'] },
    judge: onCast((context) =>
      context.controls.has('createDevice') ? judgeNewDevice(context) : judgeKnownDevice(context),
    ),
  },
  'licences/expiry-releases-one': {
    touches: 'account',
    cost: { requests: 4, creates: ['device'] },
    judge: onCast(judgeExpiry),
  },
} satisfies Cases;

async function judgeNewDevice(context: CaseContext): Promise<Finding> {
  const before = await countLicences(context);
  const device = await makeMember(context);
  const after = await countsOnce(context, before.used + 1);
  const taken = after.used - before.used;
  const counts = `${after.used} are used instead of ${before.used}`;
  const member = castOf(context).find(device);
  if (taken === 1 && member) member.isNew = true;
  if (taken === 1) return pass(`A new device took one licence: ${counts}.`, before, after);
  if (taken === 0 && (await wasWithout(context, device, before))) {
    note(context, device, 'expired');
    return inconclusive('There was no licence for a new device.', 'controls.setLicences');
  }
  return fail('a device to count as one used licence', `${taken} more used: ${counts}`, before, after);
}

/** A device that was there before: it counts as one if its expiry takes one away, and its activation adds one. */
async function judgeKnownDevice(context: CaseContext): Promise<Finding> {
  const device = itemAt(await takeUsed(context, 1), 0);
  const released = await expire(context, device);
  const activation = await activate(context, device, true, released.after);
  const [fewer, more] = [released, activation].map(({ before, after }) => Math.abs(after.used - before.used));
  const evidence = [...released.evidence, ...activation.evidence];
  if (fewer === 1 && more === 1)
    return pass('A device counted as one licence less while it was expired.', ...evidence);
  if (!activation.active) return inconclusive('The device that had expired could not be activated.');
  if (fewer === more)
    return fail(
      'a device to count as one used licence',
      `${fewer} fewer used while it was expired`,
      ...evidence,
    );
  return inconclusive(
    `${fewer} fewer licences were used after its expiry, ${more} more after its activation.`,
  );
}

/** Whether a device that counts as none may be one that got no licence. */
async function wasWithout(context: CaseContext, device: AnyId, { available }: Counts): Promise<boolean> {
  const state = showsState(context) ? (await stateOf(context, device)).state : undefined;
  if (state !== undefined) return state === 'expired';
  return available === undefined || available < 1;
}

async function judgeExpiry(context: CaseContext): Promise<Finding> {
  if (!context.controls.has('readLicences')) {
    return inconclusive('The used licences cannot be read.', 'controls.readLicences');
  }
  const { expired, early, before, after } = await aDeviceExpires(context);
  if (early) return inconclusive('The device expired before its date.');
  if (!expired.due || !before || !after)
    return inconclusive('The device was not seen to expire, so that it had no licence to release.');
  if (expired.others.length > 0) return inconclusive('More devices than the one that was due have expired.');
  return judgeRelease(before, after);
}

function judgeRelease(before: Counts, after: Counts): Finding {
  const fewer = before.used - after.used;
  const more = (after.available ?? 0) - (before.available ?? 0);
  const bothCounted = before.available !== undefined && after.available !== undefined;
  if (fewer === 1 && (!bothCounted || more === 1)) {
    const released = bothCounted ? `, ${after.available} instead of ${before.available} are available` : '';
    return pass(
      `After the expiry ${after.used} licences are used instead of ${before.used}${released}.`,
      before,
      after,
    );
  }
  return fail(
    'an expiry to leave one licence fewer used and one more available',
    `${fewer} fewer used${bothCounted ? `, ${more} more available` : ''}`,
    before,
    after,
  );
}
